import { beforeAll, describe, expect, it } from 'vitest';
import { figuresOf, published, unlikePublished } from '../../figures/published.ts';
import { unwrap } from '../../src/board/result.ts';
import { chess } from '../../src/rules/chess.ts';
import { TableStore } from '../../src/store/tableStore.ts';
import { allMaterials } from '../../src/table/material.ts';
import { countTable, type Statistics } from '../../src/table/statistics.ts';
import type { Table } from '../../src/table/table.ts';
import { compiled, inFolder } from '../solve/pool.ts';
import { materialOf } from '../solve/solved.ts';

const materials = [3, 4].flatMap((men) =>
  allMaterials(men, chess).filter((material) => !chess.isSettled(material.men)),
);
const names = materials.map(({ name }) => name);
/** Two and more identical pieces, pieces on both sides, pawns. */
const recounted = ['KNNvk', 'KQQvk', 'KQvkr', 'KPPvk', 'KPvkp'];

const statistics = new Map<string, Statistics>();
const tables = new Map<string, Table>();

beforeAll(() =>
  inFolder(async (dir) => {
    unwrap(await compiled.generate(chess, materials, { dir }));
    const store = new TableStore(chess, dir);
    for (const material of materials) {
      statistics.set(material.name, unwrap(await store.statistics(material)));
    }
    for (const name of recounted)
      tables.set(name, unwrap(await store.read(materialOf(chess, name))));
  }),
);

describe('orthodox chess of three and four men', () => {
  it('has 35 tables', () => {
    expect(names).toHaveLength(35);
  });

  it.each(names)('%s has the published figures', (name) => {
    expect(unlikePublished(materialOf(chess, name), statistics.get(name)!)).toEqual([]);
  });

  it('would be reported if a figure differed', () => {
    const one = statistics.get('KRvkn')!;
    const white = { ...one.white, draws: one.white.draws + 8 };
    expect(unlikePublished(materialOf(chess, 'KRvkn'), { ...one, white })).toEqual([
      `wtm.board.draw: ${white.draws}, published ${one.white.draws}`,
    ]);
    expect(figuresOf(materialOf(chess, 'KRvkn'), one)).toEqual(published('KRvkn'));
  });

  it.each(recounted)('%s has the statistics of its values, counted one by one', (name) => {
    expect(statistics.get(name)).toEqual(countTable(tables.get(name)!));
  });
});
