import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fail, ok, type Result, unwrap } from '../../src/board/result.ts';
import { chess } from '../../src/rules/chess.ts';
import { metachess } from '../../src/rules/metachess.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import type { PackedFile, PackingOptions } from '../../src/store/packing.ts';
import type { CodesInParts } from '../../src/store/partsPacking.ts';
import { mutualZugzwangs, zugzwangsKnown } from '../../src/study/zugzwang.ts';
import { LISTED_ZUGZWANGS } from '../../src/table/statistics.ts';
import { type SlabCodes, SlabValues } from '../../src/table/values.ts';
import { compiled, compiledModule, filesIn, inFolder } from '../solve/pool.ts';
import { fileOfSets, type SetTable, solveBySets } from '../solve/setTables.ts';
import { thorough } from '../thorough.ts';

const { TableStore } = compiled;
const { Packing } =
  await compiledModule<typeof import('../../src/store/packing.ts')>('store/packing');

/** A table whose codes are copied part by part, in parts of about a tenth of it; and how many were read. */
function inParts({ material, values, statistics, placements }: SetTable, most?: number) {
  const told = { reads: 0 };
  const table: CodesInParts = {
    ...{ material, statistics, most: most ?? placements.size / 10 },
    codeBytes: values[0].codes instanceof Int8Array ? 1 : 2,
    read({ unit, units }, into) {
      told.reads++;
      for (const [side, { codes }] of values.entries()) {
        for (const [i, number] of units.entries()) {
          into[side]!.set(codes.subarray(number * unit, (number + 1) * unit), i * unit);
        }
      }
      return Promise.resolve(ok(undefined));
    },
  };
  return { table, told };
}

/** After so many reads some parts are coded: before there are two, for a trial and for a lesson. */
const CODING = 5;

async function pack(
  dir: string,
  rules: RuleSet,
  tables: readonly CodesInParts[],
  options: Partial<PackingOptions> = {},
): Promise<Result<PackedFile>[]> {
  const { signal } = new AbortController();
  const packing = new Packing(new TableStore(rules, dir), {
    ...{ threads: 2, signal, onProgress: () => {} },
    ...options,
  });
  try {
    const packed: Result<PackedFile>[] = [];
    for (const table of tables) packed.push(await packing.packInParts(table));
    return packed;
  } finally {
    await packing.close();
  }
}

const wide = (table: SetTable): SetTable => {
  const codes = ({ codes }: SlabValues): SlabCodes => Int16Array.from(codes);
  const values = [new SlabValues(codes(table.values[0])), new SlabValues(codes(table.values[1]))];
  return { ...table, values: [values[0]!, values[1]!] };
};

/** Both kings move, one of them, pawns; like men; with positions that it is forbidden to allow and without. */
const names = thorough
  ? ['KQvk', 'KPvk', 'KBBvk', 'KQvkr', 'KRvkp', 'KPvkp', 'KNPvk']
  : ['KPvk', 'KBBvk'];

describe.each([
  ['chess', chess, names],
  ['metachess', metachess, thorough ? names : ['KRvkn']],
] as const)('packing by parts: %s', (folder, rules, names) => {
  test('makes the file that packing whole makes', () =>
    inFolder(async (dir) => {
      const solved = await solveBySets(rules, names, 256);
      for (const name of names) {
        const table = solved.get(name)!;
        const packed = inParts(table);
        const [file] = await pack(dir, rules, [packed.table]);
        const bytes = filesIn(dir, folder).get(`${name}.mtb`)!;
        expect(unwrap(file!).bytes).toBe(bytes.length);
        expect(bytes.equals(await fileOfSets(table)), name).toBe(true);
        // Three men whose kings both move are one part.
        expect(packed.told.reads, name).toBeGreaterThan(table.material.men.length === 3 ? 0 : 10);
      }
      expect(readdirSync(join(dir, folder)).length).toBe(names.length);
    }));
});

const solvedTable = async (name: string) => (await solveBySets(chess, [name], 128)).get(name)!;

describe('packing by parts', () => {
  test('of two bytes a code makes the same file, too', () =>
    inFolder(async (dir) => {
      const table = wide(await solvedTable('KPvk'));
      (await pack(dir, chess, [inParts(table).table])).map(unwrap);
      expect(
        filesIn(dir, 'chess')
          .get('KPvk.mtb')!
          .equals(await fileOfSets(table)),
      ).toBe(true);
    }));

  test.each(['KPvk', 'KRvkn', 'KBBvk'])('tells the zugzwangs of %s if it is to', (name) =>
    inFolder(async (dir) => {
      const table = await solvedTable(name);
      const packed = { ...inParts(table).table, tellsZugzwangs: true };
      (await pack(dir, chess, [packed])).map(unwrap);
      const { statistics } = unwrap(await new TableStore(chess, dir).check(table.material));
      const { zugzwangs, ...others } = statistics!;
      expect(others).toEqual(table.statistics);
      expect(zugzwangs).toHaveLength(3);
      const found = mutualZugzwangs(table, { examples: LISTED_ZUGZWANGS + 1 });
      const most = Math.max(...found.map(({ unique }) => unique));
      for (const examples of [0, 1, LISTED_ZUGZWANGS]) {
        const some = found.map((kind) => ({ ...kind, examples: kind.examples.slice(0, examples) }));
        expect(zugzwangsKnown(statistics!, { examples })).toEqual(some);
      }
      const more = zugzwangsKnown(statistics!, { examples: LISTED_ZUGZWANGS + 1 });
      expect(more).toEqual(most > LISTED_ZUGZWANGS ? undefined : found);
    }),
  );

  test('of one part reads it once', () =>
    inFolder(async (dir) => {
      const { table, told } = inParts(await solvedTable('KPvk'), 2 ** 30);
      (await pack(dir, chess, [table])).map(unwrap);
      expect(told.reads).toBe(1);
    }));

  test('fails as its codes do, and leaves no file', () =>
    inFolder(async (dir) => {
      const { table, told } = inParts(await solvedTable('KPvk'));
      const reads = async (...args: Parameters<CodesInParts['read']>) =>
        told.reads > CODING ? fail('read', 'the scratch file ends too soon') : table.read(...args);
      const [packed] = await pack(dir, chess, [{ ...table, read: reads }]);
      expect(packed).toMatchObject({ ok: false, problem: { code: 'read' } });
      expect(told.reads).toBeGreaterThan(CODING);
      expect(readdirSync(join(dir, 'chess'))).toEqual([]);
    }));

  test('by threads that are ended is interrupted and leaves no file', () =>
    inFolder(async (dir) => {
      const stop = new AbortController();
      const { table, told } = inParts(await solvedTable('KPvk'));
      const read: CodesInParts['read'] = (...args) => {
        if (told.reads > CODING) stop.abort();
        return table.read(...args);
      };
      const options = { signal: stop.signal };
      const [packed] = await pack(dir, chess, [{ ...table, read }], options);
      expect(packed).toMatchObject({ ok: false, problem: { code: 'interrupted' } });
      expect(readdirSync(join(dir, 'chess'))).toEqual([]);
    }));

  test('where nothing can be written is a problem with the path', () =>
    inFolder(async (dir) => {
      mkdirSync(join(dir, 'chess'));
      const path = join(dir, 'chess', 'KPvk.mtb');
      writeFileSync(path, 'a folder would go here');
      const [packed] = await pack(path, chess, [inParts(await solvedTable('KPvk')).table]);
      expect(packed).toMatchObject({ ok: false, problem: { code: 'write' } });
    }));
});
