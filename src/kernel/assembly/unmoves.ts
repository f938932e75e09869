// Moves within the table, taken back ("unmoves"): the placements from which a side has a move into a set X that is neither
// a capture nor a pawn move. They are found by moving the pieces of X backwards, one function per role of the moving piece.
// Each adds to the wanted ranks of `out`, u8 per plane a bit for each, what comes from planes of X that have bits; it may write to
// other ranks.
import {
  ALL_RANKS, edges, fixedSquares, hasRecords, LANE, movementOf, neighbours, origins, others, OUTER, planeFlags, roleOf, ROW,
  setAt, slabBytes, slabFlag, slabPlanes, sources, squareMap, THIRD, thirdFound,
} from './frame';
import { laneMoves } from './laneMoves';
import { movePlanes, setPlane } from './planeLine';
import { recordMoves } from './recordMoves';
import { rowMoves } from './rowMoves';
import { mirrorWords } from './symmetry';
import { thirdMoves } from './thirdMoves';
import { addThirdMoves } from './thirdPass';

const PLANE: usize = 512;
const RANK: usize = 64;
const ALL: u64 = ~(<u64>0);

/** Fills the tables of the thread's block. */
export function initMoves(): void {
  for (let square = 0; square < 64; square++) {
    store<u64>(others() + ((<usize>square) << 3), ~((<u64>1) << (<u64>square)));
  }
  for (let files = -8; files <= 8; files++) {
    for (let file = 0; file < 8; file++) {
      const source = file + files;
      store<u64>(edges(files) + ((<usize>file) << 3), source >= 0 && source < 8 ? ALL : 0);
    }
  }
}

/**
 * Adds the moves of a piece that is a dimension, or the third that the slab fixes. `name`: the set X; `flagged`: whether it has
 * flags. Words that are empty in `goal` may be skipped.
 */
export function pieceMoves(
  piece: i32, name: i32, side: i32, flagged: bool, slab: i32, out: usize, wanted: usize, goal: usize,
): void {
  const role = roleOf(piece);
  if (role == THIRD) {
    const found = flagged ? thirdFound() : 0;
    if (found) addThirdMoves(found, slab, out, wanted);
    else thirdMoves(piece, name, side, flagged, slab, out, wanted);
    return;
  }
  if (flagged && !load<u8>(slabFlag(name, side, slab))) return;
  const x = setAt(name, side, slab);
  const source = flagged ? planeFlags(name, side, slab) : 0;
  const movement = movementOf(piece);
  if (role == LANE) laneMoves(movement, x, source, fixedSquares(slab), out, wanted, goal);
  else if (role == ROW) rowMoves(movement, x, source, fixedSquares(slab), out, wanted);
  else if (role == OUTER) outerMoves(movement, x, source, fixedSquares(slab), out, wanted);
}

function outerMoves(movement: usize, x: usize, source: usize, fixed: u64, out: usize, wanted: usize): void {
  for (let square = 0; square < 64; square++) {
    const at = (<usize>square) * PLANE;
    const ranks = source ? <i32>load<u8>(source + <usize>square) : ALL_RANKS;
    setPlane(square, x + at, ranks, out + at, <i32>load<u8>(wanted + <usize>square));
  }
  movePlanes(movement, fixed, false);
}

/**
 * Adds the moves of the fixed piece, which lead to other slabs. `name`: the set X; `flagged`: whether it has flags. Words
 * that are empty in `goal` may be skipped.
 */
export function slabMoves(
  color: i32, name: i32, side: i32, flagged: bool, slab: i32, out: usize, wanted: usize, goal: usize,
): void {
  if (flagged && hasRecords()) {
    recordMoves(color, name, side, slab, out, wanted);
    return;
  }
  const count = findSources(color, name, side, flagged, slab);
  if (count == 0) return;
  const planes = slabPlanes();
  const bytes: usize = planes > 1 ? PLANE : slabBytes();
  for (let plane = 0; plane < planes; plane++) {
    const wantedRanks = <i32>load<u8>(wanted + <usize>plane);
    if (!wantedRanks) continue;
    const base = (<usize>plane) * bytes;
    // Planes that come by the same symmetry are collected first, so that they are added in one pass.
    let waiting: usize = 0;
    let symmetry = 0;
    for (let i = 0; i < count; i++) {
      const next = sourceSymmetry(i);
      const image = planes > 1 ? <usize>load<u8>(squareMap(next) + <usize>plane) : 0;
      const ranks = flagged ? <i32>load<u8>(sourceFlags(i) + image) : ALL_RANKS;
      if (!ranks) continue;
      if (waiting && next != symmetry) {
        addOrigins(symmetry, waiting, out + base, wantedRanks, goal + base, bytes);
        waiting = 0;
      }
      symmetry = next;
      store<u32>(origins() + (waiting << 3), <u32>(sourceSet(i) + image * bytes));
      store<i32>(origins() + (waiting++ << 3), ranks, 4);
    }
    if (waiting) addOrigins(symmetry, waiting, out + base, wantedRanks, goal + base, bytes);
  }
}

// Of each slab that the fixed piece leads to and that may have something in X: its set, its flags, and the symmetry.
@inline function sourceSet(i: i32): usize { return <usize>load<u32>(sources() + ((<usize>i) << 4)); }
@inline function sourceFlags(i: i32): usize { return <usize>load<u32>(sources() + ((<usize>i) << 4), 4); }
@inline function sourceSymmetry(i: i32): i32 { return load<i32>(sources() + ((<usize>i) << 4), 8); }

/** Returns their number. The host has sorted them by symmetry. */
function findSources(color: i32, name: i32, side: i32, flagged: bool, slab: i32): i32 {
  const list = neighbours(color, slab);
  let count = 0;
  for (let i = 0; i < 8; i++) {
    const entry = load<i32>(list + ((<usize>i) << 2));
    if (entry < 0) break;
    const from = entry >> 3;
    if (flagged && !load<u8>(slabFlag(name, side, from))) continue;
    const at = sources() + ((<usize>count) << 4);
    count++;
    store<u32>(at, <u32>setAt(name, side, from));
    store<u32>(at, flagged ? <u32>planeFlags(name, side, from) : 0, 4);
    store<i32>(at, entry & 7, 8);
  }
  return count;
}

/** Adds the collected planes. */
function addOrigins(symmetry: i32, count: usize, out: usize, wanted: i32, goal: usize, bytes: usize): void {
  if (symmetry != 0) addMirrored(symmetry, count, out, goal, bytes);
  else if (bytes < RANK) for (let i: usize = 0; i < count; i++) v128.store(out, v128.or(v128.load(out), v128.load(origin(i))));
  else for (; wanted; wanted &= wanted - 1) addRank(ctz(wanted), count, out, goal);
}

function addRank(rank: i32, count: usize, out: usize, goal: usize): void {
  const at = (<usize>rank) * RANK;
  if (!hasRank(goal + at)) return;
  const to = out + at;
  let a = v128.load(to);
  let b = v128.load(to + 16);
  let c = v128.load(to + 32);
  let d = v128.load(to + 48);
  for (let i: usize = 0; i < count; i++) {
    if (!((originRanks(i) >> rank) & 1)) continue;
    const from = origin(i) + at;
    a = v128.or(a, v128.load(from));
    b = v128.or(b, v128.load(from + 16));
    c = v128.or(c, v128.load(from + 32));
    d = v128.or(d, v128.load(from + 48));
  }
  v128.store(to, a);
  v128.store(to + 16, b);
  v128.store(to + 32, c);
  v128.store(to + 48, d);
}

/** Of a symmetry that moves something: four planes at a time, the last one repeatedly if there are fewer. */
function addMirrored(symmetry: i32, count: usize, out: usize, goal: usize, bytes: usize): void {
  const last = count - 1;
  for (let i: usize = 0; i < count; i += 4) {
    const b = origin(min(i + 1, last));
    const c = origin(min(i + 2, last));
    const d = origin(min(i + 3, last));
    mirrorWords(symmetry, squareMap(symmetry), origin(i), b, c, d, out, goal, <i32>(bytes >> 3));
  }
}

/** Has a rank of words any bits? */
@inline function hasRank(at: usize): bool {
  const first = v128.or(v128.load(at), v128.load(at + 16));
  return v128.any_true(v128.or(first, v128.or(v128.load(at + 32), v128.load(at + 48))));
}

@inline function origin(i: usize): usize { return <usize>load<u32>(origins() + (i << 3)); }
@inline function originRanks(i: usize): i32 { return load<i32>(origins() + (i << 3), 4); }
