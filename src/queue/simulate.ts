import { type Bundle, criticalSeconds, dependantsOf } from './tasks.ts';

/** What so many machines would need, each making one bundle at a time. */
export interface Simulation {
  readonly machines: number;
  /** Until the last bundle is made. */
  readonly seconds: number;
  /** By how much that is faster than one machine. */
  readonly speedUp: number;
  /** The share of the machines' time in which they have work, from 0 to 1. */
  readonly busy: number;
}

/**
 * Gives every free machine the bundle, of those that are ready, on which the longest chain waits, as the queue does. `overhead`: seconds
 * that each bundle takes besides its own, to hand it out, fetch what it needs and store what it makes.
 */
export function simulate(
  bundles: readonly Bundle[],
  machines: number,
  overhead: number,
): Simulation {
  const jobs = withOverhead(bundles, overhead);
  const urgency = criticalSeconds(jobs);
  const dependants = dependantsOf(jobs);
  /** By bundle, how many others it still waits for. */
  const missing = new Map(jobs.map(({ id }) => [id, 0]));
  for (const above of dependants.values()) {
    for (const { id } of above) missing.set(id, missing.get(id)! + 1);
  }
  const byUrgency = ({ id }: Bundle) => -urgency.get(id)!;
  const ready: Bundle[] = [];
  const offer = (job: Bundle) => insert(ready, job, byUrgency);
  for (const job of jobs) if (missing.get(job.id) === 0) offer(job);
  const running: { readonly job: Bundle; readonly end: number }[] = [];
  let [now, work] = [0, 0];
  while (ready.length > 0 || running.length > 0) {
    while (ready.length > 0 && running.length < machines) {
      const job = ready.shift()!;
      work += job.seconds;
      insert(running, { job, end: now + job.seconds }, ({ end }) => end);
    }
    now = running[0]!.end;
    while (running[0]?.end === now) {
      for (const above of dependants.get(running.shift()!.job.id)!) {
        const left = missing.get(above.id)! - 1;
        missing.set(above.id, left);
        if (left === 0) offer(above);
      }
    }
  }
  const speedUp = now === 0 ? 1 : work / now;
  return { machines, seconds: now, speedUp, busy: speedUp / machines };
}

/**
 * The chain of bundles that takes longest, each needed by the next: less than its seconds no number of machines needs. Seconds include
 * `overhead`, as {@link simulate} has it.
 */
export function criticalPath(bundles: readonly Bundle[], overhead: number): readonly Bundle[] {
  const jobs = withOverhead(bundles, overhead);
  const urgency = criticalSeconds(jobs);
  const dependants = dependantsOf(jobs);
  const path: Bundle[] = [];
  let next: readonly Bundle[] = jobs;
  while (next.length > 0) {
    const longest = next.reduce((a, b) => (urgency.get(b.id)! > urgency.get(a.id)! ? b : a));
    path.push(longest);
    next = dependants.get(longest.id)!;
  }
  return path;
}

function withOverhead(bundles: readonly Bundle[], overhead: number): readonly Bundle[] {
  return bundles.map((bundle) => ({ ...bundle, seconds: bundle.seconds + overhead }));
}

/** Puts an item into a list that is sorted by `keyOf`, after those of equal keys. */
function insert<T>(sorted: T[], item: T, keyOf: (item: T) => number): void {
  const key = keyOf(item);
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (keyOf(sorted[middle]!) <= key) low = middle + 1;
    else high = middle;
  }
  sorted.splice(low, 0, item);
}
