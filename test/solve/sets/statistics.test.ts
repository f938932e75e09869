import { expect, test } from 'vitest';
import { unwrap } from '../../../src/board/result.ts';
import { readStatistics } from '../../../src/format/mtb/native.ts';
import { chess } from '../../../src/rules/chess.ts';
import { metachess } from '../../../src/rules/metachess.ts';
import { longestKnown, longestWins } from '../../../src/study/longest.ts';
import { LISTED_WINS } from '../../../src/table/statistics.ts';
import { fileOfSets, solveBySets } from '../setTables.ts';
import { HeapStore } from '../window/heapStore.ts';

// Both sides of KRvkr win, in as many plies; KNvkn has fewer wins than are told, all of them in one ply.
test.each([
  { rules: chess, name: 'KRvkr' },
  { rules: metachess, name: 'KQvkr' },
  { rules: chess, name: 'KRvk' },
  { rules: chess, name: 'KNvkn' },
  { rules: chess, name: 'KPvk' },
])(
  'of $rules.name $name they tell several of the longest wins, through a window too',
  async ({ rules, name }) => {
    const listed = LISTED_WINS;
    const heaps = { pages: new HeapStore(), log: new HeapStore(), codes: new HeapStore() };
    const window = { bytes: 2 << 20, buffers: [], ...heaps };
    const table = (await solveBySets(rules, [name], 64, new Map(), { listed })).get(name)!;
    const again = (await solveBySets(rules, [name], 64, new Map(), { listed, window })).get(name)!;
    expect(again.statistics).toEqual(table.statistics);
    const { unique, nextLongestWins } = table.statistics.white;
    expect(nextLongestWins).toHaveLength(Math.min(LISTED_WINS, unique.wins) - 1);
    expect(unwrap(readStatistics(await fileOfSets(table), table))).toEqual(table.statistics);
    for (const winner of [{}, { winner: 0 }, { winner: 1 }] as const) {
      for (const count of [1, 2, LISTED_WINS]) {
        const options = { count, ...winner };
        expect(longestKnown(table.statistics, options)).toEqual(longestWins(table, options));
      }
    }
    const more = { count: LISTED_WINS + 1 };
    const areAll = unique.wins < LISTED_WINS;
    expect(longestKnown(table.statistics, more)).toEqual(
      areAll ? longestWins(table, more) : undefined,
    );
  },
);

test('of a table that is looked through in no time they tell the longest win only', async () => {
  const table = (await solveBySets(chess, ['KRvk'])).get('KRvk')!;
  expect(table.statistics.white).not.toHaveProperty('nextLongestWins');
});
