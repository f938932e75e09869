import { describe, expect, test } from 'vitest';
import { parsePiece } from '../../src/pieces/army.ts';
import { endingOf } from '../../src/rules/status.ts';
import { fenOf, gameOf, played, read, sans, targets } from './moves.ts';

const knightmate = gameOf('knightmate');
const position = (pieces: string, rest?: string) =>
  read(knightmate, fenOf(knightmate, pieces, rest));

describe('the royal knight', () => {
  test('moves as a knight, to squares that are not attacked', () => {
    expect(targets(knightmate, position('Kd4 kh8'), 'd4')).toEqual(
      ['b3', 'b5', 'c2', 'c6', 'e2', 'e6', 'f3', 'f5'].sort(),
    );
    expect(targets(knightmate, position('Kd4 kh8 ra3 ra5'), 'd4')).toEqual([
      'c2',
      'c6',
      'e2',
      'e6',
    ]);
  });

  test('jumps, and takes what is not protected', () => {
    const crowded = position('Kd4 kh8 Pc4 Pe4 Pd5 Pd3 Pc5 Pe5 Pc3 Pe3 bb3 mf5 pg6');
    expect(targets(knightmate, crowded, 'd4')).toContain('b3');
    expect(targets(knightmate, crowded, 'd4')).not.toContain('f5');
  });

  test("is in check from a queen, and from a commoner beside it, not from one a knight's move away", () => {
    expect(knightmate.check(position('Kd4 kh8 qd8'))).toBe(true);
    expect(knightmate.check(position('Kd4 kh8 me6'))).toBe(false);
    expect(knightmate.check(position('Kd4 kh8 me5'))).toBe(true);
  });

  test('may stand beside the other, but not where they attack each other', () => {
    expect(knightmate.parseFen(fenOf(knightmate, 'Kd4 kd5')).ok).toBe(true);
    expect(knightmate.parseFen(fenOf(knightmate, 'Kd4 ke6'))).toMatchObject({
      ok: false,
      problem: { code: 'adjacent-kings' },
    });
  });

  test.each([
    ['checkmate', -1, 'Ka1 Qe8 kh8'],
    ['stalemate', 0, 'Ka1 Rf1 Ph5 kh8'],
  ])('its %s ends the game', (reason, wdl, pieces) => {
    expect(knightmate.ending(position(pieces, 'b - - 0 1'))).toEqual({ reason, wdl });
  });
});

describe('commoners', () => {
  test('move as kings, and are not royal: they may be attacked and taken', () => {
    const attacked = position('Ka1 kh8 Md4 rd8');
    expect(knightmate.check(attacked)).toBe(false);
    expect(targets(knightmate, attacked, 'd4')).toHaveLength(8);
    const taken = position('Ka1 kh8 Md4 rd8', 'b - - 0 1');
    expect(sans(knightmate, taken)).toContain('Rxd4');
  });

  test('may step next to each other, and to attacked squares', () => {
    const near = position('Ka1 kh8 Md4 md6 rc8');
    expect(targets(knightmate, near, 'd4')).toEqual(
      ['c3', 'c4', 'c5', 'd3', 'd5', 'e3', 'e4', 'e5'].sort(),
    );
  });

  test('are what a pawn may become, besides queen, rook and bishop; not a royal knight', () => {
    expect(targets(knightmate, position('Ka1 kh6 Pe7'), 'e7')).toEqual([
      ...['e8b', 'e8m', 'e8q', 'e8r'],
    ]);
  });

  test('are worth a table; two bare royal knights are a draw', () => {
    const men = (letters: string) => [...letters].map((each) => parsePiece(knightmate.army, each)!);
    expect(knightmate.isSettled(men('Kk'))).toBe(true);
    expect(knightmate.isSettled(men('KMk'))).toBe(false);
    expect(endingOf(knightmate, position('Ka1 kh8'), 1)?.reason).toBe('dead position');
    expect(endingOf(knightmate, position('Ka1 kh8 Mb1'), 1)).toBeUndefined();
  });
});

describe('castling is as in chess, with the royal knight', () => {
  const home = 'Ke1 Ra1 Rh1 ke8';

  test('to both sides', () => {
    const both = position(home, 'w KQ - 0 1');
    expect(sans(knightmate, both)).toEqual(expect.arrayContaining(['O-O', 'O-O-O']));
    const short = played(knightmate, both, 'O-O');
    expect(knightmate.makeFen(short)).toBe(fenOf(knightmate, 'Kg1 Ra1 Rf1 ke8', 'b - - 1 1'));
    const long = played(knightmate, both, 'O-O-O');
    expect(knightmate.makeFen(long)).toBe(fenOf(knightmate, 'Kc1 Rd1 Rh1 ke8', 'b - - 1 1'));
  });

  test.each([
    ['without the right', home, 'w - - 0 1'],
    ['in check', `${home} qe5`, 'w KQ - 0 1'],
    ['over attacked squares', `${home} rd8 rf8`, 'w KQ - 0 1'],
    ['to attacked squares', `${home} rc8 rg8`, 'w KQ - 0 1'],
    ['with pieces between', `${home} Mb1 Mg1`, 'w KQ - 0 1'],
  ])('not %s', (_, pieces, rest) => {
    const castlings = sans(knightmate, position(pieces, rest)).filter((san) => san.startsWith('O'));
    expect(castlings).toEqual([]);
  });

  test.each([
    ['Kd3', '-'],
    ['Ra2', 'K'],
    ['Rh2', 'Q'],
    ['O-O', '-'],
  ])('after %s the rights are %s', (san, left) => {
    const after = played(knightmate, position(home, 'w KQ - 0 1'), san);
    expect(knightmate.makeFen(after).split(' ')[2]).toBe(left);
  });

  test('the initial position is read back', () => {
    const start = 'rmbqkbmr/pppppppp/8/8/8/8/PPPPPPPP/RMBQKBMR w KQkq - 0 1';
    expect(knightmate.makeFen(knightmate.start)).toBe(start);
    expect(knightmate.makeFen(read(knightmate, start))).toBe(start);
    // Sixteen moves of pawns, and two of the royal knight.
    expect(knightmate.moves(knightmate.start)).toHaveLength(16 + 2);
  });
});
