import { describe, expect, it } from 'vitest';
import { unlikePublished } from '../../../figures/published.ts';
import { chess } from '../../../src/rules/chess.ts';
import { metachess } from '../../../src/rules/metachess.ts';
import { compareTables } from '../../../src/table/compare.ts';
import { allMaterials } from '../../../src/table/material.ts';
import { countTable } from '../../../src/table/statistics.ts';
import { readTable } from '../../../src/table/table.ts';
import { MOST_DISTANCE } from '../../../src/table/values.ts';
import { areApart } from '../../format/madeUp.ts';
import { thorough } from '../../thorough.ts';
import { type SetTable, solveBySets } from '../setTables.ts';
import { differences } from '../solved.ts';
import { referenceTables } from '../threeMen.ts';

const threeMen = allMaterials(3, chess).map(({ name }) => name);
const fourMen = allMaterials(4, chess).map(({ name }) => name);
const all = [...threeMen, ...fourMen];
/** All tables of four men when thorough, else 16 of the 30: one of each kind and its subtables. */
const kinds = ['KQvkr', 'KBBvk', 'KNvkn', 'KPvkp', ...(thorough ? ['KPPvk'] : [])];
const wanted = thorough ? all : [...threeMen, ...kinds];

const rulesByName = { chess, metachess };
const references = {
  chess: await referenceTables(chess),
  metachess: await referenceTables(metachess),
};
const tables: Record<keyof typeof rulesByName, ReadonlyMap<string, SetTable>> = {
  chess: await solveBySets(chess, wanted, 512),
  metachess: await solveBySets(metachess, [...threeMen, 'KNvkn']),
};

describe('the set solver makes the published tables of orthodox chess', () => {
  it('which are five of three men and thirty of four', () => {
    expect(threeMen).toEqual(['KBvk', 'KNvk', 'KPvk', 'KQvk', 'KRvk']);
    expect(fourMen).toHaveLength(30);
    if (thorough) expect([...tables.chess.keys()].sort()).toEqual(all.toSorted());
    else expect(tables.chess.size).toBe(5 + 16);
  });

  it.each([...tables.chess.keys()])(
    '%s: counts, unique positions, mates and the histogram of plies',
    (name) => {
      const { material, statistics } = tables.chess.get(name)!;
      expect(unlikePublished(material, statistics)).toEqual([]);
    },
  );
});

const both = (['chess', 'metachess'] as const).flatMap((rules) =>
  threeMen.map((name) => [rules, name] as const),
);

describe('the set solver and the reference solver agree', () => {
  it.each(both)('at every position of %s %s', (rules, name) => {
    const reference = references[rules](name);
    const compared = compareTables(tables[rules].get(name)!, reference);
    expect(compared).toMatchObject({ different: 0, missing: 0, extra: 0 });
    const { white, black } = countTable(reference);
    const positions = [white, black].map(
      ({ unique: { wins, draws, losses } }) => wins + draws + losses,
    );
    expect(compared.compared).toBe(positions[0]! + positions[1]!);
  });
});

describe('the statistics that the kernel counts are those of the table', () => {
  const some = kinds.map((name) => ['chess', name] as const);

  it.each([...both, ...some])('%s %s', (rules, name) => {
    const table = tables[rules].get(name)!;
    expect(table.statistics).toEqual(countTable(table));
  });

  // Every win is a mate in one, which no legal move may allow; that has a separate code.
  it('metachess KNvkn, whose longest win is one ply', () => {
    const table = tables.metachess.get('KNvkn')!;
    expect(table.statistics).toEqual(countTable(table));
  });
});

describe('a table made by sets', () => {
  it.each(thorough ? ['KNvkn', 'KPvkp'] : ['KNvkn'])(
    'does not depend on what was solved before in the same memory: %s',
    async (name) => {
      const fresh = (await solveBySets(chess, [name], 128)).get(name)!;
      expect(differences(fresh, tables.chess.get(name)!)).toBe(0);
    },
  );

  it('has the same values for both sides if they have the same men', () => {
    const { white, black } = tables.chess.get('KPvkp')!.statistics;
    const { longestWinSquares: _, longestLossSquares: __, ...seenByWhite } = white;
    expect(black).toMatchObject(seenByWhite);
  });

  it('holds nothing but a copy at a number that is no index', () => {
    const table = tables.chess.get('KBBvk')!;
    const { placements, values } = table;
    const squares: number[] = [];
    let copies = 0;
    let others = 0;
    for (let number = 0; number < placements.size; number++) {
      placements.squares(number, squares);
      if (!areApart(squares) || placements.index(squares) === number) continue;
      for (const turn of [0, 1] as const) {
        const found = values[turn].at(number);
        if (found === readTable(table, turn, squares)) copies++;
        else others++;
      }
    }
    expect([copies > 100_000, others]).toEqual([true, 0]);
  });
});

describe('a long table', () => {
  // Of all these only KQvk does not depend on it.
  const long = 'KRvk';
  const solved = solveBySets(chess, ['KPvkp', 'KQvkr'], 256, new Map([[long, MOST_DISTANCE[2]]]));

  // One with two dimensions, one with groups of pawns, and both as targets of captures and promotions.
  it.each(['KRvk', 'KQvkr', 'KPvk', 'KQvkp', 'KPvkp', 'KQvk'])(
    'and what depends on it have the same values as with short codes: %s',
    async (name) => {
      const table = (await solved).get(name)!;
      expect(differences(table, tables.chess.get(name)!)).toBe(0);
      expect(table.statistics).toEqual(tables.chess.get(name)!.statistics);
      expect(table.values[0].codes.BYTES_PER_ELEMENT).toBe(name === 'KQvk' ? 1 : 2);
    },
  );
});
