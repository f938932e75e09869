import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Problem } from '../board/result.ts';
import { type JobData, jobData, jobId, priorityOf } from './jobs.ts';
import { type Plan, PREFIX } from './ledger.ts';
import { type Bundle, criticalSeconds, memoryClass } from './tasks.ts';

/** A job whose threads died, or whose machines could not go on, is tried this often. */
const ATTEMPTS = 3;

/** A bundle whose job no machine is to try again. */
interface FailedBundle {
  readonly bundle: Bundle;
  readonly problem: Problem;
}

/** The name of the queue of jobs that need this much memory: see `memoryClass`. */
export function queueName(size: number): string {
  return `jobs-${size / 2 ** 20}MiB`;
}

/** Jobs that wait for machines, in one queue for each class of memory. */
export class JobQueues {
  private readonly redis: Redis;
  private readonly queues = new Map<number, Queue<JobData>>();

  constructor(redis: Redis) {
    this.redis = redis;
  }

  /** Adds the jobs of a plan that can be done now. Those that are waiting, or were tried and failed, stay as they are. */
  async addReady(plan: Plan, done: { has(table: string): boolean }): Promise<void> {
    const { game } = plan;
    const critical = criticalSeconds(plan.bundles);
    for (const [size, bundles] of byClass(readyBundles(plan, done))) {
      await this.queue(size).addBulk(
        bundles.map((bundle) => ({
          name: game,
          data: jobData(plan.how, bundle),
          opts: {
            jobId: jobId(game, bundle),
            priority: priorityOf(critical.get(bundle.id)!),
            attempts: ATTEMPTS,
            removeOnComplete: true,
          },
        })),
      );
    }
  }

  /** Of these classes of memory those that have jobs, in the order in which these should be done. */
  async inOrder(classes: readonly number[]): Promise<readonly number[]> {
    const heads = await Promise.all(
      classes.map(async (size) => {
        const queue = this.queue(size);
        const [waiting, [, first]] = await Promise.all([
          this.redis.llen(queue.toKey('wait')),
          this.redis.zrange(queue.toKey('prioritized'), '0', '0', 'WITHSCORES'),
        ]);
        // Jobs of lost machines wait apart from the others of their class, and before them.
        if (waiting > 0) return [{ size, score: -1 }];
        return first === undefined ? [] : [{ size, score: Number(first) }];
      }),
    );
    return heads
      .flat()
      .sort((a, b) => a.score - b.score)
      .map(({ size }) => size);
  }

  /** What a failed job holds is not looked at: a job that is not sound fails, too. */
  async failed(plan: Plan): Promise<readonly FailedBundle[]> {
    const failed: FailedBundle[] = [];
    for (const { queue, id, bundle } of await this.failedJobs(plan)) {
      const reason = await this.redis.hget(queue.toKey(id), 'failedReason');
      failed.push({ bundle, problem: problemIn(reason ?? '') });
    }
    return failed;
  }

  /** Forgets that jobs have failed, so that they are tried again. */
  async forgetFailed(plan: Plan): Promise<void> {
    for (const { queue, id } of await this.failedJobs(plan)) {
      // Another command may have done so, and a machine may have the job by now.
      await queue.remove(id).catch(() => {});
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
  }

  private async failedJobs({ game, bundles }: Plan) {
    const jobs: { readonly queue: Queue<JobData>; readonly id: string; readonly bundle: Bundle }[] =
      [];
    for (const [size, own] of byClass(bundles)) {
      const queue = this.queue(size);
      const ids = new Set(await this.redis.zrange(queue.toKey('failed'), '0', '-1'));
      for (const bundle of own) {
        const id = jobId(game, bundle);
        if (ids.has(id)) jobs.push({ queue, id, bundle });
      }
    }
    return jobs;
  }

  private queue(size: number): Queue<JobData> {
    const known = this.queues.get(size);
    if (known) return known;
    const queue = new Queue<JobData>(queueName(size), {
      ...{ connection: this.redis, prefix: PREFIX },
      // Else it asks and writes something each time that somebody looks at the queue.
      ...{ skipVersionCheck: true, skipMetasUpdate: true },
    });
    // The connection reports its own losses.
    queue.on('error', () => {});
    this.queues.set(size, queue);
    return queue;
  }
}

/** Bundles that are not done, and need nothing that is not done. */
export function readyBundles(
  { bundles, tasks }: Pick<Plan, 'bundles' | 'tasks'>,
  done: { has(table: string): boolean },
): readonly Bundle[] {
  const planned = new Set(tasks.map(({ table }) => table));
  // What is needed and not planned lay in the store before.
  const isThere = (table: string) => done.has(table) || !planned.has(table);
  return bundles.filter(
    ({ tables, needs }) => !tables.every((table) => done.has(table)) && needs.every(isThere),
  );
}

function byClass(bundles: readonly Bundle[]): ReadonlyMap<number, readonly Bundle[]> {
  const classes = new Map<number, Bundle[]>();
  for (const bundle of bundles) {
    const size = memoryClass(bundle.bytes);
    classes.set(size, [...(classes.get(size) ?? []), bundle]);
  }
  return classes;
}

/** The problem of a failed job; those that BullMQ reports itself are words. */
function problemIn(reason: string): Problem {
  try {
    const { code, message, text } = JSON.parse(reason) as Record<string, unknown>;
    return { code: String(code), message: String(message), text: String(text) };
  } catch {
    const why = /stalled/.test(reason)
      ? 'machine after machine was lost while it worked on this: does it have too little memory?'
      : reason;
    return { code: 'job', message: why, text: '' };
  }
}
