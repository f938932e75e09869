import { mkdirSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { slabPlacementsOf } from '../../../src/index/slabPlacements.ts';
import { slicesFor } from '../../../src/index/slices.ts';
import { chess } from '../../../src/rules/chess.ts';
import { KeptTables } from '../../../src/solve/run/keptTables.ts';
import { NARROW_BITS } from '../../../src/solve/sets/distanceBits.ts';
import { cutPart, type Dependency } from '../../../src/solve/sets/solvedTables.ts';
import { TableStore } from '../../../src/store/tableStore.ts';
import { inFolder } from '../pool.ts';
import { materialOf } from '../solved.ts';

const material = materialOf(chess, 'KQPvk');
const placements = slabPlacementsOf(material, chess.army);
const codesOf = (seed: number) =>
  Int8Array.from({ length: placements.size }, (_, index) => (index * 7919) >> seed);
const codes = [codesOf(3), codesOf(5)] as const;
const queen = { kind: material.men[1]!.kind, color: material.men[1]!.color };

const whole: Dependency = {
  material,
  sides: [true, false],
  slices: undefined,
  distanceBits: NARROW_BITS,
};
const sliced: Dependency = {
  ...{ material, sides: [false, true], distanceBits: NARROW_BITS },
  slices: slicesFor(placements, material, queen),
};
const reads = [whole, sliced, whole];
const partOf = (dependency: Dependency, side: 0 | 1) =>
  Buffer.from(cutPart(dependency, codes[side]));

/** Reads a dependency. */
async function readFrom(kept: KeptTables, dependency: Dependency): Promise<Buffer> {
  const side = dependency.sides[0] ? 0 : 1;
  const found = new Int8Array(partOf(dependency, side).length);
  const sides = side === 0 ? ([found, undefined] as const) : ([undefined, found] as const);
  await kept.read(dependency, { sides, slices: dependency.slices });
  return Buffer.from(found.buffer);
}

describe('what later steps read of a table', () => {
  const slice = partOf(sliced, 1).length;
  it.each([
    ['in memory, if there is room', placements.size + slice, 0],
    ['in a scratch file as far as there is none', placements.size, 1],
    ['in scratch files, if there is no room at all', 0, 2],
  ])('is kept %s, until its last reader', (_, room, files) =>
    inFolder(async (dir) => {
      const { path } = pathsIn(dir);
      const kept = new KeptTables(reads, room, path);
      await kept.keep('KQPvk', codes);
      const parts = () => readdirSync(dirname(path('KQPvk')));
      expect(parts()).toHaveLength(files);
      for (const dependency of reads) {
        const side = dependency.sides[0] ? 0 : 1;
        const found = await readFrom(kept, dependency);
        expect(found.equals(partOf(dependency, side))).toBe(true);
      }
      expect(parts()).toEqual([]);
    }),
  );

  it('has room again after the last reader of another', () =>
    inFolder(async (dir) => {
      const { path } = pathsIn(dir);
      const other = { ...whole, material: materialOf(chess, 'KRPvk') };
      const kept = new KeptTables([whole, other], placements.size, path);
      await kept.keep('KQPvk', codes);
      await readFrom(kept, whole);
      await kept.keep('KRPvk', codes);
      expect(readdirSync(dirname(path('KQPvk')))).toEqual([]);
      expect((await readFrom(kept, other)).equals(partOf(other, 0))).toBe(true);
    }));

  it('is not kept of a table that no step reads', () =>
    inFolder(async (dir) => {
      const { path } = pathsIn(dir);
      const kept = new KeptTables([], 0, path);
      await kept.keep('KQPvk', codes);
      expect(kept.has(whole)).toBe(false);
      expect(readdirSync(dirname(path('KQPvk')))).toEqual([]);
    }));

  it('is taken away after a crash, like a half-written table', () =>
    inFolder(async (dir) => {
      const { store, path } = pathsIn(dir);
      const kept = new KeptTables(reads, 0, path);
      await kept.keep('KQPvk', codes);
      await store.removeParts();
      expect(readdirSync(dirname(path('KQPvk')))).toEqual([]);
      await expect(readFrom(kept, whole)).rejects.toMatchObject({ problem: { code: 'read' } });
    }));

  it('is a problem where it cannot be written', () =>
    inFolder(async (dir) => {
      const kept = new KeptTables(reads, 0, (table) => `${dir}/none/${table}.mtb`);
      await expect(kept.keep('KQPvk', codes)).rejects.toMatchObject({
        problem: { code: 'write' },
      });
    }));
});

function pathsIn(dir: string) {
  const store = new TableStore(chess, dir);
  const path = (table: string) => store.path(table);
  mkdirSync(dirname(path('KQPvk')));
  return { store, path };
}
