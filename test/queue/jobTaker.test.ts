import { setTimeout as pause } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { connectQueue } from '../../src/queue/connection.ts';
import { JobQueues, queueName } from '../../src/queue/jobQueues.ts';
import { jobId } from '../../src/queue/jobs.ts';
import { JobTaker } from '../../src/queue/jobTaker.ts';
import { Ledger, type Plan, PREFIX } from '../../src/queue/ledger.ts';
import { readState } from '../../src/queue/readState.ts';
import { LEAST_CLASS } from '../../src/queue/tasks.ts';
import { need } from '../need.ts';
import { planOf } from './plans.ts';
import { RedisServer, redisProgram } from './redis.ts';

const LEASE_MS = 100;
const plan: Plan = planOf([{ table: 'KQvk', needs: [] }]);
const key = `${PREFIX}:${queueName(LEAST_CLASS)}:${jobId(plan.game, plan.bundles[0]!)}`;

let server: RedisServer;
let redis: Redis;
let queues: JobQueues;

beforeAll(async () => {
  if (!redisProgram) return;
  server = await RedisServer.start();
  redis = unwrap(await connectQueue({ url: server.address, name: '', hasPassword: false }));
  queues = new JobQueues(redis);
});
afterAll(async () => {
  await queues?.close();
  redis?.disconnect();
  await server?.stop();
});
beforeEach(async (context) => {
  need(context, redisProgram !== undefined, 'redis-server');
  await redis.flushall();
  await new Ledger(redis).publish(plan.game, plan.how, plan.bundles, plan.tasks, 0);
  await queues.addReady(plan, new Set());
});

const taker = () => new JobTaker(redis, queues, 'machine', LEAST_CLASS, LEASE_MS);

test('a lease that has run out is renewed as long as nobody else took the job', async () => {
  const [slow, other] = [taker(), taker()];
  const held = await slow.next('slow');
  await pause(1.5 * LEASE_MS);
  expect(await held!.renew()).toBe(true);
  expect(await redis.get(`${key}:lock`)).toBe('slow');
  await other.start();
  await pause(3 * LEASE_MS);
  const taken = await other.next('other');
  expect(taken?.data).toEqual(held!.data);
  expect(await held!.renew()).toBe(false);
  expect(await taken!.renew()).toBe(true);
  await taken!.complete();
  expect(await taken!.renew()).toBe(false);
  await Promise.all([slow.close(), other.close()]);
});

test('a job at which 31 machines were lost is given to no other', async () => {
  const machine = taker();
  expect(await machine.next('lost')).toBeDefined();
  await redis.hset(key, 'stc', 30);
  await machine.start();
  await pause(3 * LEASE_MS);
  expect(await machine.next('next')).toBeUndefined();
  const [failed] = await queues.failed(plan);
  expect(failed).toMatchObject({
    bundle: { id: 'KQvk' },
    problem: { code: 'job', message: expect.stringContaining('machine after machine was lost') },
  });
  await queues.forgetFailed(plan);
  await queues.addReady(plan, new Set());
  expect(await machine.next('again')).toBeDefined();
  await machine.close();
});

test('a job that is no JSON is removed, and one of a plan is added again', async () => {
  const machine = taker();
  await redis.hset(key, 'data', '{"tables"');
  expect(await machine.next('one')).toBeUndefined();
  await queues.addReady(plan, new Set());
  expect((await machine.next('two'))?.data).toMatchObject({ tables: ['KQvk'] });
  await machine.close();
});

test.each(['null', '7', '{"tables":7}', '{'])(
  'what a failed job holds, such as %s, stops nobody who looks at the queue',
  async (data) => {
    const machine = taker();
    const held = await machine.next('token');
    await held!.fail({ code: 'job', message: 'not sound', text: '' }, true);
    await redis.hset(key, 'data', data);
    const { games } = await readState(redis);
    expect(games[0]!.tables).toMatchObject([
      { table: 'KQvk', state: 'failed', problem: { message: 'not sound' } },
    ]);
    await machine.close();
  },
);

test('to look at a queue changes nothing in it, and a machine needs one connection', async () => {
  const keys = async () => (await redis.keys('*')).sort();
  const before = await keys();
  for (let i = 0; i < 20; i++) await readState(redis);
  expect(await keys()).toEqual(before);
  const large = new JobTaker(redis, queues, 'machine', 64 * LEAST_CLASS, LEASE_MS);
  expect(await large.next('token')).toBeDefined();
  expect(
    String(await redis.client('LIST'))
      .trim()
      .split('\n'),
  ).toHaveLength(1);
  await large.close();
});
