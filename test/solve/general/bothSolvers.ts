import { type Result, unwrap } from '../../../src/board/result.ts';
import type { RuleSet } from '../../../src/rules/ruleset.ts';
import { checkGeneral } from '../../../src/solve/general/scope.ts';
import { solveGeneral } from '../../../src/solve/general/solver.ts';
import { type PlannedTable, planTables } from '../../../src/solve/plan.ts';
import { solveReference } from '../../../src/solve/reference/solver.ts';
import type { Material } from '../../../src/table/material.ts';
import { squaresAt } from '../../../src/table/placed.ts';
import { countTable, type SideStatistics, type Statistics } from '../../../src/table/statistics.ts';
import type { Table } from '../../../src/table/table.ts';
import { DRAWN, pliesOf, UNCOVERED, type ValueCode } from '../../../src/table/value.ts';

/** What is compared with the reference solver. */
export interface Solver {
  check(rules: RuleSet, material: Material): Result<undefined>;
  solve(rules: RuleSet, material: Material, tables: (name: string) => Table): Table;
}

const general: Solver = { check: checkGeneral, solve: solveGeneral };

/** What became of one table. */
export interface Compared {
  readonly game: string;
  readonly table: string;
  /** Numbers of both sides to move, whether or not they are positions; 0 if the table is refused. */
  readonly numbers: number;
  /** Those of positions that are won or lost. */
  readonly decided: number;
  /** Why the solver does not take it. */
  readonly refused?: string;
  /** How the two tables differ: the first few positions, then how many there are. Empty if they are the same. */
  readonly differences: readonly string[];
  /** Of each solver. */
  readonly seconds: { readonly reference: number; readonly compared: number };
}

const SHOWN = 5;

/** The tables of one game by the reference solver and by another one, each solved once. */
export class BothSolvers {
  private readonly rules: RuleSet;
  private readonly solver: Solver;
  private readonly reference = new Map<string, Table>();
  /** Those that the solver takes, and that are right. */
  private readonly others = new Map<string, Table>();

  constructor(rules: RuleSet, solver: Solver = general) {
    this.rules = rules;
    this.solver = solver;
  }

  /**
   * Compares a table and those that it depends on, each with those of its own solver below it; without those that have
   * been compared before.
   */
  compare(material: Material): readonly Compared[] {
    return planTables(this.rules, [material])
      .filter((step) => !this.reference.has(step.material.name))
      .map((step) => this.compareStep(step));
  }

  private compareStep({ material }: PlannedTable): Compared {
    const { rules, solver, reference, others } = this;
    const { name } = material;
    const began = performance.now();
    const right = solveReference(rules, material, (below) => reference.get(below)!);
    const between = performance.now();
    reference.set(name, right);
    const found = { game: rules.name, table: name, numbers: 0, decided: 0, differences: [] };
    const seconds = { reference: (between - began) / 1000, compared: 0 };
    const checked = solver.check(rules, material);
    if (!checked.ok) return { ...found, refused: checked.problem.message, seconds };
    const lower = (below: string) => others.get(below) ?? reference.get(below)!;
    const solved = attempt(() => solver.solve(rules, material, lower));
    seconds.compared = (performance.now() - between) / 1000;
    if (typeof solved === 'string')
      return { ...found, differences: [`${name}: ${solved}`], seconds };
    const differences = differencesOf(rules, solved, right);
    if (differences.length === 0) others.set(name, solved);
    const numbers = 2 * right.placements.size;
    return { ...found, numbers, decided: decidedIn(right), differences, seconds };
  }
}

/** Compares a table alone, both solvers having the same tables below it. Throws if the solver refuses it. */
export function compareAlone(
  rules: RuleSet,
  material: Material,
  tables: (name: string) => Table,
): readonly string[] {
  unwrap(checkGeneral(rules, material));
  const right = solveReference(rules, material, tables);
  return differencesOf(rules, solveGeneral(rules, material, tables), right);
}

function attempt(solve: () => Table): Table | string {
  try {
    return solve();
  } catch (error) {
    return `not solved: ${error instanceof Error ? error.stack : error}`;
  }
}

function decidedIn({ placements, values }: Table): number {
  let count = 0;
  for (const side of values) {
    for (let number = 0; number < placements.size; number++) {
      const code = side.at(number);
      if (code !== DRAWN && code !== UNCOVERED) count++;
    }
  }
  return count;
}

/** Where a table is not what the reference solver makes, at every number, whether or not it is an index. */
function differencesOf(rules: RuleSet, table: Table, right: Table): readonly string[] {
  const unlike = unlikeEndgames(table, right);
  if (unlike.length > 0) return unlike;
  const { name } = right.material;
  const shown: string[] = [];
  let count = 0;
  for (const turn of [0, 1] as const) {
    for (let number = 0; number < right.placements.size; number++) {
      const [is, should] = [table.values[turn].at(number), right.values[turn].at(number)];
      if (is === should) continue;
      count++;
      if (shown.length < SHOWN)
        shown.push(
          `${name} ${number}, ${positionText(rules, right, turn, number)}: ${valueText(is)}, not ${valueText(should)}`,
        );
    }
  }
  if (count === 0) return unlikeStatistics(table, right);
  return count > shown.length ? [...shown, `${name}: ${count} differences`] : shown;
}

/** What a solver has counted on the way, member by member of either side. */
function unlikeStatistics({ material, ...table }: Table, right: Table): readonly string[] {
  const { statistics } = table as Partial<{ readonly statistics: Statistics }>;
  if (!statistics) return [];
  const should = countTable(right);
  return (['white', 'black'] as const).flatMap((side) =>
    (Object.keys(should[side]) as (keyof SideStatistics)[]).flatMap((key) => {
      const [ours, theirs] = [statistics[side][key], should[side][key]].map((part) =>
        JSON.stringify(part),
      );
      return ours === theirs ? [] : [`${material.name}: ${side}.${key} ${ours}, not ${theirs}`];
    }),
  );
}

function unlikeEndgames(table: Table, right: Table): readonly string[] {
  const summary = ({
    rules,
    fingerprint,
    material,
    placements,
    files,
    flip,
    isAfterPass,
    values,
  }: Table) => ({
    rules,
    fingerprint,
    name: material.name,
    size: placements.size,
    scheme: placements.scheme,
    symmetries: placements.symmetries.length,
    files,
    flip: String(flip),
    isAfterPass: isAfterPass !== undefined,
    lengths: values.map(({ length }) => length).join(),
  });
  const [is, should] = [summary(table), summary(right)];
  return (Object.keys(should) as (keyof typeof should)[]).flatMap((key) =>
    is[key] === should[key]
      ? []
      : [`${right.material.name}: ${key} ${is[key]}, not ${should[key]}`],
  );
}

function positionText(rules: RuleSet, table: Table, turn: 0 | 1, number: number): string {
  const squares = squaresAt(table, number);
  const side = turn === 0 ? 'White' : 'Black';
  if (table.placements.index(squares) !== number) return `${side}, no index`;
  const position = rules.place(table.material.men, squares, turn);
  return position.ok
    ? rules.makeFen(position.value)
    : `${side}, no position (${position.problem.message})`;
}

function valueText(code: ValueCode): string {
  if (code === UNCOVERED) return 'no position';
  if (code === DRAWN) return 'drawn';
  return `${code > 0 ? 'won' : 'lost'} in ${pliesOf(code)}`;
}
