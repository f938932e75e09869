import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { whole } from '../thorough.ts';
import { layTables, makeFolder, metatb, metatbJson, start } from './metatb.ts';

/** The forms in which `probe` and `line` take positions, and many of them from stdin or a file. */

const folder = makeFolder();
const dir = join(folder, 'tables');
const file = join(folder, 'positions.txt');

const lost = '8/8/8/2K5/k7/8/4Q3/8 b - - 0 1';
const won = '8/8/8/4k3/8/8/8/K2Q4 w - - 0 1';
const missing = '8/8/8/4k3/8/8/8/K2R4 w - - 0 1';

beforeAll(() => layTables(dir, ['KQvk']));

async function piped(args: readonly string[], input: string) {
  const { child, ended } = start([...args, '--dir', dir]);
  child.stdin.end(input);
  return ended;
}

describe('one position', () => {
  test('may be a FEN with underscores, as in an address', async () => {
    const plain = await metatbJson('probe', lost, '--dir', dir);
    expect(await metatbJson('probe', lost.replaceAll(' ', '_'), '--dir', dir)).toEqual(plain);
  });

  test('may be startpos, which no table has', async () => {
    const { status, stderr } = await metatb(['probe', 'startpos', '--dir', dir]);
    expect(stderr).toMatch(/^metatb: tables hold no positions with castling rights\n$/);
    expect(status).toBe(2);
  });
});

describe('many positions', () => {
  const input = `${lost}\r\n\n${won.replaceAll(' ', '_')}\nnonsense\n${missing}\n${lost}`;

  test('are answered as JSON, one per line, with a problem if there is no value', async () => {
    const { status, stdout, stderr } = await piped(['probe', '-', '--json'], input);
    expect({ status, stderr }).toEqual({ status: 2, stderr: '' });
    const answers = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const single = await metatbJson('probe', lost, '--dir', dir);
    expect(answers).toEqual([
      single,
      await metatbJson('probe', won, '--dir', dir),
      { fen: 'nonsense', error: expect.objectContaining({ code: 'fen-fields' }) },
      { fen: missing, error: expect.objectContaining({ code: 'missing-table' }) },
      single,
    ]);
  });

  test('are answered as text: FEN, value and best move; problems go to stderr', async () => {
    const { status, stdout, stderr } = await piped(['probe', '-'], input);
    expect(stdout).toBe(
      `${lost}\tloss in 6\tKa3\n${won}\twin in 17\tKb1\n${lost}\tloss in 6\tKa3\n`,
    );
    expect(stderr).toMatch(
      /^metatb: line 4: a FEN begins with .*\nmetatb: line 5: no table KRvk at .*\n$/,
    );
    expect(status).toBe(2);
  });

  test('may come from a file, and `line` answers with the moves', async () => {
    writeFileSync(file, `${missing}\n${lost}\n8/8/8/4k3/8/8/8/K7 w - - 0 1\n`);
    const ran = await metatb(['line', '--file', file, '--dir', dir]);
    const line = '1... Ka3 2. Qc4 Kb2 3. Kb4 Ka1 4. Kb3#';
    expect(ran.stdout).toBe(`${lost}\tloss in 6\t${line}\n8/8/8/4k3/8/8/8/K7 w - - 0 1\tdraw\t-\n`);
    expect(ran.status).toBe(4);
    const json = await metatb(['line', '--file', file, '--dir', dir, '--json']);
    const [, second] = json.stdout.split('\n');
    expect(JSON.parse(second!)).toEqual(await metatbJson('line', lost, '--dir', dir));
  });

  test('are answered one at a time for a program that waits for each answer', async () => {
    const { child, ended } = start(['probe', '-', '--json', '--dir', dir]);
    for (const fen of [lost, won, lost]) {
      const answered = new Promise<string>((resolve) => child.stdout.once('data', resolve));
      child.stdin.write(`${fen}\n`);
      expect(JSON.parse(await answered)).toMatchObject({ fen });
    }
    child.stdin.end();
    expect(await ended).toMatchObject({ status: 0, stderr: '' });
  });

  test.runIf(whole)('are answered by the thousand', async () => {
    const { status, stdout } = await piped(['probe', '-'], `${won}\n`.repeat(2500));
    expect(stdout).toBe(`${won}\twin in 17\tKb1\n`.repeat(2500));
    expect(status).toBe(0);
  });
});

describe('a table may be named by its file', () => {
  test.each([
    ['in a folder of tables', 'metachess/KQvk.mtb'],
    ['as it stands there', 'metachess/../metachess/KQvk.mtb'],
  ])('%s', async (_, path) => {
    const named = await metatbJson('stats', 'KQvk', '--dir', dir);
    expect(await metatbJson('stats', join(dir, path))).toEqual(named);
  });

  test('by the file alone inside its own folder, and beside --dir', async () => {
    const inside = await metatb(['verify', 'KQvk.mtb', '--checksums'], {
      cwd: join(dir, 'metachess'),
    });
    expect(inside).toMatchObject({ status: 0, stderr: '' });
    const beside = await metatb(['verify', 'KQvk.mtb', '--checksums', '--dir', dir]);
    expect(beside).toMatchObject({ status: 0, stderr: '' });
  });
});

test('export to /dev/stdout writes the table and nothing else', async () => {
  const dash = await metatb(['export', 'KQvk', '--out', '-', '--dir', dir]);
  const device = await metatb(['export', 'KQvk', '--out', '/dev/stdout', '--dir', dir]);
  expect(dash.stdout.length).toBeGreaterThan(1e6);
  expect(device).toEqual(dash);
});
