import { describe, expect, test } from 'vitest';
import { BLACK, WHITE } from '../../src/pieces/army.ts';
import { begun, boardOf, fenOf, outcome, played, playedOn } from './illegalGames.ts';

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
    ['a capture en passant', '4k3/8/8/1N1pP3/8/8/8/4K3 w - d6 0 9', 'b5d6*', 'd6'],
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
    // What castling captures counts, too.
    const castled = begun('4k3/8/8/8/8/8/8/4K1qR w - - 0 1', 'base=1,factor=3,Q=4,K=0,R=0');
    expect(playedOn(castled, 'e1g1*', 'claim g1').hp).toEqual([100 - 1 - 3 * 4, 100]);
  });
});

describe('without hit points', () => {
  test('the mover has lost at once', () => {
    const game = playedOn(begun('startpos', 'hp=7'), 'e2e5', 'claim e5');
    expect(game.hp).toEqual([0, 7]);
    expect(game.ending).toEqual({ reason: 'hit points', winner: BLACK });
    expect(outcome(game, 'e2e4')).toBe('over');
  });

  test('the mover has lost by a capture of the king', () => {
    const start = begun('4r1k1/8/8/8/8/8/P3K3/8 w - - 0 1', 'hp=27');
    const game = playedOn(start, 'a2a3', 'e8e2');
    expect([game.hp, game.ending]).toEqual([[0, 27], { reason: 'hit points', winner: BLACK }]);
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
    ['a man of its own side', 'e8g8'],
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
    // The king has gone two squares: that can still be claimed.
    expect(playedOn(game, 'claim g1').hp).toEqual([75, 94]);
  });

  test('en passant once the castling is confirmed is impossible', () => {
    const castled = played('5rk1/7p/8/8/8/8/8/4K2R w K - 0 1', 'e1g1*', 'h7h4', 'claim h4');
    expect(outcome(castled, 'f8f1*')).toBe('impossible');
  });

  test('plainly on a square that the king passed takes the rook', () => {
    const game = played('5rk1/8/8/8/8/8/8/4K2R w K - 0 1', 'e1g1*', 'f8f1');
    expect(boardOf(game)).toBe('6k1/8/8/8/8/8/8/5rK1');
  });
});
