import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { JobQueues } from '../../src/queue/jobQueues.ts';
import { JobTaker } from '../../src/queue/jobTaker.ts';
import { type How, Ledger, type Plan } from '../../src/queue/ledger.ts';
import { bundleTasks, type Task } from '../../src/queue/tasks.ts';
import { need } from '../need.ts';
import { RedisServer, redisProgram } from './redis.ts';

const GIB = 2 ** 30;
const how: How = {
  ...{ game: { name: 'metachess' }, title: 'Metachess', fingerprint: '777e73b3' },
  ...{ version: 'metatb 1.2.3', store: '/tables', solver: null, together: true },
};
const task = (table: string, seconds: number, needs: readonly string[] = [], bytes = 1): Task => {
  return { table, needs, seconds, bytes };
};
/** KPvk is brief, and much waits for it; KQRvkr takes long and much memory, and nothing waits. */
const tasks = [
  task('KPvk', 1),
  task('KQRvkr', 30, [], 3 * GIB),
  task('KPPvk', 2, ['KPvk']),
  task('KPPPvk', 60, ['KPPvk']),
];
const plan: Plan = { game: 'metachess.777e73b3', how, tasks, bundles: bundleTasks(tasks, 0) };

let server: RedisServer;
let redis: Redis;
let queues: JobQueues;

beforeAll(async () => {
  if (redisProgram) server = await RedisServer.start();
});
afterAll(() => server?.stop());
beforeEach(async (context) => {
  need(context, redisProgram !== undefined, 'redis-server');
  await server.flush();
  redis = new Redis(server.port, '127.0.0.1', { maxRetriesPerRequest: null });
  queues = new JobQueues(redis);
  return async () => {
    await queues.close();
    redis.disconnect();
  };
});

/** The tables of the next jobs that a machine of so much memory takes, until there are none. */
async function taken(memory: number): Promise<readonly string[]> {
  const taker = new JobTaker(redis, queues, 'machine', memory, 60_000);
  const found: string[] = [];
  for (let job = await taker.next('a'); job; job = await taker.next('a')) {
    found.push(...(job.data as { tables: string[] }).tables);
  }
  await taker.close();
  return found;
}

test('the longest chain of work comes first, whatever memory its jobs need', async () => {
  await queues.addReady(plan, new Set());
  expect(await taken(8 * GIB)).toEqual(['KPvk', 'KQRvkr']);
});

test('a machine takes no job that needs more memory than it has', async () => {
  await queues.addReady(plan, new Set());
  expect(await taken(2 * GIB)).toEqual(['KPvk']);
});

test('a job is added when all that it needs is done, once, and not again while it is worked on', async () => {
  const done = new Set(['KQRvkr']);
  for (let i = 0; i < 2; i++) await queues.addReady(plan, done);
  expect(await taken(GIB)).toEqual(['KPvk']);
  await queues.addReady(plan, done);
  expect(await taken(GIB)).toEqual([]);
  done.add('KPvk');
  await queues.addReady(plan, done);
  expect(await taken(GIB)).toEqual(['KPPvk']);
});

test('of two that publish the same tables at once one is first, and its jobs hold', async () => {
  const ledger = new Ledger(redis);
  const [first, second] = [bundleTasks(tasks, 0), bundleTasks(tasks, 1e9)];
  const published = await Promise.all([
    ledger.publish(plan.game, how, first, tasks, 0),
    ledger.publish(plan.game, how, second, tasks, 0),
  ]);
  expect(published).toEqual([true, false]);
  expect(await ledger.plan(plan.game)).toMatchObject({ how, bundles: first });
});

test('the first record of a finished table stays', async () => {
  const ledger = new Ledger(redis);
  const record = { bytes: 1, sha256: null, seconds: 1, machine: 'a/1', at: 1 };
  await ledger.record(plan.game, 'KPvk', record);
  await ledger.record(plan.game, 'KPvk', { ...record, machine: 'b/2' });
  expect(await ledger.done(plan.game)).toEqual(new Map([['KPvk', record]]));
  await ledger.forget(plan.game, ['KPvk']);
  expect(await ledger.done(plan.game)).toEqual(new Map());
});
