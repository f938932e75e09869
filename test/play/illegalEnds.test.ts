import { describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { BLACK, WHITE } from '../../src/pieces/army.ts';
import { OTHERS_DRAW } from '../../src/play/illegal/action.ts';
import { isMated } from '../../src/play/illegal/verdict.ts';
import { begun, outcome, played, playedOn } from './illegalGames.ts';

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

  test('an escape may take en passant', () => {
    const game = played('2K5/8/8/8/3p4/R7/R3P2k/1R6 w - - 0 1', 'e2e4');
    expect(isMated(game.stage)).toBe(true);
    expect(playedOn(game, 'd4e3*').last!.verdict).toBe('escape');
  });

  test('a king that is still in check after an escape, without a legal move, is mated again', () => {
    const escaped = played('6k1/5ppp/8/2p5/8/8/8/R3K3 w - - 0 1', 'a1a8', 'c5c4');
    const again = playedOn(escaped, 'e1e2');
    expect(isMated(again.stage)).toBe(true);
    expect(playedOn(again, 'c4c3').last!.verdict).toBe('escape');
  });

  test('capturing the king en passant after an escape that looks like castling is incorrect', () => {
    const game = played('5r1k/6p1/8/8/2B5/8/6R1/2K1R3 w - - 0 1', 'g2h2', 'h8g8');
    expect(game.last!.verdict).toBe('escape');
    const { ending, hp } = playedOn(game, 'e1e8*');
    expect([ending, hp]).toEqual([undefined, [94, 100]]);
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

  test.each([
    ['costs hit points', '4k3/4p3/4K3/8/8/8/8/8 w - - 0 1', ['e6e7'], 'dead position', 'e8e7', 55],
    [
      'wins after an escape',
      '6k1/5ppp/8/8/8/8/8/R3K3 w - - 148 90',
      ['a1a8', 'g8f8'],
      '75-move rule',
      'a8f8',
      100,
    ],
  ])('capturing the king is a claim then, too: it %s', (_, fen, texts, draw, text, hp) => {
    const game = played(fen, ...texts);
    expect(game.draw).toBe(draw);
    const captured = playedOn(game, text);
    expect(captured.hp[0]).toBe(hp);
    expect(captured.ending?.reason).toBe(hp === 100 ? 'fatal capture' : undefined);
  });

  test('only the player to move accepts', () => {
    const game = played(stalemate, 'g5g6');
    expect(game.act(WHITE, 'accept')).toMatchObject({ ok: false, problem: { code: 'turn' } });
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

  test('the same board with the other side to move is another position', () => {
    const round = ['g1f3', 'f3h3', 'h3g1'];
    const game = playedOn(begun('startpos'), ...round, ...round, ...round);
    expect(game.draw).toBeUndefined();
    expect(playedOn(game, ...round).draw).toBe('threefold repetition');
  });

  test.each([
    ['can be taken en passant', '4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1', 'd7d5', undefined],
    ['is in the centre', '4k3/8/3p4/8/4P3/8/8/4K3 b - - 0 1', 'd6d4', undefined],
    ['no pawn can take', '4k3/3p4/8/8/8/8/4P3/4K3 b - - 0 1', 'd7d5', 'threefold repetition'],
  ])('a position in which a pawn %s counts accordingly', (_, fen, text, draw) => {
    const round = ['e1d1', 'e8d8', 'd1e1', 'd8e8'];
    expect(played(fen, text, ...round, ...round).draw).toBe(draw);
  });

  test('other rights to castle make another position', () => {
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

    test('are claimed by the same player when the log is replayed', () => {
      const game = played(fen(100), 'e1e2');
      for (const side of [WHITE, BLACK] as const) {
        const drawn = unwrap(game.act(side, 'draw'));
        expect(drawn.events.at(-1)).toMatchObject({ type: 'draw', by: side });
        expect(playedOn(begun(fen(100)), ...drawn.log)).toEqual(drawn);
      }
      expect(outcome(game, OTHERS_DRAW)).toBe('action');
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
