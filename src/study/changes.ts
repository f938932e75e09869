import { fail, ok, type Result } from '../board/result.ts';
import type { Color } from '../pieces/army.ts';
import { type Placed, squaresAt } from '../table/placed.ts';
import type { Table } from '../table/table.ts';
import { parseValueCode, pliesOf, type Value, type ValueCode } from '../table/value.ts';
import { codesOf, DRAW, lookUp, NONE, type OutcomeName, outcomeNames, outcomeOf } from './codes.ts';
import { onCommonIndex } from './commonIndex.ts';
import { orbitsOf } from './orbits.ts';
import { Shortlist } from './shortlist.ts';

/** A position whose result two rule sets see differently; values are of the side to move. */
export interface ChangedPosition extends Placed {
  readonly ours: Value;
  readonly theirs: Value;
}

/** The positions of one side to move that have one given result under our rules and one under theirs. */
export interface ResultPair {
  readonly turn: Color;
  /** For the side to move. */
  readonly theirs: OutcomeName;
  readonly ours: OutcomeName;
  /** Positions of the whole board, with every order of identical pieces. */
  readonly board: number;
  /** The same up to symmetry and exchange of identical pieces. */
  readonly unique: number;
  /**
   * If the results differ, the positions nearest to the end of the game: by our rules if these decide it, otherwise by
   * theirs.
   */
  readonly examples: readonly ChangedPosition[];
}

export interface ResultChanges {
  /** Every pair of results, of both sides to move: 18, White first, theirs before ours, wins first. */
  readonly pairs: readonly ResultPair[];
  /** Positions of the whole board that only one rule set has. */
  readonly onlyOurs: number;
  readonly onlyTheirs: number;
}

/**
 * How the results of one endgame differ under two rule sets. Errors: `compare-board` if the two do not have the same men
 * and the same number of squares.
 */
export function compareResults(
  ours: Table,
  theirs: Table,
  { examples = 0 }: { readonly examples?: number } = {},
): Result<ResultChanges> {
  const [a, b] = [ours.placements, theirs.placements];
  if (ours.material.name !== theirs.material.name || a.squareCount !== b.squareCount) {
    const names = `${ours.rules} ${ours.material.name} and ${theirs.rules} ${theirs.material.name}`;
    return fail('compare-board', `${names} have other men or another board: no comparison`);
  }
  const isAlike = a.scheme === b.scheme && String(a.symmetries) === String(b.symmetries);
  const [one, other] = isAlike ? [ours, theirs] : onCommonIndex(ours, theirs);
  const sides = ([0, 1] as const).map((turn) => compareSide(one, other, turn, examples));
  const sum = (of: (side: Side) => number) => of(sides[0]!) + of(sides[1]!);
  return ok({
    pairs: sides.flatMap(({ pairs }) => pairs),
    onlyOurs: sum((side) => side.onlyOurs),
    onlyTheirs: sum((side) => side.onlyTheirs),
  });
}

interface Side {
  readonly pairs: readonly ResultPair[];
  readonly onlyOurs: number;
  readonly onlyTheirs: number;
}

/** Pairs of outcomes: `4 * theirs + ours`. */
const PAIRS = 16;

function compareSide(ours: Table, theirs: Table, turn: Color, examples: number): Side {
  const [our, their] = [codesOf(ours.values[turn]), codesOf(theirs.values[turn])];
  const [ourCodes, theirCodes] = [our.codes, their.codes];
  const ourOutcomes = lookUp(our, outcomeOf);
  const theirOutcomes = lookUp(their, (value) => 4 * outcomeOf(value));
  const plies = (value: ValueCode) => (outcomeOf(value) === DRAW ? 0 : pliesOf(value));
  const ourPlies = lookUp(our, plies);
  const theirPlies = lookUp(their, plies);
  const board = new Float64Array(PAIRS);
  const unique = new Float64Array(PAIRS);
  const lists = Array.from({ length: PAIRS }, (_, pair) => {
    const [theirOutcome, ourOutcome] = [pair >> 2, pair & 3];
    const differ = theirOutcome !== ourOutcome && theirOutcome < NONE && ourOutcome < NONE;
    return new Shortlist<number>(differ ? examples : 0);
  });
  /** Ranks below this go into the list of a pair. */
  const limits = Float64Array.from(lists, ({ limit }) => limit);

  const orbits = orbitsOf(ours);
  const { runs, runLength } = orbits;
  for (let run = 0; run < runs; run++) {
    const orbit = orbits.of(run);
    if (!orbit) continue;
    const from = run * runLength;
    for (let i = 0; i < runLength; i++) {
      const images = orbit[i]!;
      if (images === 0) continue;
      const ourCode = ourCodes[from + i]! & 0xffff;
      const theirCode = theirCodes[from + i]! & 0xffff;
      const pair = theirOutcomes[theirCode]! + ourOutcomes[ourCode]!;
      board[pair]! += images;
      unique[pair]!++;
      if (limits[pair]! < 0) continue;
      const rank = (pair & 3) === DRAW ? theirPlies[theirCode]! : ourPlies[ourCode]!;
      if (rank >= limits[pair]!) continue;
      lists[pair]!.add(rank, from + i);
      limits[pair] = lists[pair]!.limit;
    }
  }

  const changed = (index: number): ChangedPosition => ({
    turn,
    squares: squaresAt(ours, index),
    ours: parseValueCode(ours.values[turn].at(index)),
    theirs: parseValueCode(theirs.values[turn].at(index)),
  });
  const pairs = outcomeNames.flatMap((theirName, theirOutcome) =>
    outcomeNames.map((ourName, ourOutcome) => {
      const pair = 4 * theirOutcome + ourOutcome;
      return {
        turn,
        theirs: theirName,
        ours: ourName,
        board: board[pair]!,
        unique: unique[pair]!,
        examples: lists[pair]!.entries.map(changed),
      };
    }),
  );
  const total = (wanted: (pair: number) => boolean) =>
    board.reduce((sum, count, pair) => (wanted(pair) ? sum + count : sum), 0);
  return {
    pairs,
    onlyOurs: total((pair) => pair >> 2 === NONE && (pair & 3) !== NONE),
    onlyTheirs: total((pair) => pair >> 2 !== NONE && (pair & 3) === NONE),
  };
}
