// Ranks: places of values in the order of the side to move's wishes, one byte each. With l and w the longest loss and win of the
// coded side, its ranks are: mated 1, lost in d moves d + 2, stuck l + 3, drawn l + 4, won in d l + w + 5 - d, won and forbidden
// to allow l + w + 5. Those of the other side: l and w exchanged, and its longest win l + 1. So a move is worth l + w + 7 less
// the rank of the position that it leads to, but for draws. Where a file lists the values of ranks, all comes from the host.
import { areListed, areRanks, barsMates, CELLS, CODES, drawOf, longestLoss, longestWin, MAPS, ranksOf, TURNS, WORTHS } from './memory';

export const MATED: i32 = 1;
/** Lost without a move, but not mated. */
export const LOST: i32 = 2;
@inline function sum(): i32 { return longestLoss() + longestWin() + 7; }
@inline export function stuckOf(side: i32): i32 { return drawOf(side) - 1; }
/** Won in one move. */
@inline export function wonInOne(side: i32): i32 { return longestLoss() + longestWin() + 4 + side; }
/** The same, where the opponent may not allow it. */
@inline export function barred(side: i32): i32 { return wonInOne(side) + 1; }

// Codes of the set solver.
const ILLEGAL: i8 = -128, MATED_CODE: i8 = -127, STUCK_CODE: i8 = 126, BARRED_CODE: i8 = 127;

/** Fills the ranks of both sides from the host's rows of codes. False if one is of a longer win or loss than there are ranks for. */
export function takeCodes(): bool {
  let beyond = i8x16.splat(0);
  for (let side = 0; side < 2; side++) {
    const out = ranksOf(side), codes = CODES + side * CELLS;
    if (areRanks()) {
      memory.copy(out, codes, CELLS);
      continue;
    }
    const wins = side ? longestLoss() + 1 : longestWin(), losses = side ? longestWin() : longestLoss();
    const most = i8x16.splat(<i8>min(wins, STUCK_CODE - 1)), least = i8x16.splat(<i8>max(-1 - losses, MATED_CODE + 1));
    for (let a = 0; a < 64; a++) {
      turnRow(codes + (a << 6), load<u8>(TURNS + a));
      for (let i: usize = 0; i < 64; i += 16) {
        const code = v128.load(TURNED + i);
        const longer = v128.or(
          v128.and(i8x16.gt_s(code, most), i8x16.lt_s(code, i8x16.splat(STUCK_CODE))),
          v128.and(i8x16.lt_s(code, least), i8x16.gt_s(code, i8x16.splat(MATED_CODE))),
        );
        beyond = v128.or(beyond, longer);
        v128.store(out + (a << 6) + i, rankOf(code, side));
      }
    }
  }
  return !v128.any_true(beyond);
}

/** Sixteen ranks at a time. */
@inline function rankOf(code: v128, side: i32): v128 {
  const zero = i8x16.splat(0), lost = i8x16.lt_s(code, zero);
  let rank = i8x16.sub(v128.bitselect(i8x16.splat(1), i8x16.splat(<i8>barred(side)), lost), code);
  rank = v128.bitselect(i8x16.splat(<i8>drawOf(side)), rank, i8x16.eq(code, zero));
  rank = v128.bitselect(i8x16.splat(<i8>stuckOf(side)), rank, i8x16.eq(code, i8x16.splat(STUCK_CODE)));
  rank = v128.bitselect(i8x16.splat(<i8>barred(side)), rank, i8x16.eq(code, i8x16.splat(BARRED_CODE)));
  rank = v128.bitselect(i8x16.splat(<i8>MATED), rank, i8x16.eq(code, i8x16.splat(MATED_CODE)));
  return v128.andnot(rank, i8x16.eq(code, i8x16.splat(ILLEGAL)));
}

/**
 * What moving to a position of the coded side is worth to the other: sixteen ranks at a time. A forbidden move is worth as much as
 * a loss without a move. Mate is worth more than winning in one where it is forbidden to allow it.
 */
@inline function worthOf(rank: v128): v128 {
  const draw = i8x16.splat(<i8>drawOf(0)), stuck = i8x16.splat(<i8>stuckOf(0));
  const drawn = v128.or(i8x16.eq(rank, draw), i8x16.eq(rank, stuck));
  let worth = i8x16.sub(i8x16.splat(<i8>sum()), rank);
  worth = v128.bitselect(i8x16.splat(<i8>drawOf(1)), worth, drawn);
  if (!barsMates()) worth = i8x16.min_u(worth, i8x16.splat(<i8>wonInOne(1)));
  return v128.andnot(worth, i8x16.eq(rank, i8x16.splat(0)));
}

/** Fills WORTH from the coded side's ranks. */
export function findWorths(to: usize): void {
  const ranks = ranksOf(0);
  if (areListed()) {
    for (let cell: usize = 0; cell < <usize>CELLS; cell++) store<u8>(to + cell, load<u8>(WORTHS + <usize>load<u8>(ranks + cell)));
    return;
  }
  for (let i: usize = 0; i < <usize>CELLS; i += 16) v128.store(to + i, worthOf(v128.load(ranks + i)));
}

/** A row in the order of the lane piece's squares on the plane. */
const TURNED = memory.data(64, 16);

/** TURNED[l] = row[map[l]] for a symmetry of the board: 1 mirrors files, 2 ranks, and 4 then exchanges files and ranks. */
function turnRow(row: usize, symmetry: i32): void {
  if (symmetry == 0) {
    memory.copy(TURNED, row, 64);
    return;
  }
  const map = MAPS + (symmetry << 6);
  for (let l = 0; l < 64; l++) store<u8>(TURNED + l, load<u8>(row + <usize>load<u8>(map + l)));
}
