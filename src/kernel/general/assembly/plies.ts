// One ply of retrograde analysis, in two halves: first every slab finds what is decided in exactly so many plies, then every slab enters
// it. So within a ply slabs may be worked on in any order.
import { aimAt } from './aim';
import { addConversionsAt } from './conversionPlaces';
import {
  anyFlag, codesOf, colorOf, flagBytes, flagsAt, men, planeBytes, planeCount, rowCount, setAt, setBase, slabBytes, slabScratch, squareCount,
} from './frame';
import { WORDS } from './lane';
import { addPlanes, andPlanes, clearPlanes, flagSome, keepOpen, keepPlanes, withoutPlanes } from './planes';
import { addPieceUnmoves, addUnmoves } from './unmoves';
import { LANE_BYTES } from './words';

// Names of sets, as the host numbers them (../sets.ts).
import {
  CONVERSION_LOSES, CONVERSION_WINS, EDGE_HOLDS, EDGE_NEAR, EDGE_WINS, ENTERABLE, HOLDS, LOST, MOVABLE, OPEN, SAFE, WON,
} from '../sets';

@inline function setOf(name: i32, side: i32): i32 { return 2 * name + side; }
/** Frontiers exist twice: of the ply before, and of this one. */
@inline function frontier(name: i32, plies: i32, side: i32): i32 { return setOf(name + (plies & 1), side); }
@inline function exists(name: i32, side: i32): bool { return setBase(setOf(name, side)) != 0; }

/**
 * Finds what `side` wins and loses in `plies`. `won`, `lost`: did the other side win or lose anything in one ply less? `wins`, `loses`:
 * are there conversions of this distance?
 */
export function findDecided(side: i32, plies: i32, won: bool, lost: bool, wins: bool, loses: bool, begin: i32, end: i32): void {
  for (let slab = begin; slab < end; slab++) decideSlab(side, plies, won, lost, wins, loses, slab);
}

function decideSlab(side: i32, plies: i32, won: bool, lost: bool, wins: bool, loses: bool, slab: i32): void {
  const wonSet = frontier(WON, plies, side);
  const lostSet = frontier(LOST, plies, side);
  // What the frontier of two plies ago has left.
  clearPlanes(setAt(wonSet, slab), flagsAt(wonSet, slab));
  clearPlanes(setAt(lostSet, slab), flagsAt(lostSet, slab));
  memory.fill(flagsAt(wonSet, slab), 0, flagBytes());
  memory.fill(flagsAt(lostSet, slab), 0, flagBytes());
  if (!anyFlag(flagsAt(setOf(OPEN, side), slab))) return;
  if (lost || wins) findWins(side, plies, lost, wins, slab);
  if (won || loses) findLosses(side, plies, won, loses, slab);
}

function findWins(side: i32, plies: i32, lost: bool, wins: bool, slab: i32): void {
  const other = 1 - side;
  const found = setAt(frontier(WON, plies, side), slab);
  const flags = flagsAt(frontier(WON, plies, side), slab);
  const open = setAt(setOf(OPEN, side), slab);
  if (lost) {
    aimAt(open, flags);
    addUnmoves(side, frontier(LOST, plies - 1, other), slab, found, flagsAt(setOf(OPEN, side), slab));
    if (exists(MOVABLE, side)) andPlanes(found, setAt(setOf(MOVABLE, side), slab), flags);
    if (exists(EDGE_WINS, side)) addSet(found, setOf(EDGE_WINS, side), slab, flags);
  }
  if (wins) addConversionsAt(side, false, plies, setOf(CONVERSION_WINS, side), slab, found, flags);
  keepPlanes(found, open, flags);
}

function findLosses(side: i32, plies: i32, won: bool, loses: bool, slab: i32): void {
  const other = 1 - side;
  const near = setAt(frontier(LOST, plies, side), slab);
  const flags = flagsAt(frontier(LOST, plies, side), slab);
  const open = setAt(setOf(OPEN, side), slab);
  if (won) {
    aimAt(open, flags);
    addUnmoves(side, frontier(WON, plies - 1, other), slab, near, flagsAt(setOf(OPEN, side), slab));
    if (exists(MOVABLE, side)) andPlanes(near, setAt(setOf(MOVABLE, side), slab), flags);
    if (exists(EDGE_NEAR, side)) addSet(near, setOf(EDGE_NEAR, side), slab, flags);
  }
  const holds = setAt(setOf(HOLDS, side), slab);
  if (loses) {
    // What loses no later than this holds out no longer.
    const gone = slabScratch(0);
    const goneFlags = gone + slabBytes();
    memory.fill(gone, 0, slabBytes());
    memory.fill(goneFlags, 0, planeCount());
    addConversionsAt(side, true, plies, setOf(CONVERSION_LOSES, side), slab, gone, goneFlags);
    withoutPlanes(holds, gone, goneFlags);
    addPlanes(near, gone, goneFlags, flags);
  }
  if (exists(EDGE_HOLDS, side)) withoutPlanes(near, setAt(setOf(EDGE_HOLDS, side), slab), flags);
  if (!keepOpen(near, open, setAt(frontier(WON, plies, side), slab), holds, flags)) return;
  const escapes = slabScratch(1);
  const pieces = men();
  aimAt(near, 0);
  for (let i = 0; i < pieces; i++) {
    if (colorOf(i) != side) continue;
    clearPlanes(escapes, flags);
    addPieceUnmoves(i, setOf(SAFE, other), slab, escapes, flags);
    if (exists(MOVABLE, side)) andPlanes(escapes, setAt(setOf(MOVABLE, side), slab), flags);
    withoutPlanes(near, escapes, flags);
    if (!flagSome(near, flags)) return;
  }
}

/** Enters what `side` wins and loses in `plies`. Returns how many placements. */
export function enterDecided(side: i32, plies: i32, begin: i32, end: i32): i32 {
  let sum: i32 = 0;
  for (let slab = begin; slab < end; slab++) sum += enterDecidedSlab(side, plies, slab);
  return sum;
}

function enterDecidedSlab(side: i32, plies: i32, slab: i32): i32 {
  const won = setAt(frontier(WON, plies, side), slab);
  const lost = setAt(frontier(LOST, plies, side), slab);
  const open = setAt(setOf(OPEN, side), slab);
  const safe = setAt(setOf(SAFE, side), slab);
  const enterable = exists(ENTERABLE, side) ? setAt(setOf(ENTERABLE, side), slab) : 0;
  const planes = planeCount();
  const rows = rowCount();
  const squares = squareCount();
  let count = 0;
  const wonFlags = flagsAt(frontier(WON, plies, side), slab);
  const lostFlags = flagsAt(frontier(LOST, plies, side), slab);
  for (let plane = 0; plane < planes; plane++) {
    if (!load<u8>(wonFlags + <usize>plane) && !load<u8>(lostFlags + <usize>plane)) continue;
    let anyWon: u64 = 0;
    let anyLost: u64 = 0;
    let anyOpen: u64 = 0;
    for (let row = 0; row < rows; row++) {
      const base = <usize>plane * planeBytes() + <usize>row * LANE_BYTES;
      if (WORDS == 1 && !(row & 1)) {
        // Two rows of which nothing is decided.
        const decided = v128.or(v128.load(won + base), v128.load(lost + base));
        if (!v128.any_true(decided)) {
          if (v128.any_true(v128.load(open + base))) anyOpen = 1;
          row++;
          continue;
        }
      }
      const codes = codesOf(side) + ((<usize>((slab * planes + plane) * rows + row) * <usize>squares) << 1);
      for (let part: usize = 0; part < LANE_BYTES; part += 8) {
        const at = base + part;
        let wins = load<u64>(won + at);
        let losses = load<u64>(lost + at);
        const left = load<u64>(open + at);
        const both = wins | losses;
        if (both) {
          store<u64>(open + at, left & ~both);
          store<u64>(safe + at, load<u64>(safe + at) & ~wins);
          count += <i32>popcnt<u64>(both);
          writeCodes(codes + (part << 4), wins, <i16>(plies + 1));
          writeCodes(codes + (part << 4), losses, <i16>(-(plies + 1)));
        }
        if (enterable && both) {
          wins &= load<u64>(enterable + at);
          losses &= load<u64>(enterable + at);
          store<u64>(won + at, wins);
          store<u64>(lost + at, losses);
        }
        anyWon |= wins;
        anyLost |= losses;
        anyOpen |= left & ~both;
      }
    }
    setFlag(frontier(WON, plies, side), slab, plane, anyWon);
    setFlag(frontier(LOST, plies, side), slab, plane, anyLost);
    setFlag(setOf(OPEN, side), slab, plane, anyOpen);
  }
  return count;
}

@inline function setFlag(set: i32, slab: i32, plane: i32, any: u64): void {
  store<u8>(flagsAt(set, slab) + <usize>plane, any ? 1 : 0);
}

/** Above so many lanes of a word they are written eight at a time. */
const MANY: u64 = 14;

function writeCodes(codes: usize, lanes: u64, code: i16): void {
  if (popcnt<u64>(lanes) > MANY) {
    const all = i16x8.splat(code);
    const bits = i16x8(1, 2, 4, 8, 16, 32, 64, 128);
    for (let at: usize = 0; lanes; lanes >>= 8, at += 16) {
      const here = lanes & 0xff;
      if (!here) continue;
      const mask = i16x8.eq(v128.and(i16x8.splat(<i16>here), bits), bits);
      v128.store(codes + at, v128.bitselect(all, v128.load(codes + at), mask));
    }
    return;
  }
  for (; lanes; lanes &= lanes - 1) store<i16>(codes + ((<usize>ctz(lanes)) << 1), code);
}

/** Gives the placements of a set this code. */
export function enterCode(side: i32, set: i32, code: i32, begin: i32, end: i32): i32 {
  let sum: i32 = 0;
  for (let slab = begin; slab < end; slab++) sum += enterSlab(side, set, code, slab);
  return sum;
}

function enterSlab(side: i32, set: i32, code: i32, slab: i32): i32 {
  const planes = planeCount();
  const rows = rowCount();
  let count = 0;
  for (let plane = 0; plane < planes; plane++) {
    for (let row = 0; row < rows; row++) {
      const at = setAt(set, slab) + <usize>plane * planeBytes() + <usize>row * LANE_BYTES;
      const codes = codesOf(side) + ((<usize>((slab * planes + plane) * rows + row) * <usize>squareCount()) << 1);
      for (let part: usize = 0; part < LANE_BYTES; part += 8) {
        const lanes = load<u64>(at + part);
        count += <i32>popcnt<u64>(lanes);
        writeCodes(codes + (part << 4), lanes, <i16>code);
      }
    }
  }
  return count;
}

/** Adds a set that has flags to another, with the flags. */
function addSet(to: usize, set: i32, slab: i32, flags: usize): void {
  const from = flagsAt(set, slab);
  if (anyFlag(from)) addPlanes(to, setAt(set, slab), from, flags);
}
