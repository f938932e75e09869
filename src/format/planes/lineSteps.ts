import type { Square } from '../../chess/geometry.ts';
import { type Army, BLACK, type Piece } from '../../chess/men.ts';
import type { Step } from '../../chess/movements.ts';

const SQUARES = 64;
/** In the place of a square. */
const OFF_BOARD = 255;
const NEVER = 0xffffffff;

/** A step of a piece, or the first of a slide. */
export interface LineStep {
  readonly step: Step;
  readonly slides: boolean;
}

/** The steps of a piece on the board: Black's are mirrored. */
export function lineStepsOf({ kind, color }: Piece, army: Army): readonly LineStep[] {
  const { leaps, slides } = army[kind]!.movement;
  const own = ([files, ranks]: Step): Step => [files, color === BLACK ? -ranks : ranks];
  return [
    ...leaps.map((step) => ({ step: own(step), slides: false })),
    ...slides.map((step) => ({ step: own(step), slides: true })),
  ];
}

export function squareAfter(square: Square, [files, ranks]: Step): number {
  const file = (square & 7) + files;
  const rank = (square >> 3) + ranks;
  return file >= 0 && file < 8 && rank >= 0 && rank < 8 ? rank * 8 + file : OFF_BOARD;
}

/**
 * By square and target, as two words of 32: the squares that must be empty for a piece to attack from one to the other.
 */
export function neededBetween(piece: Piece, army: Army): Uint32Array {
  const known = betweens.get(army) ?? new Map<number, Uint32Array>();
  betweens.set(army, known);
  const key = 2 * piece.kind + piece.color;
  const between = known.get(key) ?? makeBetween(piece, army);
  known.set(key, between);
  return between;
}

/** By army, kind and colour: most tables have the same pieces. */
const betweens = new WeakMap<Army, Map<number, Uint32Array>>();

function makeBetween(piece: Piece, army: Army): Uint32Array {
  const forward = piece.color === BLACK ? -1 : 1;
  const pawnSteps: readonly LineStep[] = [-1, 1].map((side) => ({
    step: [side, forward],
    slides: false,
  }));
  const steps = army[piece.kind]!.pawn ? pawnSteps : lineStepsOf(piece, army);
  const between = new Uint32Array(2 * SQUARES * SQUARES).fill(NEVER);
  for (let from = 0; from < SQUARES; from++) {
    for (const { step, slides } of steps) {
      let [low, high] = [0, 0];
      for (
        let square = squareAfter(from, step);
        square !== OFF_BOARD;
        square = squareAfter(square, step)
      ) {
        const at = 2 * (from * SQUARES + square);
        between[at]! &= low;
        between[at + 1]! &= high;
        if (!slides) break;
        if (square < 32) low |= 1 << square;
        else high |= 1 << (square - 32);
      }
    }
  }
  return between;
}
