import type { RuleSet } from '../../rules/ruleset.ts';
import type { Material } from '../../table/material.ts';
import type { Statistics } from '../../table/statistics.ts';
import type { Table } from '../../table/table.ts';
import type { Followers } from '../general/crew.ts';
import { solveGeneral } from '../general/solver.ts';
import type { SolverName } from '../generation.ts';
import type { Progress } from '../reference/moveGraph.ts';
import { solveReference } from '../reference/solver.ts';

/** Solves one table, and may count it. `tables` returns the finished table of a name; `followers`: threads that may share the work. */
type Solve = (
  rules: RuleSet,
  material: Material,
  tables: (name: string) => Table,
  progress: Progress,
  followers?: Followers,
) => Table & { readonly statistics?: Statistics };

/** The solvers that make a table alone. They make the same tables. */
export const soloSolvers: Readonly<Record<SolverName, Solve>> = {
  sets: solveGeneral,
  reference: (rules, material, tables, progress) =>
    solveReference(rules, material, tables, progress),
};
