import { type Army, BLACK, type Piece } from '../../pieces/army.ts';
import { takingSteps } from '../../pieces/steps.ts';

/** A piece with more has no planes. */
const MOST_STEPS = 64;
export const STEP_BYTES = 3;

/** Does the piece take by leaps and slides, and has the coder room for their steps? */
export function hasFewSteps({ kind }: Piece, army: Army): boolean {
  const steps = takingSteps(army[kind]!.movement);
  return steps !== undefined && steps.leaps.length + steps.slides.length <= MOST_STEPS;
}

/** The steps by which a piece attacks on the board, each in three bytes: files, ranks (signed), whether it slides. */
export function attackSteps({ kind, color }: Piece, army: Army): Int8Array {
  const { leaps, slides } = takingSteps(army[kind]!.movement)!;
  const forward = color === BLACK ? -1 : 1;
  const bytes = [
    ...leaps.map(([files, ranks]) => [forward * files, forward * ranks, 0]),
    ...slides.map(([files, ranks]) => [forward * files, forward * ranks, 1]),
  ];
  return Int8Array.from(bytes.flat());
}
