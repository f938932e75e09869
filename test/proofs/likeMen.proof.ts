import { beforeAll, describe, expect, it } from 'vitest';
import { unwrap } from '../../src/chess/result.ts';
import { chess } from '../../src/rules/chess.ts';
import { TableStore } from '../../src/store/tableStore.ts';
import type { Table } from '../../src/table/table.ts';
import { compiled, inFolder } from '../solve/pool.ts';
import { figures, published } from '../solve/published.ts';
import { materialOf } from '../solve/solved.ts';

const names = ['KRRvk', 'KNNvk'];
const tables = new Map<string, Table>();

beforeAll(() =>
  inFolder(async (dir) => {
    const materials = names.map((name) => materialOf(chess, name));
    unwrap(await compiled.generate(chess, materials, { dir }));
    const store = new TableStore(chess, dir);
    for (const material of materials) tables.set(material.name, unwrap(await store.read(material)));
  }),
);

describe('two like men', () => {
  it.each(names)(
    '%s of orthodox chess is the published one, which counts them in one order',
    (name) => {
      expect(figures(tables.get(name)!, 2)).toEqual(published(name));
    },
  );
});
