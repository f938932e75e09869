// What the host asks for besides plies: each pass goes over all slabs, shared among the workers.
import { barrier, pastLast, takeSlabs } from './barrier';
import { DRAWN_PLY, tallyDecided } from './count';
import { BARRED, ILLEGAL, MATED, STALEMATE } from './exits';
import {
  ALL_LOST, codesAt, colorOf, DEPTH, dimensions, FORBIDDEN, isRoyal, LEGAL, MATE, menCount, planeFlags, roleOf, SAFE,
  STUCK, setAt, slabBytes, slabFlag, slabPlanes, slabWords, STILL, OPEN, scratch,
} from './frame';
import { dimensionMoves, slabMoves } from './moves';
import { checkWord, occupiedBy } from './placement';

/** legal: distinct squares, and the king of the side that is not to move is not attacked. */
export function findLegal(): void {
  const rows = dimensions() > 1 ? 64 : 1;
  const planes = slabPlanes();
  for (let first = takeSlabs(); first < pastLast(first); first = takeSlabs()) {
    const end = pastLast(first);
    for (let slab = first; slab < end; slab++) {
      for (let outer = 0; outer < planes; outer++) {
        for (let row = 0; row < rows; row++) {
          const occupied = occupiedBy(slab, outer, row);
          const at = (<usize>(outer * rows + row)) << 3;
          for (let color = 0; color < 2; color++) {
            if (!occupied) {
              store<u64>(setAt(LEGAL, color, slab) + at, 0);
              continue;
            }
            const attacked = checkWord(1 - color, slab, outer, row, occupied);
            store<u64>(setAt(LEGAL, color, slab) + at, ~occupied & ~attacked);
          }
        }
      }
    }
  }
  barrier();
}

/** out = quiet(x): `x` is a set with the opponent of `color` to move, `out` one with `color`. */
export function quietInto(color: i32, x: i32, out: i32): void {
  const men = menCount();
  const planes = slabPlanes();
  const wanted = scratch();
  memory.fill(wanted, 1, planes);
  for (let first = takeSlabs(); first < pastLast(first); first = takeSlabs()) {
    const end = pastLast(first);
    for (let slab = first; slab < end; slab++) {
      const target = setAt(out, color, slab);
      memory.fill(target, 0, slabBytes());
      const source = setAt(x, 1 - color, slab);
      const goal = setAt(LEGAL, color, slab);
      for (let man = 0; man < men; man++) {
        if (colorOf(man) == color && roleOf(man) != STILL) {
          dimensionMoves(man, source, 0, slab, target, wanted, goal);
        }
      }
      slabMoves(color, x, 1 - color, false, slab, target, wanted);
    }
  }
  barrier();
}

export const AND = 0;
export const OR = 1;
export const AND_NOT = 2;

/** out = left op right, sets named with their sides (`side * 32 + name`). */
export function combine(op: i32, left: i32, right: i32, out: i32): void {
  const bytes = slabBytes();
  for (let first = takeSlabs(); first < pastLast(first); first = takeSlabs()) {
    const end = pastLast(first);
    for (let slab = first; slab < end; slab++) {
      const a = setAt(left & 31, left >> 5, slab);
      const b = setAt(right & 31, right >> 5, slab);
      const to = setAt(out & 31, out >> 5, slab);
      for (let at: usize = 0; at < bytes; at += 16) {
        const x = v128.load(a + at);
        const y = v128.load(b + at);
        v128.store(to + at, op == AND ? v128.and(x, y) : op == OR ? v128.or(x, y) : v128.andnot(x, y));
      }
    }
  }
  barrier();
}

/** Writes which planes and slabs of a set have bits. */
export function flagSet(name: i32, color: i32): void {
  const planes = slabPlanes();
  const bytes: usize = planes > 1 ? 512 : slabBytes();
  for (let first = takeSlabs(); first < pastLast(first); first = takeSlabs()) {
    const end = pastLast(first);
    for (let slab = first; slab < end; slab++) {
      let any: u8 = 0;
      for (let plane = 0; plane < planes; plane++) {
        const base = setAt(name, color, slab) + (<usize>plane) * bytes;
        let sum = i64x2.splat(0);
        for (let at: usize = 0; at < bytes; at += 16) sum = v128.or(sum, v128.load(base + at));
        const has: u8 = v128.any_true(sum) ? 1 : 0;
        store<u8>(planeFlags(name, color, slab) + <usize>plane, has);
        any |= has;
      }
      store<u8>(slabFlag(name, color, slab), any);
    }
  }
  barrier();
}

@inline function bytesOf(word: u64, part: usize): v128 {
  const select = i8x16(1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8, 16, 32, 64, -128);
  const pair = i8x16.swizzle(
    i64x2.splat(<i64>((word >> (<u64>part)) & 0xffff)),
    i8x16(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1),
  );
  return i8x16.eq(v128.and(pair, select), select);
}

/** Counts what no ply has decided: positions lost at once, and draws. */
export function tallyRest(): void {
  const bytes = slabBytes();
  const rest = scratch();
  for (let first = takeSlabs(); first < pastLast(first); first = takeSlabs()) {
    const end = pastLast(first);
    for (let slab = first; slab < end; slab++) {
      for (let color = 0; color < 2; color++) {
        const legal = setAt(LEGAL, color, slab);
        const safe = setAt(SAFE, color, slab);
        const lost = setAt(ALL_LOST, color, slab);
        for (let at: usize = 0; at < bytes; at += 16) {
          const notWon = v128.and(v128.load(legal + at), v128.load(safe + at));
          v128.store(rest + at, v128.andnot(notWon, v128.load(lost + at)));
        }
        tallyDecided(color, slab, DRAWN_PLY, rest, 0);
        memory.copy(rest, lost, bytes);
        for (let bit = 0; bit < 8; bit++) {
          const depth = setAt(DEPTH + bit, color, slab);
          for (let at: usize = 0; at < bytes; at += 16) {
            v128.store(rest + at, v128.andnot(v128.load(rest + at), v128.load(depth + at)));
          }
        }
        tallyDecided(color, slab, 0, rest, 0);
      }
    }
  }
  barrier();
}

/** The finished table as codes (see exits.ts), a byte a placement. `bits`: how many its distances take. */
export function writeCodes(bits: i32): void {
  const words = dimensions() > 1 ? slabPlanes() * 64 : 1;
  for (let first = takeSlabs(); first < pastLast(first); first = takeSlabs()) {
    const end = pastLast(first);
    for (let slab = first; slab < end; slab++) {
      for (let color = 0; color < 2; color++) slabCodes(color, slab, words, bits);
    }
  }
  barrier();
}

function slabCodes(color: i32, slab: i32, words: i32, bits: i32): void {
  const legalSet = setAt(LEGAL, color, slab);
  const lostSet = setAt(ALL_LOST, color, slab);
  const stuckSet = setAt(STUCK, color, slab);
  const barredSet = setAt(FORBIDDEN, color, slab);
  const matedSet = setAt(MATE, color, slab);
  const depth = setAt(DEPTH, color, slab);
  const toNext = setAt(DEPTH + 1, color, slab) - depth;
  const illegal = i8x16.splat(<i8>ILLEGAL);
  let out = codesAt(color, slab);
  for (let i = 0; i < words; i++, out += 64) {
    const at = (<usize>i) << 3;
    const legal = load<u64>(legalSet + at);
    if (!legal) {
      for (let part: usize = 0; part < 64; part += 16) v128.store(out + part, illegal);
      continue;
    }
    const lost = load<u64>(lostSet + at);
    const stuck = load<u64>(stuckSet + at);
    const barred = load<u64>(barredSet + at);
    const mated = load<u64>(matedSet + at);
    const marked = stuck | barred | mated;
    for (let part: usize = 0; part < 64; part += 16) {
      // Lost in d is -1 - d, which is the complement of d.
      let code = bytesOf(lost, part);
      let plane = depth + at;
      for (let bit = 0; bit < bits; bit++, plane += toNext) {
        const ones = bytesOf(load<u64>(plane), part);
        code = v128.xor(code, v128.and(ones, i8x16.splat(<i8>((<i32>1) << bit))));
      }
      if (marked) {
        code = v128.bitselect(i8x16.splat(<i8>STALEMATE), code, bytesOf(stuck, part));
        code = v128.bitselect(i8x16.splat(<i8>BARRED), code, bytesOf(barred, part));
        code = v128.bitselect(i8x16.splat(<i8>MATED), code, bytesOf(mated, part));
      }
      v128.store(out + part, v128.bitselect(code, illegal, bytesOf(legal, part)));
    }
  }
}
