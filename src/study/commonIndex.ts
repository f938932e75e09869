import { SymmetricPlacements } from '../index/symmetricPlacements.ts';
import type { Table } from '../table/table.ts';
import { UNCOVERED } from '../table/value.ts';
import { PlyValues } from '../table/values.ts';

/**
 * Two tables of the same men on the same board, numbered alike: by the symmetries that both have. Takes two bytes for
 * each index of each side.
 */
export function onCommonIndex(one: Table, other: Table): readonly [Table, Table] {
  const kept = new Set(other.placements.symmetries.map(String));
  const common = one.placements.symmetries.filter((symmetry) => kept.has(String(symmetry)));
  const placements = new SymmetricPlacements(one.material.men, common);
  return [renumbered(one, placements), renumbered(other, placements)];
}

function renumbered(table: Table, placements: SymmetricPlacements): Table {
  const squares = new Int16Array(table.material.men.length);
  const sides = [0, 1].map(() => new Int16Array(placements.size).fill(UNCOVERED));
  for (let index = 0; index < placements.size; index++) {
    placements.squares(index, squares);
    if (placements.index(squares) !== index) continue;
    const from = table.placements.index(squares);
    sides[0]![index] = table.values[0].at(from);
    sides[1]![index] = table.values[1].at(from);
  }
  return { ...table, placements, values: [new PlyValues(sides[0]!), new PlyValues(sides[1]!)] };
}
