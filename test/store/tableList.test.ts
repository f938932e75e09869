import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { chess } from '../../src/rules/chess.ts';
import { listTables } from '../../src/store/tableList.ts';

let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'metatb-list-'));
  await mkdir(join(dir, 'chess'));
  for (const name of ['KQvkr.mtb', 'KRvk.mtb', 'KQvk.mtb', 'KvkQ.mtb', 'notes.txt']) {
    await writeFile(join(dir, 'chess', name), 'twelve bytes');
  }
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const list = async () => unwrap(await listTables(chess, dir));

describe('the list of tables in a folder', () => {
  it('is sorted by number of men, then by name, and leaves out other files', async () => {
    const found = await list();
    expect(found.map(({ material, bytes }) => [material.name, bytes])).toEqual([
      ['KQvk', 12],
      ['KRvk', 12],
      ['KQvkr', 12],
    ]);
  });

  it('is empty if there is no folder, and a problem if a file is in its place', async () => {
    expect(await listTables(chess, join(dir, 'none'))).toEqual({ ok: true, value: [] });
    await writeFile(join(dir, 'file'), '');
    const found = await listTables(chess, join(dir, 'file'));
    const why = 'a part of the path is a file, not a folder';
    const message = `cannot read ${join(dir, 'file', 'chess')}: ${why}`;
    expect(found).toMatchObject({ ok: false, problem: { code: 'read', message } });
  });

  it.each([
    ['a link that leads nowhere', (path: string) => symlink('nowhere', path)],
    ['a link that leads back to itself', (path: string) => symlink('KNvk.mtb', path)],
    ['a folder', (path: string) => mkdir(path)],
  ])('has all tables though one name is %s, and says so', async (what, make) => {
    const path = join(dir, 'chess', 'KNvk.mtb');
    await make(path);
    const found = await list();
    expect(found.map(({ material }) => material.name)).toEqual(['KNvk', 'KQvk', 'KRvk', 'KQvkr']);
    const problems = found.flatMap(({ problem }) => problem ?? []);
    expect(problems).toEqual([
      { code: 'read', message: `cannot read ${path}: it is ${what}`, text: path },
    ]);
  });
});
