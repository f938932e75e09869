import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Result, unwrap } from '../../src/board/result.ts';
import { portableCodec } from '../../src/format/mtb/blocks.ts';
import { parseStart } from '../../src/format/mtb/startParts.ts';
import { chess } from '../../src/rules/chess.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { readShare } from '../../src/store/readWorker.ts';
import type { ReadOptions } from '../../src/store/tableStore.ts';
import type { Table } from '../../src/table/table.ts';
import { SlabValues } from '../../src/table/values.ts';
import { haveSameValues, nativeFile } from '../format/madeUp.ts';
import { compiled, compiledModule, inFolder } from '../solve/pool.ts';
import { fileOfSets, type SetTable, solveBySets } from '../solve/setTables.ts';
import { few } from '../thorough.ts';

const { TableStore } = compiled;
const { readTogether } =
  await compiledModule<typeof import('../../src/store/readTogether.ts')>('store/readTogether');
// Workers know the rules of their own build.
const { chess: builtChess } =
  await compiledModule<typeof import('../../src/rules/chess.ts')>('rules/chess');

let table: SetTable;
let wide: SetTable;

beforeAll(async () => {
  table = (await solveBySets(chess, ['KPvk'])).get('KPvk')!;
  const long = ({ codes }: SlabValues) =>
    new SlabValues(Int16Array.from(codes, (code) => (code === 12 ? 200 : code)));
  wide = { ...table, values: [long(table.values[0]), long(table.values[1])] };
});

/** Puts the file of KPvk into a folder and reads it, however small, on several threads. */
function readBack(
  dir: string,
  file: Uint8Array,
  options: ReadOptions,
  rules: RuleSet = builtChess,
): Promise<Result<Table>> {
  const store = new TableStore(rules, dir);
  mkdirSync(join(dir, 'chess'), { recursive: true });
  writeFileSync(store.path('KPvk'), file);
  return store.read(table.material, { large: 1, ...options });
}

const isShared = ({ values }: Table) =>
  values.every((side) => (side as SlabValues).codes.buffer instanceof SharedArrayBuffer);

describe('a table that threads read together', () => {
  test.each(few([2, 3], 1))('is the same on %i threads as on one', (threads) =>
    inFolder(async (dir) => {
      for (const written of [table, wide]) {
        const file = await fileOfSets(written);
        const alone = unwrap(await readBack(dir, file, { threads: 1 }));
        const together = unwrap(await readBack(dir, file, { threads }));
        expect([isShared(alone), isShared(together)]).toEqual([false, true]);
        expect(haveSameValues(together, written)).toBe(true);
        expect(haveSameValues(alone, written)).toBe(true);
      }
    }),
  );

  test('is a problem with its path if a block is altered, and no thread is left', () =>
    inFolder(async (dir) => {
      const before = threadsNow();
      const file = await fileOfSets(table);
      const read = await readBack(dir, file.with(-1, file.at(-1)! ^ 1), { threads: 2 });
      expect(read).toMatchObject({ ok: false, problem: { code: 'mtb-checksum' } });
      const path = new TableStore(builtChess, dir).path('KPvk');
      if (!read.ok) expect(read.problem.message.startsWith(`${path}: `)).toBe(true);
      expect(threadsNow()).toBeLessThanOrEqual(before);
    }));

  test('has changed if a thread opens another version of its file', () =>
    inFolder(async (dir) => {
      const file = await fileOfSets(table);
      const { checksum } = unwrap(parseStart(file));
      unwrap(await readBack(dir, file, { threads: 1 }));
      const path = new TableStore(builtChess, dir).path('KPvk');
      const share = async (checksum: number) => {
        const room = { sides: [undefined, undefined] as const, slices: undefined };
        const next = new Int32Array(1);
        return readShare({ rules: { name: 'chess' }, table: 'KPvk', path, checksum, room, next });
      };
      const changed = { ok: false, problem: { code: 'changed' } };
      expect(await share(checksum)).toEqual({ ok: true, value: { ok: true, value: undefined } });
      expect(await share(checksum ^ 1)).toMatchObject({ ok: true, value: changed });
    }));

  test('is a problem, and nothing is thrown, if a thread dies', async () => {
    const room = { sides: [undefined, undefined] as const, slices: undefined };
    const task = {
      rules: { name: 'no such rules' },
      table: 'KPvk',
      path: 'KPvk.mtb',
      checksum: 0,
      room,
    };
    const read = await readTogether(task, 2);
    expect(read).toMatchObject({ ok: false, problem: { code: 'crash' } });
    if (!read.ok) expect(read.problem.message).toMatch(/^a thread that read KPvk died: ./);
  });

  test('leaves no thread', () =>
    inFolder(async (dir) => {
      const before = threadsNow();
      unwrap(await readBack(dir, await fileOfSets(table), { threads: 3 }));
      expect(threadsNow()).toBeLessThanOrEqual(before);
    }));
});

describe('a table is read by one thread', () => {
  test('if it is small', () =>
    inFolder(async (dir) => {
      const large = table.placements.size + 1;
      const read = unwrap(await readBack(dir, await fileOfSets(table), { threads: 2, large }));
      expect(isShared(read)).toBe(false);
    }));

  test('if threads cannot make its game again', () =>
    inFolder(async (dir) => {
      const variant = { ...builtChess.variant, ini: '[other]\nking = k\n' };
      const rules = { ...builtChess, variant };
      const read = unwrap(await readBack(dir, await fileOfSets(table), { threads: 2 }, rules));
      expect(isShared(read)).toBe(false);
      expect(haveSameValues(read, table)).toBe(true);
    }));

  test('if it is not in planes', () =>
    inFolder(async (dir) => {
      const file = await nativeFile(table, portableCodec);
      const read = unwrap(await readBack(dir, file, { threads: 2 }));
      expect(isShared(read)).toBe(false);
      expect(haveSameValues(read, table)).toBe(true);
    }));
});

test('more threads than there can be are refused', () =>
  inFolder(async (dir) => {
    const read = await readBack(dir, await fileOfSets(table), { threads: 1000 });
    expect(read).toMatchObject({ ok: false, problem: { code: 'threads' } });
  }));

function threadsNow(): number {
  return Number(/^Threads:\s*(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))![1]);
}
