import { expect, it } from 'vitest';
import { chess } from '../../../src/rules/chess.ts';
import { metachess } from '../../../src/rules/metachess.ts';
import { allMaterials } from '../../../src/table/material.ts';
import { thorough } from '../../thorough.ts';
import { fileOfSets, solveBySets } from '../setTables.ts';

// A slab fixes the kings and, at six men, a third piece, which moves from slab to slab. Tables of fewer men can be made so as
// well: with slabs of a plane, or of a word.

const pawnless = ['KBvk', 'KNvk', 'KQvk', 'KRvk', 'KBNvk', 'KBBvk', 'KQvkr', 'KRvkn', 'KNvkn'];
const fourMen = (rules: typeof chess) =>
  [...allMaterials(3, rules), ...allMaterials(4, rules)]
    .map(({ name }) => name)
    .filter((name) => !/p/i.test(name));

it.each([chess, metachess])(
  '$name: slabs that fix a third piece make the same files',
  async (rules) => {
    const names = thorough ? fourMen(rules) : pawnless;
    const two = await solveBySets(rules, names, 128);
    const three = await solveBySets(rules, names, 512, new Map(), { still: 3 });
    expect(three.size).toBe(two.size);
    for (const [name, table] of three) {
      expect(table.statistics, name).toEqual(two.get(name)!.statistics);
      const files = [await fileOfSets(table), await fileOfSets(two.get(name)!)];
      expect(Buffer.compare(files[0]!, files[1]!), name).toBe(0);
    }
  },
);
