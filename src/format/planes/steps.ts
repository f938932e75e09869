import { type Army, BLACK, type Piece } from '../../chess/men.ts';
import type { Step } from '../../chess/movements.ts';

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
