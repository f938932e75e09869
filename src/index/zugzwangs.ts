import { codesOf, DRAW, LOSS, lookUp, outcomeOf } from '../table/codes.ts';
import { squaresAt } from '../table/placed.ts';
import { Shortlist } from '../table/shortlist.ts';
import type { CountedZugzwangs } from '../table/statistics.ts';
import type { Endgame, Table } from '../table/table.ts';
import { DRAWN, pliesOf, type ValueCode } from '../table/value.ts';
import type { IndexRun } from './indexPart.ts';
import { orbitRuns, orbitsOf } from './orbits.ts';

/**
 * The kinds of mutual zugzwangs: White's outcome with White to move and Black's with Black to move; what being to move
 * costs, of the game's one point.
 */
export const zugzwangKinds = [
  { white: LOSS, black: LOSS, points: 1 },
  { white: DRAW, black: LOSS, points: 0.5 },
  { white: LOSS, black: DRAW, points: 0.5 },
] as const;

/** By White's outcome, plus four times Black's: the kind's number; -1 if it is no mutual zugzwang. */
export const kindAt = new Int8Array(16).fill(-1);
for (const [kind, { white, black }] of zugzwangKinds.entries()) kindAt[white + 4 * black] = kind;

/** What is found of a kind. */
export interface FoundKind {
  /** Placements up to symmetry and exchange of identical pieces. */
  readonly unique: number;
  /** Placements of the whole board, with every order of identical pieces. */
  readonly board: number;
  /** The deepest first, then by index. */
  readonly examples: readonly IndexedZugzwang[];
}

/** A mutual zugzwang, by its index. */
export interface IndexedZugzwang {
  readonly index: number;
  readonly white: ValueCode;
  readonly black: ValueCode;
}

/** A kind of which more is found. */
export class KindTally {
  unique = 0;
  board = 0;
  private readonly size: number;
  private readonly list: Shortlist<IndexedZugzwang>;

  /** `size`: of the index. */
  constructor(size: number, examples: number) {
    this.size = size;
    this.list = new Shortlist(examples);
  }

  /** `orbit`: the placements of the whole board that it stands for. */
  add(orbit: number, each: IndexedZugzwang): void {
    this.unique++;
    this.board += orbit;
    this.keep(each);
  }

  addAll({ unique, board, examples }: FoundKind): void {
    this.unique += unique;
    this.board += board;
    for (const each of examples) this.keep(each);
  }

  get found(): FoundKind {
    return { unique: this.unique, board: this.board, examples: this.list.entries };
  }

  private keep(each: IndexedZugzwang): void {
    const longest = Math.max(pliesOf(each.white), pliesOf(each.black));
    this.list.add(each.index - longest * this.size, each);
  }
}

/** Counts mutual zugzwangs run by run: of a whole table at once, or of one part after another, each placement once. */
export class ZugzwangCount {
  private readonly endgame: Endgame;
  private readonly kinds: readonly KindTally[];
  private look: { readonly white: Int16Array; readonly black: Int16Array } | undefined;

  constructor(endgame: Endgame, examples: number) {
    this.endgame = endgame;
    const { size } = endgame.placements;
    this.kinds = zugzwangKinds.map(() => new KindTally(size, examples));
  }

  /** The values of all runs are of the same kind. */
  add(values: Table['values'], covered: IndexRun): void {
    const [whites, blacks] = [codesOf(values[0]), codesOf(values[1])];
    const [white, black] = [whites.codes, blacks.codes];
    // Added to White's outcome Black's identifies both: an index of `kindAt`.
    this.look ??= {
      white: lookUp(whites, outcomeOf),
      black: lookUp(blacks, (value) => 4 * outcomeOf(value)),
    };
    const { white: ofWhite, black: ofBlack } = this.look;
    // Six men's numbers are beyond 31 bits, which loops are slower with: `i` counts from 0.
    for (const { at, number, count, orbit } of orbitRuns(orbitsOf(this.endgame), covered)) {
      for (let i = 0; i < count; i++) {
        const pair = ofWhite[white[at + i]! & 0xffff]! + ofBlack[black[at + i]! & 0xffff]!;
        const kind = kindAt[pair]!;
        if (kind < 0) continue;
        const images = orbit[i]!;
        if (images === 0) continue;
        this.kinds[kind]!.add(images, {
          index: number + i,
          white: values[0].at(at + i),
          black: values[1].at(at + i),
        });
      }
    }
  }

  /** By kind: plain data, for other threads. */
  get found(): readonly FoundKind[] {
    return this.kinds.map(({ found }) => found);
  }
}

/** By kind, what several threads have found of different placements. */
export function mergedKinds(
  { placements }: Endgame,
  shares: readonly (readonly FoundKind[])[],
  examples: number,
): readonly FoundKind[] {
  return zugzwangKinds.map((_, kind) => {
    const tally = new KindTally(placements.size, examples);
    for (const share of shares) tally.addAll(share[kind]!);
    return tally.found;
  });
}

/** What a table tells of its mutual zugzwangs. */
export function countedZugzwangs(
  endgame: Endgame,
  found: readonly FoundKind[],
): readonly CountedZugzwangs[] {
  const plies = (value: ValueCode) => (value === DRAWN ? null : pliesOf(value));
  return found.map(({ unique, board, examples }) => ({
    unique,
    board,
    deepest: examples.map(({ index, white, black }) => ({
      squares: squaresAt(endgame, index),
      white: plies(white),
      black: plies(black),
    })),
  }));
}
