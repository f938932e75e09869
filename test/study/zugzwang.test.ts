import { beforeAll, describe, expect, test } from 'vitest';
import { chess } from '../../src/rules/chess.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { mutualZugzwangs, type ZugzwangKind } from '../../src/study/zugzwang.ts';
import { readTable, type Table } from '../../src/table/table.ts';
import { parseValueCode, UNCOVERED } from '../../src/table/value.ts';
import { solved, wholeBoard } from './solvedTables.ts';

/** Counted on the whole board, by White's result with and without the move. */
function naive(table: Table): { readonly board: number[] } {
  const board = [0, 0, 0];
  for (const { values } of wholeBoard(table)) {
    if (values.includes(UNCOVERED)) continue;
    const having = Math.sign(values[0]);
    const leaving = -Math.sign(values[1]);
    if (having >= leaving) continue;
    if (having === -1 && leaving === 1) board[0]!++;
    else board[having === 0 ? 1 : 2]!++;
  }
  return { board };
}

describe.each([
  ['KPvk', chess],
  ['KPvk', metachess],
  ['KRvk', metachess],
  ['KQvk', metachess],
] as const)('the mutual zugzwangs of %s', (name, rules) => {
  let table: Table;
  let found: readonly ZugzwangKind[];

  beforeAll(async () => {
    table = await solved(rules, name);
    found = mutualZugzwangs(table, { examples: 5 });
  });

  test(`are those of the whole board (${rules.name})`, () => {
    expect(found.map(({ board }) => board)).toEqual(naive(table).board);
  });

  test(`come with examples that are mutual zugzwangs (${rules.name})`, () => {
    for (const { white, black, unique, examples } of found) {
      expect(examples).toHaveLength(Math.min(5, unique));
      const wdl = { win: 1, draw: 0, loss: -1 };
      for (const each of examples) {
        expect([each.white.wdl, each.black.wdl]).toEqual([wdl[white], wdl[black]]);
        expect(each.white).toEqual(parseValueCode(readTable(table, 0, each.squares)));
        expect(each.black).toEqual(parseValueCode(readTable(table, 1, each.squares)));
      }
    }
  });
});

test('mutual zugzwangs are listed deepest first', async () => {
  const [, drawn] = mutualZugzwangs(await solved(chess, 'KPvk'), { examples: 100 });
  const plies = drawn!.examples.map(({ black }) => black.dtm);
  expect(plies.length).toBeGreaterThan(10);
  expect(plies).toEqual(plies.toSorted((a, b) => b - a));
});
