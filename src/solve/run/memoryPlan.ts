import { type Failure, fail, ok, type Result } from '../../board/result.ts';
import { formatBytes } from '../../format/byteCount.ts';
import { MOST_CODES } from '../../format/planes/planeParts.ts';
import { slabPlacementsOf } from '../../index/slabPlacements.ts';
import { Frame, tallyBytes } from '../../kernel/kernelFrame.ts';
import { MemoryFull, MOST_BYTES, makeMemory } from '../../kernel/kernelMemory.ts';
import { BLOCK_BYTES } from '../../kernel/layout.ts';
import type { Army } from '../../pieces/army.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { Material } from '../../table/material.ts';
import type { PlanState } from '../generation.ts';
import type { PlannedTable } from '../plan.ts';
import { codeBytesFor, MORE_BITS, NARROW_BITS } from '../sets/distanceBits.ts';
import { fitsInPlace, shapeOf } from '../sets/layout.ts';
import { type Dependency, sideBytes, wholeDependency } from '../sets/solvedTables.ts';
import { bytesOfSources, mayBeAway, pairsOfTask, sourcesOf } from '../window/finishedSources.ts';
import {
  CODES_BYTES,
  leastWindow,
  NO_BITS,
  storeBytes,
  windowBytes,
  windowShape,
} from '../window/rooms.ts';
import { placeInto, type Run, reusableRun } from './codeReuse.ts';
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
  /** Of distances that its codes have room for. */
  readonly distanceBits: number;
  readonly dependencies: readonly Dependency[];
  /** Bytes while the table is solved, besides the resident tables. */
  readonly bytes: number;
  /** Bytes of the window that it is solved through; absent if all its sets are in memory. */
  readonly window?: number;
  /** Bytes of other memory that it is packed in, part by part, if its codes are never in memory all at once. */
  readonly packing?: number;
}

/** Whether tables may be solved through a window: those that do not fit otherwise, or all. */
export interface WindowChoice {
  /** Bytes of the window of every table. Default: only tables that do not fit have one. */
  readonly bytes?: number;
}

/**
 * Bytes of a window that a table can be solved through in good time. Through a tenth of that KQRvkr takes 1.2 to 1.5 times as long
 * as with all sets in memory (bench/window.ts).
 */
const ENOUGH_WINDOW = 64 << 20;

export interface MemoryPlan {
  readonly steps: readonly SolveStep[];
  readonly workers: number;
  /** Bytes of address space for all steps, one after another. */
  readonly bytes: number;
  /** Bytes that are allowed beyond that and what the program takes. */
  readonly spare: number;
  /** Bytes of memory for the pages of tables that are solved through a window, and then for what they are packed from. */
  readonly pageBytes: number;
}

/**
 * The memory needed to make the missing tables of a plan. `leastBits`: of distances, to begin with; `windows`: undefined if
 * there are none. Errors: `memory`, if that exceeds the allowed number of bytes or what 32-bit addresses reach; `window`, if that
 * is too small.
 */
export function planMemory(
  rules: RuleSet,
  plan: readonly PlannedTable[],
  { missing, distances }: PlanState,
  workers: number,
  allowed: number,
  leastBits: number = NARROW_BITS,
  windows?: WindowChoice,
): Result<MemoryPlan> {
  const stepOf = stepsOf(rules, plan, distanceBitsOf(plan, distances, leastBits), workers);
  const whole = plan.filter(({ material }) => missing.has(material.name)).map(stepOf);
  const besides = residentBytes(rules, whole) + workers * (BLOCK_BYTES + 512) + SMALL_THINGS;
  const most = Math.min(allowed, MOST_BYTES);
  const small =
    windows?.bytes !== undefined && windowTooSmall(rules, whole, workers, windows.bytes);
  if (small) return small;
  const steps = windows
    ? whole.map((step) => {
        const pages = pagesOf(rules, { ...step, window: 0 });
        const room = { kernel: most - besides, all: allowed - besides - programBytes(workers) };
        return throughWindow(rules, step, workers, room, pages, windows);
      })
    : whole;
  const largest = largestOf(steps.map((step) => step.bytes));
  const packing = largestOf(steps.map((step) => step.packing ?? 0));
  const bytes = besides + largest;
  const left = Math.max(0, allowed - bytes - programBytes(workers));
  const pages = largestOf(steps.map((step) => pagesOf(rules, step)));
  // When a table is packed, its pages are needed no more.
  const pageBytes = Math.max(packing, Math.min(left, pages));
  if (bytes <= most && bytes + packing <= allowed) {
    return ok({ steps, workers, bytes, spare: Math.max(0, left - pageBytes), pageBytes });
  }
  const isBeyond = bytes > MOST_BYTES && allowed >= MOST_BYTES;
  const bytesOf = isBeyond ? (step: SolveStep) => step.bytes : allBytes;
  const worst = steps.toSorted((a, b) => bytesOf(b) - bytesOf(a))[0]!;
  const { name } = worst.material;
  return isBeyond ? beyondAddresses(name, bytes) : tooLarge(name, bytes + packing, allowed);
}

/** Bytes of memory that a step takes, the kernel's and other. */
function allBytes({ bytes, packing = 0 }: SolveStep): number {
  return bytes + packing;
}

/** Bytes that the program takes besides the kernel's memory, pages and codes that are packed. */
function programBytes(workers: number): number {
  return PROGRAM_BYTES + workers * THREAD_BYTES;
}

/**
 * The step as it is if it fits into the kernel's room and nothing else is asked for; otherwise through a window, by default of up
 * to `most` bytes. `room`: in bytes, of the kernel and of all memory.
 */
function throughWindow(
  rules: RuleSet,
  step: SolveStep,
  workers: number,
  room: { readonly kernel: number; readonly all: number },
  most: number,
  { bytes: asked }: WindowChoice,
): SolveStep {
  if (asked === undefined && step.bytes <= room.kernel) return step;
  const least = leastWindow(shapeOf(rules.army, step.material), workers);
  const windowed = { ...step, window: 0, dependencies: partlyAway(rules, step) };
  const without = stepBytes(rules, windowed, workers);
  const packing = partsBytes(rules, windowed);
  // It is still there while the table is packed.
  const left = Math.min(room.kernel, room.all - packing) - without;
  const window = asked ?? Math.max(least, Math.min(most, left));
  const packed = { ...windowed, bytes: without + window, window, packing };
  return asked === undefined && allBytes(packed) >= step.bytes ? step : packed;
}

/**
 * Bytes of the codes of a part that a table is packed from, and of what is read at a time of finished tables; 0 if its codes are in
 * memory all at once.
 */
function partsBytes(rules: RuleSet, step: SolveStep): number {
  if (!isInParts(step)) return 0;
  const { size } = slabPlacementsOf(step.material, rules.army);
  const part = codeBytesFor(step.distanceBits) * Math.min(size, MOST_CODES);
  return 2 * Math.max(part, bytesAway(rules, step).reading);
}

/** The dependencies of a step that is solved through a window: some of them are read part by part, when they are wanted. */
function partlyAway({ army }: RuleSet, { material, dependencies }: SolveStep): Dependency[] {
  return dependencies.map((each) => {
    const isAway = !isResident(each.material) && mayBeAway(army, material, each.material);
    return isAway ? { ...each, sides: [false, false], slices: undefined } : each;
  });
}

/** What is needed for dependencies that are not in memory as a whole. */
function bytesAway(rules: RuleSet, { material, dependencies }: Omit<SolveStep, 'bytes'>) {
  const away = dependencies.filter(({ sides }) => !sides.some(Boolean));
  const sources = sourcesOf(rules, material, (name) => {
    const found = away.find((each) => each.material.name === name);
    return found && codeBytesFor(found.distanceBits);
  });
  const shape = windowShape(shapeOf(rules.army, material), NO_BITS, true);
  return bytesOfSources(sources, pairsOfTask(shape));
}

function windowTooSmall(
  { army }: RuleSet,
  steps: readonly SolveStep[],
  workers: number,
  window: number,
): Failure | undefined {
  const least = (step: SolveStep) => leastWindow(shapeOf(army, step.material), workers);
  const worst = steps.find((step) => least(step) > window);
  if (!worst) return undefined;
  const { name } = worst.material;
  const sizes = `${formatBytes(least(worst), Math.ceil)} for ${name}`;
  return fail('window', `a window needs at least ${sizes}: --window allows more`, String(window));
}

/** Bytes of the pages that a step keeps outside of its window. */
function pagesOf({ army }: RuleSet, { material, window }: SolveStep): number {
  return window === undefined ? 0 : storeBytes(shapeOf(army, material), 0, 0)[0];
}
/** Allocates the memory of a plan. Errors: `memory`, if the machine cannot provide it. */
export function memoryFor({ bytes }: MemoryPlan, shared: boolean): Result<WebAssembly.Memory> {
  try {
    return ok(makeMemory(bytes, shared));
  } catch (error) {
    if (!(error instanceof MemoryFull)) throw error;
    return noRoom(bytes);
  }
}

/** The machine does not provide what is allowed. */
export function noRoom(bytes: number): Failure {
  const need = `there is no room for ${formatBytes(bytes, Math.ceil)}`;
  const why = 'other programs or a limit of the system leave less than --memory allows';
  return fail('memory', `${need}: ${why}`, String(bytes));
}

function tooLarge(
  name: string,
  bytes: number,
  allowed: number,
  way = '--memory allows more',
): Failure {
  const sizes = `${formatBytes(bytes, Math.ceil)}, ${formatBytes(allowed, Math.floor)} allowed`;
  return fail('memory', `${name} needs ${sizes}: ${way}`, name);
}

function beyondAddresses(name: string, bytes: number): Failure {
  return tooLarge(name, bytes, MOST_BYTES, 'WebAssembly addresses no more');
}

/** What the set solver needs for a table, including its targets: about how many bytes of memory, and of a scratch file. */
export interface StepEstimate {
  readonly bytes: number;
  readonly scratch: number;
}

/** By name. `allowed`: bytes of memory. */
export function memoryOfSteps(
  rules: RuleSet,
  plan: readonly PlannedTable[],
  { distances }: Pick<PlanState, 'distances'>,
  workers: number,
  allowed = MOST_BYTES,
  windows?: WindowChoice,
): ReadonlyMap<string, StepEstimate> {
  const bits = distanceBitsOf(plan, distances, NARROW_BITS);
  const steps = plan.map(stepsOf(rules, plan, bits, workers));
  return new Map(
    steps.map((whole) => {
      const besides = residentBytes(rules, [whole]) + SMALL_THINGS;
      const kernel = Math.min(allowed, MOST_BYTES) - besides;
      const room = { kernel, all: allowed - besides - programBytes(workers) };
      const step = windows
        ? throughWindow(rules, whole, workers, room, ENOUGH_WINDOW, windows)
        : whole;
      const bytes = besides + allBytes(step);
      const left = Math.max(0, allowed - bytes - programBytes(workers));
      return [step.material.name, { bytes, scratch: scratchOf(rules, step, left) }];
    }),
  );
}

/** About how many bytes of a disk a step takes, if `left` bytes of memory are left beyond what it needs. */
function scratchOf(rules: RuleSet, step: SolveStep, left: number): number {
  const { material, window, packing = 0 } = step;
  if (window === undefined) return 0;
  const { army } = rules;
  const { size, groupSize } = slabPlacementsOf(material, army);
  const [pages, log] = storeBytes(shapeOf(army, material), groupSize, size);
  return Math.max(0, pages - packing - left) + log + CODES_BYTES * bytesAway(rules, step).kept;
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

function stepBytes(rules: RuleSet, step: Omit<SolveStep, 'bytes'>, workers: number): number {
  const { army } = rules;
  const { material, dependencies, window } = step;
  const distanceBits = solvingBits(step);
  const shape = { ...shapeOf(army, material), distanceBits };
  const frame = Frame.bytes(shape, fitsInPlace(shape));
  const away = bytesAway(rules, step);
  const sets =
    window === undefined
      ? (shape.pawnless ? 1 : workers) * frame
      : windowBytes(shape, distanceBits, workers) + window + away.shared + workers * away.own;
  const frames = sets + tallyBytes(distanceBits);
  if (isResident(material)) return frames;
  const sizes = dependencies
    .filter((each) => !isResident(each.material))
    .map((each) => dependencyBytes(army, each));
  const reusable = reusedRun(step, army);
  const places = placeInto(reusable ? [reusable, reusable] : [], sizes);
  const outside = sizes.filter((_, i) => places[i] === undefined);
  return frames + dependencyBytes(army, ownTable(step)) + sum(outside);
}

/** Of the place of a table that is solved: the run of each side's bytes where dependencies can lie meanwhile. */
export function reusedRun(step: Omit<SolveStep, 'bytes'>, army: Army): Run | undefined {
  const { material, distanceBits } = step;
  const hasPlace = !isInParts(step) && !isResident(material);
  return hasPlace ? reusableRun(army, material, codeBytesFor(distanceBits)) : undefined;
}

/** Bytes of memory that a dependency takes. */
export function dependencyBytes(army: Army, dependency: Dependency): number {
  const { material, sides } = dependency;
  return sides.filter(Boolean).length * sideBytes(slabPlacementsOf(material, army), dependency);
}

/** Are the codes of the table that a step makes never in memory all at once? */
export function isInParts({ window }: Omit<SolveStep, 'bytes'>): boolean {
  return window !== undefined;
}

/**
 * Bits of the distances that there is room for while a table is solved: one whose codes are never all in memory need not be
 * solved again if they have to be wider.
 */
function solvingBits(step: Omit<SolveStep, 'bytes'>): number {
  const { distanceBits } = step;
  return isInParts(step) ? Math.max(distanceBits, NARROW_BITS + MORE_BITS) : distanceBits;
}

/** Is what a table's codes are made from kept for when it is interrupted? */
export function hasLastingLog({ material }: Pick<SolveStep, 'material'>): boolean {
  return !isResident(material);
}

/** What is in memory of the table that a step makes, while it does. */
export function ownTable(step: Omit<SolveStep, 'bytes'>): Dependency {
  const whole = wholeDependency(step.material, solvingBits(step));
  return isInParts(step) ? { ...whole, sides: [false, false] } : whole;
}

function largestOf(numbers: readonly number[]): number {
  return Math.max(0, ...numbers);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
