import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import type { CompareOptions } from '../../src/cli/study/compareTables.ts';
import { chess } from '../../src/rules/chess.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { compareResults } from '../../src/study/changes.ts';
import { compiled, compiledModule, inFolder } from '../solve/pool.ts';
import { fileOfSets, type SetTable, solveBySets } from '../solve/setTables.ts';

// Workers, and what starts them, are those of the build.
const { TableStore } = compiled;
const { compareTables } =
  await compiledModule<typeof import('../../src/cli/study/compareTables.ts')>(
    'cli/study/compareTables',
  );
const { Output } = await compiledModule<typeof import('../../src/cli/output.ts')>('cli/output');
const { chess: builtChess } =
  await compiledModule<typeof import('../../src/rules/chess.ts')>('rules/chess');
const { metachess: builtMetachess } =
  await compiledModule<typeof import('../../src/rules/metachess.ts')>('rules/metachess');

type Pair = readonly [ours: SetTable, theirs: SetTable];

async function solved(name: string): Promise<Pair> {
  const games = await Promise.all([metachess, chess].map((rules) => solveBySets(rules, [name])));
  const [ours, theirs] = games.map((tables) => tables.get(name)!);
  return [ours!, theirs!];
}

/** Compares the tables' files. */
function compared(pair: Pair, options: CompareOptions) {
  return inFolder(async (dir) => {
    const games = [builtMetachess, builtChess];
    const files = games.map(async (rules, i) => {
      const { material } = pair[i]!;
      const store = new TableStore(rules, dir);
      mkdirSync(dirname(store.path(material.name)));
      writeFileSync(store.path(material.name), await fileOfSets(pair[i]!));
      return { store, material };
    });
    const [ours, theirs] = await Promise.all(files);
    return compareTables(new Output(false, true), ours!, theirs!, options);
  });
}

const examples = 3;

describe.each(['KQvk', 'KPvk'])('files of %s, part by part,', (name) => {
  const pair = solved(name);

  test.each([
    ['by one thread', { threads: 1 }],
    ['by three threads', { threads: 3, large: 1 }],
  ])('have the same changes as whole: %s', async (_, reading) => {
    const [ours, theirs] = await pair;
    const parts = { mostWhole: 0, mostBytes: ours.placements.size / 2 };
    const found = unwrap(await compared([ours, theirs], { examples, ...parts, ...reading }));
    expect(found).toEqual(unwrap(compareResults(ours, theirs, { examples })));
    expect(found.pairs.some((each) => each.examples.length > 0)).toBe(true);
  });

  test('are not compared to the end if that is interrupted', async () => {
    const parts = { mostWhole: 0, threads: 2, large: 1, signal: AbortSignal.abort() };
    const found = await compared(await pair, { examples, ...parts });
    expect(found).toMatchObject({ ok: false, problem: { code: 'interrupted' } });
  });
});
