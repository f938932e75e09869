import { type Failure, fail, ok, type Result } from '../../board/result.ts';
import { formatBytes } from '../../format/byteCount.ts';
import { slabPlacementsOf } from '../../index/slabPlacements.ts';
import { BLOCK_BYTES } from '../../kernel/kernel.ts';
import { Frame } from '../../kernel/kernelFrame.ts';
import { MOST_BYTES, makeMemory } from '../../kernel/kernelMemory.ts';
import type { Army } from '../../pieces/army.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { Material } from '../../table/material.ts';
import type { CodeBytes } from '../../table/values.ts';
import type { PlanState } from '../generation.ts';
import type { PlannedTable } from '../plan.ts';
import { shapeOf } from '../sets/layout.ts';
import { type Dependency, sideBytes, wholeDependency } from '../sets/solvedTables.ts';
import { placeInto, reusableRun } from './codeReuse.ts';
import { codeWidths } from './codeWidths.ts';
import { dependenciesOf, isResident } from './dependencies.ts';

/** Bytes for movements, lists and the tables of kings' squares. */
const SMALL_THINGS = 8 << 20;
/** About what the program takes besides: Node, tables just packed, and each thread with what it codes and learns from. */
const PROGRAM_BYTES = 640 << 20;
const THREAD_BYTES = 96 << 20;

/** A table for the set solver to make, and the memory needed. Plain data, passed to workers. */
export interface SolveStep {
  readonly material: Material;
  readonly codeBytes: CodeBytes;
  readonly dependencies: readonly Dependency[];
  /** Bytes while the table is solved, besides the resident tables. */
  readonly bytes: number;
}

export interface MemoryPlan {
  readonly steps: readonly SolveStep[];
  readonly workers: number;
  /** Bytes of address space for all steps, one after another. */
  readonly bytes: number;
  /** Bytes that are allowed beyond that and what the program takes. */
  readonly spare: number;
}

/**
 * The memory needed to make the missing tables of a plan. Errors: `memory`, if that exceeds the allowed number of bytes
 * or what 32-bit addresses reach.
 */
export function planMemory(
  rules: RuleSet,
  plan: readonly PlannedTable[],
  { missing, long }: PlanState,
  workers: number,
  allowed: number,
): Result<MemoryPlan> {
  const stepOf = stepsOf(rules, plan, long, workers);
  const steps = plan.filter(({ material }) => missing.has(material.name)).map(stepOf);
  const resident = residentBytes(rules, steps);
  const largest = Math.max(0, ...steps.map(({ bytes }) => bytes));
  const blocks = workers * (BLOCK_BYTES + 512);
  const bytes = resident + largest + blocks + SMALL_THINGS;
  const spare = Math.max(0, allowed - bytes - PROGRAM_BYTES - workers * THREAD_BYTES);
  if (bytes <= Math.min(allowed, MOST_BYTES)) return ok({ steps, workers, bytes, spare });
  const worst = steps.find((step) => step.bytes === largest)!;
  return tooLarge(worst.material.name, bytes, Math.min(allowed, MOST_BYTES));
}

/** Allocates the memory of a plan. Errors: `memory`, if the machine cannot provide it. */
export function memoryFor({ bytes }: MemoryPlan, shared: boolean): Result<WebAssembly.Memory> {
  try {
    return ok(makeMemory(bytes, shared));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const need = `there is no room for ${formatBytes(bytes, Math.ceil)}`;
    const why = 'other programs or a limit of the system leave less than --memory allows';
    return fail('memory', `${need}: ${why}`, String(bytes));
  }
}

function tooLarge(name: string, bytes: number, allowed: number): Failure {
  const sizes = `${formatBytes(bytes, Math.ceil)}, ${formatBytes(allowed, Math.floor)} allowed`;
  const way = allowed >= MOST_BYTES ? 'WebAssembly addresses no more' : '--memory allows more';
  return fail('memory', `${name} needs ${sizes}: ${way}`, name);
}

/** By name: about how many bytes the set solver needs for a table, including its targets. */
export function memoryOfSteps(
  rules: RuleSet,
  plan: readonly PlannedTable[],
  { long }: Pick<PlanState, 'long'>,
  workers: number,
): ReadonlyMap<string, number> {
  const steps = plan.map(stepsOf(rules, plan, long, workers));
  return new Map(
    steps.map((step) => [
      step.material.name,
      residentBytes(rules, [step]) + step.bytes + SMALL_THINGS,
    ]),
  );
}

/** A function that gives the step of each table of a plan. */
function stepsOf(
  rules: RuleSet,
  plan: readonly PlannedTable[],
  long: ReadonlySet<string>,
  workers: number,
): (table: PlannedTable) => SolveStep {
  const materials = new Map(plan.map(({ material }) => [material.name, material]));
  const widths = codeWidths(plan, long);
  return ({ material, needs }) => {
    const targets = needs.map((name) => materials.get(name)!);
    const codeBytes = widths.get(material.name)!;
    const dependencies = dependenciesOf(rules, material, targets, widths);
    const step = { material, codeBytes, dependencies };
    return { ...step, bytes: stepBytes(rules, step, workers) };
  };
}

/** Bytes of all tables that stay in memory for these steps. */
function residentBytes(rules: RuleSet, steps: readonly SolveStep[]): number {
  const tables = steps.flatMap((step) => [ownTable(step), ...step.dependencies]);
  const residents = new Map(
    tables.filter(({ material }) => isResident(material)).map((each) => [each.material.name, each]),
  );
  return sum([...residents.values()].map((each) => dependencyBytes(rules.army, each)));
}

function stepBytes({ army }: RuleSet, step: Omit<SolveStep, 'bytes'>, workers: number): number {
  const { material, codeBytes, dependencies } = step;
  const shape = shapeOf(army, material);
  const frames = (shape.pawnless ? 1 : workers) * Frame.bytes(shape);
  if (isResident(material)) return frames;
  const sizes = dependencies
    .filter((each) => !isResident(each.material))
    .map((each) => dependencyBytes(army, each));
  const reusable = reusableRun(army, material, codeBytes);
  const places = placeInto(reusable ? [reusable, reusable] : [], sizes);
  const outside = sizes.filter((_, i) => places[i] === undefined);
  // The codes of a table without pawns overwrite its distances.
  const inPlace = shape.pawnless && codeBytes === 1;
  const codes = inPlace ? 0 : dependencyBytes(army, ownTable(step));
  return frames + codes + sum(outside);
}

/** Bytes of memory that a dependency takes. */
export function dependencyBytes(army: Army, dependency: Dependency): number {
  const { material, sides } = dependency;
  return sides.filter(Boolean).length * sideBytes(slabPlacementsOf(material, army), dependency);
}

/** The table that a step makes, as those see it that depend on all of it. */
export function ownTable({ material, codeBytes }: Omit<SolveStep, 'bytes'>): Dependency {
  return wholeDependency(material, codeBytes);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
