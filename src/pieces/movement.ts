import type { Step } from '../board/board.ts';
import type { Movement } from './legs.ts';
import { contains, normalised, withSteps } from './normalForm.ts';

/** The movement with every step turned or mirrored by a linear map, in normal form. */
export function turned(movement: Movement, map: (step: Step) => Step): Movement {
  return normalised(movement.map((leg) => withSteps(leg, map)));
}

export function sameMovement(one: Movement, other: Movement): boolean {
  const [own, others] = [normalised(one), normalised(other)];
  const isSame = (i: number) => contains(own[i]!, others[i]!) && contains(others[i]!, own[i]!);
  return own.length === others.length && own.every((_, i) => isSame(i));
}

/** Does a piece move to the left as it does to the right? */
export function isEvenHanded(movement: Movement): boolean {
  return sameMovement(
    movement,
    turned(movement, ([files, ranks]) => [-files || 0, ranks]),
  );
}
