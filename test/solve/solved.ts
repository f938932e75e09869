import { unwrap } from '../../src/board/result.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { planTables } from '../../src/solve/plan.ts';
import { solveReference } from '../../src/solve/reference/solver.ts';
import { type Material, parseMaterial } from '../../src/table/material.ts';
import type { Table } from '../../src/table/table.ts';

export function materialOf(rules: RuleSet, name: string): Material {
  return unwrap(parseMaterial(name, rules)).material;
}

/** Solves tables on first use, after their subtables, by the reference solver or by another one. */
export class Solved {
  private readonly rules: RuleSet;
  private readonly solve: typeof solveReference;
  private readonly tables = new Map<string, Table>();

  constructor(rules: RuleSet, solve = solveReference) {
    this.rules = rules;
    this.solve = solve;
  }

  readonly get = (name: string): Table => {
    for (const { material } of planTables(this.rules, [materialOf(this.rules, name)])) {
      if (this.tables.has(material.name)) continue;
      this.tables.set(material.name, this.solve(this.rules, material, this.get));
    }
    return this.tables.get(name)!;
  };
}

/** Every number at which two tables differ, whether or not it is an index. */
export function differences(one: Table, other: Table): number {
  let count = 0;
  for (const turn of [0, 1] as const) {
    for (let number = 0; number < one.placements.size; number++) {
      if (one.values[turn].at(number) !== other.values[turn].at(number)) count++;
    }
  }
  return count;
}
