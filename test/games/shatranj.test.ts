import { describe, expect, test } from 'vitest';
import { parsePiece, WHITE } from '../../src/pieces/army.ts';
import { fenOf, gameOf, played, read, sans, targets } from './moves.ts';

const shatranj = gameOf('shatranj');
const position = (pieces: string, rest?: string) => read(shatranj, fenOf(shatranj, pieces, rest));

const men = (letters: string) => [...letters].map((each) => parsePiece(shatranj.army, each)!);

const bareKing = (wdl: number) => ({ reason: 'bare king', wdl });
const bareKings = { reason: 'bare kings', wdl: 0 };

describe('a side that has only its king left', () => {
  // Black's last piece has just been taken.
  test.each([
    ['a rook', 'Ka1 Rb8 kh8'],
    ['a pawn', 'Ka1 Pb4 kh8'],
    ['a piece that is protected', 'Kf6 Rg7 kh8'],
    ['two pieces, though it can take one', 'Ka1 Rg8 Pb4 kh8'],
  ])('has lost at once against %s', (_, pieces) => {
    const lost = position(pieces, 'b - - 0 1');
    expect(shatranj.over(lost)).toEqual(bareKing(-1));
    expect(shatranj.ending(lost)).toEqual(bareKing(-1));
    expect(shatranj.moves(lost)).toEqual([]);
  });

  test('has lost as well if it is Black that takes', () => {
    expect(shatranj.over(position('Ka1 rb8 kh8'))).toEqual(bareKing(-1));
  });

  test('draws if its next move takes the last piece of the other', () => {
    const answer = position('Ka1 Rg8 kh8', 'b - - 0 1');
    expect(shatranj.over(answer)).toBeUndefined();
    expect(sans(shatranj, answer)).toContain('Kxg8');
    expect(shatranj.over(played(shatranj, answer, 'Kxg8'))).toEqual(bareKings);
  });

  test('has lost if it does not take', () => {
    const other = position('Ka1 Rg8 kh8', 'b - - 0 1');
    expect(shatranj.over(played(shatranj, other, 'Kh7'))).toEqual(bareKing(1));
  });

  test('has lost for good: the other does not have to move again', () => {
    expect(shatranj.over(position('Ka1 Rg7 kh8'))).toEqual(bareKing(1));
  });

  test('two bare kings are a draw, whoever is to move', () => {
    expect(shatranj.over(position('Ka1 kh8'))).toEqual(bareKings);
    expect(shatranj.over(position('Ka1 kh8', 'b - - 0 1'))).toEqual(bareKings);
  });

  test('with a piece left to each side the game goes on', () => {
    expect(shatranj.over(position('Ka1 Rb7 kh8 nb8'))).toBeUndefined();
  });

  test('the move that bares a king is #, if nothing can be taken in return', () => {
    expect(sans(shatranj, position('Ka1 Rb7 kh8 nb8'))).toContain('Rxb8#');
    expect(sans(shatranj, position('Ka1 Ra8 kh7 ng8'))).toContain('Rxg8');
  });

  test('has no tables: a capture of the last piece needs none', () => {
    expect(shatranj.isSettled(men('KRk'))).toBe(true);
    expect(shatranj.isSettled(men('KRRk'))).toBe(true);
    expect(shatranj.isSettled(men('Kk'))).toBe(true);
    expect(shatranj.isSettled(men('KRkn'))).toBe(false);
    expect(shatranj.place(men('KRk'), [0, 9, 63], WHITE)).toMatchObject({
      ok: false,
      problem: { code: 'over' },
    });
    expect(shatranj.place(men('KRkn'), [0, 9, 63, 57], WHITE).ok).toBe(true);
  });
});

test.each([
  ['checkmate', 'Kf6 Ra8 kh8 ph7', 'b - - 0 1'],
  ['checkmate', 'Kh1 Ph2 kf3 ra1', 'w - - 0 1'],
  ['stalemate', 'Kf7 Ph6 kh8 ph7', 'b - - 0 1'],
  ['stalemate', 'Kh1 Ph2 kf2 ph3', 'w - - 0 1'],
])('a side without a legal move has lost: by %s, %s %s', (reason, pieces, rest) => {
  const stuck = position(pieces, rest);
  expect(shatranj.over(stuck)).toBeUndefined();
  expect(shatranj.ending(stuck)).toEqual({ reason, wdl: -1 });
});

describe('the pieces', () => {
  const alone = (piece: string, rest?: string) =>
    targets(shatranj, position(`Kh1 kh8 ${piece} Pa2 pa7`, rest), piece.slice(1));

  test.each([
    ['a ferz', 'Fd4', ['c3', 'c5', 'e3', 'e5']],
    ['an alfil', 'Ad4', ['b2', 'b6', 'f2', 'f6']],
    ['a pawn on its second rank', 'Pd2', ['d3']],
  ])('%s: %s', (_, piece, expected) => {
    expect(alone(piece)).toEqual(expected);
  });

  test('an alfil jumps', () => {
    const crowded = position('Kh1 kh8 Ad4 Pc5 pe5 pe3 Pc3 nb6');
    expect(targets(shatranj, crowded, 'd4')).toEqual(['b2', 'b6', 'f2', 'f6']);
  });

  test('a pawn takes diagonally, and becomes a ferz', () => {
    expect(targets(shatranj, position('Kh1 kh6 Pd7 nc8'), 'd7')).toEqual(['c8f', 'd8f']);
    expect(sans(shatranj, position('Kh1 kh6 Pd7 nc8'))).toContain('d8=F');
  });

  test('there is no double step, no en passant and no castling', () => {
    const e3 = 'rnakfanr/pppppppp/8/8/8/4P3/PPPP1PPP/RNAKFANR b - - 0 1';
    expect(shatranj.makeFen(played(shatranj, shatranj.start, 'e3'))).toBe(e3);
    expect(shatranj.parseMove(shatranj.start, 'e4')).toMatchObject({ ok: false });
    expect(shatranj.parseFen(e3.replace(' - - ', ' - e2 '))).toMatchObject({ ok: false });
    expect(shatranj.parseFen(e3.replace(' - - ', ' K - '))).toMatchObject({ ok: false });
  });

  test('stand as in the initial position, which is read back', () => {
    const start = 'rnakfanr/pppppppp/8/8/8/8/PPPPPPPP/RNAKFANR w - - 0 1';
    expect(shatranj.makeFen(read(shatranj, start))).toBe(start);
    expect(shatranj.makeFen(shatranj.start)).toBe(start);
    // Eight single steps, and two moves of each knight and of each alfil over its pawns.
    expect(shatranj.moves(shatranj.start)).toHaveLength(8 + 2 * 2 + 2 * 2);
  });
});
