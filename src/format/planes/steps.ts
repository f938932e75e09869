import type { Step } from '../../chess/movements.ts';
import { type Army, BLACK, type Piece } from '../../pieces/army.ts';

/** A piece with more has no planes. */
const MOST_STEPS = 64;
export const STEP_BYTES = 3;

/** Has the coder room for the piece's steps? */
export function hasFewSteps({ kind }: Piece, army: Army): boolean {
  const { leaps, slides } = army[kind]!.movement;
  return leaps.length + slides.length <= MOST_STEPS;
}

/** The steps by which a piece attacks on the board, each in three bytes: files, ranks (signed), whether it slides. */
export function attackSteps({ kind, color }: Piece, army: Army): Int8Array {
  const { pawn, movement } = army[kind]!;
  const forward = color === BLACK ? -1 : 1;
  const leaps: readonly Step[] = pawn ? [[-1, 1], [1, 1]] : movement.leaps; // biome-ignore format: like a board
  const slides = pawn ? [] : movement.slides;
  const bytes = [
    ...leaps.map(([files, ranks]) => [files, forward * ranks, 0]),
    ...slides.map(([files, ranks]) => [files, forward * ranks, 1]),
  ];
  return Int8Array.from(bytes.flat());
}
