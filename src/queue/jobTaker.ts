import { createRedisBackend, Job, type QueueBaseOptions, UnrecoverableError, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Problem } from '../board/result.ts';
import { type JobQueues, queueName } from './jobQueues.ts';
import type { JobData } from './jobs.ts';
import { PREFIX } from './ledger.ts';
import { LEAST_CLASS } from './tasks.ts';

/**
 * So many machines may be lost at one job. A job that kills its machines, by their memory, must not go on for ever; machines that
 * are switched off again and again must not end it.
 */
const MOST_LOSSES = 30;

/** A job that this machine holds, for as long as it renews its lease. */
export interface HeldJob {
  readonly data: unknown;
  /** What {@link JobTaker.resume} wants, to go on with the job in another process. */
  readonly ticket: Ticket;
  /** Does the machine still hold it? To be called more often than the lease is long. */
  renew(): Promise<boolean>;
  complete(): Promise<void>;
  /** Gives it to another machine. */
  putBack(): Promise<void>;
  /** `final`: other machines could not do better. */
  fail(problem: Problem, final: boolean): Promise<void>;
}

/** Plain data, which a machine keeps beside its work. */
export interface Ticket {
  readonly size: number;
  readonly id: string;
  readonly token: string;
}

/**
 * Renews a lease, also one that has run out while nobody else took the job, as after a time without the queue: else every
 * machine would lose its work. Keys: the lock, the list of jobs that are held, the set of those that seem lost.
 */
const RENEW = `
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
if not holder and not redis.call('LPOS', KEYS[2], ARGV[2]) then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[3])
redis.call('SREM', KEYS[3], ARGV[2])
return 1`;

/** Takes jobs for one machine, those first for which most work waits. */
export class JobTaker {
  private readonly redis: Redis;
  private readonly queues: JobQueues;
  private readonly workers: ReadonlyMap<number, Worker<JobData>>;
  private readonly lease: number;

  /** `memory`: the most bytes a job may need; `lease`: milliseconds after which a job that is not renewed is another machine's. */
  constructor(redis: Redis, queues: JobQueues, name: string, memory: number, lease: number) {
    this.redis = redis;
    this.queues = queues;
    this.lease = lease;
    const options = {
      ...{ connection: redis, prefix: PREFIX, name, autorun: false, lockDuration: lease },
      ...{ stalledInterval: Math.ceil(lease / 2), maxStalledCount: MOST_LOSSES },
      skipVersionCheck: true,
    };
    // A worker has a second connection, to block until there is a job: here nobody does.
    const backend = (queue: string, given: QueueBaseOptions) => createRedisBackend(queue, given);
    const workers = classesFor(memory).map((size): [number, Worker<JobData>] => {
      const worker = new Worker<JobData>(queueName(size), null, options, backend);
      worker.on('error', () => {});
      return [size, worker];
    });
    this.workers = new Map(workers);
  }

  /** Begins to look for jobs of machines that are lost. */
  async start(): Promise<void> {
    for (const worker of this.workers.values()) await worker.startStalledCheckTimer();
  }

  /** A job if there is one now. */
  async next(token: string): Promise<HeldJob | undefined> {
    for (const size of await this.queues.inOrder([...this.workers.keys()])) {
      const job = await this.nextOf(this.workers.get(size)!, token);
      if (job) return this.held(job, { size, id: job.id!, token });
    }
    return undefined;
  }

  private async nextOf(worker: Worker<JobData>, token: string): Promise<Job<JobData> | undefined> {
    for (;;) {
      try {
        const job = await worker.getNextJob(token, { block: false });
        // The library leaves it to those that take a job to fail it if too many machines were lost at it.
        if (!job?.deferredFailure) return job;
        await settled(job.moveToFailed(new UnrecoverableError(job.deferredFailure), token));
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
        await this.discard(worker, token);
      }
    }
  }

  /** Removes a job that was taken and is no JSON; if it is of a plan, it is added again. */
  private async discard(worker: Worker<JobData>, token: string): Promise<void> {
    const active = worker.toKey('active');
    for (const id of await this.redis.lrange(active, 0, -1)) {
      const [job, lock] = [worker.toKey(id), worker.toKey(`${id}:lock`)];
      if ((await this.redis.get(lock)) !== token) continue;
      await this.redis.multi().lrem(active, 1, id).del(job, lock).exec();
    }
  }

  /** The job of an earlier process of this machine, if it still holds it. */
  async resume(ticket: Ticket): Promise<HeldJob | undefined> {
    const worker = this.workers.get(ticket.size);
    // One that cannot be read is left to `next`.
    const job = worker && (await Job.fromId<JobData>(worker, ticket.id).catch(() => undefined));
    if (!job) return undefined;
    const held = this.held(job, ticket);
    return (await held.renew()) ? held : undefined;
  }

  async close(): Promise<void> {
    await Promise.all([...this.workers.values()].map((worker) => worker.close(true)));
  }

  private held(job: Job<JobData>, ticket: Ticket): HeldJob {
    const { size, id, token } = ticket;
    const worker = this.workers.get(size)!;
    const keys = [`${id}:lock`, 'active', 'stalled'].map((key) => worker.toKey(key));
    return {
      data: job.data,
      ticket,
      renew: async () => (await this.redis.eval(RENEW, 3, ...keys, token, id, this.lease)) === 1,
      complete: () => settled(job.moveToCompleted(null, token, false)),
      putBack: () => settled(job.moveToWait(token)),
      fail: (problem, final) => {
        const text = JSON.stringify(problem);
        const error = final ? new UnrecoverableError(text) : new Error(text);
        return settled(job.moveToFailed(error, token, false));
      },
    };
  }
}

/** A job that is not ours any more, or that an answer lost on the way has settled, needs nothing else. */
async function settled(moved: Promise<unknown>): Promise<void> {
  await moved.catch(() => {});
}

/** The classes of memory that a machine can serve, the largest first. */
function classesFor(memory: number): readonly number[] {
  const classes: number[] = [];
  for (let size = LEAST_CLASS; size <= memory; size *= 2) classes.unshift(size);
  return classes;
}
