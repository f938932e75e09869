import { fail, ok, type Problem, type Result } from '../chess/result.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import type { Material } from '../table/material.ts';
import { checkSetPlan, planTables, type Step } from './plan.ts';
import { REFERENCE_MOST_MEN } from './reference.ts';
import { ReferenceGeneration } from './referenceGeneration.ts';
import { SetGeneration } from './setGeneration.ts';
import type { SolverName } from './task.ts';

export interface GenerateOptions {
  readonly dir: string;
  /** Default: `sets` where the rule set has them, else `reference`. */
  readonly solver?: SolverName;
  /** Default: the machine's cores. The tables do not depend on it. */
  readonly threads?: number;
  /** The most bytes that the set solver may use; default: three quarters of the machine's. */
  readonly memory?: number;
  /** Solve the wanted tables anew even where they are there. */
  readonly force?: boolean;
  /** Stops the work; finished tables stay, and of a large one what was done so far. */
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: GenerateEvent) => void;
}

export type GenerateEvent =
  | { readonly kind: 'plan'; readonly steps: readonly Step[] }
  | { readonly kind: 'found'; readonly table: string }
  /** A damaged file is solved anew. */
  | { readonly kind: 'damaged'; readonly table: string; readonly problem: Problem }
  | {
      readonly kind: 'progress';
      readonly table: string;
      readonly done: number;
      readonly total: number;
      /** The ply that the set solver is at, where it goes by plies. */
      readonly ply?: number;
    }
  | ({ readonly kind: 'solved' } & GeneratedTable);

export interface GeneratedTable {
  readonly table: string;
  readonly path: string;
  /** Null where the table was there before. */
  readonly seconds: number | null;
  /** Of the set solver: solving alone, without files. */
  readonly solveSeconds?: number;
}

/**
 * Makes the wanted tables and all that they stand on in a folder. Those that are there already are checked and kept.
 * Errors: `too-many-men`, those of {@link planGeneration} and `memory` before anything starts; `interrupted`, `write`, `read`, `crash`, and
 * those of the native format that only `force` overrules.
 */
export async function generate(
  rules: RuleSet,
  wanted: readonly Material[],
  options: GenerateOptions,
): Promise<Result<readonly GeneratedTable[]>> {
  const solver = options.solver ?? defaultSolver(rules);
  const plan = planGeneration(rules, wanted, solver);
  if (!plan.ok) return plan;
  const steps = plan.value;
  options.onEvent?.({ kind: 'plan', steps });
  const Generation = solver === 'sets' ? SetGeneration : ReferenceGeneration;
  const generation = new Generation(rules, wanted, { ...options, solver });
  try {
    return await generation.run(steps);
  } finally {
    await generation.close();
  }
}

export function defaultSolver(rules: RuleSet): SolverName {
  return rules.setwise ? 'sets' : 'reference';
}

/** The plan of tables, if the solver can carry it out. Errors: `too-many-men`, and those of {@link checkSetPlan}. */
export function planGeneration(
  rules: RuleSet,
  wanted: readonly Material[],
  solver: SolverName = defaultSolver(rules),
): Result<readonly Step[]> {
  const steps = planTables(rules, wanted);
  if (solver === 'sets') {
    const checked = checkSetPlan(rules, steps);
    return checked.ok ? ok(steps) : checked;
  }
  const excess = wanted.find(({ men }) => men.length > REFERENCE_MOST_MEN);
  if (!excess) return ok(steps);
  const { name, men } = excess;
  const most = `the reference solver takes at most ${REFERENCE_MOST_MEN}`;
  return fail('too-many-men', `${name} has ${men.length} men: ${most}`, name);
}
