import { squaresAt } from '../table/placed.ts';
import type { Endgame, Table } from '../table/table.ts';
import { parseValueCode, pliesOf, type Value, type ValueCode } from '../table/value.ts';
import { codesOf, DRAW, LOSS, lookUp, type OutcomeName, outcomeNames, outcomeOf } from './codes.ts';
import { orbitsOf } from './orbits.ts';
import { Shortlist } from './shortlist.ts';

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

export const kinds = [
  { white: LOSS, black: LOSS, points: 1 },
  { white: DRAW, black: LOSS, points: 0.5 },
  { white: LOSS, black: DRAW, points: 0.5 },
] as const;

/** By White's outcome, plus four times Black's: the kind's number; -1 if it is no mutual zugzwang. */
export const kindAt = new Int8Array(16).fill(-1);
for (const [kind, { white, black }] of kinds.entries()) kindAt[white + 4 * black] = kind;

export interface ZugzwangOptions {
  /** How many examples of each kind are wanted. */
  readonly examples?: number;
}

/** What is found of a kind. */
export interface FoundKind extends Pick<ZugzwangKind, 'unique' | 'board'> {
  readonly examples: readonly IndexedZugzwang[];
}

/** A mutual zugzwang, by its index. */
export interface IndexedZugzwang {
  readonly index: number;
  readonly white: ValueCode;
  readonly black: ValueCode;
}

/**
 * The mutual zugzwangs of a table: placements that are a position with either side to move, in which both would rather
 * not have the move. A side that cannot move (stalemate) counts as one that can only draw.
 */
export function mutualZugzwangs(
  table: Table,
  { examples = 0 }: ZugzwangOptions = {},
): readonly ZugzwangKind[] {
  const [whites, blacks] = [codesOf(table.values[0]), codesOf(table.values[1])];
  const [white, black] = [whites.codes, blacks.codes];
  const ofWhite = lookUp(whites, outcomeOf);
  // Added to White's outcome it identifies both: an index of `kindAt`.
  const ofBlack = lookUp(blacks, (value) => 4 * outcomeOf(value));
  const found = kinds.map(() => ({ unique: 0, board: 0, list: new Shortlist<number>(examples) }));
  const at = (index: number) => ({
    index,
    white: table.values[0].at(index),
    black: table.values[1].at(index),
  });

  const orbits = orbitsOf(table);
  const { runs, runLength } = orbits;
  for (let run = 0; run < runs; run++) {
    const orbit = orbits.of(run);
    if (!orbit) continue;
    const from = run * runLength;
    for (let i = 0; i < runLength; i++) {
      const index = from + i;
      const kind = kindAt[ofWhite[white[index]! & 0xffff]! + ofBlack[black[index]! & 0xffff]!]!;
      if (kind < 0 || orbit[i] === 0) continue;
      const of = found[kind]!;
      of.unique++;
      of.board += orbit[i]!;
      if (examples > 0) of.list.add(-longestOf(at(index)), index);
    }
  }
  return describeKinds(
    table,
    found.map(({ unique, board, list }) => ({ unique, board, examples: list.entries.map(at) })),
  );
}

/** Plies by which examples are put in order. */
export function longestOf({ white, black }: IndexedZugzwang): number {
  return Math.max(pliesOf(white), pliesOf(black));
}

/** `found`: by kind. */
export function describeKinds(
  endgame: Endgame,
  found: readonly FoundKind[],
): readonly ZugzwangKind[] {
  return kinds.map((kind, i) => {
    const { unique, board, examples } = found[i]!;
    return {
      white: outcomeNames[kind.white],
      black: outcomeNames[kind.black],
      points: kind.points,
      unique,
      board,
      examples: examples.map(({ index, white, black }) => ({
        squares: squaresAt(endgame, index),
        white: parseValueCode(white),
        black: parseValueCode(black),
      })),
    };
  });
}
