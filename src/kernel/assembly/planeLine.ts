// Slides over planes: a line of them, from its far end backwards. Of each plane a thread's list has the place in X and a bit for
// each rank that may have bits; where the plane that comes after it is added to, and a bit for each rank that is wanted there; and
// the square that the sliding piece has.
import { line, others, planeTable } from './frame';
import { attacks, leapCount, next, previous, slideCount, stepAt } from './movement';

const ENTRY: usize = 16;
const RANK: usize = 64;

@inline function fromOf(entry: usize): usize { return <usize>load<u32>(entry); }
@inline function targetOf(entry: usize): usize { return <usize>load<u32>(entry, 4); }
@inline function squareOf(entry: usize): i32 { return load<i32>(entry, 8); }
@inline function ranksOf(entry: usize): i32 { return <i32>load<u16>(entry, 12); }
@inline function wantedOf(entry: usize): i32 { return <i32>load<u16>(entry, 14); }

/** Appends to the list that ends at `end`, and begins at {@link line}. Returns its end. */
@inline export function appendPlane(
  end: usize, from: usize, ranks: i32, target: usize, wanted: i32, square: i32,
): usize {
  store<u32>(end, <u32>from);
  store<u32>(end, <u32>target, 4);
  store<i32>(end, square, 8);
  store<u16>(end, <u16>ranks, 12);
  store<u16>(end, <u16>wanted, 14);
  return end + ENTRY;
}

/**
 * Adds what slides over the listed planes, a rank of words at a time. Nothing passes where a row or a lane piece stands on a
 * plane's square.
 */
export function slideOver(end: usize): void {
  let ranks = 0;
  let wanted = 0;
  for (let entry = line(); entry < end; entry += ENTRY) {
    ranks |= ranksOf(entry);
    wanted |= wantedOf(entry);
  }
  for (ranks &= wanted; ranks; ranks &= ranks - 1) {
    const rank = ctz(ranks);
    const at = (<usize>rank) * RANK;
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
      if (!((wantedOf(entry) >> rank) & 1)) continue;
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
    if (wantedOf(entry)) v128.store(target, v128.or(v128.load(target), found));
  }
}

const SQUARES = 64;
const ROW: usize = 16;

@inline function row(square: i32): usize { return planeTable() + (<usize>square) * ROW; }
@inline function tableFrom(square: i32): usize { return <usize>load<u32>(row(square)); }
@inline function tableRanks(square: i32): i32 { return <i32>load<u16>(row(square), 4); }
@inline function tableTarget(square: i32): usize { return <usize>load<u32>(row(square), 8); }
@inline function reachedAt(square: i32): usize { return row(square) + 6; }
@inline export function tableWanted(square: i32): i32 { return load<i32>(row(square), 12); }

/**
 * Of a square of the moving piece: the plane of X, its ranks that may have bits, and the plane to add to, with the ranks of it that
 * are wanted.
 */
@inline export function setPlane(square: i32, from: usize, ranks: i32, target: usize, wanted: i32): void {
  store<u32>(row(square), <u32>from);
  store<u16>(row(square), <u16>ranks, 4);
  store<u32>(row(square), <u32>target, 8);
  store<i32>(row(square), wanted, 12);
}

/** If so many planes have bits, moves from them lead nearly everywhere. */
const MANY = 24;

/** Leaves those ranks wanted that moves over the planes lead to, or some more. `backward`: how the piece moves backwards. */
export function wantReached(backward: usize, blocked: u64): void {
  let all = 0;
  let count = 0;
  for (let square = 0; square < SQUARES; square++) {
    const ranks = (blocked >> (<u64>square)) & 1 ? 0 : tableRanks(square);
    all |= ranks;
    if (ranks) count++;
    store<u16>(reachedAt(square), 0);
  }
  for (let square = 0; count <= MANY && square < SQUARES; square++) {
    const ranks = tableRanks(square);
    if (!ranks || (blocked >> (<u64>square)) & 1) continue;
    for (let to = attacks(backward, square, blocked) & ~blocked; to; to &= to - 1) {
      const reached = reachedAt(<i32>ctz(to));
      store<u16>(reached, load<u16>(reached) | <u16>ranks);
    }
  }
  for (let square = 0; square < SQUARES; square++) {
    const reached = count > MANY ? all : <i32>load<u16>(reachedAt(square));
    store<i32>(row(square), tableWanted(square) & reached, 12);
  }
}

/** Adds the moves over the planes of all squares. `blocked`: squares that cannot be passed; `areWords`: planes are of one word. */
export function movePlanes(movement: usize, blocked: u64, areWords: bool): void {
  const leaps = leapCount(movement);
  for (let i = 0; i < leaps; i++) {
    const step = stepAt(movement, i);
    for (let square = 0; square < SQUARES; square++) {
      const from = next(step, square);
      if (from < 0 || (blocked >> (<u64>from)) & 1 || !(tableRanks(from) & tableWanted(square))) continue;
      slide(appendFrom(line(), from, square), areWords);
    }
  }
  const steps = leaps + slideCount(movement);
  for (let i = leaps; i < steps; i++) {
    const step = stepAt(movement, i);
    for (let far = 0; far < SQUARES; far++) {
      if (next(step, far) < 0) slideLine(step, far, blocked, areWords);
    }
  }
}

/** One line of planes, from its far end backwards. */
function slideLine(step: usize, far: i32, blocked: u64, areWords: bool): void {
  let end = line();
  // What follows the last wanted plane is not looked at.
  let wanted = end;
  for (let square = far, next = previous(step, far); next >= 0; square = next, next = previous(step, square)) {
    if ((blocked >> (<u64>square)) & 1) {
      slide(wanted, areWords);
      end = wanted = line();
      continue;
    }
    if (!tableRanks(square) && end == line()) continue;
    end = appendFrom(end, square, next);
    if (tableWanted(next)) wanted = end;
  }
  slide(wanted, areWords);
}

@inline function appendFrom(end: usize, square: i32, to: i32): usize {
  return appendPlane(end, tableFrom(square), tableRanks(square), tableTarget(to), tableWanted(to), square);
}

@inline function slide(end: usize, areWords: bool): void {
  if (areWords) slideOverWords(end);
  else slideOver(end);
}
