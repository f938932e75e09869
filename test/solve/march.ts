import { boardOf, type Step } from '../../src/board/board.ts';
import { onRanks } from '../../src/board/regions.ts';
import { Equipment } from '../../src/pieces/equipment.ts';
import { royal } from '../../src/pieces/kinds.ts';
import type { Movement } from '../../src/pieces/legs.ts';
import { rulesOf } from '../../src/rules/rules.ts';
import { kindWith } from '../pieces/movements.ts';

const ahead: readonly Step[] = [[-1, 1], [1, 1]]; // biome-ignore format: one line
const around: readonly Step[] = [...ahead, [-1, -1], [1, -1]];

/** A pawn that may always step twice, and takes en passant backwards too: a reply to it can be another such step. */
const soldier: Movement = [
  { step: [0, 1], range: 1, purpose: 'move' },
  { step: [0, 2], range: 1, purpose: 'move', lame: true, enPassant: true },
  ...ahead.map((step) => ({ step, range: 1, purpose: 'take' }) as const),
];
const takesInPassing: Movement = around.map((step) => {
  return { step, range: 1, purpose: 'take', enPassant: true };
});

function marchWith(movement: Movement) {
  const army = [royal('K', 'king', 'K'), kindWith('S', 'soldier', movement)];
  return rulesOf({
    name: 'march',
    title: 'March',
    about: 'Reach the far rank; soldiers are taken en passant, in chains.',
    source: 'A test.',
    equipment: new Equipment(boardOf(3, 5), army),
    stuck: 'pass',
    goal: { region: onRanks(-1), name: 'reached' },
  });
}

/**
 * A toy game with a one-move right, which no table holds. As in chess, the reply to a double step may be a double step
 * that gives the other side such a right, but not endlessly.
 */
export const march = marchWith([...soldier, ...takesInPassing]);

/** The same game without taking en passant. */
export const plainMarch = marchWith(soldier);
