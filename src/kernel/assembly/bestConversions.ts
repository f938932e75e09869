// Conversions: moves that leave the slab's material or its pawns' squares (captures, promotions, pawn moves). Their values
// are known: the conversions of all placements of a word are looked up in the targets' codes, and the best one of each
// placement is kept as sets (see conversionPlanes.ts).
import { barrier, pastLast, takeSlabs } from './barrier';
import { clearLists, listConversions } from './conversionLists';
import { clearPlaces, notePlaces } from './conversionPlanes';
import { conversionAt, landing, mover, mustBeEmpty, passantCount, targetBytes, victim } from './conversionRecord';
import {
  CONVERSION_LEGAL, CONVERSION_LOSES, CONVERSION_MATES, CONVERSION_WINS, LEGAL, SAFE_CONVERSION,
} from '../layout';
import {
  bestConversions, conversionList, dimensions, distanceAt, distanceBits, forbids, isLogged, LANE, lookedUp, noteLongestConversion,
  roleOf, setAt, slabBytes, slabPlanes,
} from './frame';
import { allowEnPassant, lanePiece, lanesWith, lookUp, placePieces } from './lookUp';
import { attackWord, occupiedBy, squareOf } from './placement';
import { BARRED, ILLEGAL, MATED, spread, STALEMATE, STEP, winBase } from './tableCodes';

// What is compared takes a byte, T = i8, or two. Two only if a target's codes take two, or for captures en passant: these are
// looked up one move further, where codes may not fit into a byte.

/** A best conversion's worth if there is no conversion. */
@inline function noConversion<T>(): i32 { return sizeof<T>() == 1 ? -128 : -32768; }

export function findConversions(): void {
  const lane = lanePiece();
  for (let first = takeSlabs(); first < pastLast(first); first = takeSlabs()) {
    const end = pastLast(first);
    for (let slab = first; slab < end; slab++) {
      for (let color = 0; color < 2; color++) {
        if (isNarrow(color)) slabConversions<i8>(color, slab, lane);
        else slabConversions<i16>(color, slab, lane);
      }
    }
  }
  barrier();
}

/** Are bytes enough for the conversions of a colour? */
function isNarrow(color: i32): bool {
  const list = conversionList(color);
  const count = load<i32>(list);
  for (let i = 0; i < count; i++) {
    const conversion = conversionAt(list, i);
    if (targetBytes(conversion) == 2 || passantCount(conversion)) return false;
  }
  return true;
}

function slabConversions<T>(color: i32, slab: i32, lane: i32): void {
  const rows = dimensions() > 1 ? 64 : 1;
  const planes = slabPlanes();
  if (isLogged()) clearLists(color, slab);
  else clearPlaces(color, slab);
  let longest = 0;
  for (let outer = 0; outer < planes; outer++) {
    for (let row = 0; row < rows; row++) {
      longest = max(longest, wordConversions<T>(color, slab, outer, row, lane));
    }
  }
  noteLongestConversion(longest);
}

function wordConversions<T>(color: i32, slab: i32, outer: i32, row: i32, lane: i32): i32 {
  const at = (<usize>(dimensions() > 1 ? outer * 64 + row : outer)) << 3;
  const legal = load<u64>(setAt(LEGAL, color, slab) + at);
  const occupied = legal ? occupiedBy(slab, outer, row) : 0;
  const none = v128.splat<T>(<T>noConversion<T>());
  for (let i: usize = 0; i < 64 * sizeof<T>(); i += 16) v128.store(bestConversions() + i, none);
  let found = false;
  let legalConversions: u64 = 0;
  let mates: u64 = 0;
  // If nothing is forbidden, every legal conversion counts as best or not, and mates need no mark.
  const marks = forbids();
  const list = conversionList(color);
  const count = legal ? load<i32>(list) : 0;
  for (let i = 0; i < count; i++) {
    const conversion = conversionAt(list, i);
    const possible = legal & conversionWord(conversion, slab, outer, row, occupied);
    if (!possible) continue;
    if (!found) placePieces(lane, slab, outer, row);
    found = true;
    lookUp<T>(conversion, lane, possible);
    if (sizeof<T>() == 2 && passantCount(conversion)) allowEnPassant(conversion, lane, possible);
    if (marks) {
      legalConversions |= possible & ~lanesWith<T>(lookedUp(), <T>ILLEGAL);
      mates |= possible & lanesWith<T>(lookedUp(), <T>MATED);
    }
    keepBest<T>(possible);
  }
  if (marks) {
    store<u64>(setAt(CONVERSION_LEGAL, color, slab) + at, legalConversions);
    store<u64>(setAt(CONVERSION_MATES, color, slab) + at, mates);
  }
  if (found) return storeBest<T>(color, slab, outer, row, at);
  store<u64>(setAt(SAFE_CONVERSION, color, slab) + at, 0);
  if (isLogged()) return 0;
  store<u64>(setAt(CONVERSION_WINS, color, slab) + at, 0);
  store<u64>(setAt(CONVERSION_LOSES, color, slab) + at, 0);
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
function keepBest<T>(possible: u64): void {
  const lanes: usize = 16 / sizeof<T>();
  const zero = i64x2.splat(0);
  const base = v128.splat<T>(<T>winBase<T>());
  for (let part: usize = 0; part < 64; part += lanes) {
    if (!((possible >> <u64>part) & (sizeof<T>() == 1 ? 0xffff : 0xff))) continue;
    let code = v128.load(lookedUp() + part * sizeof<T>());
    const entered = v128.andnot(
      v128.andnot(spread<T>(possible, part), v128.eq<T>(code, v128.splat<T>(<T>ILLEGAL))),
      v128.eq<T>(code, v128.splat<T>(<T>BARRED)),
    );
    code = v128.bitselect(v128.splat<T>(<T>-1), code, v128.eq<T>(code, v128.splat<T>(<T>MATED)));
    code = v128.andnot(code, v128.eq<T>(code, v128.splat<T>(<T>STALEMATE)));
    if (sizeof<T>() == 2) {
      const step = i16x8.splat(<i16>STEP);
      code = i16x8.sub(code, v128.and(i16x8.gt_s(code, i16x8.splat(<i16>BARRED)), step));
      code = i16x8.add(code, v128.and(i16x8.lt_s(code, i16x8.splat(<i16>ILLEGAL)), step));
    }
    const wins = v128.and(v128.lt<T>(code, zero), base);
    const loses = v128.and(v128.gt<T>(code, zero), base);
    const worth = v128.sub<T>(v128.add<T>(code, wins), loses);
    const offered = v128.bitselect(worth, v128.splat<T>(<T>noConversion<T>()), entered);
    const place = bestConversions() + part * sizeof<T>();
    v128.store(place, v128.max<T>(v128.load(place), offered));
  }
}

/** Writes the best conversions of a word as sets. Returns their longest distance. */
function storeBest<T>(color: i32, slab: i32, outer: i32, row: i32, at: usize): i32 {
  let wins: u64 = 0;
  let loses: u64 = 0;
  let any: u64 = 0;
  const distances = lookedUp();
  const lanes: usize = 16 / sizeof<T>();
  const zero = i64x2.splat(0);
  let longest = zero;
  for (let part: usize = 0; part < 64; part += lanes) {
    const best = v128.load(bestConversions() + part * sizeof<T>());
    const has = v128.ne<T>(best, v128.splat<T>(<T>noConversion<T>()));
    const won = v128.gt<T>(best, zero);
    const lost = v128.and(has, v128.lt<T>(best, zero));
    any |= (<u64>v128.bitmask<T>(has)) << <u64>part;
    wins |= (<u64>v128.bitmask<T>(won)) << <u64>part;
    loses |= (<u64>v128.bitmask<T>(lost)) << <u64>part;
    // Won: winBase - distance. Lost: distance - winBase. Otherwise unused.
    const distance = v128.sub<T>(v128.splat<T>(<T>winBase<T>()), v128.abs<T>(best));
    const used = v128.and(distance, v128.or(won, lost));
    v128.store(distances + part * sizeof<T>(), used);
    longest = v128.max<T>(longest, used);
  }
  store<u64>(setAt(SAFE_CONVERSION, color, slab) + at, any);
  if (isLogged()) {
    const word = <i32>(at >> 3);
    listConversions<T>(CONVERSION_WINS, color, slab, word, wins, distances);
    listConversions<T>(CONVERSION_LOSES, color, slab, word, loses, distances);
    return greatest<T>(longest);
  }
  store<u64>(setAt(CONVERSION_WINS, color, slab) + at, wins);
  store<u64>(setAt(CONVERSION_LOSES, color, slab) + at, loses);
  if (!(wins | loses)) return 0;
  notePlaces<T>(CONVERSION_WINS, color, slab, outer, row, wins, distances);
  notePlaces<T>(CONVERSION_LOSES, color, slab, outer, row, loses, distances);
  storeBits<T>(distanceAt(color, slab) + at, distances);
  return greatest<T>(longest);
}

/** Writes one word for each bit of the distances, which go by lane square. */
function storeBits<T>(to: usize, distances: usize): void {
  const bits = distanceBits();
  const toNext = slabBytes();
  for (let half: usize = 0; half < 2; half++) {
    // First the lower bytes of all distances, then the upper ones, if the table has so many bits.
    const lowest = <i32>(half << 3);
    const count = min(bits - lowest, 8);
    if (count <= 0) return;
    let a = bytesOf<T>(distances, 0, half);
    let b = bytesOf<T>(distances, 16, half);
    let c = bytesOf<T>(distances, 32, half);
    let d = bytesOf<T>(distances, 48, half);
    // The highest of the bits goes where the mask is taken from, then one after another by doubling.
    a = i8x16.shl(a, 8 - count);
    b = i8x16.shl(b, 8 - count);
    c = i8x16.shl(c, 8 - count);
    d = i8x16.shl(d, 8 - count);
    let place = to + <usize>(lowest + count - 1) * toNext;
    for (let bit = 0; bit < count; bit++, place -= toNext) {
      const low = (<u64>(<u32>i8x16.bitmask(a))) | ((<u64>(<u32>i8x16.bitmask(b))) << 16);
      const high = (<u64>(<u32>i8x16.bitmask(c))) | ((<u64>(<u32>i8x16.bitmask(d))) << 16);
      store<u64>(place, low | (high << 32));
      a = i8x16.add(a, a);
      b = i8x16.add(b, b);
      c = i8x16.add(c, c);
      d = i8x16.add(d, d);
    }
  }
}

/** A byte of each of 16 distances from lane square `from` on: the lower or the upper one. */
@inline function bytesOf<T>(distances: usize, from: usize, half: usize): v128 {
  if (sizeof<T>() == 1) return half ? i64x2.splat(0) : v128.load(distances + from);
  const at = distances + (from << 1);
  const low = v128.and(i16x8.shr_u(v128.load(at), <i32>(half << 3)), i16x8.splat(0xff));
  const high = v128.and(i16x8.shr_u(v128.load(at, 16), <i32>(half << 3)), i16x8.splat(0xff));
  return i8x16.narrow_i16x8_u(low, high);
}

/** The greatest of the numbers of a vector, none of which is negative. */
function greatest<T>(numbers: v128): i32 {
  let most = v128.max<T>(numbers, i64x2.splat(i64x2.extract_lane(numbers, 1)));
  most = v128.max<T>(most, i64x2.shr_u(most, 32));
  most = v128.max<T>(most, i64x2.shr_u(most, 16));
  if (sizeof<T>() == 1) most = v128.max<T>(most, i64x2.shr_u(most, 8));
  return <i32>v128.extract_lane<T>(most, 0);
}
