import { describe, expect, test } from 'vitest';
import { mateProblems } from '../../figures/mateProblems.ts';
import { unwrap } from '../../src/board/result.ts';
import { Game } from '../../src/play/game.ts';
import { chess } from '../../src/rules/chess.ts';
import { gameNames } from '../../src/rules/registry.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import type { Analysis } from '../../src/search/analysis.ts';
import { Search } from '../../src/search/search.ts';
import { random } from '../../tools/random.ts';
import { gameOf } from '../games/moves.ts';
import { Solved } from '../solve/solved.ts';
import { seed } from '../thorough.ts';
import { isTrueClaim } from './claims.ts';
import { positionsOf, valuesOf } from './positionsOf.ts';

const at = (rules: RuleSet, fen: string) => Game.start(rules, unwrap(rules.parseFen(fen)));

describe.each(gameNames.map(gameOf))('a search of $name', (rules) => {
  const game = Game.start(rules);
  const search = new Search(rules, { hashBytes: 1 << 20 });
  const found = search.analyze(game, { depth: 4, lines: 3 });

  test('finds lines of legal moves, each with another first move, the best first', () => {
    expect(found.depth).toBe(4);
    expect(new Set(found.lines.map(({ moves: [first] }) => first)).size).toBe(3);
    for (const { moves } of found.lines) {
      expect(moves.reduce((now, uci) => unwrap(now.play(uci)), game).length).toBe(moves.length);
    }
    const values = found.lines.map(({ score }) => (score.kind === 'estimate' ? score.value : 0));
    expect(values).toEqual([...values].sort((a, b) => b - a));
  });

  test('finds the same again once it has forgotten', () => {
    search.clear();
    expect(search.analyze(game, { depth: 4, lines: 3 })).toEqual(found);
  });
});

describe('a search ends', () => {
  const game = Game.start(chess);

  test.each([1, 20, 777])('after %i nodes', (nodes) => {
    const { lines, ...found } = new Search(chess).analyze(game, { nodes, lines: 3 });
    expect(found.nodes).toBe(nodes);
    // Nothing is said of moves that there was no time for.
    expect(lines.map(({ score }) => score.kind)).toEqual(['estimate', 'estimate', 'estimate']);
  });

  test('when its time is over, with what it has found', () => {
    let clock = 0;
    const search = new Search(chess, { now: () => clock++ });
    const found = search.analyze(game, { milliseconds: 12 });
    expect(found.lines).toHaveLength(1);
    expect(clock).toBeGreaterThan(12);
    expect(clock).toBeLessThan(20);
  });

  test('when it is stopped', () => {
    let asked = 0;
    const search = new Search(chess, { isStopped: () => ++asked === 4 });
    const depths: number[] = [];
    const found = search.analyze(game, {}, ({ depth }) => depths.push(depth));
    expect(asked).toBe(4);
    expect(found.depth).toBe(depths.at(-1));
  });

  test('at once if the game is over', () => {
    const mated = at(chess, '7k/6Q1/6K1/8/8/8/8/8 b - - 0 1');
    expect(new Search(chess).analyze(mated, { depth: 5 }).lines).toEqual([]);
  });
});

test('a repetition of the game that was played is a draw', () => {
  // White is lost, but for the queen's checks.
  let game = at(chess, '7k/5p1p/8/6Q1/8/8/qr6/7K w - - 0 1');
  for (const uci of ['g5d8', 'h8g7', 'd8g5', 'g7h8']) game = unwrap(game.play(uci));
  const { score, moves } = new Search(chess).analyze(game, { depth: 6 }).lines[0]!;
  expect(moves[0]).toMatch(/^g5(d8|f6)$/);
  expect(score).toEqual({ kind: 'estimate', value: 0 });
});

describe('what a search says of the end is true', () => {
  test('of published mates in two and three, most of which it sees', () => {
    // It leaves out what seldom helps: composers like that. To see all is the work of proofs.
    const problems = mateProblems.filter(([, moves]) => moves <= 3);
    const seen = problems.filter(([fen, moves, keys]) => {
      const { lines } = new Search(chess).analyze(at(chess, fen), { depth: 4 * moves });
      const { score, moves: line } = lines[0]!;
      expect(score.kind, fen).not.toBe('loss');
      if (score.kind !== 'win') return false;
      expect(score.plies, fen).toBeGreaterThanOrEqual(2 * moves - 1);
      if (score.plies === 2 * moves - 1) expect(keys, fen).toContain(line[0]);
      return true;
    });
    expect(seen.length).toBeGreaterThanOrEqual(problems.length - 3);
  });

  test('of Reach Chess, whose sides pass', () => {
    const rules = gameOf('reach');
    const table = new Solved(rules).get('KRvk');
    const search = new Search(rules, { hashBytes: 1 << 22 });
    let decided = 0;
    let left = 60;
    for (const { position, value } of positionsOf(
      rules,
      table,
      random(seed),
      ({ dtm }) => dtm > 0,
    )) {
      const fen = rules.makeFen(position);
      search.analyze(Game.start(rules, position), { depth: 6 }, ({ depth, lines }) => {
        const { score } = lines[0]!;
        if (isTrueClaim(score, value, fen)) decided++;
        // What is near is seen, in time.
        if (depth < value.dtm || value.dtm > 3) return;
        const kind = value.wdl > 0 ? 'win' : 'loss';
        expect(score, `${fen} at depth ${depth}`).toEqual({ kind, plies: value.dtm });
      });
      if (--left === 0) break;
    }
    expect(decided).toBeGreaterThan(20);
  });

  test('where one side has far more than any army', () => {
    const board = '11k/10pp/12/QQQQQQQQQ3/QQQQQQQQQ3/QQQQQQQQQ3/QQQQQQQQQ3/12/12/12/12/K11';
    const lost = at(gameOf('metamachy'), `${board} b - - 0 1`);
    expect(new Search(lost.rules).analyze(lost, { depth: 1 }).lines[0]!.score.kind).toBe(
      'estimate',
    );
  });

  test('where tables have every position', () => {
    const rules = gameOf('chess');
    const solved = new Solved(rules);
    const table = solved.get('KQvk');
    const search = new Search(rules, { tables: valuesOf(rules, [table]) });
    let left = 30;
    for (const { position, value } of positionsOf(
      rules,
      table,
      random(seed),
      ({ dtm }) => dtm > 1,
    )) {
      const game = Game.start(rules, position);
      const [line] = search.analyze(game, { depth: 3 }).lines;
      const kind = value.wdl > 0 ? 'win' : 'loss';
      expect(line!.score, game.fen).toEqual({ kind, plies: value.dtm });
      if (--left === 0) break;
    }
  });
});

test('depths are reported as they are done', () => {
  const depths: Analysis[] = [];
  const found = new Search(chess).analyze(Game.start(chess), { depth: 5 }, (each) =>
    depths.push(each),
  );
  expect(depths.map(({ depth }) => depth)).toEqual([1, 2, 3, 4, 5]);
  expect(depths.at(-1)).toEqual(found);
});
