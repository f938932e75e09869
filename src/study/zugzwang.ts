import { type FoundKind, ZugzwangCount, zugzwangKinds } from '../index/zugzwangs.ts';
import { type OutcomeName, outcomeNames } from '../table/codes.ts';
import { squaresAt } from '../table/placed.ts';
import type { CountedZugzwangs, Statistics } from '../table/statistics.ts';
import type { Endgame, Table } from '../table/table.ts';
import { DRAWN, lostIn, parseValueCode, type Value } from '../table/value.ts';

/** A placement in which the side to move would be better off if it were the other's turn. */
export interface Zugzwang {
  /** In slot order. */
  readonly squares: readonly number[];
  /** With White to move, for White. */
  readonly white: Value;
  /** With Black to move, for Black. */
  readonly black: Value;
}

export interface ZugzwangKind {
  /** White's outcome with White to move, and Black's with Black to move. */
  readonly white: OutcomeName;
  readonly black: OutcomeName;
  /** What being to move costs, of the game's one point. */
  readonly points: 1 | 0.5;
  /** Placements up to symmetry and exchange of identical pieces. */
  readonly unique: number;
  /** Placements of the whole board, with every order of identical pieces. */
  readonly board: number;
  /** Examples, the longest distance first; if both sides lose, by the longer of the two. */
  readonly examples: readonly Zugzwang[];
}

export interface ZugzwangOptions {
  /** How many examples of each kind are wanted. */
  readonly examples?: number;
}

/**
 * The mutual zugzwangs of a table: placements that are a position with either side to move, in which both would rather
 * not have the move. A side that cannot move (stalemate) counts as one that can only draw.
 */
export function mutualZugzwangs(
  table: Table,
  { examples = 0 }: ZugzwangOptions = {},
): readonly ZugzwangKind[] {
  const count = new ZugzwangCount(table, examples);
  count.add(table.values, { at: 0, number: 0, count: table.placements.size });
  return describeKinds(table, count.found);
}

/** What {@link mutualZugzwangs} finds, if statistics tell it: all of each kind, or `examples` of them. */
export function zugzwangsKnown(
  { zugzwangs }: Statistics,
  { examples = 0 }: ZugzwangOptions = {},
): readonly ZugzwangKind[] | undefined {
  const isEnough = ({ unique, deepest }: CountedZugzwangs) =>
    deepest.length >= Math.min(unique, examples);
  if (!zugzwangs?.every(isEnough)) return undefined;
  const value = (plies: number | null) => parseValueCode(plies === null ? DRAWN : lostIn(plies));
  return zugzwangs.map(({ unique, board, deepest }, kind) => ({
    ...describeKind(kind),
    unique,
    board,
    examples: deepest.slice(0, examples).map(({ squares, white, black }) => ({
      squares,
      white: value(white),
      black: value(black),
    })),
  }));
}

/** `found`: by kind. */
export function describeKinds(
  endgame: Endgame,
  found: readonly FoundKind[],
): readonly ZugzwangKind[] {
  return found.map(({ unique, board, examples }, kind) => ({
    ...describeKind(kind),
    unique,
    board,
    examples: examples.map(({ index, white, black }) => ({
      squares: squaresAt(endgame, index),
      white: parseValueCode(white),
      black: parseValueCode(black),
    })),
  }));
}

function describeKind(number: number): Pick<ZugzwangKind, 'white' | 'black' | 'points'> {
  const { white, black, points } = zugzwangKinds[number]!;
  return { white: outcomeNames[white], black: outcomeNames[black], points };
}
