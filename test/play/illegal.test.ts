import { describe, expect, test } from 'vitest';
import { BLACK, WHITE } from '../../src/pieces/army.ts';
import { isMated } from '../../src/play/illegal/verdict.ts';
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

  test('ends both rights', () => {
    expect(fenOf(played('4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1', 'e1g1*'))).toContain(' b - -');
  });

  test.each([
    ['the rook is gone', '4k3/7p/8/8/8/8/8/4K3 w - - 0 1', 'e1g1*'],
    ['the king is not at home', '4k3/8/8/8/8/8/8/3K3R w - - 0 1', 'd1g1*'],
    ['it is the other king', 'r3k3/8/8/8/8/8/8/4K3 w - - 0 1', 'e8c8*'],
  ])('not if %s', (_, fen, text) => expect(outcome(begun(fen), text)).toBe('impossible'));

  test('not if a king would be captured', () => {
    const game = played('4k3/8/8/8/8/8/8/4K2R b K - 0 1', 'e8g1');
    expect(outcome(game, 'e1g1*')).toBe('impossible');
  });

  test('is claimed by the king’s square, not the rook’s', () => {
    const castled = played('4k3/8/8/8/8/8/8/4K2R w - - 0 1', 'e1g1*');
    expect(playedOn(castled, 'claim f1').hp).toEqual([100, 94]);
    expect(playedOn(castled, 'claim g1').hp).toEqual([75, 100]);
  });
});

describe('a claim', () => {
  const cheated = played('startpos', 'e2e5');

  test('that is correct costs the mover, and he moves again from the position before', () => {
    const claimed = playedOn(cheated, 'claim e5');
    expect(claimed.hp).toEqual([93, 100]);
    expect(fenOf(claimed)).toBe(fenOf(begun('startpos')));
    expect(claimed.turn).toBe(WHITE);
    // His new move can be claimed again.
    expect(playedOn(claimed, 'e2e6', 'claim e6').hp).toEqual([86, 100]);
  });

  test('of the wrong square is incorrect, even of an illegal move', () => {
    const claimed = playedOn(cheated, 'claim e4');
    expect(claimed.hp).toEqual([100, 94]);
    expect(boardOf(claimed)).toBe(boardOf(cheated));
    expect(claimed.turn).toBe(BLACK);
  });

  test('of a legal move is incorrect', () => {
    expect(played('startpos', 'e2e4', 'claim e4').hp).toEqual([100, 94]);
  });

  test('after wrong ones may be right, in one turn', () => {
    const claimed = playedOn(cheated, 'claim e2', 'claim e4', 'claim e5');
    expect(claimed.hp).toEqual([93, 88]);
    expect(claimed.turn).toBe(WHITE);
  });

  test('after a wrong one one may move', () => {
    expect(outcome(playedOn(cheated, 'claim e2'), 'e7e6')).toBe('ok');
  });

  test('is not possible once one has moved: that confirms', () => {
    const confirmed = playedOn(cheated, 'e7e6');
    const own = confirmed.act(BLACK, 'claim e5');
    expect(own).toMatchObject({ ok: false, problem: { code: 'turn' } });
    // White may claim Black's move only.
    expect(playedOn(confirmed, 'claim e5').hp).toEqual([94, 100]);
    expect(playedOn(confirmed, 'claim e6').hp).toEqual([94, 100]);
  });

  test('is not possible before the first move, nor after a roll-back', () => {
    expect(outcome(begun('startpos'), 'claim e5')).toBe('claim');
    expect(outcome(playedOn(cheated, 'claim e5'), 'claim e5')).toBe('claim');
  });

  test('is not for the side that has moved', () => {
    expect(cheated.act(WHITE, 'claim e5')).toMatchObject({ ok: false, problem: { code: 'turn' } });
    expect(cheated.act(WHITE, 'd2d4')).toMatchObject({ ok: false, problem: { code: 'turn' } });
  });

  test('need not be made: play goes on after an illegal move', () => {
    expect(boardOf(playedOn(cheated, 'd7d6', 'e5d6'))).toBe(
      'rnbqkbnr/ppp1pppp/3P4/8/8/8/PPPP1PPP/RNBQKBNR',
    );
  });
});

describe('a roll-back restores', () => {
  test.each([
    ['a promotion', '4k3/8/8/8/8/8/P7/4K3 w - - 7 9', 'a2a8q', 'a8'],
    ['a castling with captures', '4k3/8/8/8/8/8/8/RNQqK3 w Q - 3 9', 'e1c1*', 'c1'],
    ['a capture of an own man', 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 5 9', 'a1h1', 'h1'],
    ['a right to take en passant', '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9', 'e5e7', 'e7'],
    ['a capture en passant', '4k3/8/8/N2p4/8/8/8/4K3 w - - 4 9', 'a5d4', 'd4'],
  ])('%s', (_, fen, text, square) => {
    const before = begun(fen);
    const after = playedOn(before, text, `claim ${square}`);
    expect(after.stage).toEqual(before.stage);
    expect(after.turn).toBe(WHITE);
  });

  test('the right to take en passant, for a new move', () => {
    const stepped = played('4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1', 'd7d5', 'e5e7', 'claim e7');
    expect(playedOn(stepped, 'e5d6*').last!.verdict).toBe('legal');
  });
});

describe('damage', () => {
  test.each([
    ['pawn e2-e5', 'startpos', 'e2e5', 'e5', 7],
    ['a knight to an empty illegal square', 'startpos', 'b1b5', 'b5', 11],
    ['a queen taking the own rook', 'startpos', 'd1a1', 'a1', 23],
    ['moving the opponent’s queen to an empty square', 'startpos', 'd8d4', 'd4', 33],
    ['the king into check', '3r2k1/8/8/8/8/8/8/4K3 w - - 0 1', 'e1d1', 'd1', 35],
    ['a pawn taking the own queen', 'startpos', 'e2d1', 'd1', 23],
    ['castling', '4k3/8/8/8/8/8/8/4K2R w - - 0 1', 'e1g1*', 'g1', 25],
    ['castling through check', '5rk1/8/8/8/8/8/8/4K2R w K - 0 1', 'e1g1*', 'g1', 35],
    [
      'the opponent’s man, the own king in check',
      '4r1k1/8/8/8/8/8/8/4K3 w - - 0 1',
      'e8e7',
      'e7',
      35,
    ],
  ])('%s costs %i', (_, fen, text, square, lost) =>
    expect(played(fen, text, `claim ${square}`).hp).toEqual([100 - lost, 100]),
  );

  test('the dearer the men, the more; the least is more than for an incorrect claim', () => {
    const lost = (text: string, square: string) =>
      100 - played('startpos', text, `claim ${square}`).hp[0];
    const costs = [lost('a2a5', 'a5'), lost('b1b5', 'b5'), lost('a1a5', 'a5'), lost('d1d5', 'd5')];
    expect(costs).toEqual([...costs].sort((one, other) => one - other));
    expect(costs[0]).toBeGreaterThan(6);
  });

  test('every number is an option', () => {
    const options = 'hp=50,base=1,factor=3,Q=4,R=2,danger=7,foreign=5,capture=6,wrong=9';
    const start = begun('startpos', options);
    expect(start.hp).toEqual([50, 50]);
    expect(playedOn(start, 'd1a1', 'claim a1').hp).toEqual([50 - 1 - 3 * 4, 50]);
    expect(playedOn(start, 'a8a4', 'claim a4').hp).toEqual([50 - 1 - 3 * 2 - 5, 50]);
    expect(playedOn(start, 'e2e4', 'claim e4').hp).toEqual([50, 41]);
    const king = begun('3r2k1/8/8/8/8/8/8/4K3 w - - 0 1', `${options},K=0`);
    expect(playedOn(king, 'e1d1', 'claim d1').hp).toEqual([50 - 1 - 7, 50]);
    expect(playedOn(king, 'e1d1', 'd8d1').hp).toEqual([50 - 1 - 7 - 6, 50]);
  });
});

describe('without hit points', () => {
  test('the mover has lost at once', () => {
    const game = playedOn(begun('startpos', 'hp=7'), 'e2e5', 'claim e5');
    expect(game.hp).toEqual([0, 7]);
    expect(game.ending).toEqual({ reason: 'hit points', winner: BLACK });
    expect(outcome(game, 'e2e4')).toBe('over');
  });

  test('the claimant has lost by an incorrect claim', () => {
    const game = playedOn(begun('startpos', 'hp=12'), 'e2e4', 'claim e4', 'claim e5');
    expect(game.hp).toEqual([12, 0]);
    expect(game.ending).toEqual({ reason: 'hit points', winner: WHITE });
  });
});

describe('capturing the king', () => {
  const left = played('4r1k1/8/8/8/8/8/P3K3/8 w - - 0 1', 'a2a3');

  test('is a claim that is correct and costs more, and is rolled back', () => {
    const claimed = playedOn(left, 'e8e2');
    expect(claimed.hp).toEqual([100 - (5 + 2 + 10 + 10), 100]);
    expect(boardOf(claimed)).toBe('4r1k1/8/8/8/8/8/P3K3/8');
    expect(claimed.turn).toBe(WHITE);
    expect(playedOn(left, 'claim a3').hp).toEqual([100 - (5 + 2 + 10), 100]);
  });

  test.each([
    ['a way in which the man does not move', 'g8e2'],
    ['a man of the other side', 'a3e2'],
    ['a special move', 'e8e2*'],
  ])('not by %s', (_, text) => expect(outcome(left, text)).toBe('impossible'));

  test('not once the move is confirmed', () => {
    const later = playedOn(left, 'g8g7', 'a3a4');
    // White's king has been in check all the time: a3a4 can be claimed, a2a3 cannot.
    expect(later.last!.verdict).toBe('illegal');
    expect(outcome(later, 'e8e2')).toBe('ok');
    // Black's king stays in check, White moves elsewhere, and has to move again.
    const missed = played('4k3/7p/8/8/8/8/P7/4RK2 b - - 0 1', 'h7h6', 'a2a5', 'claim a5');
    expect(outcome(missed, 'e1e8')).toBe('impossible');
  });

  test('even if the own king is in danger', () => {
    const game = played('k3r2R/8/8/8/8/8/P3K3/8 w - - 0 1', 'a2a3');
    expect(playedOn(game, 'e8e2').hp[0]).toBeLessThan(100);
  });

  test.each([
    ['on the square that it left', '4r1k1/8/8/8/8/8/8/4K2R w K - 0 1', 'e8e1*'],
    ['on the square that it passed', '5rk1/8/8/8/8/8/8/4K2R w K - 0 1', 'f8f1*'],
    ['on the square that it reached', '1k4r1/8/8/8/8/8/8/4K2R w K - 0 1', 'g8g1'],
    ['by a pawn that promotes', '6k1/8/8/8/8/8/4p3/4K2R w K - 0 1', 'e2f1q*'],
  ])('after castling %s', (_, fen, text) => {
    const claimed = played(fen, 'e1g1*', text);
    expect(claimed.hp).toEqual([100 - (5 + 20 + 10 + 10), 100]);
    expect(fenOf(claimed)).toBe(fenOf(begun(fen)));
  });

  test('en passant without attacking the square is impossible', () => {
    const game = played('5rk1/8/8/8/8/8/8/4K2R w K - 0 1', 'e1g1*');
    expect(outcome(game, 'f8e1*')).toBe('impossible');
  });

  test('en passant that has not castled is an incorrect claim, as the board does not tell', () => {
    const game = played('5rk1/8/8/8/8/8/8/4KR2 w - - 0 1', 'e1g1', 'f8f1*');
    expect(game.hp).toEqual([100, 94]);
    expect(game.turn).toBe(BLACK);
  });

  test('plainly on a square that the king passed takes the rook', () => {
    const game = played('5rk1/8/8/8/8/8/8/4K2R w K - 0 1', 'e1g1*', 'f8f1');
    expect(boardOf(game)).toBe('6k1/8/8/8/8/8/8/5rK1');
  });
});

describe('checkmate', () => {
  const mate = '6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1';
  const mated = played(mate, 'a1a8');

  test('does not end the game', () => {
    expect(isMated(mated.stage)).toBe(true);
    expect(mated.ending).toBeUndefined();
    expect(mated.draw).toBeUndefined();
  });

  test('an escape is legal but for the safety of the king: claiming it is incorrect', () => {
    const escaped = playedOn(mated, 'g8f8');
    expect(escaped.last).toMatchObject({ verdict: 'escape', faults: [] });
    expect(playedOn(escaped, 'claim f8').hp).toEqual([94, 100]);
    expect(playedOn(mated, 'g7g6').last!.verdict).toBe('escape');
  });

  test('capturing the king after an escape is fatal: it wins', () => {
    const game = playedOn(mated, 'g8f8', 'a8f8');
    expect(game.ending).toEqual({ reason: 'fatal capture', winner: WHITE });
    expect(game.hp).toEqual([100, 100]);
    expect(outcome(game, 'draw')).toBe('over');
  });

  test('an escape without a capture has succeeded: no longer mate', () => {
    const game = playedOn(mated, 'g8f8', 'a8a1');
    expect(isMated(game.stage)).toBe(false);
    // Black's king is safe on f8 now, and its moves are judged as ever.
    expect(playedOn(game, 'f8d8').last!.verdict).toBe('illegal');
    // Until checkmated again.
    expect(isMated(playedOn(game, 'f8g8', 'a1a8').stage)).toBe(true);
  });

  test('an illegal move may be tried instead, and claimed', () => {
    const game = playedOn(mated, 'a8a5');
    expect(game.last!.verdict).toBe('illegal');
    expect(playedOn(game, 'claim a5').hp[1]).toBeLessThan(100);
    expect(isMated(playedOn(game, 'claim a5').stage)).toBe(true);
  });

  test('capturing the king after an illegal attempt is a claim, not fatal', () => {
    const game = playedOn(mated, 'h7h5', 'a8g8');
    expect(playedOn(mated, 'h7h5').last!.verdict).toBe('escape');
    expect(game.ending).toMatchObject({ reason: 'fatal capture' });
    const tried = playedOn(mated, 'h7h4', 'a8g8');
    expect(tried.ending).toBeUndefined();
    expect(tried.hp).toEqual([100, 100 - (5 + 2 + 10 + 10)]);
    expect(isMated(tried.stage)).toBe(true);
  });

  test('castling is no escape', () => {
    const corner = played('4k2r/3ppp2/8/8/8/8/8/R3K3 w k - 0 1', 'a1a8', 'e8g8*');
    expect(corner.last!.verdict).toBe('illegal');
  });
});

describe('draws', () => {
  const stalemate = '7k/8/8/6Q1/8/8/8/K7 w - - 0 1';

  test('stalemate stands once it is accepted', () => {
    const game = played(stalemate, 'g5g6');
    expect([game.draw, game.ending]).toEqual(['stalemate', undefined]);
    expect(playedOn(game, 'accept').ending).toEqual({ reason: 'stalemate', winner: undefined });
  });

  test('no move is made then, not even an illegal one', () => {
    expect(outcome(played(stalemate, 'g5g6'), 'h8a8')).toBe('impossible');
  });

  test('an illegal move that stalemates can be caught', () => {
    const game = played('7k/8/8/8/8/8/Q7/K7 w - - 0 1', 'a2g6');
    expect(game.draw).toBe('stalemate');
    expect(playedOn(game, 'claim g6')).toMatchObject({ hp: [77, 100], draw: undefined });
    expect(playedOn(game, 'claim g5', 'accept').ending).toMatchObject({ reason: 'stalemate' });
  });

  test('nothing is accepted without a draw', () => {
    expect(outcome(played('startpos', 'e2e4'), 'accept')).toBe('draw');
    expect(outcome(played('startpos', 'e2e4'), 'draw')).toBe('draw');
  });

  test('a position that is drawn from the start', () => {
    expect(begun('7k/8/6Q1/8/8/8/8/K7 b - - 0 1').ending?.reason).toBe('stalemate');
  });

  test('threefold repetition, whatever the hit points', () => {
    const once = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];
    const game = playedOn(begun('startpos'), ...once, 'g1f3', 'claim f3', 'g8f6', 'f3g1');
    expect(game.draw).toBeUndefined();
    expect(playedOn(game, 'f6g8').draw).toBe('threefold repetition');
    expect(playedOn(game, 'f6g8', 'accept').ending?.reason).toBe('threefold repetition');
  });

  test('a position that was rolled back has not occurred', () => {
    const back = ['b1b5', 'claim b5'];
    const game = playedOn(begun('startpos'), ...back, ...back, 'b1b5');
    expect(game.draw).toBeUndefined();
  });

  test('other rights to castle or to take en passant make another position', () => {
    const rights = 'r3k3/8/8/8/8/8/8/4K2R w K - 0 1';
    const round = ['e1f1', 'e8d8', 'f1e1', 'd8e8'];
    expect(playedOn(begun(rights), ...round, ...round).draw).toBeUndefined();
    const without = begun(rights.replace('w K', 'w -'));
    expect(playedOn(without, ...round, ...round).draw).toBe('threefold repetition');
  });

  test.each([
    ['bare kings', '4k3/8/8/8/8/8/8/q3K3 w - - 0 1', 'e1a1'],
    ['a knight', '4k3/8/8/8/8/8/8/q3K1N1 w - - 0 1', 'e1a1'],
    ['a bishop', '4k3/8/8/8/8/8/8/q3K1B1 w - - 0 1', 'e1a1'],
  ])('%s cannot win', (_, fen, text) => expect(played(fen, text).draw).toBe('dead position'));

  test('two knights, or one on each side, can', () => {
    expect(played('4k3/8/8/8/8/8/8/q3K1NN w - - 0 1', 'e1a1').draw).toBeUndefined();
    expect(played('4k1n1/8/8/8/8/8/8/q3K1N1 w - - 0 1', 'e1a1').draw).toBeUndefined();
  });

  describe('50 moves', () => {
    const fen = (halfmoves: number) => `4k2r/7p/8/8/8/8/P7/R3K3 w - - ${halfmoves} 90`;

    test('are claimed by either player, at any time', () => {
      const game = played(fen(100), 'e1e2');
      for (const side of [WHITE, BLACK] as const) {
        const drawn = game.act(side, 'draw');
        expect(drawn.ok && drawn.value.ending).toEqual({
          reason: '50-move rule',
          winner: undefined,
        });
      }
    });

    test('not before', () => expect(outcome(played(fen(98), 'e1e2'), 'draw')).toBe('draw'));

    test('not by a move of one’s own that is not confirmed', () => {
      const game = played(fen(99), 'e1e2');
      expect(game.act(BLACK, 'draw').ok).toBe(true);
      expect(game.act(WHITE, 'draw').ok).toBe(false);
      expect(playedOn(game, 'e8e7').act(WHITE, 'draw').ok).toBe(true);
    });

    test.each([
      ['a capture', 'a1h7', 'draw'],
      ['a capture of an own man', 'a1a2', 'draw'],
      ['a pawn that advances', 'a2a3', 'draw'],
      ['a pawn that advances illegally', 'a2b4', 'draw'],
      ['a pawn that goes backwards, slightly sideways', 'a2b1', 'ok'],
      ['a pawn that goes sideways', 'a2b2', 'ok'],
      ['a king', 'e1e2', 'ok'],
    ])('%s', (_, text, code) => expect(outcome(played(fen(100), text), 'draw')).toBe(code));

    test('return with the position', () => {
      const game = played(fen(100), 'a2a5');
      expect(outcome(game, 'draw')).toBe('draw');
      expect(outcome(playedOn(game, 'claim a5'), 'draw')).toBe('ok');
    });

    test('75 draw without a claim', () => {
      const game = played(fen(149), 'e1e2');
      expect(game.draw).toBe('75-move rule');
      expect(playedOn(game, 'accept').ending?.reason).toBe('75-move rule');
      expect(played(fen(148), 'e1e2').draw).toBeUndefined();
    });
  });
});
