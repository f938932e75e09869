import { allSymmetries, type Board, type Symmetry } from '../board/board.ts';
import { type Army, type Piece, WHITE } from '../pieces/army.ts';
import { leaper, type Movement, type Step } from './movements.ts';

/** Enough of a pawn's moves to distinguish forwards from backwards and sideways. */
const pawnSteps = leaper([-1, 1], [0, 1], [1, 1]);

/**
 * The symmetries of a board that preserve the movements of these pieces and of all that they may promote to.
 * A subgroup of the board's symmetries, the identity first: 8 for king, queen and knight on 8x8, 2 with a pawn.
 */
export function movementSymmetries(
  board: Board,
  army: Army,
  men: readonly Piece[],
): readonly Symmetry[] {
  const movements = men.flatMap(({ kind, color }) =>
    withPromotions(army, kind).map((each) => {
      const { pawn, movement } = army[each]!;
      const own = pawn ? pawnSteps : movement;
      return color === WHITE ? own : turned(own, ([files, ranks]) => [files, -ranks]);
    }),
  );
  return allSymmetries(board).filter((symmetry) => {
    const turn = turnOf(board, symmetry);
    return movements.every((movement) => sameSteps(movement, turned(movement, turn)));
  });
}

function withPromotions(army: Army, kind: number, found: number[] = []): readonly number[] {
  if (found.includes(kind)) return found;
  found.push(kind);
  for (const promotion of army[kind]!.promotions) withPromotions(army, promotion, found);
  return found;
}

/** The effect of a symmetry on steps, derived from where it takes one step along a rank and one along a file. */
function turnOf({ files }: Board, symmetry: Symmetry): (step: Step) => Step {
  const stepTo = (square: number): Step => [
    (symmetry[square]! % files) - (symmetry[0]! % files),
    Math.floor(symmetry[square]! / files) - Math.floor(symmetry[0]! / files),
  ];
  const right = stepTo(1);
  const up = stepTo(files);
  return ([x, y]) => [x * right[0] + y * up[0], x * right[1] + y * up[1]];
}

function turned({ leaps, slides }: Movement, turn: (step: Step) => Step): Movement {
  return { leaps: leaps.map(turn), slides: slides.map(turn) };
}

/** Equal as sets of leaps and of slides. Movements written in other ways may count as different. */
function sameSteps(one: Movement, other: Movement): boolean {
  return (['leaps', 'slides'] as const).every((part) => {
    const [own, others] = [keysOf(one[part]), keysOf(other[part])];
    return own.size === others.size && [...own].every((key) => others.has(key));
  });
}

function keysOf(steps: readonly Step[]): ReadonlySet<string> {
  return new Set(steps.map(([files, ranks]) => `${files} ${ranks}`));
}
