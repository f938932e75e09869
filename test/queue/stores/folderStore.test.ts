import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unwrap } from '../../../src/board/result.ts';
import { FolderStore } from '../../../src/queue/stores/folderStore.ts';
import { metachess } from '../../../src/rules/metachess.ts';
import { placeNew } from '../../../src/store/placeNew.ts';
import { onSmallDisk } from '../../smallDisk.ts';
import { bytesOf, newFolder, tableOf } from './stores.ts';

const queen = tableOf('KQvk');

test('a table that is put there is the same, and put again it is there', async () => {
  const dir = newFolder();
  const store = new FolderStore(dir);
  expect(await store.check()).toEqual({ ok: true, value: undefined });
  const put = unwrap(await store.put(queen));
  expect(put).toMatchObject({ bytes: bytesOf(queen).length, there: false });
  expect(unwrap(await store.put(queen))).toEqual({ ...put, there: true });
  expect(unwrap(await new FolderStore(queen.dir).put(queen)).there).toBe(true);
  const file = unwrap(await store.source(metachess).open('KQvk'))!;
  expect(Buffer.from(unwrap(await file.read({ from: 0, bytes: file.size })))).toEqual(
    bytesOf(queen),
  );
  expect(readdirSync(join(dir, 'metachess'))).toEqual(['KQvk.mtb']);
});

test('other bytes are a conflict, and stay', async () => {
  const dir = newFolder();
  mkdirSync(join(dir, 'metachess'));
  writeFileSync(join(dir, 'metachess/KQvk.mtb'), 'another');
  const put = await new FolderStore(dir).put(queen);
  expect(put).toMatchObject({ ok: false, problem: { code: 'conflict' } });
  expect(readFileSync(join(dir, 'metachess/KQvk.mtb'), 'utf8')).toBe('another');
});

test('of many machines at once exactly one stores the table', async () => {
  const dir = newFolder();
  const puts = Array.from({ length: 8 }, () => new FolderStore(dir).put(queen));
  const there = (await Promise.all(puts)).map((put) => unwrap(put).there);
  expect(there.filter((each) => !each)).toHaveLength(1);
  expect(readFileSync(join(dir, 'metachess/KQvk.mtb'))).toEqual(bytesOf(queen));
  expect(readdirSync(join(dir, 'metachess'))).toEqual(['KQvk.mtb']);
});

test('a folder that is missing is made, but not in the place of a file', async () => {
  const dir = newFolder();
  expect(await new FolderStore(join(dir, 'new')).check()).toMatchObject({ ok: true });
  writeFileSync(join(dir, 'file'), '');
  const file = new FolderStore(join(dir, 'file'));
  expect(await file.check()).toMatchObject({ problem: { code: 'store' } });
  expect(readdirSync(dir)).toEqual(['file', 'new']);
});

test('a table that is missing here, or cancelled, is a problem and leaves nothing', async () => {
  const dir = newFolder();
  const store = new FolderStore(dir);
  const missing = await store.put({ ...queen, dir: newFolder() });
  expect(missing).toMatchObject({ problem: { code: 'read' } });
  const cancelled = await store.put(queen, AbortSignal.abort());
  expect(cancelled).toMatchObject({ problem: { code: 'interrupted' } });
  expect(readdirSync(join(dir, 'metachess'))).toEqual([]);
});

test('a full disk is told, and holds no half table', async (context) => {
  const dir = newFolder();
  await onSmallDisk(context, dir, '8k', async () => {
    const store = new FolderStore(dir);
    // A page holds the folder's file.
    unwrap(await store.put(tableOf('KNvk')));
    const put = await store.put(tableOf('KPvk'));
    expect(put).toMatchObject({ ok: false, problem: { code: 'write' } });
    expect(put.ok || put.problem.message).toContain('no space left on the disk');
    expect(readdirSync(join(dir, 'metachess'))).toEqual(['KNvk.mtb']);
  });
});

/** A file system without hard links. */
const noLinks = (async () => {
  throw Object.assign(new Error('not here'), { code: 'EPERM' });
}) as unknown as typeof import('node:fs/promises').link;

test.each([
  ['with hard links', undefined],
  ['without', noLinks],
])('%s a name is given to one file of many', async (_, makeLink) => {
  const dir = newFolder();
  const path = join(dir, 'KQvk.mtb');
  const parts = Array.from({ length: 6 }, (_, i) => join(dir, `.part${i}`));
  for (const part of parts) writeFileSync(part, part);
  const placed = await Promise.all(parts.map((part) => placeNew(part, path, makeLink)));
  expect(placed.filter((each) => each)).toHaveLength(1);
  expect(readFileSync(path, 'utf8')).toBe(parts[placed.indexOf(true)]);
  const left = parts.filter((_, i) => !placed[i]).map((part) => part.slice(dir.length + 1));
  expect(readdirSync(dir).sort()).toEqual([...left, 'KQvk.mtb'].sort());
});

test('the lock of a machine that died does not last', async () => {
  const dir = newFolder();
  const [part, path, lock] = ['.part', 'KQvk.mtb', '.KQvk.mtb.lock'].map((name) => join(dir, name));
  writeFileSync(part!, 'table');
  writeFileSync(lock!, '');
  utimesSync(lock!, 0, Date.now() / 1000 - 60);
  expect(await placeNew(part!, path!, noLinks)).toBe(true);
  expect(readdirSync(dir)).toEqual(['KQvk.mtb']);
});
