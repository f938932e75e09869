import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import type { SolverName } from '../../src/solve/generation.ts';
import { TableStore } from '../../src/store/tableStore.ts';
import { allMaterials } from '../../src/table/material.ts';
import type { Table } from '../../src/table/table.ts';

// The tables of three men of chess and metachess, solved once before all tests (test/setup/tables.ts).

/** The file of each table of three men, by its name, as `solver` makes it in one thread. */
export function threeMenFiles(solver: SolverName, rules: RuleSet): Map<string, Buffer> {
  const dir = join(inject('threeMen'), solver, rules.name);
  const names = allMaterials(3, rules).map(({ name }) => name);
  return new Map(names.map((name) => [name, readFileSync(join(dir, `${name}.mtb`))]));
}

/** The tables of three men as the reference solver makes them. */
export async function referenceTables(rules: RuleSet): Promise<(name: string) => Table> {
  const store = new TableStore(rules, join(inject('threeMen'), 'reference'));
  const tables = new Map<string, Table>();
  for (const material of allMaterials(3, rules)) {
    tables.set(material.name, unwrap(await store.read(material)));
  }
  return (name) => tables.get(name)!;
}
