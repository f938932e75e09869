import { ok, type Result } from '../board/result.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import type { Material } from '../table/material.ts';
import {
  type Find,
  type GeneratedTable,
  type GenerationOptions,
  interrupted,
  type PlanState,
  type SolverEvent,
  type SolverJob,
  type TableHome,
  type TableSolver,
} from './generation.ts';
import { type PlannedTable, planTables } from './plan.ts';

/**
 * Makes the wanted tables and all that they depend on: plans, looks for existing tables (which are checked and kept),
 * checks that the others can be solved, solves and stores them. `home` stores tables, and `solverOf` chooses
 * what solves those of a plan; generateInFolder and generateInMemory provide both.
 */
export async function generate(
  rules: RuleSet,
  wanted: readonly Material[],
  home: TableHome,
  solverOf: SolverOf,
  options: GenerationOptions,
): Promise<Result<readonly GeneratedTable[]>> {
  const { signal, onEvent: publish = () => {} } = options;
  const planned = await planGeneration(rules, wanted, home, solverOf, options);
  if (!planned.ok) return planned;
  const { steps, finds, job } = planned.value;
  if (!job.ok) return job;
  if (signal?.aborted) return interrupted();

  const tables = new Map<string, GeneratedTable>();
  for (const [name, find] of finds) if (find.kind === 'found') tables.set(name, find.table);
  const missing = namesOf(steps).filter((name) => !tables.has(name));
  const ready = await home.prepare([...tables.keys()], missing, forcedBy(wanted, options), publish);
  if (!ready.ok) return ready;
  if (signal?.aborted) return interrupted();

  const onSolverEvent = (event: SolverEvent) => {
    if (event.kind !== 'solved') return publish(event);
    if (tables.has(event.table)) return;
    const kept = home.keep(event);
    tables.set(event.table, kept);
    publish({ kind: 'solved', ...kept });
  };
  if (missing.length > 0) {
    const solved = await job.value.run(onSolverEvent, signal);
    if (!solved.ok) return solved;
  }
  return ok(namesOf(steps).flatMap((name) => tables.get(name) ?? []));
}

/** Chooses what solves the tables of a plan. */
export type SolverOf = (steps: readonly PlannedTable[]) => TableSolver;

/** What a generation will do. */
export interface PlannedGeneration {
  readonly steps: readonly PlannedTable[];
  readonly finds: ReadonlyMap<string, Find>;
  readonly state: PlanState;
  readonly solver: TableSolver;
  /** The work on missing tables, or why it is refused. */
  readonly job: Result<SolverJob>;
}

/**
 * Plans a generation and finds which of its tables exist; changes nothing. Errors: `interrupted`, and a file in a
 * table's place that only `force` replaces.
 */
export async function planGeneration(
  rules: RuleSet,
  wanted: readonly Material[],
  home: Pick<TableHome, 'find'>,
  solverOf: SolverOf,
  options: GenerationOptions,
): Promise<Result<PlannedGeneration>> {
  const { signal, complete = true, onEvent: publish = () => {} } = options;
  const steps = planTables(rules, wanted);
  const solver = solverOf(steps);
  const unknown: PlanState = { missing: new Set(), distances: new Map() };
  const possible = solver.prepare(steps, unknown);
  if (!possible.ok) {
    return ok({ steps, finds: new Map(), state: unknown, solver, job: possible });
  }
  if (complete) publish({ kind: 'plan', steps });
  const forced = forcedBy(wanted, options);
  const needed = new Set(complete ? namesOf(steps) : wanted.map(({ name }) => name));
  const finds = new Map<string, Find>();
  // If not complete, dependents come first, so that a table is looked for only if it is needed; otherwise in the plan's
  // order.
  for (const { material, needs } of complete ? steps : steps.toReversed()) {
    const { name } = material;
    if (!needed.has(name)) continue;
    if (signal?.aborted) return interrupted();
    const find = forced.has(name)
      ? ok({ kind: 'missing' } as const)
      : await home.find(material, solver.buildsOn);
    if (!find.ok) return find;
    finds.set(name, find.value);
    if (find.value.kind === 'found') publish({ kind: 'found', table: name });
    else for (const below of needs) needed.add(below);
    if (find.value.kind === 'damaged') {
      publish({ kind: 'damaged', table: name, problem: find.value.problem });
    }
  }
  const kept = steps.filter(({ material }) => needed.has(material.name));
  const isMissing = (name: string) => needed.has(name) && finds.get(name)?.kind !== 'found';
  const missing = new Set(namesOf(kept).filter(isMissing));
  const distances = new Map<string, number>();
  for (const [name, find] of finds) if (find.kind === 'found') distances.set(name, find.longest);
  if (!complete)
    publish({ kind: 'plan', steps: kept.filter(({ material }) => isMissing(material.name)) });
  const state = { missing, distances };
  return ok({ steps: kept, finds, state, solver, job: solver.prepare(steps, state) });
}

function namesOf(steps: readonly PlannedTable[]): string[] {
  return steps.map(({ material }) => material.name);
}

function forcedBy(wanted: readonly Material[], { force }: GenerationOptions): ReadonlySet<string> {
  return new Set(force ? wanted.map(({ name }) => name) : []);
}
