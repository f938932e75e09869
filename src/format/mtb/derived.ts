import { allSymmetries, boardOf, type Step, type Symmetry } from '../../board/board.ts';
import { SlabPlacements } from '../../index/slabPlacements.ts';
import { SymmetricPlacements } from '../../index/symmetricPlacements.ts';
import type { Army } from '../../pieces/army.ts';
import { pawn as makePawn } from '../../pieces/kinds.ts';
import { makeBetza } from '../../pieces/makeBetza.ts';
import { sameMovement } from '../../pieces/movement.ts';
import { movingSteps, takingSteps } from '../../pieces/steps.ts';
import type { Material } from '../../table/material.ts';
import { squareBits } from '../../table/positionCode.ts';
import type { Endgame } from '../../table/table.ts';

/** How a piece attacks and moves, for White; Black's is turned by half a turn. */
interface PieceData {
  readonly royal?: true;
  /** It never stands on its first rank, and moves as the pawn of chess unless `movement` says otherwise. */
  readonly pawn?: true;
  /** What it attacks: steps, as files to the right and ranks forward, in rising order: made once, and repeated until a piece is met. */
  readonly leaps?: readonly Step[];
  readonly rides?: readonly Step[];
  /** In Betza's notation, if it attacks in other ways too, or moves otherwise than it attacks. */
  readonly movement?: string;
}

/** What a header says that follows from a table's name and rules. */
export interface Derived {
  readonly men: number;
  readonly squares: number;
  /** Of a board that is not square. */
  readonly files?: number;
  /** Bits that a square takes in a `position_code`. */
  readonly squareBits: number;
  /** The number of indices for each side to move. */
  readonly size: number;
  /** The scheme of the index (see {@link Endgame}'s placements). */
  readonly index: string;
  /** Of the index `slabs` and of planes: are all eight symmetries of the board folded, or are files mirrored? */
  readonly symmetry?: 'all' | 'files';
  /** Of other indices: the symmetries of the board by which it is folded, as numbers from 0 in the order of `allSymmetries`. */
  readonly symmetries?: readonly number[];
  /** Of the same: the symmetry that goes with an exchange of colours; null if they cannot be exchanged. */
  readonly exchange?: number | null;
  /** By letter of White's. */
  readonly pieces?: Readonly<Record<string, PieceData>>;
}

export function derivedOf({ material, placements, army, files, flip }: Endgame): Derived {
  const slabs = placements instanceof SlabPlacements ? placements : undefined;
  return {
    men: material.men.length,
    squares: placements.squareCount,
    ...(files === undefined || files ** 2 === placements.squareCount ? {} : { files }),
    squareBits: squareBits(placements.squareCount),
    size: placements.size,
    index: placements.scheme,
    ...(slabs ? { symmetry: slabs.pawnSlots.length > 0 ? 'files' : 'all' } : {}),
    ...(placements instanceof SymmetricPlacements && files
      ? foldingOf(placements, files, flip)
      : {}),
    ...(army ? { pieces: piecesOf(material, army) } : {}),
  };
}

function foldingOf(
  { symmetries, squareCount }: SymmetricPlacements,
  files: number,
  flip: Symmetry | undefined,
): Pick<Derived, 'symmetries' | 'exchange'> {
  const all = allSymmetries(boardOf(files, squareCount / files)).map(String);
  return {
    symmetries: symmetries.map((each) => all.indexOf(String(each))),
    exchange: flip ? all.indexOf(String(flip)) : null,
  };
}

const chessPawn = makePawn([]);

function piecesOf({ men }: Material, army: Army): Readonly<Record<string, PieceData>> {
  const kinds = [...new Set(men.map(({ kind }) => kind))].sort((a, b) => a - b);
  return Object.fromEntries(
    kinds.map((kind): [string, PieceData] => {
      const { letter, movement, royal, ...kindOf } = army[kind]!;
      const pawn = kindOf.pawn && !kindOf.anyRank;
      const steps = takingSteps(movement);
      const isTold = pawn
        ? sameMovement(movement, chessPawn.movement)
        : movingSteps(movement) !== undefined;
      const data = {
        ...(royal === undefined ? {} : { royal: true as const }),
        ...(pawn ? { pawn: true as const } : {}),
        ...(steps && steps.leaps.length > 0 ? { leaps: sorted(steps.leaps) } : {}),
        ...(steps && steps.slides.length > 0 ? { rides: sorted(steps.slides) } : {}),
        ...(isTold ? {} : { movement: makeBetza(movement) }),
      };
      return [letter, data];
    }),
  );
}

function sorted(steps: readonly Step[]): readonly Step[] {
  return steps.toSorted(([x, y], [files, ranks]) => x - files || y - ranks);
}

export interface Difference {
  readonly field: string;
  readonly says: string;
  readonly should: string;
}

/** The first field that a header says otherwise than it should. */
export function differenceOf(found: Derived, expected: Derived): Difference | undefined {
  for (const field of ['men', 'squares', 'files', 'size', 'index', 'symmetry'] as const) {
    const different = difference(field, found[field], expected[field]);
    if (different) return different;
  }
  // Files of an earlier time do not say how they are folded: it is derived, not believed.
  for (const field of ['symmetries', 'exchange'] as const) {
    if (found[field] === undefined) continue;
    const different = difference(field, found[field], expected[field]);
    if (different) return different;
  }
  // Without an army nothing is known of the pieces.
  if (!expected.pieces) return undefined;
  const pieces = new Map(Object.entries(found.pieces ?? {}));
  for (const [letter, piece] of Object.entries(expected.pieces)) {
    const different = difference(`pieces.${letter}`, pieces.get(letter), piece);
    if (different) return different;
    pieces.delete(letter);
  }
  const [more] = pieces;
  return more && difference(`pieces.${more[0]}`, more[1], undefined);
}

function difference(field: string, found: unknown, expected: unknown): Difference | undefined {
  const same = isSame(found, expected);
  return same ? undefined : { field, says: say(found), should: say(expected) };
}

/** Characters of a value in a message. */
const MOST_SAID = 200;

/** Are these values of JSON equal? */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return one === other;
  const [keys, others] = [Object.keys(one), Object.keys(other)];
  const valuesOf = (of: object) => of as Readonly<Record<string, unknown>>;
  return (
    Array.isArray(one) === Array.isArray(other) &&
    keys.length === others.length &&
    keys.every(
      (key) => Object.hasOwn(other, key) && isSame(valuesOf(one)[key], valuesOf(other)[key]),
    )
  );
}

function say(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.slice(0, MOST_SAID);
}
