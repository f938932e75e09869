import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { parseFen } from '../../src/notation/fen.ts';
import { makeUci, parseUci } from '../../src/notation/uci.ts';
import { legalMoves } from '../../src/position/moves.ts';
import { chessEquipment } from '../../src/rules/chessPieces.ts';

const [QUEEN, ROOK, BISHOP, KNIGHT] = [1, 2, 3, 4];

describe('a move as engines write it', () => {
  test.each([
    ['e2e4', { from: 12, to: 28, promotion: undefined }],
    ['a1h8', { from: 0, to: 63, promotion: undefined }],
    ['e7e8q', { from: 52, to: 60, promotion: QUEEN }],
    ['e7d8r', { from: 52, to: 59, promotion: ROOK }],
    ['a2a1b', { from: 8, to: 0, promotion: BISHOP }],
    ['h2g1n', { from: 15, to: 6, promotion: KNIGHT }],
  ])('%s', (text, move) => {
    expect(makeUci(move, chessEquipment)).toBe(text);
    expect(parseUci(text, chessEquipment)).toEqual({ ok: true, value: move });
  });

  test('any two squares and any promotion survive the round trip', () => {
    const square = fc.integer({ min: 0, max: 63 });
    const promotion = fc.constantFrom(undefined, QUEEN, ROOK, BISHOP, KNIGHT);
    fc.assert(
      fc.property(square, square, promotion, (from, to, kind) => {
        fc.pre(from !== to);
        const move = { from, to, promotion: kind };
        expect(unwrap(parseUci(makeUci(move, chessEquipment), chessEquipment))).toEqual(move);
      }),
    );
  });

  test('a pass is a move from a square to itself', () => {
    expect(makeUci({ from: 4, to: 4, promotion: undefined }, chessEquipment)).toBe('0000');
  });

  test('castling is the move of the king by two squares', () => {
    const position = unwrap(parseFen('r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1', chessEquipment));
    const moves = legalMoves(position).map((move) => makeUci(move, chessEquipment));
    expect(moves).toContain('e8g8');
    expect(moves).toContain('e8c8');
    expect(moves).not.toContain('e8h8');
    expect(moves).not.toContain('e8a8');
  });
});

test.each([
  ['', 'is not a move'],
  ['e2', 'is not a move'],
  ['e2-e4', 'is not a move'],
  ['e2e9', 'is not a move'],
  ['i2e4', 'is not a move'],
  ['E2E4', 'is not a move'],
  ['e2e4 ', 'is not a move'],
  ['e7e8Q', 'is not a move'],
  ['e7e8qq', 'is not a move'],
  ['e7e8=q', 'is not a move'],
  ['Nf3', 'is not a move'],
  ['e7e8x', "unknown piece 'x'"],
])("'%s' is refused: %s", (text, words) => {
  const result = parseUci(text, chessEquipment);
  expect(result).toMatchObject({ ok: false, problem: { code: 'uci', text } });
  if (!result.ok) expect(result.problem.message).toContain(words);
  if (!result.ok) expect(result.problem.message).toContain(`'${text}'`);
});
