import type { RuleSet } from '../../rules/ruleset.ts';
import type { Material } from '../../table/material.ts';
import type { Table } from '../../table/table.ts';
import type { Progress } from '../reference/moveGraph.ts';
import { type CountedTable, Workbench } from './workbench.ts';

/**
 * Solves a table by sets, for games of any board and pieces that checkGeneral takes. The same table as solveReference
 * makes. `tables` returns the finished table of a name, for those that captures and promotions lead to.
 */
export function solveGeneral(
  rules: RuleSet,
  material: Material,
  tables: (name: string) => Table,
  progress?: Progress,
): CountedTable {
  return new Workbench(rules, tables).solve(material, progress);
}
