// Population counts: of placements on the whole board, and of placements up to symmetry.
import {
  dimensions, identicalPieces, pieceCount, roleOf, slabPlanes, slabSymmetry, slabWeight, slabWords, squareIn,
  squareMap, tally, THIRD,
} from './frame';

const ALL: u64 = ~(<u64>0);

/** Does every placement of the slab count once? Not with identical pieces, or a symmetry that maps the slab to itself. */
@inline export function countsPlainly(slab: i32): bool {
  return identicalPieces() == 0 && slabSymmetry(slab) == 0;
}

export function addToTally(color: i32, slab: i32, ply: i32, board: u64, unique: u64): void {
  const entry = tally() + ((<usize>(ply * 4 + color * 2)) << 3);
  atomic.add<u64>(entry, board * <u64>slabWeight(slab));
  atomic.add<u64>(entry, unique, 8);
}

/** Adds a set of a slab to the tally: the flagged planes, or all if `flags` is 0. */
export function tallySet(color: i32, slab: i32, ply: i32, set: usize, flags: usize): void {
  const planes = slabPlanes();
  const words = planes > 1 ? 64 : slabWords();
  const plain = countsPlainly(slab);
  let board: u64 = 0;
  let unique: u64 = 0;
  for (let plane = 0; plane < planes; plane++) {
    if (flags && !load<u8>(flags + <usize>plane)) continue;
    let at: usize = ((<usize>plane) * <usize>words) << 3;
    if (plain) {
      const count = countWords(set + at, words);
      board += count;
      unique += count;
      continue;
    }
    for (let row = 0; row < words; row++, at += 8) {
      const word = load<u64>(set + at);
      if (!word) continue;
      board += popcnt(word);
      unique += popcnt(word & canonical(slab, plane, row));
    }
  }
  addToTally(color, slab, ply, board, unique);
}

/** The number of bits in `words` words: an even number, at most 64. */
function countWords(set: usize, words: i32): u64 {
  let sum = i16x8.splat(0);
  for (let i = 0; i < words; i += 2, set += 16) {
    sum = i16x8.add(sum, i16x8.extadd_pairwise_i8x16_u(i8x16.popcnt(v128.load(set))));
  }
  return sumOf(sum);
}

/** The sum of eight unsigned 16-bit numbers. */
export function sumOf(numbers: v128): u64 {
  const pairs = i32x4.extadd_pairwise_i16x8_u(numbers);
  return <u64>(
    i32x4.extract_lane(pairs, 0) + i32x4.extract_lane(pairs, 1) +
    i32x4.extract_lane(pairs, 2) + i32x4.extract_lane(pairs, 3)
  );
}

/** The lane squares of canonical placements: the least of those equal up to symmetry and exchange of identical pieces. */
function canonical(slab: i32, outer: i32, row: i32): u64 {
  // The digits of a placement: a, b and c, and the lane. If the slab fixes a third piece, that comes first.
  const third = thirdSquare(slab);
  const size = dimensions() + (third < 0 ? 0 : 1);
  const a = size > 3 ? third : 0;
  const b = size == 3 && third >= 0 ? third : outer;
  const c = size == 2 && third >= 0 ? third : row;
  const like = identicalPieces();
  let mask = ALL;
  if (like & 4 && a > b) return 0;
  if (like & 1 && b > c) return 0;
  if (like & 2) mask = c == 63 ? 0 : ALL << (<u64>(c + 1));
  const symmetry = slabSymmetry(slab);
  if (symmetry == 0) return mask;
  if (symmetry == 1) return mask & leftHalf(outer, row);
  const map = squareMap(symmetry);
  if (like == 0) {
    // The first digit that the symmetry changes decides; usually that is not the lane's.
    const a1 = size > 3 ? <i32>load<u8>(map + <usize>a) : a;
    const b1 = size > 2 ? <i32>load<u8>(map + <usize>b) : b;
    const c1 = size > 1 ? <i32>load<u8>(map + <usize>c) : c;
    if (a1 != a) return a < a1 ? ALL : 0;
    if (b1 != b) return b < b1 ? ALL : 0;
    if (c1 != c) return c < c1 ? ALL : 0;
  }
  let kept: u64 = 0;
  while (mask) {
    const lane = <i32>ctz(mask);
    mask &= mask - 1;
    if (number(a, b, c, lane) <= imageNumber(map, size, a, b, c, lane, like)) {
      kept |= (<u64>1) << (<u64>lane);
    }
  }
  return kept;
}

/** The square of the third piece that a slab fixes; -1 if it fixes two at most. */
function thirdSquare(slab: i32): i32 {
  const pieces = pieceCount();
  for (let piece = 0; piece < pieces; piece++) if (roleOf(piece) == THIRD) return squareIn(piece, slab);
  return -1;
}

/** Mirroring files moves the first digit of the index, White's king: canonical placements have it on files a to d. */
function leftHalf(outer: i32, row: i32): u64 {
  const size = dimensions();
  if (size == 1) return 0x0f0f0f0f0f0f0f0f;
  return ((size == 2 ? row : outer) & 7) < 4 ? ALL : 0;
}

@inline function number(a: i32, b: i32, c: i32, lane: i32): i32 {
  return (a << 18) | (b << 12) | (c << 6) | lane;
}

function imageNumber(map: usize, size: i32, first: i32, outer: i32, row: i32, lane: i32, like: i32): i32 {
  let a = size > 3 ? <i32>load<u8>(map + <usize>first) : first;
  let b = size > 2 ? <i32>load<u8>(map + <usize>outer) : outer;
  let c = size > 1 ? <i32>load<u8>(map + <usize>row) : row;
  let d = <i32>load<u8>(map + <usize>lane);
  // The index has identical pieces in rising order of squares.
  for (let pass = 0; pass < 3; pass++) {
    if (like & 4 && a > b) { const t = a; a = b; b = t; }
    if (like & 1 && b > c) { const t = b; b = c; c = t; }
    if (like & 2 && c > d) { const t = c; c = d; d = t; }
  }
  return number(a, b, c, d);
}
