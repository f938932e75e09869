// One ply of retrograde analysis (../README.md): what is decided in exactly this many plies, from what was decided one ply
// sooner. A ply reads from other slabs only sets that it does not write.
import { barrier, pastLast, takeSlabs } from './barrier';
import { addToTally, countsPlainly, sumOf, tallySet } from './count';
import { conversionAt } from './conversionPlanes';
import { CONVERSION_LOSES, CONVERSION_WINS, LOST, OPEN, SAFE, SAFE_CONVERSION, WON } from '../layout';
import {
  ALL_RANKS, colorOf, distanceAt, distanceBits, FIXED, hasRecords, isLogged, LANE, neighbours, OUTER, pieceCount, planeFlags,
  roleOf, scratch, setAt, slabBytes, slabFlag, slabPlanes, THIRD,
} from './frame';
import { findReached } from './reach';
import { thirdReaches } from './thirdMoves';
import { pieceMoves, slabMoves } from './unmoves';

/** Decides the wins, or the losses, in `distance`. True if this worker found any. */
export function ply(distance: i32, winning: bool): bool {
  let any = false;
  for (let first = takeSlabs(); first < pastLast(first); first = takeSlabs()) {
    const end = pastLast(first);
    for (let slab = first; slab < end; slab++) {
      for (let color = 0; color < 2; color++) {
        if (winning ? win(color, slab, distance) : lose(color, slab, distance)) any = true;
      }
    }
  }
  barrier();
  return any;
}

// What a slab's ply finds is in the scratch memory, of which each part is padded: a set, with u8 per plane a bit for each rank that
// may have bits, others not being written; and room for more of both.
@inline function foundRanks(): usize { return scratch() + 2 * slabBytes() + 128; }
@inline function moreRanks(): usize { return foundRanks() + 64; }
@inline function moreRoom(): usize { return scratch() + slabBytes() + 64; }

function win(color: i32, slab: i32, distance: i32): bool {
  if (!load<u8>(slabFlag(OPEN, color, slab))) return clearFrontier(WON, color, slab);
  const conversions = conversionAt(CONVERSION_WINS, color, slab, distance, scratch(), foundRanks());
  const reached = isReached(color, slab, LOST);
  if (!reached && !conversions) return clearFrontier(WON, color, slab);
  if (reached) addMoves(color, LOST, slab);
  return decide(color, slab, distance, WON);
}

function lose(color: i32, slab: i32, distance: i32): bool {
  if (!load<u8>(slabFlag(OPEN, color, slab))) return clearFrontier(LOST, color, slab);
  const conversions = conversionAt(CONVERSION_LOSES, color, slab, distance, scratch(), foundRanks());
  const reached = isReached(color, slab, WON);
  if (!reached && !conversions) return clearFrontier(LOST, color, slab);
  if (conversions) dropRefuted(color, slab);
  if (reached) addMoves(color, WON, slab);
  if (!refute(color, slab)) return clearFrontier(LOST, color, slab);
  return decide(color, slab, distance, LOST);
}

/** Can a move within the table from this slab reach the opponent's set? */
function isReached(color: i32, slab: i32, name: i32): bool {
  const side = 1 - color;
  if (load<u8>(slabFlag(name, side, slab))) return true;
  let list = neighbours(color, slab);
  for (let i = 0; i < 8; i++, list += 4) {
    const entry = load<i32>(list);
    if (entry < 0) break;
    if (load<u8>(slabFlag(name, side, entry >> 3))) return true;
  }
  const pieces = pieceCount();
  for (let piece = 0; piece < pieces; piece++) {
    if (roleOf(piece) == THIRD && colorOf(piece) == color && thirdReaches(piece, name, side, slab)) return true;
  }
  return false;
}

/** Adds the moves into the opponent's set to what is found. */
function addMoves(color: i32, name: i32, slab: i32): void {
  const found = scratch();
  const ranks = foundRanks();
  wantMore(color, name, slab);
  const side = 1 - color;
  const goal = setAt(OPEN, color, slab);
  const pieces = pieceCount();
  for (let piece = 0; piece < pieces; piece++) {
    if (colorOf(piece) == color && roleOf(piece) != FIXED) pieceMoves(piece, name, side, true, slab, found, ranks, goal);
  }
  slabMoves(color, name, side, true, slab, found, ranks, goal);
}

/** Clears the ranks that moves may be found in besides: in a window, where memory is far away, only those that can be reached. */
function wantMore(color: i32, name: i32, slab: i32): void {
  const open = planeFlags(OPEN, color, slab);
  const planes = <usize>slabPlanes();
  const all = !hasRecords();
  if (!all) findReached(color, name, slab, moreRanks());
  for (let plane: usize = 0; plane < planes; plane++) {
    const known = load<u8>(foundRanks() + plane);
    const reached = load<u8>(open + plane) ? (all ? <u8>ALL_RANKS : load<u8>(moreRanks() + plane)) & <u8>slabRanks() : 0;
    store<u8>(moreRanks() + plane, reached & ~known);
    store<u8>(foundRanks() + plane, reached | known);
  }
  clearWanted(scratch(), moreRanks());
}

/** Placements whose best conversion loses at this ply no longer hold out by conversions. */
function dropRefuted(color: i32, slab: i32): void {
  const conversions = scratch();
  const holding = setAt(SAFE_CONVERSION, color, slab);
  const planes = slabPlanes();
  for (let plane = 0; plane < planes; plane++) {
    for (let ranks = <i32>load<u8>(foundRanks() + <usize>plane) & slabRanks(); ranks; ranks &= ranks - 1) {
      const first = rankAt(plane, ctz(ranks));
      for (let at = first; at < first + rankBytes(); at += 16) {
        v128.store(holding + at, v128.andnot(v128.load(holding + at), v128.load(conversions + at)));
      }
    }
  }
}

/** Drops what was found that has a move that holds out. True if any is left. */
function refute(color: i32, slab: i32): bool {
  const candidates = scratch();
  const left = foundRanks();
  if (!keepCandidates(color, slab, candidates, left)) return false;
  // What is read of this slab alone first: it leaves few, of which less is read of other slabs, that are far away.
  if (!refuteWithin(color, slab, LANE, OUTER, candidates, left)) return false;
  const escapes = moreRoom();
  clearWanted(escapes, left);
  slabMoves(color, SAFE, 1 - color, false, slab, escapes, left, candidates);
  if (!subtract(candidates, escapes, left)) return false;
  return refuteWithin(color, slab, THIRD, THIRD, candidates, left);
}

/** The same by pieces of these roles. */
function refuteWithin(color: i32, slab: i32, firstRole: i32, lastRole: i32, candidates: usize, left: usize): bool {
  const escapes = moreRoom();
  const pieces = pieceCount();
  for (let role = firstRole; role <= lastRole; role++) {
    for (let piece = 0; piece < pieces; piece++) {
      if (colorOf(piece) != color || roleOf(piece) != role) continue;
      clearWanted(escapes, left);
      pieceMoves(piece, SAFE, 1 - color, false, slab, escapes, left, candidates);
      if (!subtract(candidates, escapes, left)) return false;
    }
  }
  return true;
}

/** Drops the candidates that are not open or hold out by a conversion. `flags`: of ranks. True if any are left. */
function keepCandidates(color: i32, slab: i32, candidates: usize, flags: usize): bool {
  const open = setAt(OPEN, color, slab);
  const holding = setAt(SAFE_CONVERSION, color, slab);
  const planes = slabPlanes();
  let any = false;
  for (let plane = 0; plane < planes; plane++) {
    let left = 0;
    for (let ranks = <i32>load<u8>(flags + <usize>plane) & slabRanks(); ranks; ranks &= ranks - 1) {
      const first = rankAt(plane, ctz(ranks));
      let sum = i64x2.splat(0);
      for (let at = first; at < first + rankBytes(); at += 16) {
        const possible = v128.and(v128.load(candidates + at), v128.load(open + at));
        const kept = v128.andnot(possible, v128.load(holding + at));
        v128.store(candidates + at, kept);
        sum = v128.or(sum, kept);
      }
      if (v128.any_true(sum)) left |= 1 << ctz(ranks);
    }
    store<u8>(flags + <usize>plane, <u8>left);
    if (left) any = true;
  }
  return any;
}

const PLANE: usize = 512;
const RANK: usize = 64;

@inline function planeBytes(): usize { return slabPlanes() > 1 ? PLANE : slabBytes(); }
/** A slab of one word has one rank, of 16 bytes. */
@inline function slabRanks(): i32 { return slabBytes() < RANK ? 1 : ALL_RANKS; }
@inline function rankBytes(): usize { return min(RANK, slabBytes()); }
@inline function rankAt(plane: i32, rank: i32): usize { return (<usize>plane) * PLANE + (<usize>rank) * RANK; }

function clearWanted(set: usize, wanted: usize): void {
  const planes = slabPlanes();
  for (let plane = 0; plane < planes; plane++) {
    let ranks = <i32>load<u8>(wanted + <usize>plane);
    if (ranks == ALL_RANKS) memory.fill(set + rankAt(plane, 0), 0, planeBytes());
    else for (; ranks; ranks &= ranks - 1) memory.fill(set + rankAt(plane, ctz(ranks)), 0, rankBytes());
  }
}

/** True if any candidates are left, whose ranks are flagged then. */
function subtract(candidates: usize, escapes: usize, flags: usize): bool {
  const planes = slabPlanes();
  let any = false;
  for (let plane = 0; plane < planes; plane++) {
    let left = 0;
    for (let ranks = <i32>load<u8>(flags + <usize>plane); ranks; ranks &= ranks - 1) {
      const first = rankAt(plane, ctz(ranks));
      let sum = i64x2.splat(0);
      for (let at = first; at < first + rankBytes(); at += 16) {
        const kept = v128.andnot(v128.load(candidates + at), v128.load(escapes + at));
        v128.store(candidates + at, kept);
        sum = v128.or(sum, kept);
      }
      if (v128.any_true(sum)) left |= 1 << ctz(ranks);
    }
    store<u8>(flags + <usize>plane, <u8>left);
    if (left) any = true;
  }
  return any;
}

/** Empties the frontier of a slab by its flags; the bits are not read then. */
function clearFrontier(name: i32, color: i32, slab: i32): bool {
  const flag = slabFlag(name, color, slab);
  if (load<u8>(flag)) {
    store<u8>(flag, 0);
    memory.fill(planeFlags(name, color, slab), 0, slabPlanes());
  }
  return false;
}

/** Makes the open placements found the slab's frontier, and enters their distance. */
function decide(color: i32, slab: i32, distance: i32, name: i32): bool {
  const found = scratch();
  const planes = slabPlanes();
  const bytes = planeBytes();
  const open = setAt(OPEN, color, slab);
  const flags = planeFlags(name, color, slab);
  const openFlags = planeFlags(OPEN, color, slab);
  const plain = countsPlainly(slab);
  let any = false;
  let anyOpen = false;
  let count: u64 = 0;
  for (let plane = 0; plane < planes; plane++) {
    const base = (<usize>plane) * bytes;
    let has = false;
    const ranks = load<u8>(openFlags + <usize>plane) ? <i32>load<u8>(foundRanks() + <usize>plane) & slabRanks() : 0;
    if (ranks) {
      has = meet(open + base, found + base, ranks);
      if (has) {
        any = true;
        const decided = decidePlane(color, slab, distance, name, found + base, ranks, base, flags + <usize>plane);
        store<u8>(openFlags + <usize>plane, decided & STILL_OPEN ? ALL_RANKS : 0);
        count += decided >> 1;
      }
    }
    if (!has) store<u8>(flags + <usize>plane, 0);
    if (load<u8>(openFlags + <usize>plane)) anyOpen = true;
  }
  store<u8>(slabFlag(name, color, slab), any ? 1 : 0);
  store<u8>(slabFlag(OPEN, color, slab), anyOpen ? 1 : 0);
  const ply = distance * 2 - (name == WON ? 1 : 0);
  if (any && plain) addToTally(color, slab, ply, count, count);
  else if (any) tallySet(color, slab, ply, setAt(name, color, slab), flags);
  return any;
}

/** Do two planes intersect in these ranks? */
function meet(a: usize, b: usize, ranks: i32): bool {
  const isWord = slabBytes() < RANK;
  for (; ranks; ranks &= ranks - 1) {
    const at = (<usize>ctz(ranks)) * RANK;
    let sum = v128.and(v128.load(a + at), v128.load(b + at));
    if (!isWord) {
      sum = v128.or(sum, v128.and(v128.load(a + at, 16), v128.load(b + at, 16)));
      sum = v128.or(sum, v128.and(v128.load(a + at, 32), v128.load(b + at, 32)));
      sum = v128.or(sum, v128.and(v128.load(a + at, 48), v128.load(b + at, 48)));
    }
    if (v128.any_true(sum)) return true;
  }
  return false;
}

const STILL_OPEN: u64 = 1;

/**
 * Enters placements found in these ranks of a plane into the sets, and the frontier's flag. Returns their number, doubled, plus
 * STILL_OPEN if more are open.
 */
function decidePlane(
  color: i32, slab: i32, distance: i32, name: i32, found: usize, foundIn: i32, base: usize, flag: usize,
): u64 {
  const bytes = planeBytes();
  const open = setAt(OPEN, color, slab) + base;
  const frontier = setAt(name, color, slab) + base;
  const safe = setAt(SAFE, color, slab) + base;
  const won = name == WON;
  const logged = isLogged();
  const lowest = distanceAt(color, slab) + base;
  const toNext = slabBytes();
  const highest = lowest + toNext * <usize>(distanceBits() - 1);
  let rest = i64x2.splat(0);
  let bitsOf = i16x8.splat(0);
  let ranks = 0;
  for (let rank = 0, first: usize = 0; first < bytes; rank++, first += RANK) {
    const end = first + rankBytes();
    if (!((foundIn >> rank) & 1)) {
      memory.fill(frontier + first, 0, rankBytes());
      for (let at = first; at < end; at += 16) rest = v128.or(rest, v128.load(open + at));
      continue;
    }
    for (let at = first; at < end; at += 16) {
      const before = v128.load(open + at);
      const decided = v128.and(before, v128.load(found + at));
      v128.store(frontier + at, decided);
      const after = v128.andnot(before, decided);
      rest = v128.or(rest, after);
      if (!v128.any_true(decided)) continue;
      v128.store(open + at, after);
      ranks |= 1 << rank;
      bitsOf = i16x8.add(bitsOf, i16x8.extadd_pairwise_i8x16_u(i8x16.popcnt(decided)));
      if (won) v128.store(safe + at, v128.andnot(v128.load(safe + at), decided));
      if (logged) continue;
      // Overwrites the distance of the best conversion, which is no longer needed.
      let left = distance;
      for (let bits = lowest + at; bits <= highest + at; bits += toNext, left >>= 1) {
        const old = v128.load(bits);
        v128.store(bits, left & 1 ? v128.or(old, decided) : v128.andnot(old, decided));
      }
    }
  }
  store<u8>(flag, <u8>ranks);
  return (sumOf(bitsOf) << 1) | (v128.any_true(rest) ? STILL_OPEN : 0);
}
