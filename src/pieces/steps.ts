import type { Step } from '../board/board.ts';
import { ENDLESS, type Leg, type Movement } from './legs.ts';

/** A movement of single leaps, and of slides repeated until a piece blocks them. */
export interface Steps {
  readonly leaps: readonly Step[];
  readonly slides: readonly Step[];
}

/** How a piece takes, if that is by leaps and endless slides only: else undefined. En passant does not count. */
export function takingSteps(movement: Movement): Steps | undefined {
  return stepsOf(movement.filter(({ purpose, enPassant }) => purpose === 'take' && !enPassant));
}

/** How a piece moves, if it takes in the same way, by leaps and endless slides only: else undefined. */
export function movingSteps(movement: Movement): Steps | undefined {
  const [moving, taking] = (['move', 'take'] as const).map((purpose) =>
    movement.filter((leg) => leg.purpose === purpose),
  );
  const [moves, takes] = [stepsOf(moving!), stepsOf(taking!)];
  return moves && takes && JSON.stringify(moves) === JSON.stringify(takes) ? moves : undefined;
}

function stepsOf(legs: readonly Leg[]): Steps | undefined {
  const isLeap = ({ range }: Leg) => range === 1;
  const isSimple = ({ range, onward, hop, lame, initial, enPassant }: Leg) =>
    (range === 1 || range === ENDLESS) && !onward && !hop && !lame && !initial && !enPassant;
  if (!legs.every(isSimple)) return undefined;
  return {
    leaps: legs.filter(isLeap).map(({ step }) => step),
    slides: legs.filter((leg) => !isLeap(leg)).map(({ step }) => step),
  };
}
