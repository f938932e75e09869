import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { unwrap } from '../../src/chess/result.ts';
import { parseStart } from '../../src/format/mtb/startParts.ts';
import { chess } from '../../src/rules/chess.ts';
import { metachess } from '../../src/rules/metachess.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { allMaterials, type Material } from '../../src/table/material.ts';
import { haveSameValues } from '../format/madeUp.ts';
import { compiled, filesIn, inFolder } from '../solve/pool.ts';
import { materialOf } from '../solve/solved.ts';
import { thorough, whole } from '../thorough.ts';

const { generate, packTables, TableStore } = compiled;

/** These tables and their subtables, as generation writes them. */
async function make(rules: RuleSet, dir: string, wanted: readonly Material[]) {
  const made = unwrap(await generate(rules, wanted, { dir, pack: false }));
  const materials = made.map(({ table }) => materialOf(rules, table));
  const store = new TableStore(rules, dir);
  const tables = await Promise.all(materials.map((each) => store.read(each).then(unwrap)));
  return { store, materials, tables };
}

function threeMen(rules: RuleSet): readonly string[] {
  const materials = allMaterials(3, rules.army);
  return materials.filter(({ men }) => !rules.isTriviallyDrawn(men)).map(({ name }) => name);
}

describe('packing', () => {
  // Four men, and all of three, when thorough.
  type Packed = readonly [string, RuleSet, readonly string[]];
  const some: readonly Packed[] = [
    ['chess', chess, whole ? ['KPvk', 'KBBvk'] : ['KPvk']],
    ['metachess', metachess, ['KRvk']],
  ];
  const all: readonly Packed[] = [
    ['chess', chess, [...threeMen(chess), 'KQvkr']],
    ['metachess', metachess, [...threeMen(metachess), 'KRvkp']],
  ];
  test.each(thorough ? all : some)('keeps every value and the statistics: %s', (_, rules, names) =>
    inFolder(async (dir) => {
      const wanted = names.map((name) => materialOf(rules, name));
      const { store, materials, tables } = await make(rules, dir, wanted);
      const before = filesIn(dir, rules.name);
      const seen: number[] = [];
      const onProgress = (done: number, total: number) => seen.push(done / total);
      const packed = unwrap(await packTables(rules, materials, { dir, onProgress }));
      expect(packed.map(({ table }) => table).sort()).toEqual(
        materials.map(({ name }) => name).sort(),
      );
      expect(seen.at(-1)).toBe(1);
      for (const [i, material] of materials.entries()) {
        const bytes = unwrap(await store.readBytes(material.name))!;
        expect(bytes.length).toBeLessThan(before.get(`${material.name}.mtb`)!.length);
        expect(unwrap(parseStart(bytes)).header.coding.kind).toBe('planes');
        expect(haveSameValues(unwrap(await store.read(material)), tables[i]!)).toBe(true);
      }
      const statistics = await Promise.all(materials.map((each) => store.statistics(each)));
      const known = materials.map(({ name }) => parseStart(before.get(`${name}.mtb`)!));
      expect(statistics.map(unwrap)).toEqual(known.map((start) => unwrap(start).header.statistics));
      expect(unwrap(await packTables(rules, materials, { dir }))).toEqual([]);
    }),
  );

  test.runIf(whole)('gives the same bytes on one thread, on two, and by all threads together', () =>
    inFolder(async (dir) => {
      const names = (thorough ? ['KQvk', 'KPvk', 'KBBvk'] : ['KNvk', 'KBvk']).map((name) =>
        materialOf(chess, name),
      );
      const { materials } = await make(chess, dir, names);
      const loose = filesIn(dir, 'chess');
      const files: ReadonlyMap<string, Buffer>[] = [];
      for (const options of [{ threads: 1 }, { threads: 2 }, { threads: 2, large: 1 }]) {
        for (const [name, bytes] of loose) writeFileSync(join(dir, 'chess', name), bytes);
        unwrap(await packTables(chess, materials, { dir, ...options }));
        files.push(filesIn(dir, 'chess'));
      }
      expect(files[1]).toEqual(files[0]);
      expect(files[2]).toEqual(files[0]);
    }),
  );

  test('that is interrupted leaves sound tables and nothing else', () =>
    inFolder(async (dir) => {
      const { materials, tables, store } = await make(chess, dir, [materialOf(chess, 'KNNvk')]);
      const before = [...filesIn(dir, 'chess').keys()];
      const stop = new AbortController();
      // As soon as part of a table is done.
      const onProgress = () => stop.abort();
      const packed = await packTables(chess, materials, { dir, signal: stop.signal, onProgress });
      expect(packed).toMatchObject({ ok: false, problem: { code: 'interrupted' } });
      expect([...filesIn(dir, 'chess').keys()]).toEqual(before);
      for (const [i, material] of materials.entries()) {
        expect(haveSameValues(unwrap(await store.read(material)), tables[i]!)).toBe(true);
      }
    }));

  test('stops at a damaged file and says which', () =>
    inFolder(async (dir) => {
      const { materials } = await make(chess, dir, [materialOf(chess, 'KQvk')]);
      const path = join(dir, 'chess', 'KQvk.mtb');
      writeFileSync(path, filesIn(dir, 'chess').get('KQvk.mtb')!.subarray(0, -1));
      const packed = await packTables(chess, materials, { dir });
      expect(packed).toMatchObject({ ok: false, problem: { code: 'mtb-truncated' } });
      expect(packed).toMatchObject({ problem: { message: expect.stringContaining(path) } });
    }));

  test('leaves tables of the reference solver alone', () =>
    inFolder(async (dir) => {
      const material = materialOf(chess, 'KQvk');
      const path = join(dir, 'chess', 'KQvk.mtb');
      mkdirSync(join(dir, 'chess'));
      copyFileSync(join(inject('threeMen'), 'reference', 'chess', 'KQvk.mtb'), path);
      const before = filesIn(dir, 'chess');
      expect(unwrap(await packTables(chess, [material], { dir }))).toEqual([]);
      expect(filesIn(dir, 'chess')).toEqual(before);
    }));
});
