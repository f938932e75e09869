import { describe, expect, test } from 'vitest';
import { parsePiece } from '../../src/pieces/army.ts';
import { chess } from '../../src/rules/chess.ts';
import { chessArmy } from '../../src/rules/chessPieces.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { type BruteForce, bruteForce } from '../rules/bruteForce.ts';
import { read } from '../rules/positions.ts';

const men = (letters: string) => [...letters].map((letter) => parsePiece(chessArmy, letter)!);

/** Won, drawn, lost on the whole board, and the most plies of a win and of a loss. */
function summary({ placed }: BruteForce, turn: 0 | 1) {
  const side = placed.filter((each) => each.turn === turn);
  const of = (wdl: number) => side.filter((each) => each.wdl === wdl);
  const longest = (wdl: number) => of(wdl).reduce((most, { dtm }) => Math.max(most, dtm), 0);
  return [of(1).length, of(0).length, of(-1).length, longest(1), longest(-1)];
}

/** Positions of metachess KQvk whose value is obvious from the rules. */
const known: readonly [fen: string, wdl: number, dtm: number][] = [
  ['7k/6Q1/5K2/8/8/8/8/8 b - - 0 1', -1, 0], // chess checkmate
  ['7k/8/7K/8/8/8/8/6Q1 b - - 0 1', -1, 0], // stalemate in chess, metacheckmate here
  ['8/8/8/2Q5/8/8/k1K5/8 b - - 0 1', -1, 0], // every move hangs a mate, in metacheck
  ['6k1/8/6K1/8/8/8/5Q2/8 b - - 0 1', 0, 0], // every move hangs a mate, and no metacheck
  ['7k/8/7K/8/8/8/8/6Q1 w - - 0 1', 1, 1], // mate in one: no legal game leads here
  ['8/8/8/8/8/8/2k5/K7 w - - 0 1', 0, 0], // the queen has been taken
];

describe('brute force reproduces the figures of another brute-force program', () => {
  test('metachess KQvk', () => {
    const solved = bruteForce(metachess, men('KQk'));
    expect(summary(solved, 0)).toEqual([144508, 0, 0, 17, 0]);
    expect(summary(solved, 1)).toEqual([0, 23088, 200856, 0, 18]);
    for (const [fen, wdl, dtm] of known) expect(solved.worth(read(fen)), fen).toEqual({ wdl, dtm });
  });
  test('chess KRvk', () => {
    const solved = bruteForce(chess, men('KRk'));
    expect(summary(solved, 0)).toEqual([175168, 0, 0, 31, 0]);
    expect(summary(solved, 1)).toEqual([0, 22244, 201700, 0, 32]);
  });
});
