import type { RuleSet } from '../../src/rules/ruleset.ts';
import { readTable, type Table } from '../../src/table/table.ts';
import type { ValueCode } from '../../src/table/value.ts';
import { areApart } from '../format/madeUp.ts';
import { solveBySets } from '../solve/setTables.ts';

const MEBIBYTES = 256;

/** One table, solved by sets. */
export async function solved(rules: RuleSet, name: string): Promise<Table> {
  return (await solveBySets(rules, [name], MEBIBYTES)).get(name)!;
}

/** Every placement on the whole board, with identical pieces in every order, and its values for both sides to move. */
export function* wholeBoard(table: Table) {
  const men = table.material.men.length;
  const squares: number[] = new Array(men).fill(0);
  for (let number = 0; number < 64 ** men; number++) {
    let rest = number;
    for (let slot = men - 1; slot >= 0; slot--) {
      squares[slot] = rest % 64;
      rest = Math.floor(rest / 64);
    }
    if (!areApart(squares)) continue;
    const [white, black] = [readTable(table, 0, squares), readTable(table, 1, squares)];
    yield { squares, values: [white, black] as readonly [ValueCode, ValueCode] };
  }
}
