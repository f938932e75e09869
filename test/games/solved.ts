import { figureTexts } from '../../figures/figureTexts.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { countTable } from '../../src/table/statistics.ts';
import type { Table } from '../../src/table/table.ts';
import { Solved } from '../solve/solved.ts';

const games = new Map<RuleSet, Solved>();

/** A table by the reference solver. Tables are kept: those that it needs are solved once for all tests of a file. */
export function solved(rules: RuleSet, name: string): Table {
  const known = games.get(rules) ?? new Solved(rules);
  games.set(rules, known);
  return known.get(name);
}

/** The figures of a table, as text. */
export function figures(rules: RuleSet, name: string): readonly string[] {
  return figureTexts(countTable(solved(rules, name)));
}
