import { describe, expect, test } from 'vitest';
import { begun, boardOf, fenOf, outcome, played, playedOn } from './illegalGames.ts';

describe('possible moves', () => {
  const middle = 'r3k2r/p7/8/8/3Q4/8/P6P/R3K2R w KQkq - 0 1';

  test.each([
    ['a legal move', 'd4d8', 'ok'],
    ['any other square', 'd4e6', 'ok'],
    ['over men', 'a1a6', 'ok'],
    ['an own man is captured', 'd4a2', 'ok'],
    ['an opposing man is moved', 'a8b3', 'ok'],
    ['an opposing man captures its own', 'a8a7', 'ok'],
    ['an opposing king is moved', 'e8e5', 'ok'],
    ['a pawn backwards', 'a2a1', 'ok'],
    ['a king two squares, which is no castling', 'e1g1', 'ok'],
    ['a pawn promotes from afar', 'a2c8q', 'ok'],
    ['an opposing pawn promotes', 'a7a1n', 'ok'],
    ['a pawn may not reach its far rank without', 'a2c8', 'impossible'],
    ['not to a king', 'a2c8k', 'impossible'],
    ['nothing else promotes', 'd4d8q', 'impossible'],
    ['a pawn does not elsewhere', 'a2a4q', 'impossible'],
    ['no man, no move', 'c3c4', 'impossible'],
    ['the own king stays', 'd4e1', 'impossible'],
    ['the other king is captured by a claim only', 'd4e8', 'impossible'],
    ['a man has to move', 'd4d4', 'action'],
    ['words', 'resign', 'action'],
    ['squares off the board', 'd4d9', 'action'],
  ])('%s: %s is %s', (_, text, code) => expect(outcome(begun(middle), text)).toBe(code));
});

/** How the last move is judged. */
function verdictOf(fen: string, ...texts: readonly string[]) {
  const { verdict, faults } = played(fen, ...texts).last!;
  return [verdict, ...faults].join(' ');
}

describe('a move is judged', () => {
  test.each([
    ['legal', 'startpos', ['e2e4'], 'legal'],
    ['moving the opponent’s men', 'startpos', ['e7e5'], 'illegal foreign'],
    ['capturing one’s own', 'startpos', ['d1d2'], 'illegal own'],
    ['through men', 'startpos', ['a1a3'], 'illegal movement'],
    ['king left in check', '4r1k1/8/8/8/8/8/P3K3/8 w - - 0 1', ['a2a3'], 'illegal danger'],
    ['king put in check', '3r2k1/8/8/8/8/8/8/4K3 w - - 0 1', ['e1d1'], 'illegal danger'],
    ['king two squares', '4k3/8/8/8/8/8/8/4K2R w K - 0 1', ['e1g1'], 'illegal movement'],
    ['castling', '4k3/8/8/8/8/8/8/4K2R w K - 0 1', ['e1g1*'], 'legal'],
    ['castling without the right', '4k3/8/8/8/8/8/8/4K2R w - - 0 1', ['e1g1*'], 'illegal castling'],
    ['castling through men', '4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1', ['e1c1*'], 'illegal castling'],
    [
      'castling out of check',
      '4r1k1/8/8/8/8/8/8/4K2R w K - 0 1',
      ['e1g1*'],
      'illegal castling danger',
    ],
    [
      'castling through check',
      '5rk1/8/8/8/8/8/8/4K2R w K - 0 1',
      ['e1g1*'],
      'illegal castling danger',
    ],
    [
      'castling into check',
      '1k4r1/8/8/8/8/8/8/4K2R w K - 0 1',
      ['e1g1*'],
      'illegal castling danger',
    ],
    ['en passant', '4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1', ['d7d5', 'e5d6*'], 'legal'],
    [
      'en passant by a piece',
      '4k3/3p4/8/1N2P3/8/8/8/4K3 b - - 0 1',
      ['d7d5', 'b5d6*'],
      'illegal passing',
    ],
    [
      'en passant after a single step',
      '4k3/8/3p4/4P3/8/8/8/4K3 b - - 0 1',
      ['d6d5', 'e5d6*'],
      'illegal passing',
    ],
    [
      'en passant by an own man of the pawn',
      '4k3/3p4/8/8/8/8/8/4K3 b - - 0 1',
      ['d7d5', 'e8d6*'],
      'illegal foreign',
    ],
    [
      'diagonally without the capture',
      '4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1',
      ['d7d5', 'e5d6'],
      'illegal movement',
    ],
    ['a pawn any number of squares', 'startpos', ['e2e5'], 'illegal movement'],
    ['several at once to promote', '4k3/8/8/8/8/8/P7/4K3 w - - 0 1', ['a2a8q'], 'illegal movement'],
    [
      'a pawn back on its home rank',
      '4k3/8/8/8/8/P7/8/4K3 w - - 0 1',
      ['a3a2', 'e8d8', 'a2a4'],
      'legal',
    ],
  ])('%s', (_, fen, texts, verdict) => expect(verdictOf(fen, ...texts)).toBe(verdict));

  test('a pawn that goes diagonally leaves the other one on the board', () => {
    const game = played('4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1', 'd7d5', 'e5d6');
    expect(boardOf(game)).toBe('4k3/8/3P4/3p4/8/8/8/4K3');
  });

  test('a pawn that the opponent promotes keeps its side', () => {
    expect(boardOf(played('4k3/8/8/8/8/p7/8/4K3 w - - 0 1', 'a3b1n'))).toBe(
      '4k3/8/8/8/8/8/8/1n2K3',
    );
  });

  test.each([
    ['an own pawn that the opponent has moved', '4k3/3pp3/8/8/8/8/8/4K3 w - - 0 1', 'd7d5'],
    ['a pawn that has moved two ranks slantwise', '4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1', 'e2g4'],
  ])('nobody has a right to take en passant %s', (_, fen, text) => {
    expect(fenOf(played(fen, text))).toMatch(/ b - - /);
  });

  test.each([
    ['the pawn itself', '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1', 'e2e4', 'e4e3*'],
    [
      'an own man, of a pawn that the opponent has moved',
      '4k3/3pp3/8/8/8/8/8/4K3 w - - 0 1',
      'd7d5',
      'e7d6*',
    ],
  ])('en passant is impossible by %s', (_, fen, text, taking) => {
    expect(outcome(played(fen, text), taking)).toBe('impossible');
  });

  test('two steps of a pawn in the centre allow to take it en passant', () => {
    const centre = '4k3/8/3p4/8/8/4P3/8/4K3 b - - 0 1';
    expect(verdictOf(centre, 'd6d4')).toBe('illegal movement');
    const beside = '4k3/8/3p4/8/4P3/8/8/4K3 b - - 0 1';
    const taken = played(beside, 'd6d4', 'e4d5*');
    expect(taken.last!.verdict).toBe('legal');
    expect(boardOf(taken)).toBe('4k3/8/8/3P4/8/8/8/4K3');
    expect(verdictOf(beside, 'd6d4', 'e1d5*')).toBe('illegal passing');
  });
});

describe('castling', () => {
  test('what stands where king and rook arrive is captured, the rest stays', () => {
    const game = played('4k3/8/8/8/8/8/8/RNBQK3 w Q - 0 1', 'e1c1*');
    expect(boardOf(game)).toBe('4k3/8/8/8/8/8/8/1NKR4');
    expect(game.last!.verdict).toBe('illegal');
  });

  test('of the own side and of the other', () => {
    const game = played('4k3/8/8/8/8/8/8/4KqNR w K - 0 1', 'e1g1*');
    expect(boardOf(game)).toBe('4k3/8/8/8/8/8/8/5RK1');
  });

  test('with a rook that was captured by another one is illegal', () => {
    const game = played('r3k3/8/8/8/8/8/8/R3K2R w KQq - 0 1', 'a1h1', 'e8d8', 'e1g1*');
    expect(game.last!.verdict).toBe('illegal');
  });

  test('ends both rights', () => {
    expect(fenOf(played('4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1', 'e1g1*'))).toContain(' b - -');
  });

  test.each([
    ['the rook is gone', '4k3/7p/8/8/8/8/8/4K3 w - - 0 1', 'e1g1*'],
    ['it is the rook that moves', '4k3/8/8/8/8/8/8/4K2R w K - 0 1', 'h1g1*'],
    ['the king is not at home', '4k3/8/8/8/8/8/8/3K3R w - - 0 1', 'd1g1*'],
    ['it is the other king', 'r3k3/8/8/8/8/8/8/4K3 w - - 0 1', 'e8c8*'],
  ])('not if %s', (_, fen, text) => expect(outcome(begun(fen), text)).toBe('impossible'));

  test.each(['g1', 'f1'])('not if a king would be captured on %s', (square) => {
    const game = played('4k3/8/8/8/8/8/8/4K2R b K - 0 1', `e8${square}`);
    expect(outcome(game, 'e1g1*')).toBe('impossible');
  });

  test('is claimed by the king’s square, not the rook’s', () => {
    const castled = played('4k3/8/8/8/8/8/8/4K2R w - - 0 1', 'e1g1*');
    expect(playedOn(castled, 'claim f1').hp).toEqual([100, 94]);
    expect(playedOn(castled, 'claim g1').hp).toEqual([75, 100]);
  });
});
