import { rm } from 'node:fs/promises';
import { fail, ok, type Result } from '../board/result.ts';
import { endgameOf } from '../rules/endgame.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import type { GenerateEvent, SolverName } from '../solve/generation.ts';
import { generateInFolder } from '../solve/inFolder.ts';
import { planTables } from '../solve/plan.ts';
import { checkFile } from '../store/checkFile.ts';
import { TableStore } from '../store/tableStore.ts';
import { threadCount } from '../store/threads.ts';
import { removeLeft } from '../store/unfinished.ts';
import type { Material } from '../table/material.ts';
import { type SmallDisk, smallDiskFor } from './diskRoom.ts';
import type { CheckedJob } from './jobs.ts';
import type { Done } from './ledger.ts';
import type { Scratch } from './scratch.ts';
import { fetchTable } from './stores/fetchTable.ts';
import { type Wait, withPatience } from './stores/patience.ts';
import type { SharedStore } from './stores/sharedStore.ts';
import { PATIENCE_MS, StoreTables } from './storeTables.ts';

/** What a machine makes tables with. */
export interface Workshop {
  readonly store: SharedStore;
  /** Milliseconds for which the store may be away before this machine gives up. Default: {@link PATIENCE_MS}. */
  readonly patience?: number;
  readonly scratch: Scratch;
  readonly threads: number;
  /** In bytes. */
  readonly memory: number;
  /** Bytes of the window that every table is solved through. Default: only those that do not fit otherwise have one. */
  readonly window?: number;
}

export interface MakeOptions {
  readonly signal: AbortSignal;
  /** Called with every table of the job once it is in the store, or is found there. */
  readonly onStored: (material: Material, done: Omit<Done, 'machine' | 'at'>) => Promise<void>;
  readonly onEvent: (event: GenerateEvent) => void;
  /** Called before each wait for a store that is away. */
  readonly onWait: (wait: Wait) => void;
  /** Called before a table is solved that the disk may have no room for. */
  readonly onSmallDisk: (disk: SmallDisk) => void;
}

/** What is known of finished tables, by name. */
type Known = ReadonlyMap<string, Pick<Done, 'sha256'>>;

/**
 * Makes the tables of a job that are not `known` to be in the store: fetches what they need, solves, packs and stores them. Errors: those of
 * generateInFolder, of the store, and `interrupted`.
 */
export async function makeTables(
  job: CheckedJob,
  known: Known,
  workshop: Workshop,
  options: MakeOptions,
): Promise<Result<undefined>> {
  const made = await tryToMake(job, known, workshop, options);
  if (made.ok || !made.problem.code.startsWith('mtb-')) return made;
  // What was whole when it was fetched may be damaged since.
  const removed = await removeDamaged(job, workshop);
  return removed ? tryToMake(job, known, workshop, options) : made;
}

async function tryToMake(
  { rules, solver, together, materials }: CheckedJob,
  known: Known,
  workshop: Workshop,
  { signal, onStored, onEvent, onWait, onSmallDisk }: MakeOptions,
): Promise<Result<undefined>> {
  const { store, scratch, patience = PATIENCE_MS } = workshop;
  const trying = { patience, signal, onWait };
  const standing = new Set(known.keys());
  const missing: Material[] = [];
  for (const material of materials) {
    if (signal.aborted) return interrupted();
    if (known.has(material.name)) continue;
    const needed = together ? 'codes' : 'values';
    const found = await new StoreTables(store, rules, trying).find(material, needed);
    if (!found.ok) return found;
    if (found.value.kind === 'found') {
      const { bytes = 0 } = found.value.table;
      await onStored(material, { bytes, sha256: null, seconds: null });
      standing.add(material.name);
    } else missing.push(material);
  }
  await removeLeft(rules, scratch.dir, (table) => standing.has(table));
  if (missing.length === 0) return ok(undefined);
  const fetched = await fetchNeeds(rules, missing, known, workshop, trying);
  if (!fetched.ok) return fetched;

  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  const uploads: Promise<Result<unknown>>[] = [];
  const upload = async (material: Material, seconds: number | null): Promise<Result<unknown>> => {
    const table = { rules, material, dir: scratch.dir };
    const stored = await withPatience(() => store.put(table, signal), trying);
    if (!stored.ok) {
      stop.abort();
      return stored;
    }
    const { bytes, sha256 } = stored.value;
    await onStored(material, { bytes, sha256, seconds });
    return stored;
  };
  const begin = (material: Material, seconds: number | null) => {
    const uploading = upload(material, seconds);
    // It is awaited when all are solved: until then a queue that refuses a record must not go unnoticed.
    uploading.catch(() => stop.abort());
    uploads.push(uploading);
  };
  const byName = new Map(missing.map((material) => [material.name, material]));
  const solved = await solve(rules, missing, workshop, {
    solver,
    alone: !together,
    signal: either,
    onSmallDisk,
    onEvent: (event) => {
      const material = 'table' in event ? byName.get(event.table) : undefined;
      // Found in the local folder: a process before this one ended between solving and storing it.
      if (material && event.kind === 'found') begin(material, null);
      if (material && event.kind === 'solved') begin(material, event.seconds);
      onEvent(event);
    },
  });
  const stored = await Promise.all(uploads);
  for (const each of [...stored, solved]) if (!each.ok) return each;
  return ok(undefined);
}

interface SolveOptions extends Pick<MakeOptions, 'signal' | 'onEvent' | 'onSmallDisk'> {
  readonly solver: SolverName | undefined;
  readonly alone: boolean;
}

/** Solves tables into the local folder, by as many threads as the memory suffices for. */
async function solve(
  rules: RuleSet,
  missing: readonly Material[],
  { scratch, threads: wanted, memory, window }: Workshop,
  { solver, alone, signal, onEvent, onSmallDisk }: SolveOptions,
): Promise<Result<unknown>> {
  const count = threadCount(wanted);
  if (!count.ok) return count;
  const options = {
    ...{ dir: scratch.dir, memory, alone, signal },
    ...(solver === undefined ? {} : { solver }),
    ...(window === undefined ? {} : { window }),
  };
  const disk = await smallDiskFor(rules, missing, { ...options, threads: count.value });
  if (disk) onSmallDisk(disk);
  for (let threads = count.value; ; threads = Math.ceil(threads / 2)) {
    const work = { ...options, threads, onEvent, complete: false };
    const made = await generateInFolder(rules, missing, work);
    if (made.ok || made.problem.code !== 'memory' || threads === 1) return made;
  }
}

/** Fetches the tables that these need and that are neither among them nor in the local folder. */
async function fetchNeeds(
  rules: RuleSet,
  missing: readonly Material[],
  known: Known,
  { store, scratch }: Workshop,
  { patience, signal }: { readonly patience: number; readonly signal: AbortSignal },
): Promise<Result<undefined>> {
  const local = new TableStore(rules, scratch.dir);
  for (const material of needsOf(rules, missing)) {
    const { name } = material;
    const there = await local.check(material);
    if (!there.ok) {
      const sha256 = known.get(name)?.sha256;
      const options = { patience, signal, ...(sha256 ? { sha256 } : {}) };
      const fetched = await fetchTable(store, rules, material, scratch.dir, options);
      if (!fetched.ok) return fetched;
    }
    await scratch.touch(local.path(name));
  }
  return ok(undefined);
}

/** Removes those of the local tables that a job needs whose checksums do not fit. Were there any? */
async function removeDamaged(
  { rules, materials }: CheckedJob,
  { scratch }: Workshop,
): Promise<boolean> {
  const local = new TableStore(rules, scratch.dir);
  let any = false;
  for (const material of needsOf(rules, materials)) {
    const path = local.path(material.name);
    const checked = await checkFile(path, endgameOf(rules, material));
    if (!checked.ok || !checked.value || checked.value.ok) continue;
    await rm(path, { force: true });
    any = true;
  }
  return any;
}

/** The tables that these need and that are not among them. */
function needsOf(rules: RuleSet, tables: readonly Material[]): readonly Material[] {
  const own = new Set(tables.map(({ name }) => name));
  const steps = planTables(rules, tables);
  const needs = new Set(
    steps.filter(({ material }) => own.has(material.name)).flatMap((step) => step.needs),
  );
  return steps
    .map(({ material }) => material)
    .filter(({ name }) => needs.has(name) && !own.has(name));
}

function interrupted() {
  return fail('interrupted', 'interrupted');
}
