import { createServer } from 'node:net';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { start } from '../cli/metatb.ts';
import { need } from '../need.ts';
import { RedisServer, redisProgram } from './redis.ts';
import { makeFolder, untilSaid } from './running.ts';

const folder = makeFolder();

test('a server that takes connections and says nothing is no queue', async () => {
  const server = createServer(() => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const { child, ended } = start(['queue', 'status', '--queue', `redis://127.0.0.1:${port}`]);
  expect(await ended).toMatchObject({
    status: 1,
    stderr: `metatb: cannot reach redis://127.0.0.1:${port}: it does not answer\n`,
  });
  child.kill();
  server.close();
});

test('a queue that refuses commands ends the machine and the command with its reason', async (context) => {
  need(context, redisProgram !== undefined, 'redis-server');
  const redis = await RedisServer.start();
  const client = new Redis(redis.port, '127.0.0.1');
  try {
    const common = ['--queue', redis.address, '--store', join(folder, 'store')];
    const run = start(['generate', 'KPvk', ...common]);
    const machine = start(['work', ...common, '--threads', '1', '--scratch', join(folder, 'a')]);
    await untilSaid(machine, 'solved in');
    await client.config('SET', 'maxmemory', '1mb');
    for (const { ended } of [machine, run]) {
      const { status, stderr } = await ended;
      expect(stderr).toMatch(/^metatb: redis:\S+ refuses: OOM command not allowed/m);
      expect(stderr).not.toMatch(/bug|ReplyError|node:internal/);
      expect(status).toBe(1);
    }
  } finally {
    client.disconnect();
    await redis.stop();
  }
});

test('Ctrl-C ends a machine and the command within seconds while the queue is away', async (context) => {
  need(context, redisProgram !== undefined, 'redis-server');
  const redis = await RedisServer.start();
  try {
    const common = ['--queue', redis.address, '--store', join(folder, 'other')];
    const run = start(['generate', 'KPvk', ...common]);
    await untilSaid(run, 'no machine works');
    const machine = start(['work', ...common, '--threads', '1', '--scratch', join(folder, 'b')]);
    await untilSaid(machine, 'solved in');
    await redis.kill();
    await untilSaid(machine, 'is lost: trying again');
    const began = performance.now();
    for (const { child } of [machine, run]) child.kill('SIGINT');
    expect((await run.ended).status).toBe(130);
    expect((await machine.ended).status).toBe(0);
    expect(performance.now() - began).toBeLessThan(10_000);
  } finally {
    await redis.stop();
  }
});
