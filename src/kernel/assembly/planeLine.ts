// Slides over planes: a line of them, from its far end backwards. Of each plane a thread's list has the place in X and a bit for
// each rank that may have bits; where the plane that comes after it is added to, 0 if it is not wanted; and the square that the
// sliding piece has.
import { line, others } from './frame';

const ENTRY: usize = 16;
const RANK: usize = 64;
const RANKS = 8;

@inline function fromOf(entry: usize): usize { return <usize>load<u32>(entry); }
@inline function targetOf(entry: usize): usize { return <usize>load<u32>(entry, 4); }
@inline function squareOf(entry: usize): i32 { return load<i32>(entry, 8); }
@inline function ranksOf(entry: usize): i32 { return load<i32>(entry, 12); }

/** Appends to the list that ends at `end`, and begins at {@link line}. Returns its end. */
@inline export function appendPlane(end: usize, from: usize, ranks: i32, target: usize, square: i32): usize {
  store<u32>(end, <u32>from);
  store<u32>(end, <u32>target, 4);
  store<i32>(end, square, 8);
  store<i32>(end, ranks, 12);
  return end + ENTRY;
}

/**
 * Adds what slides over the listed planes, a rank of words at a time. Nothing passes where a row or a lane piece stands on a
 * plane's square. `goal`: ranks that are empty there may be skipped; 0: none.
 */
export function slideOver(end: usize, goal: usize): void {
  if (end == line()) return;
  for (let rank = 0; rank < RANKS; rank++) {
    const at = (<usize>rank) * RANK;
    if (goal && !hasRank(goal + at)) continue;
    let a = i64x2.splat(0);
    let b = a;
    let c = a;
    let d = a;
    for (let entry = line(); entry < end; entry += ENTRY) {
      if ((ranksOf(entry) >> rank) & 1) {
        const from = fromOf(entry) + at;
        a = v128.or(a, v128.load(from));
        b = v128.or(b, v128.load(from + 16));
        c = v128.or(c, v128.load(from + 32));
        d = v128.or(d, v128.load(from + 48));
      }
      const square = squareOf(entry);
      const keep = v128.load64_splat(others() + ((<usize>square) << 3));
      a = v128.and(a, keep);
      b = v128.and(b, keep);
      c = v128.and(c, keep);
      d = v128.and(d, keep);
      if (square >> 3 == rank) {
        const file = square & 7;
        if (file < 2) a = withoutWord(a, file);
        else if (file < 4) b = withoutWord(b, file);
        else if (file < 6) c = withoutWord(c, file);
        else d = withoutWord(d, file);
      }
      if (!targetOf(entry)) continue;
      const target = targetOf(entry) + at;
      v128.store(target, v128.or(v128.load(target), a));
      v128.store(target + 16, v128.or(v128.load(target + 16), b));
      v128.store(target + 32, v128.or(v128.load(target + 32), c));
      v128.store(target + 48, v128.or(v128.load(target + 48), d));
    }
  }
}

@inline function withoutWord(pair: v128, file: i32): v128 {
  return file & 1 ? i64x2.replace_lane(pair, 1, 0) : i64x2.replace_lane(pair, 0, 0);
}

/** The same of planes of one word. */
export function slideOverWords(end: usize): void {
  let found = i64x2.splat(0);
  for (let entry = line(); entry < end; entry += ENTRY) {
    if (ranksOf(entry)) found = v128.or(found, v128.load(fromOf(entry)));
    found = v128.and(found, v128.load64_splat(others() + ((<usize>squareOf(entry)) << 3)));
    const target = targetOf(entry);
    if (target) v128.store(target, v128.or(v128.load(target), found));
  }
}

/** Has a rank of words any bits? */
@inline export function hasRank(at: usize): bool {
  const first = v128.or(v128.load(at), v128.load(at + 16));
  return v128.any_true(v128.or(first, v128.or(v128.load(at + 32), v128.load(at + 48))));
}
