import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { QueueState } from '../../src/queue/state.ts';
import { layTables, metatb, metatbProcess, start } from '../cli/metatb.ts';
import { need } from '../need.ts';
import { onSmallDisk } from '../smallDisk.ts';
import { RedisServer, redisProgram } from './redis.ts';
import { makeFolder, outcome, untilSaid } from './running.ts';

const folder = makeFolder();
let redis: RedisServer;
let number = 0;
/** A store and scratch folders of each test's own. */
let dir: string;

beforeAll(async () => {
  if (redisProgram) redis = await RedisServer.start();
});
afterAll(() => redis?.stop());
beforeEach(async (context) => {
  need(context, redisProgram !== undefined, 'redis-server');
  dir = join(folder, String(number++));
  mkdirSync(dir);
  await redis.flush();
});

const store = () => join(dir, 'store');
const common = () => ['--queue', redis.address, '--store', store()];
const work = (...options: string[]) =>
  start(['work', ...common(), '--threads', '1', '--scratch', join(dir, 'scratch'), ...options]);
const generate = (...args: string[]) => start(['generate', ...args, ...common()]);
const tablesIn = (path: string) =>
  readdirSync(join(path, 'metachess')).filter((file) => !file.startsWith('.'));
const status = async () =>
  outcome<QueueState>(metatbProcess(['queue', 'status', '--queue', redis.address, '--json']));

test('two commands may want different tables of one game at once', async () => {
  const machine = work('--until-done', '--json');
  const runs = [generate('KPvk', '--json'), generate('KQvk', 'KNvk', '--json')];
  const [first, second] = await Promise.all(
    runs.map(({ ended }) => outcome<{ tables: { table: string }[] }>(ended)),
  );
  const names = ({ tables }: { tables: { table: string }[] }) => tables.map(({ table }) => table);
  expect(names(first!)).toEqual(['KQvk', 'KRvk', 'KBvk', 'KNvk', 'KPvk']);
  expect(names(second!)).toEqual(['KQvk', 'KNvk']);
  const { tables } = await outcome<{ tables: string[] }>(machine.ended);
  expect(tables.sort()).toEqual(['KBvk', 'KNvk', 'KPvk', 'KQvk', 'KRvk']);
});

test('machines go on without the command, and the same command looks on again', async () => {
  const run = generate('KPvk');
  await untilSaid(run, 'no machine works');
  run.child.kill('SIGINT');
  expect(await run.ended).toMatchObject({
    status: 130,
    stderr: expect.stringContaining('the machines go on without this command'),
  });
  expect((await status()).games).toMatchObject([{ rules: 'metachess', title: 'Metachess' }]);
  const { stdout } = await metatb(['queue', 'status', '--queue', redis.address]);
  expect(stdout).toMatch(/^Metachess: 5 tables, .*\n0 of 0 machines at work$/m);
  await outcome(work('--until-done', '--json').ended);
  const { tables } = await outcome<{ tables: { seconds: null }[] }>(
    generate('KPvk', '--json').ended,
  );
  expect(tables.map(({ seconds }) => seconds)).toEqual(Array(5).fill(null));
});

test('a machine that is stopped gives its job back at once, to go on where it was', async () => {
  const run = generate('KPvk', '--json');
  const first = work('--lease', '10min');
  await untilSaid(first, 'solved in');
  first.child.kill('SIGTERM');
  expect(await first.ended).toMatchObject({ status: 0 });
  await outcome(work('--until-done', '--json').ended);
  await outcome(run.ended);
  expect(tablesIn(store())).toHaveLength(5);
});

test('a machine that was killed goes on with its own job, without waiting for the lease', async () => {
  const run = generate('KPvk', '--json');
  const first = work('--lease', '10min');
  await untilSaid(first, 'solved in');
  first.child.kill('SIGKILL');
  await first.ended;
  await outcome(work('--lease', '10min', '--until-done', '--json').ended);
  await outcome(run.ended);
  expect(tablesIn(store())).toHaveLength(5);
});

test('a machine of another version refuses the job, says why, and leaves it to others', async () => {
  const other = join(dir, 'other');
  const top = fileURLToPath(new URL('../../', import.meta.url));
  mkdirSync(other);
  cpSync(join(top, 'dist/src'), join(other, 'dist/src'), { recursive: true });
  symlinkSync(join(top, 'node_modules'), join(other, 'node_modules'));
  const about = JSON.parse(readFileSync(join(top, 'package.json'), 'utf8')) as object;
  writeFileSync(join(other, 'package.json'), JSON.stringify({ ...about, version: '9.9.9' }));
  const args = ['work', ...common(), '--scratch', join(dir, 'other-scratch')];
  const run = generate('KQvk', '--json');
  const refusing = await metatbProcess(args, {}, join(other, 'dist/src/cli/main.js'));
  expect(refusing).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(
      /the job is of metatb 0\.\S+, .* and this machine has metatb 9\.9\.9/,
    ),
  });
  await outcome(work('--until-done', '--json').ended);
  await outcome(run.ended);
});

test('a hostile job is failed, and the machine goes on', async () => {
  const run = generate('KQvk', '--json');
  const connection = { host: '127.0.0.1', port: redis.port };
  const queue = new Queue('jobs-512MiB', { connection, prefix: 'metatb' });
  const hostile = { tables: ['../../../outside'], dir: '/etc', store: 'http://127.0.0.1:9' };
  await queue.add('metachess', hostile, { jobId: 'hostile', priority: 1 });
  const machine = await work('--until-done', '--json').ended;
  expect(machine.stderr).toContain('the job is no job of metatb');
  await outcome(run.ended);
  const failed = await queue.getFailed();
  await queue.close();
  expect(failed.map(({ id }) => id)).toEqual(['hostile']);
  expect(tablesIn(store())).toEqual(['KQvk.mtb']);
});

test('what others have written into a queue does not control the terminal', async () => {
  const client = new Redis(redis.port, '127.0.0.1');
  const name = '\x1b]0;owned\x07';
  const has = { version: '', threads: 1, memory: 1, since: 0, made: 0 };
  await client.sadd('metatb:machines', name);
  await client.set(`metatb:machine:${name}`, JSON.stringify({ name, ...has }));
  client.disconnect();
  const { stdout } = await metatb(['queue', 'status', '--queue', redis.address]);
  expect(stdout).toContain('\\x1b]0;owned\\x07');
});

test('a job that ends its machines fails in the end', async () => {
  const run = generate('KQvk', '--json');
  await untilSaid(run, 'no machine works');
  const connection = { host: '127.0.0.1', port: redis.port };
  const queue = new Queue('jobs-512MiB', { connection, prefix: 'metatb' });
  const [planned] = await queue.getJobs('prioritized');
  const opts = { jobId: 'bad', priority: 1, attempts: 2 };
  await queue.add('metachess', { ...planned!.data, tables: ['KPvk'] }, opts);
  for (let i = 0; i < 2; i++) {
    const { status, stderr } = await work().ended;
    expect(stderr).toMatch(/KRvk|KQvk|KBvk|KNvk/);
    expect(status).toBe(4);
  }
  await outcome(work('--until-done', '--json').ended);
  await outcome(run.ended);
  expect((await queue.getFailed()).map(({ id }) => id)).toEqual(['bad']);
  await queue.close();
});

test('a machine without the memory for what is left says what it would need', async () => {
  const run = generate('KQvk', '--json');
  const small = work('--memory', '100MiB');
  await untilSaid(small, 'what is left needs --memory 512 MiB, and this machine has 100 MiB');
  small.child.kill('SIGINT');
  await small.ended;
  await outcome(work('--until-done', '--json').ended);
  await outcome(run.ended);
});

test('a full disk ends a machine, and others do its work', async (context) => {
  const scratch = join(dir, 'small');
  mkdirSync(scratch);
  await onSmallDisk(context, scratch, '16k', async () => {
    const run = generate('KPvk', '--json');
    const args = ['work', ...common(), '--scratch', scratch];
    expect(await metatbProcess(args)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('no space left on the disk'),
    });
    await outcome(work('--until-done', '--json').ended);
    await outcome(run.ended);
    expect(tablesIn(store())).toHaveLength(5);
  });
});

describe('the command ends with an error if', () => {
  test('the store has something else under a name that is wanted', async () => {
    const run = generate('KPvk', '--json');
    await untilSaid(run, 'the plan has 5 tables');
    layTables(store(), ['KQvk'], 'metachess');
    writeFileSync(join(store(), 'metachess', 'KPvk.mtb'), 'something else');
    const machine = work('--until-done');
    expect(await run.ended).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/KPvk in \S+ is of no use here: .*take it away/),
    });
    await machine.ended;
    expect(readFileSync(join(store(), 'metachess', 'KPvk.mtb'), 'utf8')).toBe('something else');
  });

  test('the queue is cleared', async () => {
    const run = generate('KQvk');
    await untilSaid(run, 'no machine works');
    const clear = ['queue', 'clear', '--queue', redis.address];
    expect(await metatbProcess(clear)).toMatchObject({
      status: 0,
      stdout: 'forgot 1 plan of 1 table\n',
    });
    expect(await run.ended).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('the queue was cleared'),
    });
    expect(await metatbProcess(clear)).toMatchObject({ stdout: `${redis.address} was empty\n` });
  });

  test('the queue has an unfinished plan for another store', async () => {
    const run = generate('KQvk');
    await untilSaid(run, 'no machine works');
    const other = ['generate', 'KRvk', '--queue', redis.address, '--store', join(dir, 'other')];
    expect(await metatbProcess(other)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/plan of Metachess stores into \S+store, not into \S+other/),
    });
    run.child.kill('SIGINT');
    await run.ended;
  });
});
