import { describe, expect, it } from 'vitest';
import { chess } from '../../../src/rules/chess.ts';
import type { GenerateEvent } from '../../../src/solve/generation.ts';
import type { WindowChoice } from '../../../src/solve/run/memoryPlan.ts';
import type { AfterPacking } from '../../../src/solve/run/nodeThreads.ts';
import { whole } from '../../thorough.ts';
import { compiled, compiledModule, filesIn, inFolder } from '../pool.ts';
import { materialOf } from '../solved.ts';

const { TableStore } = compiled;
const { FolderTables } =
  await compiledModule<typeof import('../../../src/solve/folderTables.ts')>('solve/folderTables');
const { generate } =
  await compiledModule<typeof import('../../../src/solve/generate.ts')>('solve/generate');
const { NodeThreads } =
  await compiledModule<typeof import('../../../src/solve/run/nodeThreads.ts')>(
    'solve/run/nodeThreads',
  );
const { SetTeam } =
  await compiledModule<typeof import('../../../src/solve/run/setTeam.ts')>('solve/run/setTeam');
const { comparePacked } =
  await compiledModule<typeof import('../../../scripts/packedCodes.ts')>('../scripts/packedCodes');

/** Makes tables in a folder. `leastBits`, `windows`: see SetTeam. */
async function make(
  dir: string,
  names: readonly string[],
  afterPacking?: AfterPacking,
  threads = 2,
  leastBits?: number,
  windows?: WindowChoice,
) {
  const wanted = names.map((name) => materialOf(chess, name));
  const team = new NodeThreads(chess, dir, threads, afterPacking);
  const solver = new SetTeam(chess, team, 2 ** 30, leastBits, windows);
  const home = new FolderTables(chess, dir);
  try {
    const events: GenerateEvent[] = [];
    const onEvent = (event: GenerateEvent) => events.push(event);
    const made = await generate(chess, wanted, home, () => solver, { onEvent });
    return { ...made, events };
  } finally {
    await home.close();
  }
}

const names = ['KBvk', 'KNvk', 'KQvk', 'KRvk', 'KPvk'];

describe('what looks at each table after it is packed', () => {
  it('sees the codes of all tables, and files that have them', () =>
    inFolder(async (dir) => {
      const seen: string[] = [];
      const made = await make(dir, ['KPvk'], async (table) => {
        seen.push(table.material.name);
        return comparePacked(new TableStore(chess, dir), table, 2);
      });
      expect(made.ok).toBe(true);
      expect(seen.sort()).toEqual(names.toSorted());
    }));

  it('ends the run with its problem: here a code that has changed', () =>
    inFolder(async (dir) => {
      const made = await make(dir, ['KRvk'], async (table) => {
        table.codes[1][500]! ^= 1;
        return comparePacked(new TableStore(chess, dir), table, 2);
      });
      expect(made).toMatchObject({ ok: false, problem: { code: 'bug' } });
      if (!made.ok)
        expect(made.problem.message).toContain('chess KRvk, Black to move, index 500: solved as ');
      expect([...filesIn(dir, 'chess').keys()]).toEqual(['KRvk.mtb']);
    }));
});

describe('tables that are begun with few bits of distances', () => {
  // With pawns and without; KPvkp needs six bits, the others five.
  const wanted = ['KRvkn', 'KNvkp', 'KPvkp'];

  it(
    'have the same files as others, made by one thread or by two',
    () =>
      inFolder(async (usual) => {
        expect((await make(usual, wanted)).ok).toBe(true);
        const expected = filesIn(usual, 'chess');
        await inFolder(async (dir) => {
          expect((await make(dir, wanted, undefined, 1, 3)).ok).toBe(true);
          const found = filesIn(dir, 'chess');
          expect([...found.keys()]).toEqual([...expected.keys()]);
          for (const [name, bytes] of found) {
            expect(bytes.equals(expected.get(name)!), name).toBe(true);
          }
        });
      }),
    120_000,
  );

  it.runIf(whole)(
    'go on with what is solved if they are made through a window',
    () =>
      inFolder(async (usual) => {
        const name = 'KNNvkb';
        expect((await make(usual, [name])).ok).toBe(true);
        const expected = filesIn(usual, 'chess');
        await inFolder(async (dir) => {
          const { ok, events } = await make(dir, [name], undefined, 2, 2, { bytes: 2 ** 24 });
          expect(ok).toBe(true);
          const of = events.filter((event) => 'table' in event && event.table === name);
          const told = of.flatMap((event) => (event.kind === 'checkpoint' ? event.action : []));
          expect(of.filter(({ kind }) => kind === 'long').length).toBeGreaterThan(0);
          expect(told).toContain('resumed');
          expect(told).not.toContain('discarded');
          expect(
            filesIn(dir, 'chess')
              .get(`${name}.mtb`)!
              .equals(expected.get(`${name}.mtb`)!),
          ).toBe(true);
        });
      }),
    120_000,
  );
});
