// Conversions: moves that leave the slab's material or its pawns' squares (captures, promotions, pawn moves). Their values
// are known: the conversions of all placements of a word are looked up in the targets' codes, and the best one of each
// placement is kept as sets (see conversionPlanes.ts).
import { barrier, pastLast, takeSlabs } from './barrier';
import { clearPlaces, notePlaces } from './conversionPlanes';
import { landing, mover, mustBeEmpty, passantCount, victim } from './conversionRecord';
import {
  CONVERSION_LEGAL, CONVERSION_LOSES, CONVERSION_MATES, CONVERSION_WINS, LEGAL, SAFE_CONVERSION,
} from '../layout';
import {
  bestConversions, conversionList, dimensions, distanceAt, distanceBits, forbids, LANE, lookedUp, noteLongestConversion,
  roleOf, setAt, slabBytes, slabPlanes,
} from './frame';
import { allowEnPassant, lanesWith, lookUp } from './lookUp';
import { attackWord, occupiedBy, squareOf } from './placement';
import { BARRED, ILLEGAL, MATED, spread, STALEMATE, STEP, WIN_BASE } from './tableCodes';

/** A best conversion's worth if there is no conversion. */
const NO_CONVERSION: i16 = -32768;

export function findConversions(): void {
  for (let first = takeSlabs(); first < pastLast(first); first = takeSlabs()) {
    const end = pastLast(first);
    for (let slab = first; slab < end; slab++) {
      slabConversions(0, slab);
      slabConversions(1, slab);
    }
  }
  barrier();
}

function slabConversions(color: i32, slab: i32): void {
  const list = conversionList(color);
  const count = load<i32>(list);
  const rows = dimensions() > 1 ? 64 : 1;
  const planes = slabPlanes();
  clearPlaces(color, slab);
  let longest = 0;
  for (let outer = 0; outer < planes; outer++) {
    for (let row = 0; row < rows; row++) {
      const at = (<usize>(outer * rows + row)) << 3;
      const legal = load<u64>(setAt(LEGAL, color, slab) + at);
      const occupied = legal ? occupiedBy(slab, outer, row) : 0;
      longest = max(longest, wordConversions(color, slab, outer, row, occupied, legal, at, list + 16, count));
    }
  }
  noteLongestConversion(longest);
}

function wordConversions(
  color: i32, slab: i32, outer: i32, row: i32, occupied: u64, legal: u64, at: usize, conversions: usize, count: i32,
): i32 {
  for (let i: usize = 0; i < 128; i += 16) v128.store(bestConversions() + i, i16x8.splat(NO_CONVERSION));
  let found = false;
  let legalConversions: u64 = 0;
  let mates: u64 = 0;
  // If nothing is forbidden, every legal conversion counts as best or not, and mates need no mark.
  const marks = forbids();
  for (let i = 0; legal && i < count; i++) {
    const conversion = conversions + <usize>i * 192;
    const possible = legal & conversionWord(conversion, slab, outer, row, occupied);
    if (!possible) continue;
    lookUp(conversion, slab, outer, row, possible);
    if (passantCount(conversion)) allowEnPassant(conversion, slab, outer, row, possible);
    found = true;
    if (marks) {
      legalConversions |= possible & ~lanesWith(ILLEGAL);
      mates |= possible & lanesWith(MATED);
    }
    keepBest(possible);
  }
  if (marks) {
    store<u64>(setAt(CONVERSION_LEGAL, color, slab) + at, legalConversions);
    store<u64>(setAt(CONVERSION_MATES, color, slab) + at, mates);
  }
  if (found) return storeBest(color, slab, outer, row, at);
  store<u64>(setAt(CONVERSION_WINS, color, slab) + at, 0);
  store<u64>(setAt(CONVERSION_LOSES, color, slab) + at, 0);
  store<u64>(setAt(SAFE_CONVERSION, color, slab) + at, 0);
  return 0;
}

/** The lane squares for which the conversion's move can be made, ignoring the safety of its own king. */
function conversionWord(conversion: usize, slab: i32, outer: i32, row: i32, occupied: u64): u64 {
  const taken = victim(conversion);
  const moving = mover(conversion);
  const to = landing(conversion);
  if (taken >= 0) {
    // A pawn's captures name the landing: the victim must be there. The pawn's attack is given by the squares.
    if (to < 0) return attackWord(moving, taken, slab, outer, row, occupied);
    if (roleOf(taken) == LANE) return (<u64>1) << (<u64>to);
    return squareOf(taken, slab, outer, row) == to ? ~(<u64>0) : 0;
  }
  const empty = mustBeEmpty(conversion) | ((<u64>1) << (<u64>to));
  return occupied & empty ? 0 : ~empty;
}

/** Enters the codes looked up, from the mover's view: quick wins rank above slow ones, slow losses above quick ones. */
function keepBest(possible: u64): void {
  for (let part: usize = 0; part < 64; part += 8) {
    if (!((possible >> <u64>part) & 0xff)) continue;
    let code = v128.load(lookedUp() + (part << 1));
    const entered = v128.andnot(
      v128.andnot(spread(possible, part), i16x8.eq(code, i16x8.splat(<i16>ILLEGAL))),
      i16x8.eq(code, i16x8.splat(<i16>BARRED)),
    );
    code = v128.bitselect(i16x8.splat(-1), code, i16x8.eq(code, i16x8.splat(<i16>MATED)));
    code = v128.andnot(code, i16x8.eq(code, i16x8.splat(<i16>STALEMATE)));
    const step = i16x8.splat(<i16>STEP);
    code = i16x8.sub(code, v128.and(i16x8.gt_s(code, i16x8.splat(<i16>BARRED)), step));
    code = i16x8.add(code, v128.and(i16x8.lt_s(code, i16x8.splat(<i16>ILLEGAL)), step));
    const wins = v128.and(i16x8.lt_s(code, i16x8.splat(0)), i16x8.splat(<i16>WIN_BASE));
    const loses = v128.and(i16x8.gt_s(code, i16x8.splat(0)), i16x8.splat(<i16>WIN_BASE));
    const worth = i16x8.sub(i16x8.add(code, wins), loses);
    const offered = v128.bitselect(worth, i16x8.splat(NO_CONVERSION), entered);
    const place = bestConversions() + (part << 1);
    v128.store(place, i16x8.max_s(v128.load(place), offered));
  }
}

/** Writes the best conversions of a word as sets. Returns their longest distance. */
function storeBest(color: i32, slab: i32, outer: i32, row: i32, at: usize): i32 {
  let wins: u64 = 0;
  let loses: u64 = 0;
  let any: u64 = 0;
  const distances = lookedUp();
  let longest = i16x8.splat(0);
  for (let part: usize = 0; part < 64; part += 8) {
    const best = v128.load(bestConversions() + (part << 1));
    const has = i16x8.ne(best, i16x8.splat(NO_CONVERSION));
    const won = i16x8.gt_s(best, i16x8.splat(0));
    const lost = v128.and(has, i16x8.lt_s(best, i16x8.splat(0)));
    any |= (<u64>i16x8.bitmask(has)) << part;
    wins |= (<u64>i16x8.bitmask(won)) << part;
    loses |= (<u64>i16x8.bitmask(lost)) << part;
    // Won: WIN_BASE - distance. Lost: distance - WIN_BASE. Otherwise unused.
    const distance = v128.and(i16x8.sub(i16x8.splat(<i16>WIN_BASE), i16x8.abs(best)), v128.or(won, lost));
    v128.store(distances + (part << 1), distance);
    longest = i16x8.max_u(longest, distance);
  }
  store<u64>(setAt(CONVERSION_WINS, color, slab) + at, wins);
  store<u64>(setAt(CONVERSION_LOSES, color, slab) + at, loses);
  store<u64>(setAt(SAFE_CONVERSION, color, slab) + at, any);
  if (!(wins | loses)) return 0;
  notePlaces(CONVERSION_WINS, color, slab, outer, row, wins, distances);
  notePlaces(CONVERSION_LOSES, color, slab, outer, row, loses, distances);
  const toNext = slabBytes();
  let to = distanceAt(color, slab) + at;
  const bits = distanceBits();
  for (let bit = 0; bit < bits; bit++, to += toNext) store<u64>(to, bitOf(distances, bit));
  return greatest(longest);
}

/** The lane squares whose distance, i16, has this bit. */
@inline function bitOf(distances: usize, bit: i32): u64 {
  let word: u64 = 0;
  for (let part: usize = 0; part < 64; part += 16) {
    const at = distances + (part << 1);
    // Saturation to bytes keeps the sign, into which the bit is shifted.
    const lifted = i8x16.narrow_i16x8_s(
      i16x8.shl(v128.load(at), 15 - bit), i16x8.shl(v128.load(at, 16), 15 - bit),
    );
    word |= (<u64>i8x16.bitmask(lifted)) << part;
  }
  return word;
}

/** The greatest of eight i16. */
function greatest(numbers: v128): i32 {
  let halves = i16x8.max_u(numbers, i64x2.splat(i64x2.extract_lane(numbers, 1)));
  halves = i16x8.max_u(halves, i64x2.shr_u(halves, 32));
  halves = i16x8.max_u(halves, i64x2.shr_u(halves, 16));
  return <i32>i16x8.extract_lane_u(halves, 0);
}
