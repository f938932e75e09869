import { parsePgn as parseElsewhere } from 'chessops/pgn';
import { describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { Game, replayed } from '../../src/play/game.ts';
import { GameTree } from '../../src/play/gameTree.ts';
import { makePgn } from '../../src/play/makePgn.ts';
import { numberedMoves } from '../../src/play/moveText.ts';
import { parsePasted } from '../../src/play/pasted.ts';
import { parsePgn, parsePgnGames } from '../../src/play/pgn.ts';
import { chess } from '../../src/rules/chess.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { findRuleSet, openNames } from '../../src/rules/registry.ts';
import { rulesOf } from '../../src/rules/rules.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { reach5 } from '../rules/reach5.ts';

const rules = metachess as RuleSet;

function read(text: string): GameTree {
  return unwrap(parsePgn(text, rules)).tree;
}

function sanOf(tree: GameTree): string[] {
  return tree.line().flatMap(({ game }) => game.lastPly?.san ?? []);
}

const annotated = `[Event "A game"]
[White "Ada"]
[Result "1-0"]

{ Before it } 1. e4 $1 e5 (1... c5 2. Nf3 (2. Nc3 { closed }) d6) (1... e6)
2. Nf3! { good } Nc6 ; to the end of the line
% for another program
3.Bb5 a6 1-0`;

describe('PGN', () => {
  test('is read with tags, variations, comments, glyphs and the result', () => {
    const tree = read(annotated);
    expect(sanOf(tree)).toEqual(['e4', 'e5', 'Nf3', 'Nc6', 'Bb5', 'a6']);
    expect(tree.tags.get('White')).toBe('Ada');
    expect(tree.result).toBe('1-0');
    expect(sanOf(tree.goTo(tree.at(['e2e4', 'c7c5'])))).toEqual(['e4', 'c5', 'Nf3', 'd6']);
    expect(sanOf(tree.goTo(tree.at(['e2e4', 'e7e6'])))).toEqual(['e4', 'e6']);
    const closed = tree.annotations.get(tree.at(['e2e4', 'c7c5', 'b1c3']));
    expect(closed).toEqual({ after: 'closed' });
    expect(tree.annotations.get(tree.root)).toEqual({ after: 'Before it' });
    const nf3 = tree.annotations.get(tree.at(['e2e4', 'e7e5', 'g1f3']));
    expect(nf3).toEqual({ after: 'good', glyphs: [1] });
  });

  test('has a pass of Reach Chess as a null move, and a reaching pawn without a promotion', () => {
    const reach = unwrap(findRuleSet('reach'));
    const start = Game.start(reach, unwrap(reach.parseFen('k7/P2P4/2K5/8/8/8/8/8 w - - 0 1')));
    const game = unwrap(
      replayed(
        start,
        ['c6b6', '0000', 'd7d8'].map((uci) => ({ uci })),
      ),
    );
    const text = makePgn(GameTree.of(game));
    expect(text).toContain('1. Kb6 -- 2. d8# 1-0');
    expect(sanOf(unwrap(parsePgn(text, rules)).tree)).toEqual(['Kb6', '--', 'd8#']);
  });

  test('survives the round trip, also through another reader', () => {
    const text = makePgn(read(annotated));
    expect(makePgn(read(text))).toBe(text);
    expect(text).toContain('1. e4! e5 (1... c5 2. Nf3 (2. Nc3 { closed }) 2... d6) (1... e6)');
    const [game] = parseElsewhere(text);
    expect([...game!.moves.mainline()].map(({ san }) => san)).toEqual(sanOf(read(annotated)));
    expect(game!.moves.children[0]!.children.map(({ data }) => data.san)).toEqual([
      'e5',
      'c5',
      'e6',
    ]);
    expect(game!.headers.get('White')).toBe('Ada');
    expect(game!.headers.get('Result')).toBe('1-0');
    expect(game!.headers.get('Variant')).toBe('Metachess');
  });

  test('of a game from another position has that position and the number of Black’s first move', () => {
    const fen = '8/8/8/8/3k4/8/8/K2Q4 b - - 0 1';
    const start = Game.start(rules, unwrap(rules.parseFen(fen)));
    const game = unwrap(replayed(start, [{ uci: 'd4c4' }, { uci: 'd1d2' }]));
    const text = makePgn(GameTree.of(game, new Map([['Event', 'The "longest" \\ win']])));
    expect(text).toContain('\n1... Kc4 2. Qd2 *\n\n');
    const [other] = parseElsewhere(text);
    expect(other!.headers.get('FEN')).toBe(fen);
    expect(other!.headers.get('Event')).toBe('The "longest" \\ win');
    expect(read(text).root.game.fen).toBe(fen);
  });

  test('has lines under 80 characters, and the result of a game that has ended', () => {
    const shuffle = ['g1f3', 'g8f6', 'f3g1', 'f6g8'].map((uci) => ({ uci }));
    const long = Array.from({ length: 40 }, () => shuffle).flat();
    const text = makePgn(GameTree.of(unwrap(replayed(Game.start(rules), long))));
    expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThan(80);
    expect(text).toContain('[Result "1/2-1/2"]');
  });

  test('of several games is read up to the end of the first', () => {
    const parsed = unwrap(parsePgn('1. e4 e5 *\n\n[Event "b"]\n\n1. d4 *', rules));
    expect(sanOf(parsed.tree)).toEqual(['e4', 'e5']);
    expect(parsed.more).toBe(true);
    const unfinished = unwrap(parsePgn('[Event "a"]\n\n1. e4\n\n[Event "b"]\n\n1. d4', rules));
    expect(sanOf(unfinished.tree)).toEqual(['e4']);
    expect(unfinished.more).toBe(true);
    expect(unwrap(parsePgn(annotated, rules)).more).toBe(false);
  });

  test.each([
    ['Standard', 'chess'],
    ['From Position', 'chess'],
    ['Metachess', 'metachess'],
    ['chess', 'chess'],
  ])('names its rules: %s is %s', (variant, name) => {
    const parsed = unwrap(parsePgn(`[Variant "${variant}"]\n\n1. f3 e5 *`, rules));
    expect(parsed.tree.rules.name).toBe(name);
    expect(parsed.namesRules).toBe(true);
  });

  const games = [...openNames, 'reach:nomove=chess', 'reach:draws=none', 'hutnik:Q=QN,B=t[FR]'];
  test.each(games)('of %s is read back by its own rules', (name) => {
    const own = unwrap(findRuleSet(name));
    const start = Game.start(own);
    const [first] = [...start.choices.values()].filter(({ legal }) => legal);
    const text = makePgn(GameTree.of(unwrap(start.play(first!.uci))));
    const parsed = unwrap(parsePgn(text, name === 'chess' ? metachess : chess));
    expect(parsed.tree.rules).toBe(own);
    expect(parsed.namesRules).toBe(true);
    expect(sanOf(parsed.tree)).toEqual([first!.san]);
    expect(makePgn(parsed.tree)).toBe(text);
  });

  test.each(['Illegal', 'illegal:hp=20'])('of a hidden game is refused: %s', (variant) => {
    expect(parsePgn(`[Variant "${variant}"]\n\n1. e4 *`, chess)).toMatchObject({
      ok: false,
      problem: { code: 'rules', message: expect.stringContaining('cannot be opened') },
    });
  });

  test('of a game that is not built in is read back by a reader that has its rules', () => {
    const text = makePgn(GameTree.of(Game.start(reach5)));
    expect(text).toContain('[Variant "Reach Chess on 5x4"]');
    expect(unwrap(parsePgn(text, reach5)).tree.rules).toBe(reach5);
    expect(unwrap(parsePgn(text, chess, [reach5])).tree.rules).toBe(reach5);
    expect(parsePgn(text, chess)).toMatchObject({ problem: { code: 'rules' } });
  });

  test('of a game without an initial position has the position it begins from', () => {
    const { start: _, ...described } = reach5.variant;
    const startless = rulesOf(described);
    const tree = GameTree.of(Game.start(startless, reach5.start));
    const text = makePgn(tree);
    expect(text).toContain(`[SetUp "1"]\n[FEN "${tree.game.fen}"]`);
    expect(unwrap(parsePgn(text, startless)).tree.game.fen).toBe(tree.game.fen);
    expect(parsePgn('1. Kb2 *', startless)).toMatchObject({ problem: { code: 'start' } });
  });

  test.each([
    ['1. e4 hello', 'san', "move 1 of Black: 'hello'"],
    ['1. f3 e5 2. g4', 'illegal', 'move 2: g4 is illegal here: it would allow Qh4#'],
    ['1. e4 (1. d4', 'pgn', "a ')' is missing"],
    ['1. e4) e5', 'pgn', 'never began'],
    ['(1. e4) e5', 'pgn', 'before the first move'],
    ['[Variant "Crazyhouse"]\n\n1. e4', 'rules', 'crazyhouse'],
    ['[FEN "8/8 w"]\n\n1. e4', 'fen-board', 'ranks'],
    ['{ long }'.repeat(20_000), 'pgn', 'at most 100,000 characters'],
  ])('that is wrong is refused: %#', (text, code, message) => {
    const parsed = parsePgn(text, rules);
    expect(parsed).toMatchObject({ ok: false, problem: { code } });
    if (!parsed.ok) expect(parsed.problem.message).toContain(message);
  });

  test('of a game without a claimed draw continues after the third repetition', () => {
    const shuffle = 'Nf3 Nf6 Ng1 Ng8 ';
    const parsed = parsePgn(`${shuffle.repeat(3)} e4 *`, chess as RuleSet);
    expect(sanOf(unwrap(parsed).tree)).toHaveLength(13);
  });
});

describe('a file of games', () => {
  const titlesOf = (text: string) =>
    [...parsePgnGames(text, rules)].map((read) =>
      read.ok ? `${read.value.rules.title}: ${sanOf(read.value).join(' ')}` : read.problem.code,
    );

  test('is read whole, every game by its own rules', () => {
    const trees = ['chess', 'reach', 'atomic', 'metachess'].map((name) => {
      const start = GameTree.start(unwrap(findRuleSet(name)));
      return unwrap(unwrap(start.play('e2e4')).play('e7e6'));
    });
    expect(titlesOf(trees.map(makePgn).join(''))).toEqual([
      'Chess: e4 e6',
      'Reach Chess: e4 e6',
      'Atomic chess: e4 e6',
      'Metachess: e4 e6',
    ]);
  });

  test.each([
    ['an illegal move', '[Event "a"]\n\n1. e4 e4 2. d4 (2. d3 *) 1-0\n\n', 'illegal'],
    ['unknown rules', '[Variant "Checkers"]\n\n1. e4 *\n\n', 'rules'],
    ['an open variation', '[Event "a"]\n\n1. e4 (1. d4\n\n', 'pgn'],
  ])('is read on after a game with %s', (_, wrong, code) => {
    const right = '[Event "b"]\n\n1. e4 *\n\n';
    const found = titlesOf(`${right}${wrong}${right}`);
    expect([found[0], found.at(-1)]).toEqual(['Metachess: e4', 'Metachess: e4']);
    expect(found).toHaveLength(3);
    expect(found[1]).toContain(code);
  });

  test('is no longer than a page can read', () => {
    expect(titlesOf('1. e4 * '.repeat(300_000))).toEqual(['pgn']);
  });

  test('has no games if it is empty', () => {
    expect(titlesOf(' \n')).toEqual([]);
  });
});

describe('pasted text', () => {
  test('may be a FEN, also with fields left out or with underscores, or a game', () => {
    const fen = '8/8/8/2K5/k7/8/4Q3/8';
    const full = `${fen} b - - 0 1`;
    expect(unwrap(parsePasted(full, rules)).tree.game.fen).toBe(full);
    expect(unwrap(parsePasted(full.replaceAll(' ', '_'), rules)).tree.game.fen).toBe(full);
    expect(unwrap(parsePasted(fen, rules)).tree.game.fen).toBe(`${fen} w - - 0 1`);
    expect(sanOf(unwrap(parsePasted(' 1. e4 ', rules)).tree)).toEqual(['e4']);
    expect(parsePasted(' ', rules)).toMatchObject({ problem: { code: 'pgn' } });
    expect(parsePasted('8/8/8 w', rules)).toMatchObject({ problem: { code: 'fen-board' } });
    const hutnik = unwrap(findRuleSet('hutnik'));
    const lost = '4k3/8/8/8/8/8/P7/4K3[Rn] w - - 0 1';
    expect(unwrap(parsePasted(lost, hutnik)).tree.game.fen).toBe(lost);
  });
});

test('moves are numbered, with three dots if Black begins', () => {
  expect(numberedMoves(['e4', 'e5', 'Nf3'], false)).toEqual(['1. e4', 'e5', '2. Nf3']);
  expect(numberedMoves(['e5', 'Nf3', 'Nc6'], true)).toEqual(['1... e5', '2. Nf3', 'Nc6']);
  expect(numberedMoves(['d5', 'Nf3'], true, 12)).toEqual(['12... d5', '13. Nf3']);
});
