import { describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { Game, replayed } from '../../src/play/game.ts';
import { choiceWords } from '../../src/play/words.ts';
import { chess } from '../../src/rules/chess.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { findRuleSet } from '../../src/rules/registry.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { reach5 } from '../rules/reach5.ts';

/** A game with moves in UCI. */
function played(game: Game, moves: string): Game {
  return moves.split(' ').reduce((each, uci) => unwrap(each.play(uci)), game);
}

function from(fen: string, rules: RuleSet = metachess): Game {
  return Game.start(rules, unwrap(rules.parseFen(fen)));
}

const shuffle = 'g1f3 g8f6 f3g1 f6g8';

describe('a game in play', () => {
  test('knows its moves in both notations, and its position', () => {
    const game = played(Game.start(metachess), 'e2e4 c7c5 g1f3');
    expect(game.plies.map(({ san }) => san)).toEqual(['e4', 'c5', 'Nf3']);
    expect(game.plies.map(({ uci }) => uci)).toEqual(['e2e4', 'c7c5', 'g1f3']);
    expect(game.fen).toBe('rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2');
    expect(game.length).toBe(3);
    expect(game.turn).toBe(1);
  });

  test('is not changed by a move', () => {
    const start = Game.start(metachess);
    const game = unwrap(start.play('e2e4'));
    unwrap(game.play('e7e5'));
    expect(start.plies).toEqual([]);
    expect(game.plies.map(({ san }) => san)).toEqual(['e4']);
  });

  test('refuses what no piece can do, what the rules forbid, and any move once it is over', () => {
    const game = played(Game.start(metachess), 'f2f3 e7e5');
    expect(game.play('e2e5')).toMatchObject({ ok: false, problem: { code: 'no-move' } });
    expect(game.play('g2g4')).toMatchObject({
      ok: false,
      problem: { code: 'illegal', message: 'g4 is illegal here: it would allow Qh4#' },
    });
    const mated = played(Game.start(chess), 'f2f3 e7e5 g2g4 d8h4');
    expect(mated.play('e2e4')).toMatchObject({
      ok: false,
      problem: { code: 'over', message: expect.stringMatching(/^the game is over: Checkmate: /) },
    });
  });

  test('lists every move of the pieces, the forbidden ones with their refutation', () => {
    const { choices } = played(Game.start(metachess), 'f2f3 e7e5');
    expect(choices.size).toBe(19);
    const forbidden = [...choices.values()].filter(({ legal }) => !legal);
    expect(forbidden.map(({ san }) => san)).toEqual(['g4']);
    expect(choices.get('g2g4')!.refutation).toMatchObject({ san: 'Qh4#', passing: undefined });
    expect(choices.get('e2e4')!.refutation).toBeUndefined();
  });

  test('computes the moves of a position once', () => {
    let asked = 0;
    const counting: RuleSet = Object.assign(Object.create(metachess), {
      legalMoves: (position: never) => {
        asked++;
        return metachess.legalMoves(position);
      },
    });
    const game = Game.start(counting);
    for (let i = 0; i < 3; i++) unwrap(game.play('e2e4'));
    expect(game.status.ending).toBeUndefined();
    expect(game.choices.size).toBe(20);
    expect(asked).toBe(1);
  });

  test('explains forbidden castling by the square on which the king could be mated', () => {
    const game = from('3qk3/8/8/8/8/8/2P1PPPP/4K2R w K - 0 1');
    const castling = game.choices.get('e1g1')!;
    expect(castling.legal).toBe(false);
    expect(choiceWords(castling)).toBe(
      'O-O is illegal here: the king passes f1, where Qd1# would be mate',
    );
  });

  test('is drawn by the third repetition and not before, and its earlier stages are still open', () => {
    const twice = played(Game.start(metachess), shuffle);
    expect(twice.times).toBe(2);
    expect(twice.status.ending).toBeUndefined();
    const third = played(twice, shuffle);
    expect(third.status.ending).toEqual({ reason: 'threefold repetition', wdl: 0 });
    expect(third.play('e2e4')).toMatchObject({ problem: { code: 'over' } });
    expect(third.follow('e2e4')).toMatchObject({ ok: true });
    expect(third.shortened(4).status.ending).toBeUndefined();
  });

  test('has a stage for each position it went through', () => {
    const game = played(Game.start(metachess), 'e2e4 e7e5');
    expect(game.stages().map(({ length }) => length)).toEqual([0, 1, 2]);
    expect(game.stages().at(-1)!.fen).toBe(game.fen);
    expect(game.shortened(1).plies.map(({ san }) => san)).toEqual(['e4']);
    expect(Game.start(metachess).stages()).toHaveLength(1);
  });

  test('is restored from its record without computing legal moves', () => {
    const moves = [{ uci: 'f2f3', san: 'f3' }, { uci: 'e7e5' }, { uci: 'g2g4', san: 'recorded' }];
    const game = unwrap(replayed(Game.start(metachess), moves));
    expect(game.plies.map(({ san }) => san)).toEqual(['f3', 'e5', 'recorded']);
    expect(replayed(Game.start(metachess), [{ uci: 'e2e5' }])).toMatchObject({
      problem: { code: 'no-move' },
    });
  });

  test('works with any rule set', () => {
    const game = Game.start(reach5);
    const [first] = [...game.choices.values()].filter(({ legal }) => legal);
    expect(unwrap(game.play(first!.uci)).length).toBe(1);
  });
});

describe('the status', () => {
  test.each([
    ['r5k1/8/8/8/8/8/5PPP/6K1 w - - 0 1', 'metacheck', 'in metacheck: Ra1# is threatened.'],
    ['4k3/8/8/8/8/8/4r3/4K3 w - - 0 1', 'check', 'White to move, in check.'],
    ['4k3/8/8/8/8/8/8/4K2R w K - 0 1', undefined, 'White to move.'],
  ] as const)('of %s while the game goes on: %s', (fen, alarm, words) => {
    const { status } = from(fen);
    expect(status.alarm).toBe(alarm);
    expect(status.words).toContain(words);
    expect(status.ending).toBeUndefined();
  });

  test.each([
    ['7k/6Q1/7K/8/8/8/8/8 b - - 0 1', 'Black is in check and has no way out'],
    ['7k/8/7K/8/8/8/8/6Q1 b - - 0 1', 'Chess would call it stalemate. White wins'],
    ['8/8/8/3K4/8/R7/2R2k2/8 b - - 0 1', 'every way out would allow mate'],
    ['8/8/8/8/8/2R5/k7/2K5 b - - 0 1', 'Stalemate: every move of Black would allow mate'],
    ['7k/8/8/8/8/4K3/8/1R6 b - - 100 80', 'The 50-move rule'],
    ['7k/8/8/6K1/8/8/8/6B1 b - - 0 1', 'Dead position: with these pieces neither side'],
  ])('explains how a game has ended: %s', (fen, words) => {
    const { status } = from(fen);
    expect(status.ending).toBeDefined();
    expect(status.words).toContain(words);
  });

  const bare = 'has nothing left but its king';
  test.each([
    [
      'shatranj',
      'k1K5/7R/8/8/8/8/p7/N7 b',
      -1,
      'Stalemate: Black cannot move and is not in check. White wins.',
    ],
    [
      'chess',
      'k7/2Q5/8/8/8/8/8/4K3 b',
      0,
      'Stalemate: Black cannot move and is not in check. A draw.',
    ],
    ['shatranj', '7k/8/8/8/8/8/R7/K7 b', -1, `Bare king: Black ${bare}. White wins.`],
    ['shatranj', '7k/8/8/8/8/8/R7/K7 w', 1, `Bare king: Black ${bare}. White wins.`],
    [
      'shatranj',
      '7k/8/8/8/8/8/8/K7 w',
      0,
      'Bare kings: neither side has anything left but its king. A draw.',
    ],
    [
      'reach',
      '3Q4/8/8/8/7k/8/8/K7 b',
      -1,
      'Reached: White has a piece on a goal rank. White wins.',
    ],
    [
      'hutnik:reach=king',
      '3K4/8/8/8/7k/8/8/8[] b',
      -1,
      'Reached: White has a king on a goal rank. White wins.',
    ],
    [
      'reach',
      '6bk/5p1p/5P1P/8/8/p1p5/P1P5/KB6 b',
      0,
      'Double stalemate: neither side can move. A draw.',
    ],
    ['antichess', '8/8/8/8/8/p7/P7/8 w', 1, 'Stalemate: White cannot move. White wins.'],
    ['antichess', '8/8/8/8/8/1P6/8/8 b', 1, 'No piece left: Black has no piece. Black wins.'],
    ['atomic', '8/p7/8/8/8/8/8/K7 b', -1, 'No king left: Black has no king. White wins.'],
    [
      'kingofthehill',
      '7k/8/8/8/3K4/8/8/8 b',
      -1,
      'Reached: White has a king on a goal square. White wins.',
    ],
    [
      'racingkings',
      'K6k/8/8/8/8/8/8/8 w',
      0,
      'Reached: each side has a king on a goal square. A draw.',
    ],
  ] as const)('names the end of a game of %s, and who has won: %s', (name, fen, wdl, words) => {
    const { status } = from(fen, unwrap(findRuleSet(name)));
    expect(status.ending?.wdl).toBe(wdl);
    expect(status.words).toBe(words);
  });

  test('goes on while a bare king may still take the last piece of the other', () => {
    const shatranj = unwrap(findRuleSet('shatranj'));
    const game = from('8/8/8/8/8/1k6/1R6/3K4 b', shatranj);
    expect(game.status).toMatchObject({ ending: undefined, words: 'Black to move, in check.' });
    expect(unwrap(game.play('b3b2')).status.ending).toEqual({ reason: 'bare kings', wdl: 0 });
    expect(unwrap(game.play('b3a3')).status.ending).toEqual({ reason: 'bare king', wdl: 1 });
  });
});
