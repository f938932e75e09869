import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeFolder, metatb, metatbJson, start } from './metatb.ts';

/** Chess of kings and rooks on four by four squares. */
const small = `[small]
maxRank = 4
maxFile = 4
king = k
rook = r
startFen = r2k/4/4/R2K w - - 0 1
castling = false
doubleStep = false
`;

/** Lines 10 to 12, a game that is no game here. */
const held = `
[held]
king = k
pieceDrops = true
`;

const folder = makeFolder();
const file = join(folder, 'games.ini');
const dir = join(folder, 'tables');
const ours = ['--rules', 'small', '--variants', file];

beforeAll(() => {
  writeFileSync(file, small + held);
  writeFileSync(join(folder, 'held.ini'), held);
  writeFileSync(join(folder, 'large.ini'), '#'.repeat(10_000_000));
  writeFileSync(join(folder, 'binary.ini'), Uint8Array.of(91, 97, 93, 10, 0, 1, 2, 3));
  writeFileSync(join(folder, 'latin1.ini'), Buffer.from('[a]\n# für\n', 'latin1'));
  writeFileSync(join(folder, 'empty.ini'), '');
  writeFileSync(join(folder, 'chess.ini'), small.replace('small', 'chess'));
  mkdirSync(join(folder, 'folder.ini'));
});

describe('the game of a file', () => {
  const sides = { white: { wins: 1312, draws: 0, losses: 0, longestWin: 13 } };
  const figures = { ...sides, black: { wins: 0, draws: 612, losses: 1572, longestLoss: 14 } };

  // Counts: brute force, shared/rules/betza.md.
  test.each(['1', '2'])('is solved and verified on %s threads', async (threads) => {
    const place = ['--dir', join(folder, `threads-${threads}`)];
    const made = await metatb(['generate', 'KRvk', '-t', threads, ...ours, ...place]);
    expect(made.status, made.stderr).toBe(0);
    expect(await metatbJson('stats', 'KRvk', ...ours, ...place)).toMatchObject(figures);
    expect(await metatbJson('verify', 'KRvk', ...ours, ...place)).toMatchObject({ differences: 0 });
  });

  test('is probed, exported and read by the path of its table', async () => {
    expect((await metatb(['generate', 'KRvk', ...ours, '--dir', dir])).status).toBe(0);
    const probed = await metatbJson('probe', '3k/4/4/R2K w', ...ours, '--dir', dir);
    expect(probed).toMatchObject({ rules: 'small', table: 'KRvk', wdl: 1 });
    const out = join(folder, 'KRvk.pkl');
    const path = join(dir, 'small', 'KRvk.mtb');
    expect(await metatbJson('export', path, '--out', out, '--variants', file)).toMatchObject({
      rules: 'small',
    });
    expect(existsSync(out)).toBe(true);
    const unknown = await metatb(['stats', path]);
    expect(unknown).toMatchObject({ status: 2, stdout: '' });
    expect(unknown.stderr).toMatch(/not 'small'; .*; a game of your own takes --variants FILE$/m);
  });

  test('info lists its tables, and without the file says that they are there', async () => {
    const { tables } = await metatbJson<{ tables: object[] }>(
      ...['info', '--dir', dir, '--variants', file],
    );
    expect(tables).toMatchObject([{ table: 'KRvk', rules: 'small', problem: null }]);
    expect(await metatbJson('info', '--dir', dir)).toMatchObject({
      tables: [],
      unknown: [{ folder: 'small', rules: 'small', tables: 1 }],
    });
  });

  test('is served like a built-in one', async () => {
    const args = ['serve', '--dir', dir, '--port', '0', '--no-games', '--variants', file];
    const { child, ended } = start(args);
    const [printed] = (await once(child.stdout, 'data')) as [string];
    const address = printed.trim().replace('listening on ', '');
    const ask = async (path: string) => (await fetch(`${address}${path}`)).json();
    expect(await ask('/small?fen=3k/4/4/R2K_w_-_-')).toMatchObject({ rules: 'small', wdl: 1 });
    expect(await ask('/tables')).toMatchObject({
      small: [{ table: 'KRvk', path: '/tables/small/KRvk.mtb' }],
    });
    expect(await ask('/openapi.json')).toMatchObject({ paths: { '/small': expect.any(Object) } });
    child.kill('SIGTERM');
    expect((await ended).stderr).toMatch(
      /^games of .*games\.ini: small\nleft out: held; metatb ru/m,
    );
  });

  test('is refused tables of other rules that have its name, with a way out', async () => {
    const other = join(folder, 'other.ini');
    writeFileSync(other, small.replace('rook = r', 'commoner = r'));
    const ran = await metatb([
      'stats',
      'KRvk',
      '--rules',
      'small',
      '--variants',
      other,
      '--dir',
      dir,
    ]);
    expect(ran).toMatchObject({ status: 1, stdout: '' });
    expect(ran.stderr).toMatch(
      /a table of other rules that are called small too: .*; --dir names another folder, and 'metatb generate KRvk --variants FILE --rules small .* --force' replaces/,
    );
  });
});

describe('a game is found', () => {
  test.each<[string, string[], Record<string, string>]>([
    ['after --variants', ['--variants', file, '--rules', 'small'], {}],
    ['before --variants', ['--rules', 'small', '--variants', file], {}],
    ['by METATB_VARIANTS', ['--rules', 'small'], { METATB_VARIANTS: file }],
    ['by METATB_RULES', ['--variants', file], { METATB_RULES: 'small' }],
  ])('%s', async (_, args, env) => {
    const ran = await metatb(['generate', 'KRvk', '-n', '--json', ...args], { env, cwd: folder });
    expect(ran).toMatchObject({ status: 0, stderr: '' });
    expect(JSON.parse(ran.stdout)).toMatchObject({ rules: 'small', plan: [{ table: 'KRvk' }] });
  });

  test('built in, whatever the file says', async () => {
    const args = ['generate', 'KQvk', '-n', '--json', '--rules', 'chess', '--variants'];
    // Threads solve only the built-in one together, in little memory.
    const isBuiltIn = ({ stdout }: { stdout: string }) => {
      const { rules, plan } = JSON.parse(stdout);
      expect({ rules, plan }).toMatchObject({ rules: 'chess', plan: [{ solver: 'sets' }] });
      expect(plan[0].bytes).toBeLessThan(2 ** 26);
    };
    const beside = await metatb([...args, file]);
    isBuiltIn(beside);
    const taken = await metatb([...args, 'chess.ini'], { cwd: folder });
    isBuiltIn(taken);
    expect(taken.stderr).toBe('chess is the built-in game, not that of chess.ini\n');
  });

  test('to be on another board than the one it is compared with', async () => {
    const ran = await metatb(['compare', 'KRvk', '-r', 'chess', '-w', 'small', '--variants', file]);
    expect(ran).toMatchObject({ status: 2, stdout: '' });
    expect(ran.stderr).toMatch(/chess has 8x8 squares, small has 4x4/);
  });
});

test.each<[string, number, string[], RegExp]>([
  ['a missing file', 1, ['nope.ini'], /cannot read nope\.ini: there is no such file/],
  ['a folder', 1, ['folder.ini'], /cannot read folder\.ini: it is a folder/],
  ['a device', 1, ['/dev/zero'], /cannot read \/dev\/zero: it is no file/],
  ['a large file', 2, ['large.ini'], /large\.ini: it has 10000000 bytes: .* at most 1 MiB/],
  ['no text', 2, ['binary.ini'], /binary\.ini: it is not text in UTF-8/],
  ['text in another encoding', 2, ['latin1.ini'], /latin1\.ini: it is not text in UTF-8/],
  ['nothing', 2, ['empty.ini'], /empty\.ini: line 1: there is no game/],
  ['an unsound game', 2, ['games.ini', '-r', 'held'], /^metatb: games\.ini: line 1[0-2]: /],
  [
    'an unknown game',
    2,
    ['games.ini', '-r', 'nope'],
    /'nope' is invalid\. no rule set 'nope': there are metachess, .*; in games\.ini small\./,
  ],
  ['no game that loads', 2, ['held.ini', '-r', 'nope'], /in held\.ini no game loads: metatb rules/],
  ['bad parameters', 2, ['games.ini', '-r', 'hutnik:X=Q'], /'hutnik:X=Q' is invalid/],
])('%s is refused before anything is written', async (_, status, args, message) => {
  const elsewhere = join(folder, 'elsewhere');
  const ran = await metatb(
    ['generate', 'KRvk', '-d', elsewhere, '-r', 'small', '--variants', ...args],
    {
      cwd: folder,
    },
  );
  expect(ran.stderr).toMatch(message);
  expect(ran).toMatchObject({ status, stdout: '' });
  expect(readdirSync(folder)).not.toContain('elsewhere');
});

describe('rules', () => {
  test('lists the games of a file after the built-in ones, and those that do not load', async () => {
    const { stdout } = await metatb(['rules', '--variants', file]);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.at(-2)).toMatch(/^small +4x4 +KR /);
    expect(lines.at(-1)).toMatch(/^held +- +- +does not load: line 1[0-2]: /);
    expect(await metatbJson('rules', '--variants', file)).toMatchObject({
      notLoaded: [{ name: 'held', message: expect.any(String) }],
    });
  });

  test('explains one', async () => {
    const { status, stdout } = await metatb(['rules', 'small', '--variants', file]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/\(small\)\n(?:.*\n)*R {2}rook, R/);
  });

  test('--check reports each section', async () => {
    const { status, stdout } = await metatb(['rules', '--check', 'games.ini'], { cwd: folder });
    expect(status).toBe(2);
    expect(stdout).toMatch(/^small +4x4 +KR /m);
    expect(stdout).toMatch(/\n\nheld \(line 10\) does not load:\n {2}line 12: .*pieceDrops/);
    expect(stdout).toMatch(/\n\ngames\.ini: 1 of 2 sections can be used\n$/);
  });

  test('--check prints JSON and comma-separated values', async () => {
    const json = await metatb(['rules', '--check', 'games.ini', '--json'], { cwd: folder });
    expect(json).toMatchObject({ status: 2, stderr: '' });
    expect(JSON.parse(json.stdout)).toEqual({
      file: 'games.ini',
      sections: [
        { name: 'small', line: 1, ok: true, problems: [] },
        {
          ...{ name: 'held', line: 10, ok: false },
          problems: expect.arrayContaining([
            { line: 12, key: 'pieceDrops', message: expect.any(String) },
          ]),
        },
      ],
    });
    const csv = await metatb(['rules', '--check', 'games.ini', '--csv'], { cwd: folder });
    expect(csv.stdout).toMatch(
      /^section,line,ok,problem_line,key,message\nsmall,1,true,,,\nheld,10,f/,
    );
  });

  test('--check of a sound file succeeds', async () => {
    writeFileSync(join(folder, 'small.ini'), small);
    const ran = await metatb(['rules', '--check', 'small.ini'], { cwd: folder });
    expect(ran).toMatchObject({ status: 0, stderr: '' });
    const both = await metatb(['rules', 'chess', '--check', 'small.ini'], { cwd: folder });
    expect(both.stderr).toMatch(/^metatb: 'chess' and --check: give only one of them/);
  });
});
