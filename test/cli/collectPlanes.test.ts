import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { PlaneStudy } from '../../src/cli/study/collectPlanes.ts';
import type { TableContext } from '../../src/cli/tableArgument.ts';
import { metachess } from '../../src/rules/metachess.ts';
import type { ReadOptions } from '../../src/store/tableStore.ts';
import { longestWins } from '../../src/study/longest.ts';
import { LongestInPlanes, mergedLongest } from '../../src/study/longestInPlanes.ts';
import { mutualZugzwangs } from '../../src/study/zugzwang.ts';
import { mergedZugzwangs, ZugzwangsInPlanes } from '../../src/study/zugzwangsInPlanes.ts';
import { compiled, compiledModule, inFolder } from '../solve/pool.ts';
import { fileOfSets, type SetTable, solveBySets } from '../solve/setTables.ts';

// Workers, and what starts them, are those of the build.
const { TableStore } = compiled;
const { collectPlanes, studiedFile } =
  await compiledModule<typeof import('../../src/cli/study/collectPlanes.ts')>(
    'cli/study/collectPlanes',
  );
const { Output } = await compiledModule<typeof import('../../src/cli/output.ts')>('cli/output');
const { metachess: builtMetachess } =
  await compiledModule<typeof import('../../src/rules/metachess.ts')>('rules/metachess');

let table: SetTable;
let file: Uint8Array;

beforeAll(async () => {
  table = (await solveBySets(metachess, ['KPvk'])).get('KPvk')!;
  file = await fileOfSets(table);
});

const longest = { Collector: LongestInPlanes, share: 'longestShare' } as const;
const zugzwangs = { Collector: ZugzwangsInPlanes, share: 'zugzwangShare' } as const;

/** Calls `use` with a folder that has the file. */
function inItsFolder<T>(bytes: Uint8Array, use: (context: TableContext) => Promise<T>): Promise<T> {
  return inFolder(async (dir) => {
    const store = new TableStore(builtMetachess, dir);
    mkdirSync(dirname(store.path('KPvk')));
    writeFileSync(store.path('KPvk'), bytes);
    const { material } = table;
    return use({ rules: builtMetachess, store, output: new Output(false, true), material });
  });
}

function collected<Options, Found>(
  study: PlaneStudy<Options, Found>,
  options: Options,
  how: ReadOptions,
  bytes = file,
): Promise<readonly Found[]> {
  return inItsFolder(bytes, async (context) =>
    collectPlanes(context, await studiedFile(context), study, options, how),
  );
}

describe.each<[string, ReadOptions, number]>([
  ['by one thread', { threads: 1, large: 1 }, 1],
  ['of a small table by one thread', { threads: 3 }, 1],
  ['by three threads together', { threads: 3, large: 1 }, 3],
])('%s', (_, how, threads) => {
  test('the longest wins are found', async () => {
    const options = { count: 50 };
    const shares = await collected(longest, { ...options, atLeast: 0 }, how);
    expect(shares).toHaveLength(threads);
    expect(mergedLongest(table, shares, options)).toEqual(longestWins(table, options));
  });

  test('the mutual zugzwangs are found', async () => {
    const options = { examples: 50 };
    const shares = await collected(zugzwangs, options, how);
    expect(mergedZugzwangs(table, shares, options)).toEqual(mutualZugzwangs(table, options));
  });

  test('an altered block is a problem', async () => {
    const altered = file.with(-1, file.at(-1)! ^ 1);
    const problem = { problem: { code: 'mtb-checksum' } };
    await expect(collected(zugzwangs, {}, how, altered)).rejects.toMatchObject(problem);
  });

  test('Ctrl-C is the end of it', () =>
    inItsFolder(file, async (context) => {
      const running = collectPlanes(context, await studiedFile(context), zugzwangs, {}, how);
      process.listeners('SIGINT').at(-1)!('SIGINT');
      await expect(running).rejects.toMatchObject({ problem: { code: 'interrupted' } });
    }));
});
