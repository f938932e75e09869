import { describe, expect, test } from 'vitest';
import { board8x8, boardOf } from '../../src/board/board.ts';
import { unwrap } from '../../src/board/result.ts';
import { parseBetza } from '../../src/pieces/betza.ts';
import { fitted } from '../../src/pieces/fitted.ts';
import { makeBetza } from '../../src/pieces/makeBetza.ts';
import { gameOf } from '../games/moves.ts';

const formOf = (text: string, board = board8x8) => fitted(board, unwrap(parseBetza(text)));

describe('on 8x8', () => {
  test.each([
    ['W7', 'R'],
    ['W6', 'W6'],
    ['Q9', 'Q'],
    ['N3', 'NN'],
    ['N2', 'N2'],
    ['(4,1)2', '(4,1)'],
    ['(7,7)', '(7,7)'],
    ['pR7', 'pR'],
    ['pR6', 'pW6'],
    ['gR6', 'gR'],
    ['gR5', 'gW5'],
    ['t[FR]', 't[FR]'],
  ])('%s is %s', (text, form) => {
    expect(makeBetza(unwrap(formOf(text)))).toBe(form);
  });

  test.each([
    ['Q(9,1)', '(9,1)'],
    ['(8,0)', '(8,0)'],
  ])('%s is beyond the board', (text, leap) => {
    expect(formOf(text)).toMatchObject({
      ok: false,
      problem: { code: 'betza-beyond', text: leap },
    });
  });
});

test('a longer board has more room', () => {
  expect(makeBetza(unwrap(formOf('W7', boardOf(8, 12))))).toBe('sRvW7');
});

test('the same game has the same text, and no leap that none of its squares has room for', () => {
  expect(gameOf('hutnik:R=W7,Q=Q')).toBe(gameOf('hutnik'));
  expect(() => gameOf('hutnik:Q=Q(9,1)')).toThrow(
    /Q=Q\(9,1\): a leap of \(9,1\) is beyond a board/,
  );
});
