import { figureTexts } from '../../figures/figureTexts.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { solveGeneral } from '../../src/solve/general/solver.ts';
import { solveReference } from '../../src/solve/reference/solver.ts';
import { countTable } from '../../src/table/statistics.ts';
import type { Table } from '../../src/table/table.ts';
import { Solved } from '../solve/solved.ts';

/** A table by the reference solver. */
export const solved = keeping(solveReference);

/** The same by the general set solver, many times as fast. */
export const solvedBySets = keeping(solveGeneral);

/** Tables are kept: those that a table needs are solved once for all tests of a file. */
function keeping(solve: typeof solveReference): (rules: RuleSet, name: string) => Table {
  const games = new Map<RuleSet, Solved>();
  return (rules, name) => {
    const known = games.get(rules) ?? new Solved(rules, solve);
    games.set(rules, known);
    return known.get(name);
  };
}

/** The figures of a table, as text. */
export function figures(rules: RuleSet, name: string): readonly string[] {
  return figureTexts(countTable(solved(rules, name)));
}
