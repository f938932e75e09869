import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { random32 } from '../../src/board/random32.ts';
import { start } from '../cli/metatb.ts';
import { need } from '../need.ts';
import { faultyProxy } from './faultyProxy.ts';
import { RedisServer, redisProgram } from './redis.ts';
import { firstLine, makeFolder, outcome, untilSaid } from './running.ts';

/** What one `metatb generate --men 4` makes, by table. */
let expected: Readonly<Record<string, string>>;
const folder = makeFolder();

beforeAll(async () => {
  const dir = join(folder, 'one');
  const { ended } = start(['generate', '--men', '4', '--dir', dir, '--quiet']);
  expect(await ended).toMatchObject({ status: 0 });
  expected = digestsOf(join(dir, 'metachess'));
  expect(Object.keys(expected)).toHaveLength(35);
});

test('three machines of one thread make all 35 tables of three and four men, each once, as one makes them', async (context) => {
  need(context, redisProgram !== undefined, 'redis-server');
  const redis = await RedisServer.start();
  try {
    const store = join(folder, 'store');
    const common = ['--queue', redis.address, '--store', store];
    const machines = [1, 2, 3].map((i) =>
      start([
        'work',
        ...common,
        '--threads',
        '1',
        '--scratch',
        join(folder, `${i}`),
        '--until-done',
        '--json',
      ]),
    );
    const run = await start(['generate', '--men', '4', '--bundle', '1s', ...common, '--json'])
      .ended;
    expect(run.status, run.stderr).toBe(0);
    const made: string[] = [];
    for (const { ended } of machines) {
      const { status, stdout, stderr } = await ended;
      expect(status, stderr).toBe(0);
      made.push(...(JSON.parse(stdout) as { tables: string[] }).tables);
    }
    expect(made.sort()).toEqual(Object.keys(expected).sort());
    expect(digestsOf(join(store, 'metachess'))).toEqual(expected);
  } finally {
    await redis.stop();
  }
});

/** Processes begin some fifty times: on a busy machine that takes a while. */
const MINUTES = 10 * 60_000;
const KILLS = 20;
const TOKEN = 'a-token-of-more-than-sixteen-letters';

test(
  'with 20 machines killed, Redis killed and away, and a store that fails, the end is the same',
  async (context) => {
    need(context, redisProgram !== undefined, 'redis-server');
    const next = random32(16);
    const random = () => (next() >>> 0) / 2 ** 32;
    const redis = await RedisServer.start();
    const dir = join(folder, 'served');
    const env = { METATB_TOKEN: TOKEN };
    const server = start(['serve', '--port', '0', '--dir', dir, '--no-games', '--accept'], { env });
    const [, address = ''] = /on (\S+)/.exec(await firstLine(server))!;
    const proxy = await faultyProxy(Number(new URL(address).port), random, 0.2);
    const common = ['--queue', redis.address, '--store', `http://127.0.0.1:${proxy.port}/tables`];
    const machine = (i: number) =>
      start(
        ['work', ...common, '--threads', '1', '--lease', '2s', '--scratch', join(folder, `f${i}`)],
        { env },
      );
    const machines = [0, 1, 2].map(machine);
    try {
      const runs = [1, 2].map(() =>
        start(['generate', '--men', '4', '--bundle', '1s', ...common, '--json'], { env }),
      );
      for (let kills = 1; kills <= KILLS; kills++) {
        const i = Math.floor(random() * machines.length);
        await untilSaid(machines[i]!, 'this machine is');
        await pause(random() * 900);
        machines[i]!.child.kill('SIGKILL');
        machines[i] = machine(i);
        if (kills % 7 > 0) continue;
        // A machine that begins wants its queue to be there.
        for (const each of machines) await untilSaid(each, 'this machine is');
        if (kills === 7) {
          await redis.kill();
          await redis.start();
        }
        if (kills === 14) {
          await redis.kill();
          await pause(10_000);
          await redis.start();
        }
      }
      for (const { ended } of runs) await outcome(ended);
      expect(digestsOf(join(dir, 'metachess'))).toEqual(expected);
      expect([proxy.refused, proxy.cut].map((count) => count > 0)).toEqual([true, true]);
    } finally {
      for (const { child } of machines) child.kill('SIGKILL');
      server.child.kill();
      await Promise.all([server.ended, proxy.close(), redis.stop()]);
    }
  },
  MINUTES,
);

/** The SHA-256 of every table of a folder, by the table's name. */
function digestsOf(dir: string): Record<string, string> {
  const files = readdirSync(dir).filter((file) => !file.startsWith('.'));
  const entries = files.map((file) => {
    const digest = createHash('sha256').update(readFileSync(join(dir, file)));
    return [file.replace(/\.mtb$/, ''), digest.digest('hex')] as const;
  });
  return Object.fromEntries(entries);
}
