import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unwrap } from '../src/board/result.ts';
import { chess } from '../src/rules/chess.ts';
import type { RuleSet } from '../src/rules/ruleset.ts';
import { generateInFolder } from '../src/solve/inFolder.ts';
import { planTables } from '../src/solve/plan.ts';
import { isResident } from '../src/solve/run/dependencies.ts';
import { TableStore } from '../src/store/tableStore.ts';
import type { Material } from '../src/table/material.ts';
import type { Statistics } from '../src/table/statistics.ts';
import { type Run, run } from './process.ts';
import type { SolvedTables } from './solveTogether.ts';

const metatb = fileURLToPath(new URL('../src/cli/main.js', import.meta.url));
const solver = fileURLToPath(new URL('./solve.js', import.meta.url));
const generalSolver = fileURLToPath(new URL('./generalSolve.js', import.meta.url));

/** What is made, and how. */
export interface Setting {
  readonly rules: RuleSet;
  readonly materials: readonly Material[];
  readonly threads: number;
  /** How `metatb generate` is told what to make, if not by the tables' names. */
  readonly words?: readonly string[];
}

export interface TimedTable {
  readonly table: string;
  /** The solve alone; of tables that threads make one each, with reading and writing files. */
  readonly seconds: number;
  /** User processor time of it, if the process says so. */
  readonly userSeconds?: number;
  readonly statistics: Statistics;
}

/** A process that made tables. */
export interface Made extends Run {
  readonly tables: readonly TimedTable[];
}

/** Are some of the subtables too large for memory? Then solving needs files. */
export function needsFiles({ rules, materials }: Setting): boolean {
  const large = planTables(rules, materials).filter(({ material }) => !isResident(material));
  const names = new Set(large.map(({ material }) => material.name));
  return large.some(({ needs }) => needs.some((name) => names.has(name)));
}

/** A whole process that solves and writes nothing. */
export async function solveOnly({ rules, materials, threads }: Setting): Promise<Made> {
  const names = materials.map(({ name }) => name);
  const made = await run(process.execPath, [solver, rules.name, `${threads}`, ...names]);
  return { ...made, ...(JSON.parse(made.stdout) as SolvedTables) };
}

/** The same by the general set solver, for one table of any game that generalGames.ts knows; it alone is in the result. */
export async function solveGeneralOnly(game: string, threads: number, name: string): Promise<Made> {
  const made = await run(process.execPath, [generalSolver, game, `${threads}`, name]);
  return { ...made, ...(JSON.parse(made.stdout) as SolvedTables) };
}

/** `metatb generate` as a user calls it, with the subtables. */
export async function generateFiles(setting: Setting): Promise<Made> {
  return inFolder((dir) => generateIn(dir, setting));
}

/** The same for what needs files: those are there before. */
export function generateLast(setting: Setting, dir: string): Promise<Made> {
  return generateIn(dir, setting, ['--force']);
}

/** Makes the subtables, unmeasured. */
export async function makeSubtables(setting: Setting, dir: string): Promise<void> {
  const wanted = new Set(setting.materials.map(({ name }) => name));
  const below = planTables(setting.rules, setting.materials)
    .map(({ material }) => material)
    .filter(({ name }) => !wanted.has(name));
  await generateIn(dir, { ...setting, materials: below });
}

/** `metatb generate` in this folder. */
export async function generateIn(
  dir: string,
  { rules, materials, threads, words = materials.map(({ name }) => name) }: Setting,
  more: readonly string[] = [],
): Promise<Made> {
  const where = ['--rules', rules.name, '--dir', dir, '--threads', `${threads}`];
  const args = [metatb, 'generate', ...words, ...where, '--json', '--quiet', ...more];
  const made = await run(process.execPath, args);
  const store = new TableStore(rules, dir);
  const { tables } = JSON.parse(made.stdout) as {
    tables: readonly { table: string; seconds: number | null; solveSeconds?: number }[];
  };
  const seconds = new Map(tables.map((each) => [each.table, each.solveSeconds ?? each.seconds]));
  const timed: TimedTable[] = [];
  for (const { material } of planTables(rules, materials)) {
    const solve = seconds.get(material.name);
    if (solve === undefined || solve === null) continue;
    const statistics = unwrap(await store.statistics(material));
    timed.push({ table: material.name, seconds: solve, statistics });
  }
  return { ...made, tables: timed };
}

/** Uses a folder that has these tables of orthodox chess: the one that is given, or else one where they are made. */
export async function withTables(
  given: string | undefined,
  materials: readonly Material[],
  use: (dir: string) => Promise<void>,
): Promise<void> {
  if (given !== undefined) return use(resolve(given));
  await inFolder(async (dir) => {
    unwrap(await generateInFolder(chess, materials, { dir }));
    await use(dir);
  });
}

/** Uses a folder that goes afterwards. */
export async function inFolder<T>(use: (dir: string) => Promise<T>): Promise<T> {
  const dir = await mkdtemp(join(tmpdir(), 'metatb-bench-'));
  try {
    return await use(dir);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
