import { encodeNative } from '../../src/format/mtb/encodeNative.ts';
import type { SlabPlacements } from '../../src/index/slabPlacements.ts';
import { makeKernel } from '../../src/kernel/kernel.ts';
import { KernelMemory, makeMemory } from '../../src/kernel/kernelMemory.ts';
import { chess } from '../../src/rules/chess.ts';
import { endgameOf } from '../../src/rules/endgame.ts';
import { metachess } from '../../src/rules/metachess.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { planTables } from '../../src/solve/plan.ts';
import { type Distances, distanceBitsOf } from '../../src/solve/run/distances.ts';
import { Control } from '../../src/solve/sets/control.ts';
import { NARROW_BITS } from '../../src/solve/sets/distanceBits.ts';
import { wholeDependency } from '../../src/solve/sets/solvedTables.ts';
import { SetSolver, type SolvedCounts, type SolveOptions } from '../../src/solve/sets/solver.ts';
import { findIn, statisticsOf } from '../../src/solve/sets/statistics.ts';
import { allMaterials } from '../../src/table/material.ts';
import type { Statistics } from '../../src/table/statistics.ts';
import type { Table } from '../../src/table/table.ts';
import { SlabValues } from '../../src/table/values.ts';
import { joined } from '../format/madeUp.ts';
import { materialOf } from './solved.ts';

/** A table that the set solver made, and the statistics that its kernel counted on the way. */
export interface SetTable extends Table {
  readonly placements: SlabPlacements;
  readonly values: readonly [SlabValues, SlabValues];
  readonly statistics: Statistics;
}

/** Tables solved in this thread by the set solver, with all their subtables. By name. `distances`: see distanceBitsOf; `more`: how, all or `only` one of them. */
export async function solveBySets(
  rules: RuleSet,
  names: readonly string[],
  mebibytes = 64,
  distances: Distances = new Map(),
  more: Pick<SolveOptions, 'still' | 'window'> & { readonly only?: string } = {},
): Promise<ReadonlyMap<string, SetTable>> {
  const memory = makeMemory(mebibytes * 2 ** 20, false);
  const solver = new SetSolver(rules, new KernelMemory(memory), makeKernel(memory), 0, 1);
  const control = new Control();
  const { only, ...options } = more;
  const how = (name: string) => (only === undefined || only === name ? options : {});
  const tables = new Map<string, SetTable>();
  const wanted = names.map((name) => materialOf(rules, name));
  const plan = planTables(rules, wanted);
  const bits = distanceBitsOf(plan, distances, NARROW_BITS);
  for (const { material } of plan) {
    const solved = solver.tables.place(wholeDependency(material, bits.get(material.name)!));
    const counts = (await solver.solveTable(material, {
      control,
      ...how(material.name),
    })) as SolvedCounts;
    const codes = [solver.tables.codes(solved, 0), solver.tables.codes(solved, 1)] as const;
    tables.set(material.name, {
      ...endgameOf(rules, material),
      placements: solved.placements,
      values: [new SlabValues(codes[0]), new SlabValues(codes[1])],
      statistics: statisticsOf(solved.placements, counts, findIn(codes)),
    });
  }
  return tables;
}

/** The file of a table, as generation writes it. */
export function fileOfSets(table: SetTable): Promise<Uint8Array<ArrayBuffer>> {
  return joined(encodeNative(table, table.statistics));
}

/** The file of every table of three men of chess and metachess. */
export async function* threeMenBySets() {
  for (const rules of [chess, metachess]) {
    const names = allMaterials(3, rules).map(({ name }) => name);
    for (const [name, table] of await solveBySets(rules, names)) {
      const bytes = await fileOfSets(table);
      yield { rules: rules.name, name, bytes };
    }
  }
}
