import { Chess } from 'chessops/chess';
import { parseFen } from 'chessops/fen';
import { expect, test } from 'vitest';
import { mateProblems } from '../../figures/mateProblems.ts';
import { unwrap } from '../../src/board/result.ts';
import type { Position } from '../../src/position/position.ts';
import { chess } from '../../src/rules/chess.ts';

test('there are some of every length, each once', () => {
  const fens = mateProblems.map(([fen]) => fen);
  expect(new Set(fens).size).toBe(fens.length);
  for (const length of [2, 3, 4, 5])
    expect(mateProblems.filter(([, moves]) => moves === length).length).toBeGreaterThanOrEqual(5);
});

test.each(mateProblems)('%s can occur, and its keys are moves', (fen, _, keys) => {
  expect(Chess.fromSetup(parseFen(fen).unwrap()).isOk).toBe(true);
  const position = unwrap(chess.parseFen(fen));
  expect(chess.makeFen(position)).toBe(fen);
  const legal = chess.legalMoves(position).map((move) => chess.makeUci(move));
  expect(legal).toEqual(expect.arrayContaining([...keys]));
});

test('no other first move mates in two', () => {
  for (const [fen, , keys] of mateProblems.filter(([, moves]) => moves === 2)) {
    const position = unwrap(chess.parseFen(fen));
    const mating = chess
      .legalMoves(position)
      .filter((move) => isLost(chess.play(position, move)))
      .map((move) => chess.makeUci(move));
    expect(mating.sort(), fen).toEqual([...keys].sort());
  }
});

/** Mated, or every reply can be answered with mate. */
function isLost(position: Position): boolean {
  const ending = chess.ending(position);
  if (ending) return ending.wdl < 0;
  return chess
    .legalMoves(position)
    .map((reply) => chess.play(position, reply))
    .every((answered) =>
      chess.legalMoves(answered).some((move) => {
        const end = chess.ending(chess.play(answered, move));
        return end !== undefined && end.wdl < 0;
      }),
    );
}
