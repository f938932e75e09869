import { fail, ok, type Result } from '../board/result.ts';
import { type GameRef, gameOf } from '../rules/gameRef.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { type SolverName, solverNames } from '../solve/generation.ts';
import { type Material, parseMaterial } from '../table/material.ts';
import type { How } from './ledger.ts';
import type { Bundle } from './tasks.ts';

/** What a machine is asked to do: all that it needs to know besides its own settings. It names no path and no address. */
export interface JobData {
  readonly game: GameRef;
  readonly fingerprint: string;
  readonly version: string;
  readonly solver: SolverName | null;
  readonly together: boolean;
  /** In an order in which they can be solved. */
  readonly tables: readonly string[];
}

/** A job that has been checked. */
export interface CheckedJob {
  readonly rules: RuleSet;
  readonly solver: SolverName | undefined;
  readonly together: boolean;
  readonly materials: readonly Material[];
}

export function jobData(
  { game, fingerprint, version, solver, together }: How,
  bundle: Bundle,
): JobData {
  return { game, fingerprint, version, solver, together, tables: bundle.tables };
}

/** BullMQ uses colons for itself. */
export function jobId(game: string, { id }: Pick<Bundle, 'id'>): string {
  return `${game}.${id}`;
}

/** Numbers of priority are whole, and the least comes first. */
const LAST_PRIORITY = 2 ** 21 - 1;
const STEPS_A_SECOND = 10;

/** Those come first that the longest chain of work waits for. `seconds`: of that chain. */
export function priorityOf(seconds: number): number {
  return Math.max(1, LAST_PRIORITY - Math.round(seconds * STEPS_A_SECOND));
}

/** Limits on what a job may say: a queue is an input like any other. */
const MOST_TABLES = 1000;
const MOST_NAME = 1000;
const MOST_INI = 1 << 16;

/** This machine cannot do the job, but others may. */
export const OTHER_VERSION = 'version';

/** Reads a job. Errors: `version` if it is for another version of the program or of the game; `job`. */
export function checkJob(data: unknown, version: string): Result<CheckedJob> {
  if (!isJobData(data)) return fail('job', 'the job is no job of metatb: nothing of it is done');
  if (data.version !== version) {
    const message = `the job is of ${data.version}, and this machine has ${version}: both should have the same`;
    return fail(OTHER_VERSION, message, data.version);
  }
  const { game, fingerprint, solver, together, tables } = data;
  const rules = gameOf(game);
  if (!rules.ok) return fail('job', `the job's game is none: ${rules.problem.message}`, game.name);
  if (rules.value.fingerprint !== fingerprint) {
    const found = `the rules of ${game.name} have the fingerprint ${rules.value.fingerprint} here and ${fingerprint} in the job`;
    return fail(OTHER_VERSION, `${found}: both should have the same program`, fingerprint);
  }
  const materials: Material[] = [];
  for (const name of tables) {
    const parsed = parseMaterial(name, rules.value);
    if (
      !parsed.ok ||
      parsed.value.material.name !== name ||
      rules.value.isSettled(parsed.value.material.men)
    ) {
      return fail('job', `the job wants '${name}', which is no table of ${game.name}`, name);
    }
    materials.push(parsed.value.material);
  }
  return ok({ rules: rules.value, solver: solver ?? undefined, together, materials });
}

function isJobData(data: unknown): data is JobData {
  if (typeof data !== 'object' || data === null) return false;
  const { game, fingerprint, version, solver, together, tables } = data as Record<string, unknown>;
  return (
    isGame(game) &&
    isText(fingerprint, MOST_NAME) &&
    isText(version, MOST_NAME) &&
    (solver === null || solverNames.some((name) => name === solver)) &&
    typeof together === 'boolean' &&
    Array.isArray(tables) &&
    tables.length > 0 &&
    tables.length <= MOST_TABLES &&
    tables.every((name) => isText(name, MOST_NAME))
  );
}

function isGame(game: unknown): boolean {
  if (typeof game !== 'object' || game === null) return false;
  const { name, ini } = game as Record<string, unknown>;
  return isText(name, MOST_NAME) && (ini === undefined || isText(ini, MOST_INI));
}

function isText(value: unknown, most: number): value is string {
  return typeof value === 'string' && value.length <= most;
}
