// Operations on whole sets, slab by slab.
import { AND, OPERATION_BYTES, OR } from '../layout';
import { aimAt } from './aim';
import { colorOf, goalWord, men, setAt, slabBytes } from './frame';
import { addPieceUnmoves } from './unmoves';

/**
 * Does `count` operations, one after another, so that a slab is in the processor's cache for all of them. Each is four i32 in `list`: what to
 * do, the sets on the left and on the right, and where to.
 */
export function combine(list: usize, count: i32, begin: i32, end: i32): void {
  for (let slab = begin; slab < end; slab++) {
    for (let i = 0; i < count; i++) combineSlab(list + <usize>i * OPERATION_BYTES, slab);
  }
}

function combineSlab(operation: usize, slab: i32): void {
  const op = load<i32>(operation);
  const bytes = slabBytes();
  const a = setAt(load<i32>(operation, 4), slab);
  const b = setAt(load<i32>(operation, 8), slab);
  const to = setAt(load<i32>(operation, 12), slab);
  for (let at: usize = 0; at < bytes; at += 16) {
    const x = v128.load(a + at);
    const y = v128.load(b + at);
    v128.store(to + at, op == AND ? v128.and(x, y) : op == OR ? v128.or(x, y) : v128.andnot(x, y));
  }
}

/** out = placements of `among` from which a piece of `color` has a move within the table into `x`; `goals`: of those with a goal only. */
export function findUnmoves(color: i32, x: i32, among: i32, goals: bool, out: i32, begin: i32, end: i32): void {
  for (let slab = begin; slab < end; slab++) unmoveSlab(color, x, among, goals, out, slab);
}

function unmoveSlab(color: i32, x: i32, among: i32, goals: bool, out: i32, slab: i32): void {
  const to = setAt(out, slab);
  const bytes = slabBytes();
  memory.fill(to, 0, bytes);
  const pieces = men();
  aimAt(0, 0);
  for (let i = 0; i < pieces; i++) {
    if (colorOf(i) == color && (!goals || goalWord(i) != 0)) addPieceUnmoves(i, x, slab, to, 0);
  }
  const from = setAt(among, slab);
  for (let at: usize = 0; at < bytes; at += 16) v128.store(to + at, v128.and(v128.load(to + at), v128.load(from + at)));
}
