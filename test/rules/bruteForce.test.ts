import { describe, expect, test } from 'vitest';
import { chessArmy, parseMan } from '../../src/chess/men.ts';
import { chess } from '../../src/rules/chess.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { type BruteForce, bruteForce } from './bruteForce.ts';

const men = (letters: string) => [...letters].map((letter) => parseMan(chessArmy, letter)!);

/** Won, drawn, lost on the whole board, and the most plies of a win and of a loss. */
function summary({ placed }: BruteForce<unknown>, turn: 0 | 1) {
  const side = placed.filter((each) => each.turn === turn);
  const of = (wdl: number) => side.filter((each) => each.wdl === wdl);
  const longest = (wdl: number) => of(wdl).reduce((most, { dtm }) => Math.max(most, dtm), 0);
  return [of(1).length, of(0).length, of(-1).length, longest(1), longest(-1)];
}

describe('brute force reproduces the figures of rules/metachess.md', () => {
  test('metachess KQvk', () => {
    const solved = bruteForce(metachess, men('KQk'));
    expect(summary(solved, 0)).toEqual([144508, 0, 0, 17, 0]);
    expect(summary(solved, 1)).toEqual([0, 23088, 200856, 0, 18]);
  });
  test('chess KRvk', () => {
    const solved = bruteForce(chess, men('KRk'));
    expect(summary(solved, 0)).toEqual([175168, 0, 0, 31, 0]);
    expect(summary(solved, 1)).toEqual([0, 22244, 201700, 0, 32]);
  });
});
