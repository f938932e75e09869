import type { Board, Step, Symmetry } from '../board/board.ts';
import type { Leg, Movement } from './legs.ts';
import { contains, normalised, withSteps } from './normalForm.ts';

/** The movement with every step turned or mirrored by a linear map, not in normal form. */
export function turned(movement: Movement, map: (step: Step) => Step): readonly Leg[] {
  return movement.map((leg) => withSteps(leg, map));
}

/** Are these the same movement, in normal form or not? */
export function sameMovement(one: readonly Leg[], other: readonly Leg[]): boolean {
  const [own, others] = [normalised(one), normalised(other)];
  const isSame = (i: number) => contains(own[i]!, others[i]!) && contains(others[i]!, own[i]!);
  return own.length === others.length && own.every((_, i) => isSame(i));
}

/** The effect of a symmetry on steps, from where it takes one step along a rank and one along a file. */
export function turnOf({ files }: Board, map: Symmetry): (step: Step) => Step {
  const stepTo = (square: number): Step => [
    (map[square]! % files) - (map[0]! % files),
    Math.floor(map[square]! / files) - Math.floor(map[0]! / files),
  ];
  const right = stepTo(1);
  const up = stepTo(files);
  return ([x, y]) => [x * right[0] + y * up[0], x * right[1] + y * up[1]];
}
