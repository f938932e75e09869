import { statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectedSeconds } from '../../src/queue/durations.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { gameNames } from '../../src/rules/registry.ts';
import { materialOf } from '../solve/solved.ts';
import { whole } from '../thorough.ts';
import { layTables, makeFolder, metatb, metatbJson, metatbProcess } from './metatb.ts';

/** The contracts of scripts: the JSON of every command, files and folders, flags before variables before defaults. */

const folder = makeFolder();
const dir = join(folder, 'made');
const path = join(dir, 'metachess', 'KQvk.mtb');

beforeAll(async () => {
  const made = await metatb(['generate', 'KQvk', '--dir', dir, '--json']);
  expect(made.status, made.stderr).toBe(0);
  expect(JSON.parse(made.stdout)).toEqual({
    rules: 'metachess',
    dir,
    tables: [
      {
        ...{ table: 'KQvk', path, bytes: statSync(path).size },
        ...{ seconds: expect.any(Number), solveSeconds: expect.any(Number) },
      },
    ],
  });
});

describe('generate', () => {
  test('finds a finished table', async () => {
    const { mtimeMs: before, size: bytes } = statSync(path);
    const again = await metatbJson('generate', 'KvkQ', '--dir', dir);
    expect(again).toEqual({
      rules: 'metachess',
      dir,
      tables: [{ table: 'KQvk', path, bytes, seconds: null }],
    });
    expect(statSync(path).mtimeMs).toBe(before);
  });

  test('solves it again by --force', async () => {
    const forced = join(folder, 'forced');
    layTables(forced, ['KQvk']);
    const before = statSync(join(forced, 'metachess', 'KQvk.mtb')).mtimeMs;
    const again = await metatbJson('generate', 'KQvk', '--dir', forced, '--force');
    expect(again).toMatchObject({ tables: [{ table: 'KQvk', seconds: expect.any(Number) }] });
    expect(statSync(join(forced, 'metachess', 'KQvk.mtb')).mtimeMs).toBeGreaterThan(before);
  });

  test('prints its plan, subtables first, and solves nothing', async () => {
    const elsewhere = join(folder, 'planned');
    const needs = ['KQvk', 'KRvk', 'KBvk', 'KNvk'];
    const planned = await metatbJson<{ plan: { table: string; bytes: number }[] }>(
      ...['generate', 'KPvk', '--dry-run', '--dir', elsewhere],
    );
    const { plan } = planned;
    expect(planned).toEqual({
      rules: 'metachess',
      dir: elsewhere,
      plan,
      refused: null,
    });
    expect(plan.map(({ table }) => table)).toEqual([...needs, 'KPvk']);
    expect(plan.at(-1)).toEqual({
      ...{ table: 'KPvk', men: 3, needs, indices: 2 * 24 * 64 * 64, bytes: expect.any(Number) },
      ...{ scratch: 0, seconds: expectedSeconds(metachess, materialOf(metachess, 'KPvk')) },
      ...{ solver: 'sets', fallback: null },
    });
    expect(plan.every(({ bytes }) => bytes > 2 ** 20 && bytes < 2 ** 25)).toBe(true);
    const one = await metatbJson<typeof planned>(
      ...['generate', 'KQvk', '--dry-run', '--dir', elsewhere, '--solver', 'reference'],
    );
    expect(one).toMatchObject({
      plan: [{ table: 'KQvk', seconds: null, solver: 'reference', fallback: null }],
    });
    expect(one.plan[0]!.bytes).toBeGreaterThan(2 ** 26);
    expect(one.plan[0]!.bytes).toBeLessThan(2 ** 29);
    expect(() => statSync(elsewhere)).toThrow('ENOENT');
  });

  test('tells how long those take that are missing, and where', async () => {
    const args = ['generate', 'KQRvk', '--dry-run', '--dir', dir];
    const { stdout } = await metatb(args);
    expect(stdout).toMatch(/^1 +KRvk +\S+ +\S+ MiB +\d\.\d s +-$/m);
    expect(stdout).toMatch(/^2 +KQvk +\S+ +\S+ MiB +- +-$/m);
    expect(stdout).toMatch(/^3 tables, about \d\.\d s on two cores of .+$/m);
    const other = await metatb([...args, '--rules', 'antichess']);
    expect(other.stdout).toMatch(/^7 +QRKvk( +\S+){2} MiB +- /m);
    expect(other.stdout).toMatch(/^7 tables$/m);
  });

  test('accepts a number of men for all their tables', async () => {
    const { plan } = await metatbJson<{ plan: { table: string }[] }>('generate', '-m', '3', '-n');
    const names = plan.map(({ table }) => table).sort();
    expect(names).toEqual(['KBvk', 'KNvk', 'KPvk', 'KQvk', 'KRvk']);
  });
});

describe.runIf(whole)('generate by the reference solver', () => {
  const elsewhere = join(folder, 'reference');

  test('makes tables with the same values, which the set solver solves again', async () => {
    const generate = (...args: string[]) =>
      metatbJson('generate', 'KNvk', '--dir', elsewhere, ...args);
    const path = join(elsewhere, 'metachess', 'KNvk.mtb');
    const seconds = expect.any(Number);
    const by = (solved: object) => {
      const bytes = statSync(path).size;
      const tables = [{ table: 'KNvk', path, bytes, ...solved }];
      return { rules: 'metachess', dir: elsewhere, tables };
    };
    expect(await generate('--solver', 'reference')).toEqual(by({ seconds }));
    const stats = await metatbJson('stats', 'KNvk', '--dir', elsewhere);
    expect(await generate()).toEqual(by({ seconds, solveSeconds: seconds }));
    expect(await metatbJson('stats', 'KNvk', '--dir', elsewhere)).toEqual(stats);
    expect(await generate('--solver', 'reference')).toEqual(by({ seconds: null }));
  });
});

interface Stats {
  readonly white: { readonly histogram: { readonly win: Record<string, number> } };
  readonly black: { readonly histogram: { readonly loss: Record<string, number> } };
}

describe('stats', () => {
  test('prints the published figures of KQvk under the documented keys', async () => {
    const stats = await metatbJson<Stats>('stats', 'KQvk', '--dir', dir);
    expect(Object.keys(stats)).toEqual(['table', 'rules', 'men', 'white', 'black']);
    const unique = expect.objectContaining({ wins: expect.any(Number) });
    expect(stats).toEqual({
      table: 'KQvk',
      rules: 'metachess',
      men: 3,
      white: {
        ...{ wins: 144508, draws: 0, losses: 0, longestWin: 17, longestLoss: null },
        ...{ longestWinFen: expect.stringMatching(/ w - - 0 1$/), longestLossFen: null },
        ...{ histogram: { win: expect.any(Object), loss: {} }, unique },
      },
      black: {
        ...{ wins: 0, draws: 23088, losses: 200856, longestWin: null, longestLoss: 18 },
        ...{ longestWinFen: null, longestLossFen: expect.stringMatching(/ b - - 0 1$/) },
        ...{ histogram: { win: {}, loss: expect.any(Object) }, unique },
      },
    });
    const plies = ({ win, loss }: { win?: object; loss?: object }) => Object.keys(win ?? loss!);
    expect(plies({ win: stats.white.histogram.win }).map(Number)).toEqual([
      1, 3, 5, 7, 9, 11, 13, 15, 17,
    ]);
    expect(plies({ loss: stats.black.histogram.loss }).map(Number)).toEqual([
      0, 2, 4, 6, 8, 10, 12, 14, 16, 18,
    ]);
    expect(sum(stats.white.histogram.win)).toBe(144508);
    expect(sum(stats.black.histogram.loss)).toBe(200856);
  });
});

function sum(histogram: Record<string, number>): number {
  return Object.values(histogram).reduce((total, count) => total + count, 0);
}

interface Probed {
  readonly moves: readonly { readonly uci: string; readonly legal: boolean }[];
}

describe('probe', () => {
  test('prints metacheck, the legal moves with their values and the forbidden ones', async () => {
    const probed = await metatbJson<Probed>('probe', '8/8/8/2K5/k7/8/4Q3/8 b - -', '--dir', dir);
    expect(Object.keys(probed)).toEqual([
      'fen',
      'rules',
      'table',
      'wdl',
      'dtm',
      'fiftyMoves',
      'check',
      'metacheck',
      'over',
      'moves',
    ]);
    expect(probed).toEqual({
      fen: '8/8/8/2K5/k7/8/4Q3/8 b - - 0 1',
      ...{ rules: 'metachess', table: 'KQvk', wdl: -1, dtm: 6 },
      ...{ fiftyMoves: 'safe', check: false, metacheck: true, over: null },
      moves: [
        { uci: 'a4a3', san: 'Ka3', legal: true, wdl: -1, dtm: 6 },
        { uci: 'a4b3', san: 'Kb3', legal: true, wdl: -1, dtm: 6 },
        { uci: 'a4a5', san: 'Ka5', legal: false, wdl: null, dtm: null },
      ],
    });
  });

  test.each([
    [
      'metacheckmate in check',
      '1k6/8/2K5/8/8/8/1Q6/8 b',
      { check: true, metacheck: false, over: 'metacheckmate', wdl: -1, dtm: 0 },
    ],
    [
      'metacheckmate, a stalemate in chess',
      '8/8/8/2K5/k7/2Q5/8/8 b',
      { check: false, metacheck: true, over: 'metacheckmate', moves: [] },
    ],
    [
      'stalemate',
      '8/8/8/K7/8/k7/8/1Q6 b',
      { check: false, metacheck: false, over: 'stalemate', wdl: 0, dtm: 0, moves: [] },
    ],
    [
      'bare kings, which have no table',
      '8/8/8/4k3/8/8/8/K7 w',
      { table: null, over: null, wdl: 0, dtm: 0 },
    ],
    [
      'a win that the 50-move rule may end first',
      '8/8/8/2K5/k7/8/4Q3/8 b - - 95 120',
      { wdl: -1, dtm: 6, fiftyMoves: 'may-end-first' },
    ],
    [
      'the table with colours exchanged',
      '8/8/4q3/8/K7/2k5/8/8 w',
      { table: 'KQvk', wdl: -1, metacheck: true },
    ],
  ])('reports %s', async (_, fen, expected) => {
    expect(await metatbJson('probe', fen, '--dir', dir)).toMatchObject(expected);
  });

  test('lists every chess-legal move once', async () => {
    const { moves } = await metatbJson<Probed>('probe', '8/8/8/4k3/8/8/8/K2Q4 w', '--dir', dir);
    expect(new Set(moves.map(({ uci }) => uci)).size).toBe(23);
    expect(moves).toHaveLength(23);
  });
});

test('line leads to the end of the game, both in UCI and in SAN', async () => {
  const line = await metatbJson<{ uci: string[]; san: string[] }>(
    ...['line', '8/8/8/4k3/8/8/8/K2Q4 w - -', '--dir', dir],
  );
  expect(line).toMatchObject({ rules: 'metachess', wdl: 1, dtm: 17 });
  expect(line.uci).toHaveLength(17);
  expect(line.san).toHaveLength(17);
  expect(line.san.at(-1)).toMatch(/#$/);
});

test.runIf(whole)('verify counts what it has verified', async () => {
  const all = await metatbJson('verify', 'KQvk', '--dir', dir);
  const positions = 18081 + 2901 + 25155;
  expect(all).toEqual({
    table: 'KQvk',
    rules: 'metachess',
    positions,
    differences: 0,
    examples: [],
  });
});

test('rules lists the games, the default first', async () => {
  const { rules } = await metatbJson<{ rules: { name: string }[] }>('rules');
  expect(rules.map(({ name }) => name)).toEqual(gameNames);
  expect(rules[0]!.name).toBe('metachess');
  expect(rules[1]).toEqual({
    name: 'chess',
    title: 'Chess',
    about: 'Orthodox chess.',
    files: 8,
    ranks: 8,
    pieces: [
      { letter: 'K', name: 'king', movement: 'K', royal: true },
      { letter: 'Q', name: 'queen', movement: 'Q', royal: false },
      { letter: 'R', name: 'rook', movement: 'R', royal: false },
      { letter: 'B', name: 'bishop', movement: 'B', royal: false },
      { letter: 'N', name: 'knight', movement: 'N', royal: false },
      { letter: 'P', name: 'pawn', movement: 'fmWfceFifmnnD', royal: false },
    ],
  });
});

describe('settings', () => {
  const variables = { METATB_RULES: 'chess', METATB_DIR: 'from-variable' };

  test.each([
    [
      'from flags first',
      ['--rules', 'metachess', '--dir', 'from-flag'],
      variables,
      'from-flag/metachess',
    ],
    ['from METATB_ variables', [], variables, 'from-variable/chess'],
    ['from defaults', [], {}, 'tables/metachess'],
  ])('come %s', async (_, args, env, place) => {
    const ran = await metatb(['stats', 'KQvk', ...args], { cwd: folder, env });
    const path = join(...place.split('/'), 'KQvk.mtb');
    expect(ran).toMatchObject({
      status: 4,
      stdout: '',
      stderr: expect.stringContaining(` at ${path}:`),
    });
  });

  test.each([
    [
      'empty variables are ignored',
      { METATB_DIR: '', METATB_RULES: '', METATB_JSON: '' },
      /^ +table +placements +memory +time +needs$/m,
    ],
    ['METATB_JSON=0', { METATB_JSON: '0' }, /^ +table +placements +memory +time +needs$/m],
    ['METATB_JSON=1', { METATB_JSON: '1' }, /^\{"rules":"metachess","dir":"tables","plan":/],
    ['METATB_RULES', { METATB_JSON: '1', METATB_RULES: 'chess' }, /^\{"rules":"chess"/],
    ['METATB_DIR', { METATB_JSON: '1', METATB_DIR: 'd' }, /"dir":"d"/],
  ])('%s', async (_, env, stdout) => {
    const ran = await metatb(['generate', 'KQvk', '--dry-run'], { env });
    expect(ran).toMatchObject({ status: 0, stderr: '' });
    expect(ran.stdout).toMatch(stdout);
  });

  test.each([
    ['a flag', ['--quiet'], {}],
    ['a variable', [], { METATB_QUIET: '1' }],
  ])('remarks are silenced by %s, results are not', async (_, args, env) => {
    const loud = await metatb(['generate', 'KvkQ', '--dir', dir]);
    expect(loud.stderr).toBe('KvkQ is KQvk with the colours exchanged\n');
    const quiet = await metatb(['generate', 'KvkQ', '--dir', dir, ...args], { env });
    expect(quiet).toEqual({ status: 0, stdout: loud.stdout, stderr: '' });
  });
});

describe('a separate process', () => {
  const fen = '8/8/8/4k3/8/8/8/K2Q4 w - -';

  test.each<[number, string, string[]]>([
    [0, 'data', ['rules', '--json']],
    [0, 'an answer from a table', ['probe', fen, '--dir', dir]],
    [1, 'a file that is no folder', ['generate', 'KNvk', '--dir', join(dir, 'metachess/KQvk.mtb')]],
    [2, 'wrong usage', ['genrate', 'KQvk']],
    [4, 'a missing table', ['stats', 'KRvk', '--dir', join(dir, 'nowhere')]],
  ])('exits with code %i and prints the same as in this process: %s', async (status, _, args) => {
    const ran = await metatbProcess(args);
    expect(ran.status).toBe(status);
    expect(ran).toEqual(await metatb(args));
  });
});
