import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { portableCodec } from '../../src/format/mtb/blocks.ts';
import { decodeNative } from '../../src/format/mtb/native.ts';
import { openStart } from '../../src/format/mtb/nativeStart.ts';
import { type StartedFile, scanPlanes } from '../../src/format/mtb/readCodes.ts';
import { PlaneTable } from '../../src/format/planes/planeTable.ts';
import { chess } from '../../src/rules/chess.ts';
import { endgameOf } from '../../src/rules/endgame.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { findRuleSet } from '../../src/rules/registry.ts';
import { fewestPlies, type LongestOptions, longestWins } from '../../src/study/longest.ts';
import { LongestInPlanes, mergedLongest } from '../../src/study/longestInPlanes.ts';
import type { PlaneCollectorClass } from '../../src/study/planeCollector.ts';
import { mutualZugzwangs } from '../../src/study/zugzwang.ts';
import { mergedZugzwangs, ZugzwangsInPlanes } from '../../src/study/zugzwangsInPlanes.ts';
import { countTable, type Statistics } from '../../src/table/statistics.ts';
import type { Table } from '../../src/table/table.ts';
import { SlabValues } from '../../src/table/values.ts';
import { fileOfSets, solveBySets } from '../solve/setTables.ts';
import { materialOf } from '../solve/solved.ts';
import { few } from '../thorough.ts';

// What is found in the planes of a file, which are not kept, is what is found in a whole table.

const MEBIBYTES = 256;

interface Made {
  readonly table: Table;
  readonly file: Uint8Array;
  readonly statistics: Statistics;
}

async function bySets(rules: typeof chess, name: string, wide = false): Promise<Made> {
  const solved = (await solveBySets(rules, [name], MEBIBYTES)).get(name)!;
  const { statistics } = solved;
  if (!wide) return { table: solved, file: await fileOfSets(solved), statistics };
  // Some wins become longer than a byte can say.
  const long = ({ codes }: SlabValues) =>
    new SlabValues(Int16Array.from(codes, (code) => (code === 9 ? 200 : code)));
  const table = { ...solved, values: [long(solved.values[0]), long(solved.values[1])] as const };
  return { table, file: await fileOfSets(table), statistics: countTable(table) };
}

/** Of a game whose planes list the values of ranks. */
async function listed(game: string, name: string): Promise<Made> {
  const rules = unwrap(findRuleSet(game));
  const file = new Uint8Array(readFileSync(`test/golden/${rules.folder}/${name}.mtb`));
  const endgame = endgameOf(rules, materialOf(rules, name));
  const table = unwrap(await decodeNative(file, endgame));
  return { table, file, statistics: countTable(table) };
}

const made: readonly (readonly [string, () => Promise<Made>])[] = [
  ['chess KPvk', () => bySets(chess, 'KPvk')],
  ['metachess KQvk', () => bySets(metachess, 'KQvk')],
  ['metachess KNNvk', () => bySets(metachess, 'KNNvk')],
  ['chess KRvk with codes of two bytes', () => bySets(chess, 'KRvk', true)],
  ['metachess KPvk with codes of two bytes', () => bySets(metachess, 'KPvk', true)],
  ['Los Alamos KPvk, on 6x6', () => listed('losalamos', 'KPvk')],
  ['Reach Chess KPvk', () => listed('reach', 'KPvk')],
  ...few<readonly [string, () => Promise<Made>]>(
    [
      ['chess KQvkr', () => bySets(chess, 'KQvkr')],
      ['metachess KRvkn', () => bySets(metachess, 'KRvkn')],
      ['chess KPvkp', () => bySets(chess, 'KPvkp')],
      ['metachess KPPvk', () => bySets(metachess, 'KPPvk')],
    ],
    1,
  ),
];

/** Collects by some threads, which take turns in any order. */
async function collected<Options, Found>(
  { table, file }: Made,
  Collector: PlaneCollectorClass<Options, Found>,
  options: Options,
  threads: number,
): Promise<readonly Found[]> {
  const { values: _, ...endgame } = table;
  let next = 0;
  const sharing = { take: () => next++, agree: () => true };
  const collectors = Array.from({ length: threads }, () => new Collector(endgame, options));
  const scans = collectors.map((collector) => {
    const start = unwrap(openStart(file, file.length, endgame));
    const read: StartedFile['read'] = async ({ from, bytes }) => file.subarray(from, from + bytes);
    expect(start.parts).toBeInstanceOf(PlaneTable);
    const add = collector.add.bind(collector);
    return scanPlanes(
      { start, read, codec: portableCodec },
      start.parts as PlaneTable,
      add,
      sharing,
    );
  });
  for (const scan of await Promise.all(scans)) unwrap(scan);
  return collectors.map(({ found }) => found);
}

describe.each(made)('in the planes of %s', (_, make) => {
  let one: Made;

  beforeAll(async () => {
    one = await make();
  }, 120_000);

  test.each<LongestOptions>([
    { count: 1 },
    { count: 7 },
    { count: 300, winner: 0 },
    { count: 20, winner: 1 },
    { count: 5000 },
  ])('are the longest wins, with $count', async (options) => {
    const expected = longestWins(one.table, options);
    for (const atLeast of [0, fewestPlies(one.statistics, options)]) {
      const shares = await collected(one, LongestInPlanes, { ...options, atLeast }, 2);
      expect(mergedLongest(one.table, shares, options)).toEqual(expected);
    }
  });

  test('are its mutual zugzwangs', async () => {
    for (const [threads, examples] of [
      [1, 0],
      [2, 3],
      [3, 1000],
    ] as const) {
      const shares = await collected(one, ZugzwangsInPlanes, { examples }, threads);
      const found = mergedZugzwangs(one.table, shares, { examples });
      expect(found).toEqual(mutualZugzwangs(one.table, { examples }));
    }
  });
});

test('an altered block is a problem', async () => {
  const { table, file } = await bySets(chess, 'KQvk');
  const altered = file.with(-1, file.at(-1)! ^ 1);
  const start = unwrap(openStart(altered, altered.length, table));
  const read: StartedFile['read'] = ({ from, bytes }) => altered.subarray(from, from + bytes);
  const planes = start.parts as PlaneTable;
  const scan = (checksum: number) =>
    scanPlanes({ start, read, codec: portableCodec }, planes, () => {}, {
      take: () => 0,
      agree: (found) => found === checksum,
    });
  expect(await scan(start.checksum)).toMatchObject({ problem: { code: 'mtb-checksum' } });
  expect(await scan(start.checksum ^ 1)).toMatchObject({ problem: { code: 'changed' } });
});
