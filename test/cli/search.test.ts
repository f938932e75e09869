import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { layTables, makeFolder, metatb, metatbJson, start } from './metatb.ts';

/** The commands that search: `analyze` and `mate`. */

const dir = join(makeFolder(), 'tables');

beforeAll(() => layTables(dir, ['KQvk', 'KRvk', 'KBvk', 'KNvk', 'KPvk'], 'chess'));

interface Analyzed {
  readonly over: string | null;
  readonly depth: number;
  readonly nodes: number;
  readonly lines: readonly {
    readonly score: { readonly kind: string; readonly plies?: number };
    readonly uci: readonly string[];
    readonly san: readonly string[];
  }[];
}

interface Mated {
  readonly wdl: number | null;
  readonly plies: number | null;
  readonly moves: readonly { readonly uci: string; readonly plies: number }[];
  readonly only: boolean;
  readonly line: readonly string[];
  readonly san: readonly string[];
}

const chess = ['--rules', 'chess'];
const backRank = '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1';

describe('analyze', () => {
  test('finds as many lines as it is asked for, the best first', async () => {
    const args = ['analyze', backRank, '--depth', '3', '--multipv', '3', ...chess];
    const { over, depth, lines } = await metatbJson<Analyzed>(...args);
    expect({ over, depth, count: lines.length }).toEqual({ over: null, depth: 3, count: 3 });
    expect(lines[0]).toEqual({ score: { kind: 'win', plies: 1 }, uci: ['a1a8'], san: ['Ra8#'] });
  });

  test('prints the same for the same depth', async () => {
    const args = ['analyze', 'startpos', '--depth', '5', '--multipv', '2'];
    const [first, second] = [await metatb(args), await metatb(args)];
    expect(first.stdout).toMatch(/^[+-]\d\.\d\d {2}1\. \S+ \S+ 2\. .*\n[+-]/);
    expect(withoutSpeed(second.stdout)).toBe(withoutSpeed(first.stdout));
  });

  test('starts after the moves of a game, in UCI or SAN', async () => {
    const args = ['analyze', 'startpos', '--moves', 'f3 e7e5 g4', '--depth', '2', ...chess];
    const { stdout, status } = await metatb(args);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^wins in 1 ply {2}2\.\.\. Qh4#$/m);
  });

  test('says that the game is over', async () => {
    const args = ['analyze', 'startpos', '--moves', 'f3 e5 g4 Qh4#', ...chess];
    expect((await metatb(args)).stdout).toMatch(/^The game is over\. Checkmate/);
    const { over, lines } = await metatbJson<Analyzed>(...args);
    expect({ over, lines }).toEqual({ over: 'checkmate', lines: [] });
  });

  test('takes values from tables where they are', async () => {
    const fen = '8/8/8/8/5k2/8/8/K2Qr3 w - - 0 1';
    const args = ['analyze', fen, '--depth', '3', ...chess];
    const { lines } = await metatbJson<Analyzed>(...args, '--dir', dir);
    const probed = await metatbJson<{ dtm: number }>(
      ...['probe', '8/8/8/8/5k2/8/8/K3Q3 b - - 0 1', '--dir', dir, ...chess],
    );
    expect(lines[0]!.uci[0]).toBe('d1e1');
    expect(lines[0]!.score).toEqual({ kind: 'win', plies: probed.dtm + 1 });
    const without = await metatbJson<Analyzed>(...args, '--dir', dir, '--no-tables');
    expect(without.lines[0]!.score.kind).toBe('estimate');
  });

  test('shows its progress on a terminal', async () => {
    const args = ['analyze', 'startpos', '--depth', '3'];
    const shown = await metatb(args, { terminal: true, env: { NO_COLOR: '1' } });
    expect(shown.stderr.split('\n').map((line) => line.slice(0, 3))).toEqual([
      '  1',
      '  2',
      '  3',
      '',
    ]);
    const quiet = await metatb([...args, '--quiet'], { terminal: true });
    expect(quiet.stderr).toBe('');
  });

  test('interrupted, prints what it has found', async () => {
    const { child, ended } = start(['analyze', 'startpos', '--time', '1h', '--json']);
    // Time to start the thread; without it, nothing has been found, and that is printed too.
    setTimeout(() => child.kill('SIGINT'), 2000);
    const { status, stdout } = await ended;
    expect(status).toBe(130);
    expect(JSON.parse(stdout)).toMatchObject({ rules: 'metachess', lines: expect.any(Array) });
  });

  test.each([
    [['analyze', 'nonsense'], /a FEN begins with a board/],
    [['analyze', 'startpos', '--moves', 'e5'], /e5/],
    [['analyze', 'startpos', '--depth', '0'], /whole number from 1 to 100/],
    [['analyze', 'startpos', '--time', '5 years'], /a time such as 10s/],
    [['analyze', 'startpos', '--dir', 'nowhere'], /there is no folder nowhere/],
  ])('%j is refused', async (args, message) => {
    const { status, stderr, stdout } = await metatb(args);
    expect(status).not.toBe(0);
    expect(stdout).toBe('');
    expect(stderr).toMatch(message);
  });
});

describe('mate', () => {
  test('proves the only move that mates', async () => {
    const found = await metatbJson<Mated>('mate', backRank, ...chess);
    expect(found).toMatchObject({
      ...{ wdl: 1, plies: 1, only: true, line: ['a1a8'], san: ['Ra8#'] },
      moves: [{ uci: 'a1a8', plies: 1 }],
    });
    expect((await metatb(['mate', backRank, ...chess])).stdout).toBe(
      'Won in 1 ply:\n1. Ra8#\nRa8# is the only first move that wins so soon.\n',
    );
  });

  test('lists every move of a side that is lost', async () => {
    const lost = 'k7/8/1K6/8/8/8/8/7R b - - 0 1';
    const found = await metatbJson<Mated>('mate', lost, ...chess, '--no-tables');
    expect(found).toMatchObject({ wdl: -1, plies: 2, only: false, san: ['Kb8', 'Rh8#'] });
    expect((await metatb(['mate', lost, ...chess])).stdout).toMatch(/^Lost in 2 plies:/);
  });

  test.each(['8/8/8/8/5k2/8/8/K2Q4 w - - 0 1', '8/8/8/3k4/8/8/8/K5R1 b - - 0 1'])(
    'answers from tables what they cover: %s',
    async (fen) => {
      const found = await metatbJson<Mated>('mate', fen, ...chess, '--dir', dir);
      const probe = ['probe', fen, ...chess, '--dir', dir];
      const probed = await metatbJson<{ wdl: number; dtm: number }>(...probe);
      expect([found.wdl, found.plies]).toEqual([probed.wdl, probed.dtm]);
      expect(found.line).toHaveLength(probed.dtm);
      expect(found.moves[0]!.plies).toBe(probed.dtm);
    },
  );

  test('finds the same with tables and without', async () => {
    const fen = '7k/8/5K2/8/8/8/8/6Q1 w - - 0 1';
    const args = ['mate', fen, '--within', '5', ...chess];
    const [by, without] = [
      await metatbJson<Mated>(...args, '--dir', dir),
      await metatbJson<Mated>(...args, '--no-tables'),
    ];
    const sorted = ({ moves }: Mated) => moves.map(({ uci, plies }) => `${plies} ${uci}`).sort();
    expect(sorted(by)).toEqual(sorted(without));
    expect([by.wdl, by.plies, by.only]).toEqual([without.wdl, without.plies, without.only]);
  });

  test('proves nothing beyond its limit, and says so', async () => {
    const args = ['mate', 'startpos', '--plies', '3', ...chess];
    const nothing = { wdl: null, plies: null, moves: [], only: false, line: [] };
    expect(await metatbJson<Mated>(...args)).toMatchObject(nothing);
    const { stdout, status } = await metatb(args);
    expect({ stdout, status }).toEqual({
      stdout: 'No win and no loss is proved within 3 plies.\n',
      status: 0,
    });
  });

  test('says of no number of plies that it was searched if time ended the search', async () => {
    const { stdout } = await metatb(['mate', 'startpos', '--time', '200ms', ...chess]);
    expect(stdout).toBe('No win and no loss is proved.\n');
  });
});

/** The last line tells how fast the machine is. */
function withoutSpeed(text: string): string {
  return text.replace(/, \S+ k? ?a second/, '');
}
