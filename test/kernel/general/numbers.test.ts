import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boardOf } from '../../../src/board/board.ts';
import type { Army, Piece } from '../../../src/pieces/army.ts';
import { codeOf } from '../../../src/pieces/mover.ts';
import { checkGeneral } from '../../../src/solve/general/scope.ts';
import { solveGeneral } from '../../../src/solve/general/solver.ts';
import { planTables } from '../../../src/solve/plan.ts';
import { solveReference } from '../../../src/solve/reference/solver.ts';
import { orient } from '../../../src/table/material.ts';
import { countTable } from '../../../src/table/statistics.ts';
import type { Table } from '../../../src/table/table.ts';
import { UNCOVERED } from '../../../src/table/value.ts';
import { boxChess } from '../../rules/boxChess.ts';
import { runs } from '../../thorough.ts';
import { type RandomTable, tableOf, tables } from './randomTables.ts';

/** Who has no piece left has lost; nothing is royal, so every placement is a position. */
const bareGame = ([files, ranks]: readonly [number, number], army: Army) =>
  boxChess(boardOf(files, ranks), army, {
    extinction: { kinds: 'all', count: 0, others: 0, wdl: -1 },
  });

type Given = Parameters<typeof solveGeneral>;

/** The table and those that it needs, each by a solver. */
function solve<T extends Table>({ rules, men }: RandomTable, solver: (...given: Given) => T): T {
  const { material } = orient(men, rules);
  const made = new Map<string, T>();
  for (const { material: each } of planTables(rules, [material])) {
    const { name } = each;
    made.set(
      name,
      solver(rules, each, (other) => made.get(other)!),
    );
  }
  return made.get(material.name)!;
}

/** Tables of a piece against several, all of them identical. */
const alike = (count: number, most: number) =>
  tables(count, most, bareGame)
    .map(({ rules, men }) => {
      const other = (i: number): Piece => ({
        kind: i === 0 ? men[0]!.kind : 0,
        color: i === 0 ? 1 : 0,
      });
      return tableOf(
        rules,
        men.map((_, i) => other(i)),
      );
    })
    .filter(({ rules, men }) =>
      planTables(rules, [orient(men, rules).material]).every(
        ({ material }) => checkGeneral(rules, material).ok,
      ),
    );

const valuesOf = ({ values, placements }: Table) =>
  values.map((side) => Array.from({ length: placements.size }, (_, i) => side.at(i)));

describe('The kernel numbers placements as the index does', () => {
  test.each([2, 3, 4])(
    'a table of %i men has values at the least numbers alone, and counts their orbits',
    (count) => {
      fc.assert(
        fc.property(alike(count, 40_000), (table) => {
          const made = solve(table, solveGeneral);
          const { values, placements, material } = made;
          const { stands } = table.rules.variant.equipment;
          const squares: number[] = [];
          const wrong: number[] = [];
          for (let number = 0; number < placements.size; number++) {
            placements.squares(number, squares);
            const isPosition =
              new Set(squares).size === count &&
              material.men.every((man, i) => stands[codeOf(man)]![squares[i]!]);
            const has = isPosition && placements.index(squares) === number;
            if ((values[0].at(number) !== UNCOVERED) !== has) wrong.push(number);
          }
          expect(wrong).toEqual([]);
          expect(made.statistics).toEqual(countTable(made));
        }),
        runs(300, 6),
      );
    },
  );

  test('what captures and promotions lead to is read where the other solver reads it', () => {
    fc.assert(
      fc.property(alike(4, 11_000), (table) => {
        const [found, expected] = [solveGeneral, solveReference].map((solver) =>
          valuesOf(solve(table, solver)),
        );
        expect(found).toEqual(expected);
      }),
      runs(150, 6),
    );
  });
});
