import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unwrap } from '../../src/chess/result.ts';
import { chess } from '../../src/rules/chess.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { TableStore } from '../../src/store/tableStore.ts';
import { madeUpTable } from '../format/madeUp.ts';
import { materialOf } from '../solve/solved.ts';

let dir: string;
let store: TableStore;
const knight = materialOf(chess, 'KNvk');
const table = madeUpTable('KNvk');

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'metatb-store-'));
  store = new TableStore(chess, dir);
});
afterEach(() => rm(dir, { recursive: true, force: true }));

describe('a folder of tables', () => {
  it('gives back what was written, and says where and how much', async () => {
    const { path, bytes } = unwrap(await store.write(table));
    expect(path).toBe(join(dir, 'chess', 'KNvk.mtb'));
    expect(store.path('KNvk')).toBe(path);
    expect((await readFile(path)).length).toBe(bytes);
    const read = unwrap(await store.read(knight));
    expect(read.values).toEqual(table.values);
    expect(read.material).toEqual(knight);
  });

  it('keeps rule sets apart', async () => {
    await store.write(table);
    const other = await new TableStore(metachess, dir).read(knight);
    expect(other).toMatchObject({ ok: false, problem: { code: 'missing-table', text: 'KNvk' } });
  });

  it('names a missing table, where it should be and the command that makes it', async () => {
    const read = await store.read(knight);
    const message =
      `no table KNvk at ${store.path('KNvk')}: ` +
      `make it with 'metatb generate KNvk --rules chess --dir ${dir}'`;
    expect(read).toEqual({ ok: false, problem: { code: 'missing-table', message, text: 'KNvk' } });
    expect(await store.readBytes('KNvk')).toEqual({ ok: true, value: undefined });
  });

  it('names the file that is damaged', async () => {
    const { path, bytes } = unwrap(await store.write(table));
    await writeFile(path, (await readFile(path)).subarray(0, bytes - 1));
    const read = await store.read(knight);
    expect(read).toMatchObject({ ok: false, problem: { code: 'mtb-truncated' } });
    if (!read.ok) expect(read.problem.message.startsWith(`${path}: `)).toBe(true);
  });

  it('does not take one table for another', async () => {
    await store.write(table);
    await writeFile(store.path('KBvk'), await readFile(store.path('KNvk')));
    const read = await store.read(materialOf(chess, 'KBvk'));
    expect(read).toMatchObject({ ok: false, problem: { code: 'mtb-table' } });
  });

  it('clears away half-written tables', async () => {
    await store.write(table);
    await writeFile(join(dir, 'chess', `.KQvk.mtb.${process.pid}.0123abcd.part`), 'half');
    await store.removeParts();
    expect(await readdir(join(dir, 'chess'))).toEqual(['KNvk.mtb']);
  });
});
