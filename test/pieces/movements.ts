import type { Step } from '../../src/board/board.ts';
import type { PieceKind } from '../../src/pieces/army.ts';
import { ENDLESS, type Leg, type Movement } from '../../src/pieces/legs.ts';

// Movements as lists of steps: many that tests need are long-winded in Betza's notation.

/** All eight mirrored and rotated forms of one step: `around(1, 2)` gives the knight's. */
export function around(files: number, ranks: number): readonly Step[] {
  const steps = [-1, 1].flatMap((x) =>
    [-1, 1].flatMap((y): Step[] => [
      [x * files, y * ranks],
      [x * ranks, y * files],
    ]),
  );
  return steps.filter(
    ([f, r], i) => steps.findIndex(([otherF, otherR]) => f === otherF && r === otherR) === i,
  );
}

export function leaper(...steps: readonly Step[]): Movement {
  return steps.flatMap((step) => both(step, 1));
}

export function slider(...steps: readonly Step[]): Movement {
  return steps.flatMap((step) => both(step, ENDLESS));
}

/** All movements in one piece. */
export function compound(...parts: readonly Movement[]): Movement {
  return parts.flat();
}

export function kindWith(letter: string, name: string, movement: Movement): PieceKind {
  const royal = letter === 'K' ? { royal: 'only' as const } : {};
  return { letter, name, movement, ...royal, pawn: false, promotions: [] };
}

function both(step: Step, range: number): Leg[] {
  return [
    { step, range, purpose: 'move' },
    { step, range, purpose: 'take' },
  ];
}
