import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { nativeFormat } from '../../src/format/mtb/native.ts';
import { endgameOf } from '../../src/rules/endgame.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { parseMaterial } from '../../src/table/material.ts';
import type { SlabValues } from '../../src/table/values.ts';
import { joined } from '../format/madeUp.ts';
import { python } from '../format/pickle/python.ts';
import { needPython } from '../python3.ts';
import { whole } from '../thorough.ts';
import { layTables, makeFolder, metatb, metatbJson } from './metatb.ts';

/** From the command line to Python and back. */

const folder = makeFolder();
const at = (name: string) => join(folder, name);
const dir = at('tables');
const pickle = at('KQvk.pkl');
const exporting = ['export', 'KQvk', '--format', 'pkl', '--dir', dir];

beforeAll(async () => {
  for (const rules of ['metachess', 'chess'] as const) layTables(dir, ['KQvk'], rules);
  const exported = await metatb([...exporting, '--out', pickle]);
  expect(exported).toEqual({ status: 0, stdout: `${pickle}: 2,466,502 bytes\n`, stderr: '' });
});

test('python3 loads a dict of ints to pairs of ints, with the published counts', (context) => {
  needPython(context);
  const script = `
import collections, json, pickle, sys
d = pickle.load(open(sys.argv[1], 'rb'))
types = {(type(d), type(k), type(v), *map(type, v)) for k, v in d.items()}
assert types == {(dict, int, tuple, int, int)}, types
sides = {1: collections.Counter(), 0: collections.Counter()}
longest = 0
for code, (wdl, dtm) in d.items():
    sides[code >> 18][wdl] += 1
    longest = max(longest, dtm)
print(json.dumps([len(d), sides[1], sides[0], longest]))`;
  expect(JSON.parse(python(script, pickle))).toEqual([
    144508 + 223944,
    { 1: 144508 },
    { 0: 23088, '-1': 200856 },
    18,
  ]);
});

test('--out - writes the same bytes to stdout, and nothing else', () => {
  const main = new URL('../../dist/src/cli/main.js', import.meta.url).pathname;
  const ran = spawnSync(process.execPath, [main, ...exporting, '--out', '-'], { maxBuffer: 1e8 });
  expect(ran.stderr.toString()).toBe('');
  expect(ran.stdout.equals(readFileSync(pickle))).toBe(true);
});

test('the file is named after table and format by default', async () => {
  const ran = await metatb(['export', 'KQvk', '--dir', dir, '--json'], { cwd: folder });
  const data = {
    table: 'KQvk',
    rules: 'metachess',
    format: 'pkl',
    out: 'KQvk.pkl',
    bytes: 2466502,
  };
  expect(JSON.parse(ran.stdout)).toEqual(data);
});

describe('verify --against', () => {
  const verify = (file: string, ...args: string[]) =>
    metatb(['verify', 'KQvk', '--dir', dir, '--against', file, ...args]);

  test('finds its own pickle equal', async () => {
    const { status, stdout } = await verify(pickle);
    expect(stdout).toMatch(/with 368,452 keys\n46,137 positions compared, 0 different\n$/);
    expect(status).toBe(0);
    const data = await metatbJson('verify', 'KQvk', '--dir', dir, '--against', pickle);
    expect(data).toMatchObject({
      compared: 46137,
      different: 0,
      missing: 0,
      extra: 0,
      keys: 368452,
    });
  });

  test('lists how another differs, and exits with 3', async () => {
    const other = at('chess.pkl');
    await metatb([...exporting, '--rules', 'chess', '--out', other]);
    const { status, stdout } = await verify(other);
    expect(stdout).toMatch(/^46,137 positions compared, [\d,]+ different$/m);
    expect(stdout).toMatch(/^ {2}\S+ w - - 0 1 \(\d+\): ours win in \d+, theirs win in \d+$/m);
    expect(stdout).toMatch(/^more than a quarter differs: probably .* other rules/m);
    expect(status).toBe(3);
    const json = await verify(other, '--json');
    const { different, differences } = JSON.parse(json.stdout);
    expect(different).toBeGreaterThan(1000);
    expect(differences[0]).toMatchObject({
      fen: expect.stringMatching(/ - - 0 1$/),
      ours: { wdl: 1, dtm: expect.any(Number) },
      theirs: { wdl: 1, dtm: expect.any(Number) },
    });
    expect(json.status).toBe(3);
  });

  test('finds the entries missing from a pickle of Python', async (context) => {
    needPython(context);
    const script = `
import pickle, sys
d = pickle.load(open(sys.argv[1], 'rb'))
for code in [c for c in d if c >> 18 == 1]: del d[code]
pickle.dump(d, open(sys.argv[2], 'wb'))`;
    python(script, pickle, at('half.pkl'));
    const { status, stdout } = await verify(at('half.pkl'));
    expect(stdout).toMatch(
      /with 223,944 keys\n28,056 positions compared, 0 different\n18,081 positions missing there, such as /,
    );
    expect(status).toBe(3);
  });

  test('refuses a pickle that gives mirror images different values', async (context) => {
    needPython(context);
    const script = `
import pickle, sys
d = pickle.load(open(sys.argv[1], 'rb'))
code = next(iter(d))
d[code] = (d[code][0], d[code][1] + 2)
pickle.dump(d, open(sys.argv[2], 'wb'))`;
    python(script, pickle, at('crooked.pkl'));
    const { status, stderr } = await verify(at('crooked.pkl'));
    expect(stderr).toMatch(/crooked\.pkl: entry \d+: .* symmetry/);
    expect(status).toBe(3);
  });
});

const ONE_DIFFERENCE =
  /positions verified, 1 difference\n {2}\S+ b - - 0 1: the table says loss in 20, its successors loss in 18\n$/;

test('verify finds altered values in a table with correct checksums, by a sample too', async () => {
  const path = join(dir, 'metachess', 'KQvk.mtb');
  const sound = readFileSync(path);
  const { material } = unwrap(parseMaterial('KQvk', metachess));
  const table = unwrap(await nativeFormat.decode(sound, endgameOf(metachess, material)));
  const { codes } = table.values[1] as SlabValues;
  const lost = (plies: number) => -1 - plies / 2;
  codes[codes.indexOf(lost(18))] = lost(20);
  writeFileSync(path, await joined(nativeFormat.encode(table)));
  if (whole) {
    const { status, stdout } = await metatb(['verify', 'KQvk', '--dir', dir]);
    expect(stdout).toMatch(ONE_DIFFERENCE);
    expect(status).toBe(3);
  }
  // A sixth of its positions are wrong: a sample of a hundred misses them with a chance of 1 to 80 million.
  for (let i = 0; i < codes.length; i++) if (codes[i] === lost(10)) codes[i] = lost(12);
  writeFileSync(path, await joined(nativeFormat.encode(table)));
  const sample = ['verify', 'KQvk', '--dir', dir, '--sample', '100', '--seed', '9'];
  const [one, again] = [await metatb(sample), await metatb(sample)];
  expect(one.stdout).toMatch(
    /100 positions of seed 9 and [\d,]+ successors compared, \d+ differences\n/,
  );
  expect(one.status).toBe(3);
  expect(again).toEqual(one);
  const json = await metatb([...sample, '--json']);
  expect(JSON.parse(json.stdout)).toMatchObject({
    seed: 9,
    positions: 100,
    successors: expect.any(Number),
  });
  writeFileSync(path, sound);
});
