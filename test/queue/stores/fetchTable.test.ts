import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Result, unwrap } from '../../../src/board/result.ts';
import type { Source, SourceFile } from '../../../src/format/mtb/source.ts';
import { MemorySource } from '../../../src/probe/memorySource.ts';
import { fetchTable } from '../../../src/queue/stores/fetchTable.ts';
import { FolderStore } from '../../../src/queue/stores/folderStore.ts';
import { HttpStore } from '../../../src/queue/stores/httpStore.ts';
import type { SharedStore } from '../../../src/queue/stores/sharedStore.ts';
import { chess } from '../../../src/rules/chess.ts';
import { metachess } from '../../../src/rules/metachess.ts';
import { bytesOf, lineTo, newFolder, serve, TOKEN, tableOf } from './stores.ts';

const queen = tableOf('KQvk');
const { material } = queen;
const bytes = bytesOf(queen);

/** A store with one file, to be read only. */
function storeOf(file: Uint8Array, source: Source = new MemorySource(new Map([['KQvk', file]]))) {
  const store: Pick<SharedStore, 'name' | 'source'> = { name: 'memory', source: () => source };
  return store as SharedStore;
}

test('a table comes whole over a line that breaks', async () => {
  const { address } = await serve(queen.dir, '');
  // Each connection takes some requests of 150 bytes and more before it breaks.
  const line = await lineTo(address, [300, 500, 200, 800]);
  const store = new HttpStore(`${line.address}/tables`, TOKEN);
  const dir = newFolder();
  const options = { pieceBytes: 256, patience: 10_000 };
  const fetched = unwrap(await fetchTable(store, metachess, material, dir, options));
  expect(fetched.bytes).toBe(bytes.length);
  expect(readFileSync(join(dir, 'metachess/KQvk.mtb'))).toEqual(bytes);
  expect(line.connections).toBeGreaterThan(4);
});

test('a server that is away for a moment is waited for, and no longer than patience', async () => {
  let failures = 2;
  const whole = new MemorySource(new Map([['KQvk', new Uint8Array(bytes)]]));
  const away = { code: 'http-unavailable', message: 'away', text: '' };
  const flaky: Source = {
    open: async (table): Promise<Result<SourceFile | undefined>> =>
      failures-- > 0 ? { ok: false, problem: away } : whole.open(table),
  };
  const dir = newFolder();
  const store = storeOf(bytes, flaky);
  unwrap(await fetchTable(store, metachess, material, dir, { patience: 10_000 }));
  failures = Number.POSITIVE_INFINITY;
  const gone = await fetchTable(store, metachess, material, dir, { patience: 0 });
  expect(gone).toMatchObject({ ok: false, problem: { code: 'http-unavailable' } });
});

test('a table that is not there is missing', async () => {
  const store = new FolderStore(newFolder());
  const fetched = await fetchTable(store, metachess, material, newFolder());
  expect(fetched).toMatchObject({ ok: false, problem: { code: 'missing-table' } });
});

const altered = (at: number) => bytes.map((byte, i) => (i === at ? byte ^ 1 : byte));

test.each<[string, Uint8Array, string]>([
  ['whose last block is altered', altered(bytes.length - 1), 'mtb-checksum'],
  ['whose start is altered', altered(30), 'mtb-checksum'],
  ['that ends too soon', bytes.subarray(0, bytes.length - 5), 'mtb-truncated'],
  ['of another name', bytesOf(tableOf('KRvk')), 'mtb-table'],
  ['of another game', bytesOf(tableOf('KQvk', chess)), 'mtb-rules'],
  ['that is no table', Buffer.from('<html>not found</html>'), 'mtb-magic'],
])('a file %s is refused, and not left there', async (_, file, code) => {
  const dir = newFolder();
  mkdirSync(join(dir, 'metachess'));
  writeFileSync(join(dir, 'metachess/KQvk.mtb'), bytes);
  const fetched = await fetchTable(storeOf(new Uint8Array(file)), metachess, material, dir);
  expect(fetched).toMatchObject({ ok: false, problem: { code } });
  expect(readdirSync(join(dir, 'metachess'))).toEqual(['KQvk.mtb']);
  expect(readFileSync(join(dir, 'metachess/KQvk.mtb'))).toEqual(bytes);
});

test('a sound table with another SHA-256 than the caller knows is refused', async () => {
  const dir = newFolder();
  const store = storeOf(new Uint8Array(bytes));
  const { sha256 } = unwrap(await fetchTable(store, metachess, material, dir));
  unwrap(await fetchTable(store, metachess, material, dir, { sha256: sha256.toUpperCase() }));
  const other = await fetchTable(store, metachess, material, newFolder(), {
    sha256: sha256.replace(/./, (digit) => (digit === '0' ? '1' : '0')),
  });
  expect(other).toMatchObject({ ok: false, problem: { code: 'forged' } });
});
