import { type Failure, fail, ok, type Result } from '../../board/result.ts';
import { formatBytes } from '../../format/byteCount.ts';
import { slabPlacementsOf } from '../../index/slabPlacements.ts';
import { Frame, tallyBytes } from '../../kernel/kernelFrame.ts';
import { MemoryFull, MOST_BYTES, makeMemory } from '../../kernel/kernelMemory.ts';
import { BLOCK_BYTES } from '../../kernel/layout.ts';
import type { Army } from '../../pieces/army.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { Material } from '../../table/material.ts';
import type { PlanState } from '../generation.ts';
import type { PlannedTable } from '../plan.ts';
import { codeBytesFor, NARROW_BITS } from '../sets/distanceBits.ts';
import { fitsInPlace, shapeOf } from '../sets/layout.ts';
import { type Dependency, sideBytes, wholeDependency } from '../sets/solvedTables.ts';
import { placeInto, reusableRun } from './codeReuse.ts';
import { dependenciesOf, isResident } from './dependencies.ts';
import { type Distances, distanceBitsOf } from './distances.ts';

/** Bytes for movements, lists and the tables of kings' squares. */
const SMALL_THINGS = 8 << 20;
/** About what the program takes besides: Node, tables just packed, and each thread with what it codes and learns from. */
const PROGRAM_BYTES = 640 << 20;
const THREAD_BYTES = 96 << 20;

/** A table for the set solver to make, and the memory needed. Plain data, passed to workers. */
export interface SolveStep {
  readonly material: Material;
  readonly distanceBits: number;
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
 * The memory needed to make the missing tables of a plan. `leastBits`: of distances, to begin with. Errors: `memory`, if that exceeds the allowed number of bytes
 * or what 32-bit addresses reach.
 */
export function planMemory(
  rules: RuleSet,
  plan: readonly PlannedTable[],
  { missing, distances }: PlanState,
  workers: number,
  allowed: number,
  leastBits: number = NARROW_BITS,
): Result<MemoryPlan> {
  const stepOf = stepsOf(rules, plan, distanceBitsOf(plan, distances, leastBits), workers);
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
    if (!(error instanceof MemoryFull)) throw error;
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
  { distances }: Pick<PlanState, 'distances'>,
  workers: number,
): ReadonlyMap<string, number> {
  const bits = distanceBitsOf(plan, distances, NARROW_BITS);
  const steps = plan.map(stepsOf(rules, plan, bits, workers));
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
  bits: Distances,
  workers: number,
): (table: PlannedTable) => SolveStep {
  const materials = new Map(plan.map(({ material }) => [material.name, material]));
  return ({ material, needs }) => {
    const targets = needs.map((name) => materials.get(name)!);
    const distanceBits = bits.get(material.name)!;
    const dependencies = dependenciesOf(rules, material, targets, bits);
    const step = { material, distanceBits, dependencies };
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
  const { material, distanceBits, dependencies } = step;
  const shape = { ...shapeOf(army, material), distanceBits };
  const frame = Frame.bytes(shape, fitsInPlace(shape));
  const frames = (shape.pawnless ? 1 : workers) * frame + tallyBytes(distanceBits);
  if (isResident(material)) return frames;
  const sizes = dependencies
    .filter((each) => !isResident(each.material))
    .map((each) => dependencyBytes(army, each));
  const reusable = reusableRun(army, material, codeBytesFor(distanceBits));
  const places = placeInto(reusable ? [reusable, reusable] : [], sizes);
  const outside = sizes.filter((_, i) => places[i] === undefined);
  return frames + dependencyBytes(army, ownTable(step)) + sum(outside);
}

/** Bytes of memory that a dependency takes. */
export function dependencyBytes(army: Army, dependency: Dependency): number {
  const { material, sides } = dependency;
  return sides.filter(Boolean).length * sideBytes(slabPlacementsOf(material, army), dependency);
}

/** The table that a step makes, as those see it that depend on all of it. */
export function ownTable({ material, distanceBits }: Omit<SolveStep, 'bytes'>): Dependency {
  return wholeDependency(material, distanceBits);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
