import { fail, ok, type Result } from '../board/result.ts';
import type { IndexRun } from '../index/indexPart.ts';
import { type Orbits, orbitRuns, orbitsOf } from '../index/orbits.ts';
import { BLACK, type Color, WHITE } from '../pieces/army.ts';
import {
  type Codes,
  codesOf,
  DRAW,
  lookUp,
  NONE,
  type OutcomeName,
  outcomeNames,
  outcomeOf,
} from '../table/codes.ts';
import { type Placed, squaresAt } from '../table/placed.ts';
import { Shortlist } from '../table/shortlist.ts';
import type { Endgame, Table } from '../table/table.ts';
import { parseValueCode, pliesOf, type Value, type ValueCode } from '../table/value.ts';
import type { Values } from '../table/values.ts';
import { onCommonIndex } from './commonIndex.ts';

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
  const comparison = new Comparison(one, examples);
  const whole = { at: 0, number: 0, count: one.placements.size };
  for (const turn of [WHITE, BLACK]) {
    comparison.add(turn, one.values[turn], other.values[turn], whole);
  }
  return ok(comparison.found);
}

/** Compares results run by run: of a whole table at once, or of one part after another, or of a thread's share of it. */
export class Comparison {
  private readonly ours: Endgame;
  private readonly orbits: Orbits;
  private readonly sides: readonly Side[];

  /** `ours`: of two tables with the same placements. */
  constructor(ours: Endgame, examples: number) {
    this.ours = ours;
    this.orbits = orbitsOf(ours);
    this.sides = [WHITE, BLACK].map(() => makeSide(examples));
  }

  /** Adds values of one side to move, those of a run of the index. Those of one turn are always of the same kind. */
  add(turn: Color, ours: Values, theirs: Values, covered: IndexRun): void {
    const { size } = this.ours.placements;
    const side = this.sides[turn]!;
    const [our, their] = [codesOf(ours), codesOf(theirs)];
    const [ourCodes, theirCodes] = [our.codes, their.codes];
    side.look ??= lookUps(our, their);
    const { board, unique, lists, limits, look } = side;
    for (const { at, number, count, orbit } of orbitRuns(this.orbits, covered)) {
      for (let i = 0; i < count; i++) {
        const images = orbit[i]!;
        if (images === 0) continue;
        const ourCode = ourCodes[at + i]! & 0xffff;
        const theirCode = theirCodes[at + i]! & 0xffff;
        const pair = look.theirOutcomes[theirCode]! + look.ourOutcomes[ourCode]!;
        board[pair]! += images;
        unique[pair]!++;
        if (limits[pair]! < 0) continue;
        const rank = (pair & 3) === DRAW ? look.theirPlies[theirCode]! : look.ourPlies[ourCode]!;
        const order = rank * size + number + i;
        if (order >= limits[pair]!) continue;
        const values = [ours.at(at + i), theirs.at(at + i)] as const;
        lists[pair]!.add(order, { index: number + i, values });
        limits[pair] = lists[pair]!.limit;
      }
    }
  }

  /** What was added, as plain data for other threads. */
  get shares(): readonly SideShare[] {
    return this.sides.map(({ board, unique, lists }) => {
      return { board, unique, examples: lists.map(({ entries }) => entries) };
    });
  }

  /** Adds what another thread has compared, of other placements of the same tables. */
  addShares(shares: readonly SideShare[]): void {
    const { size } = this.ours.placements;
    for (const [turn, { board, unique, examples }] of shares.entries()) {
      const side = this.sides[turn]!;
      for (let pair = 0; pair < PAIRS; pair++) {
        side.board[pair]! += board[pair]!;
        side.unique[pair]! += unique[pair]!;
        for (const found of examples[pair]!) {
          const [ours, theirs] = found.values;
          const deciding = (pair & 3) === DRAW ? theirs : ours;
          side.lists[pair]!.add(rankOf(deciding) * size + found.index, found);
        }
      }
    }
  }

  get found(): ResultChanges {
    const sum = (wanted: (pair: number) => boolean) =>
      this.sides
        .flatMap(({ board }) => [...board])
        .reduce((total, count, i) => (wanted(i % PAIRS) ? total + count : total), 0);
    return {
      pairs: ([WHITE, BLACK] as const).flatMap((turn) => this.pairsOf(turn)),
      onlyOurs: sum((pair) => pair >> 2 === NONE && (pair & 3) !== NONE),
      onlyTheirs: sum((pair) => pair >> 2 !== NONE && (pair & 3) === NONE),
    };
  }

  private pairsOf(turn: Color): ResultPair[] {
    const { board, unique, lists } = this.sides[turn]!;
    return outcomeNames.flatMap((theirs, theirOutcome) =>
      outcomeNames.map((ours, ourOutcome) => {
        const pair = 4 * theirOutcome + ourOutcome;
        const examples = lists[pair]!.entries.map(({ index, values }) => ({
          turn,
          squares: squaresAt(this.ours, index),
          ours: parseValueCode(values[0]),
          theirs: parseValueCode(values[1]),
        }));
        return { turn, theirs, ours, board: board[pair]!, unique: unique[pair]!, examples };
      }),
    );
  }
}

/** Pairs of outcomes: `4 * theirs + ours`. */
const PAIRS = 16;

/** An example, by its index. */
interface Found {
  readonly index: number;
  readonly values: readonly [ours: ValueCode, theirs: ValueCode];
}

/** What is found of one side to move, by pair of outcomes. */
interface Counts {
  readonly board: Float64Array;
  readonly unique: Float64Array;
}

export interface SideShare extends Counts {
  readonly examples: readonly (readonly Found[])[];
}

interface Side extends Counts {
  readonly lists: readonly Shortlist<Found>[];
  /** Those of this order or more do not go into the list of a pair. */
  readonly limits: Float64Array;
  look?: ReturnType<typeof lookUps>;
}

function makeSide(examples: number): Side {
  const lists = Array.from({ length: PAIRS }, (_, pair) => {
    const [theirs, ours] = [pair >> 2, pair & 3];
    const differ = theirs !== ours && theirs < NONE && ours < NONE;
    return new Shortlist<Found>(differ ? examples : 0);
  });
  return {
    board: new Float64Array(PAIRS),
    unique: new Float64Array(PAIRS),
    lists,
    limits: Float64Array.from(lists, ({ limit }) => limit),
  };
}

/** Examples are those of least rank, by the value that decides. */
function rankOf(value: ValueCode): number {
  return outcomeOf(value) === DRAW ? 0 : pliesOf(value);
}

function lookUps(our: Codes, their: Codes) {
  return {
    ourOutcomes: lookUp(our, outcomeOf),
    theirOutcomes: lookUp(their, (value) => 4 * outcomeOf(value)),
    ourPlies: lookUp(our, rankOf),
    theirPlies: lookUp(their, rankOf),
  };
}
