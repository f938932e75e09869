import { parsePgn } from 'chessops/pgn';
import { expect, test } from 'vitest';
import { numberedMoves } from '../../src/study/moveText.ts';
import { makePgn } from '../../src/study/pgn.ts';

const fen = '8/8/8/8/3k4/8/8/K2Q4 b - - 0 1';
const san = ['Kc4', 'Qd2', 'Kb3', 'Qd5+', 'Ka4', 'Qb7', 'Ka3', 'Qb1', 'Ka4', 'Qb2', 'Ka5'];

test('a game comes back from another reader: tags, moves, result', () => {
  const event = 'The "longest" \\ win';
  const text = makePgn({ event, variant: 'Metachess', fen, blackBegins: true, san, result: '1-0' });
  const [game, ...more] = parsePgn(text);
  expect(more).toEqual([]);
  expect(Object.fromEntries(game!.headers)).toMatchObject({
    ...{ Event: event, Variant: 'Metachess', SetUp: '1', FEN: fen, Result: '1-0' },
  });
  expect([...game!.moves.mainline()].map((move) => move.san)).toEqual(san);
});

test('several games follow each other', () => {
  const one = makePgn({
    ...{ event: 'a', variant: 'Chess', fen, blackBegins: true, san: ['Kc4'], result: '*' },
  });
  expect(parsePgn(one + one)).toHaveLength(2);
});

test('no line has 80 characters', () => {
  const moves = Array.from({ length: 200 }, () => 'Qa1xh8+');
  const text = makePgn({
    ...{ event: 'a', variant: 'Chess', fen, blackBegins: false, san: moves, result: '1-0' },
  });
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(80);
  expect(text).toContain('\n1. Qa1xh8+ Qa1xh8+ 2. Qa1xh8+');
});

test('moves are numbered, from three dots where Black begins', () => {
  expect(numberedMoves(['e4', 'e5', 'Nf3'], false)).toEqual(['1. e4', 'e5', '2. Nf3']);
  expect(numberedMoves(['e5', 'Nf3', 'Nc6'], true)).toEqual(['1... e5', '2. Nf3', 'Nc6']);
});
