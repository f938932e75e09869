import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Result, unwrap } from '../../src/board/result.ts';
import { parseStart } from '../../src/format/mtb/startParts.ts';
import { chess } from '../../src/rules/chess.ts';
import { metachess } from '../../src/rules/metachess.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import type { PackedFile, PackingOptions } from '../../src/store/packing.ts';
import { type SlabCodes, SlabValues } from '../../src/table/values.ts';
import { haveSameValues } from '../format/madeUp.ts';
import { compiled, compiledModule, filesIn, inFolder } from '../solve/pool.ts';
import { type SetTable, solveBySets } from '../solve/setTables.ts';
import { thorough } from '../thorough.ts';

const { TableStore } = compiled;
const { Packing } =
  await compiledModule<typeof import('../../src/store/packing.ts')>('store/packing');

/** Packs tables into a folder. */
async function pack(
  dir: string,
  rules: RuleSet,
  tables: readonly SetTable[],
  options: Partial<PackingOptions> = {},
): Promise<readonly Result<PackedFile>[]> {
  const { signal } = new AbortController();
  const onProgress = () => {};
  const packing = new Packing(new TableStore(rules, dir), {
    ...{ threads: 2, signal, onProgress },
    ...options,
  });
  try {
    return await Promise.all(tables.map((table) => packing.pack(solvedCodes(table))));
  } finally {
    await packing.close();
  }
}

/** A table as workers of the set solver pass it on: in shared memory. */
function solvedCodes({ material, values, statistics }: SetTable) {
  const shared = ({ codes }: SlabValues): SlabCodes => {
    const copy = new Int8Array(new SharedArrayBuffer(codes.length));
    copy.set(codes);
    return copy;
  };
  return { material, statistics, codes: [shared(values[0]), shared(values[1])] as const };
}

const solved = async (rules: RuleSet, names: readonly string[]) => [
  ...(await solveBySets(rules, names, 128)).values(),
];

describe('a packed file', () => {
  test.each([
    ['chess', chess, thorough ? ['KPvk', 'KBBvk', 'KQvkr'] : ['KPvk']],
    ['metachess', metachess, thorough ? ['KRvk', 'KRvkp'] : ['KRvk']],
  ] as const)('has every value and the statistics: %s', (_, rules, names) =>
    inFolder(async (dir) => {
      const tables = await solved(rules, names);
      const files = (await pack(dir, rules, tables)).map(unwrap);
      const store = new TableStore(rules, dir);
      for (const [i, table] of tables.entries()) {
        const { material, statistics } = table;
        const bytes = unwrap(await store.readBytes(material.name))!;
        expect(files[i]!.bytes).toBe(bytes.length);
        expect(unwrap(parseStart(bytes)).header).toMatchObject({
          coding: { kind: 'planes' },
          statistics,
        });
        expect(haveSameValues(unwrap(await store.read(material)), table)).toBe(true);
      }
    }),
  );

  test('is the same made on one thread, on two, and by all threads together', () =>
    inFolder(async (dir) => {
      const tables = await solved(chess, thorough ? ['KQvk', 'KPvk', 'KBBvk'] : ['KNvk', 'KBvk']);
      const files: ReadonlyMap<string, Buffer>[] = [];
      for (const options of [{ threads: 1 }, { threads: 2 }, { threads: 2, large: 1 }]) {
        (await pack(dir, chess, tables, options)).map(unwrap);
        files.push(filesIn(dir, 'chess'));
      }
      expect(files[0]!.size).toBe(tables.length);
      expect(files[1]).toEqual(files[0]);
      expect(files[2]).toEqual(files[0]);
    }));

  test('of values that are those of no game is not packed, but has them', () =>
    inFolder(async (dir) => {
      const [table] = await solved(chess, ['KNvk']);
      const { codes } = table!.values[0];
      const values = [new SlabValues(codes.slice().fill(3)), table!.values[1]] as const;
      const odd = { ...table!, values };
      (await pack(dir, chess, [odd])).map(unwrap);
      const store = new TableStore(chess, dir);
      const bytes = unwrap(await store.readBytes('KNvk'))!;
      expect(unwrap(parseStart(bytes)).header.coding.kind).toBe('deflate');
      expect(haveSameValues(unwrap(await store.read(table!.material)), odd)).toBe(true);
    }));
});

describe('packing', () => {
  test('tells how far it is, and last that all of a table is packed', () =>
    inFolder(async (dir) => {
      const tables = await solved(chess, ['KNvk', 'KBvk']);
      const told: [string, number][] = [];
      const onProgress = (table: string, done: number, total: number) =>
        told.push([table, done / total]);
      await pack(dir, chess, tables, { onProgress, large: 1 });
      for (const { material } of tables) {
        const shares = told.flatMap(([table, share]) => (table === material.name ? [share] : []));
        expect([shares[0], shares.at(-1)]).toEqual([0, 1]);
        expect(shares).toEqual(shares.toSorted((a, b) => a - b));
      }
    }));

  test('that is stopped finishes the tables that are begun and drops the others', () =>
    inFolder(async (dir) => {
      const tables = await solved(chess, ['KNvk', 'KBvk', 'KRvk']);
      const { signal } = new AbortController();
      const store = new TableStore(chess, dir);
      const packing = new Packing(store, { threads: 1, signal, onProgress: () => {} });
      const [first, ...others] = tables.map((table) => packing.pack(solvedCodes(table)));
      packing.stop();
      expect(await first).toMatchObject({ ok: true });
      for (const other of others) {
        expect(await other).toMatchObject({ ok: false, problem: { code: 'interrupted' } });
      }
      await packing.close();
      expect(readdirSync(join(dir, 'chess'))).toEqual([`${tables[0]!.material.name}.mtb`]);
    }));

  test('by all threads that is stopped finishes its table', () =>
    inFolder(async (dir) => {
      const tables = await solved(chess, ['KRvk']);
      await pack(dir, chess, tables);
      const whole = filesIn(dir, 'chess');
      rmSync(join(dir, 'chess'), { recursive: true });
      const { signal } = new AbortController();
      const onProgress = () => packing.stop();
      const options = { threads: 2, large: 1, signal, onProgress };
      const packing = new Packing(new TableStore(chess, dir), options);
      unwrap(await packing.pack(solvedCodes(tables[0]!)));
      await packing.close();
      expect(filesIn(dir, 'chess')).toEqual(whole);
    }));

  test('by threads that are ended is interrupted and leaves no file', () =>
    inFolder(async (dir) => {
      const [table] = await solved(chess, ['KRvk']);
      const stop = new AbortController();
      const onProgress = () => stop.abort();
      const options = { threads: 2, large: 1, signal: stop.signal, onProgress };
      const packing = new Packing(new TableStore(chess, dir), options);
      expect(await packing.pack(solvedCodes(table!))).toMatchObject({
        ok: false,
        problem: { code: 'interrupted' },
      });
      await packing.close();
      expect(existsSync(join(dir, 'chess'))).toBe(false);
    }));

  test('where nothing can be written is a problem with the path', () =>
    inFolder(async (dir) => {
      mkdirSync(join(dir, 'chess'));
      writeFileSync(join(dir, 'chess', 'KNvk.mtb'), 'a folder would go here');
      const [made] = await pack(
        join(dir, 'chess', 'KNvk.mtb'),
        chess,
        await solved(chess, ['KNvk']),
      );
      expect(made).toMatchObject({ ok: false, problem: { code: 'write' } });
    }));
});
