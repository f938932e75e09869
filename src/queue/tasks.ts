/** A table that a run makes. */
export interface Task {
  readonly table: string;
  /** The tables that must be finished before it. */
  readonly needs: readonly string[];
  /** Memory while it is solved, in bytes. */
  readonly bytes: number;
  /** What two threads are expected to take to solve and pack it. */
  readonly seconds: number;
}

/** Tables that one machine makes one after another. */
export interface Bundle {
  readonly id: string;
  /** In an order in which they can be solved. */
  readonly tables: readonly string[];
  /** The tables of other bundles that must be finished before it. */
  readonly needs: readonly string[];
  readonly bytes: number;
  readonly seconds: number;
}

/**
 * Brief tables that can be made in a row share a job, up to about this many seconds: a job of a tenth of a second is not worth a round
 * trip, and each job decodes the tables that it needs, which for pawns and one piece takes longer than to solve them.
 */
export const USUAL_BUNDLE = 20;

/**
 * Puts brief tables together. `tasks`: each after those that it needs; `needs` may name
 * tables that are not among them, which are finished. A bundle needs only tables of lower levels than its first one's, so
 * that no two bundles wait for each other. `all`: these and what is being made besides, in other bundles.
 */
export function bundleTasks(
  tasks: readonly Task[],
  most = USUAL_BUNDLE,
  all: readonly Task[] = tasks,
): readonly Bundle[] {
  const levels = levelsOf(all);
  const bundles: Open[] = [];
  const bundleOf = new Map<string, Open>();
  const byLevel = [...tasks].sort((a, b) => levels.get(a.table)! - levels.get(b.table)!);
  for (const task of byLevel) {
    const level = levels.get(task.table)!;
    const fits = (bundle: Open) =>
      bundle.seconds + task.seconds <= most &&
      task.needs.every((name) => {
        const below = levels.get(name);
        return below === undefined || below < bundle.level || bundleOf.get(name) === bundle;
      });
    let bundle = bundles.find(fits);
    if (!bundle) {
      bundle = { level, seconds: 0, tasks: [] };
      bundles.push(bundle);
    }
    bundle.tasks.push(task);
    bundle.seconds += task.seconds;
    bundleOf.set(task.table, bundle);
  }
  return bundles.map(({ tasks: own }) => bundleOfTasks(own));
}

/** The bundle of these tasks, in their order. */
export function bundleOfTasks(tasks: readonly Task[]): Bundle {
  const tables = tasks.map(({ table }) => table);
  const needs = new Set(tasks.flatMap((task) => task.needs));
  for (const table of tables) needs.delete(table);
  return {
    id: tables[0]!,
    tables,
    needs: [...needs],
    bytes: Math.max(...tasks.map(({ bytes }) => bytes)),
    seconds: tasks.reduce((sum, { seconds }) => sum + seconds, 0),
  };
}

interface Open {
  readonly level: number;
  seconds: number;
  readonly tasks: Task[];
}

/** By table, its place in the longest chain of tables that ends with it, from 1. */
export function levelsOf(
  tasks: readonly Pick<Task, 'table' | 'needs'>[],
): ReadonlyMap<string, number> {
  const levels = new Map<string, number>();
  for (const { table, needs } of tasks) {
    const below = needs.flatMap((name) => levels.get(name) ?? []);
    levels.set(table, 1 + Math.max(0, ...below));
  }
  return levels;
}

/**
 * By bundle: the seconds from its start to the end of the longest chain of bundles that wait for it, however many machines there
 * are. The largest of all is the critical path.
 */
export function criticalSeconds(bundles: readonly Bundle[]): ReadonlyMap<string, number> {
  const above = dependantsOf(bundles);
  const seconds = new Map<string, number>();
  const visit = (bundle: Bundle): number => {
    const known = seconds.get(bundle.id);
    if (known !== undefined) return known;
    const longest = bundle.seconds + Math.max(0, ...above.get(bundle.id)!.map(visit));
    seconds.set(bundle.id, longest);
    return longest;
  };
  for (const bundle of bundles) visit(bundle);
  return seconds;
}

/** By bundle: the bundles that need one of its tables. */
export function dependantsOf(bundles: readonly Bundle[]): ReadonlyMap<string, readonly Bundle[]> {
  const bundleOf = new Map(bundles.flatMap((each) => each.tables.map((table) => [table, each])));
  const above = new Map<string, Bundle[]>(bundles.map(({ id }) => [id, []]));
  for (const bundle of bundles) {
    for (const id of new Set(bundle.needs.map((name) => bundleOf.get(name)?.id))) {
      if (id !== undefined) above.get(id)!.push(bundle);
    }
  }
  return above;
}

/** Classes of memory are powers of two, from this many bytes on. */
export const LEAST_CLASS = 2 ** 29;

/** The memory, in bytes, that a machine needs to allow for jobs of this class: the least class of at least `bytes`. */
export function memoryClass(bytes: number): number {
  let size = LEAST_CLASS;
  while (size < bytes) size *= 2;
  return size;
}
