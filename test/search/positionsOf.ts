import type { Color } from '../../src/pieces/army.ts';
import type { Position } from '../../src/position/position.ts';
import { Locator } from '../../src/rules/locate.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import type { TableValues } from '../../src/search/tableValues.ts';
import { readTable, type Table } from '../../src/table/table.ts';
import { parseValueCode, UNCOVERED, type Value } from '../../src/table/value.ts';

/** A position of a table, and its value. */
export interface Valued {
  readonly position: Position;
  readonly value: Value;
}

/** Random positions of a table, as many as are asked for; `wanted`: what value to look for. */
export function* positionsOf(
  rules: RuleSet,
  table: Table,
  number: () => number,
  wanted: (value: Value) => boolean,
): Generator<Valued> {
  const { men } = table.material;
  const below = (limit: number) => Math.floor(number() * limit);
  // Where no position has such a value, the caller must not wait for ever.
  for (let tries = 0; tries < 1_000_000; tries++) {
    const squares = men.map(() => below(rules.board.size));
    const turn = below(2) as Color;
    const placed = rules.place(men, squares, turn);
    if (!placed.ok) continue;
    const code = readTable(table, turn, squares);
    if (code === UNCOVERED) throw new Error(`not in the table: ${rules.makeFen(placed.value)}`);
    const value = parseValueCode(code);
    if (wanted(value)) yield { position: placed.value, value };
  }
}

/** The values of tables in memory, for a search. */
export function valuesOf(rules: RuleSet, tables: Iterable<Table>): TableValues {
  const byName = new Map([...tables].map((table) => [table.material.name, table]));
  const locator = new Locator(rules);
  return {
    valueNow(position) {
      if (rules.rights(position) !== 'none') return undefined;
      const { material, known, turn, squares } = locator.locate(position);
      const table = material && byName.get(material.name);
      return material ? table && readTable(table, turn, squares) : known;
    },
  };
}
