import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ok, unwrap } from '../../src/board/result.ts';
import { connectQueue } from '../../src/queue/connection.ts';
import { type CoordinateEvent, coordinate } from '../../src/queue/coordinate.ts';
import { Ledger } from '../../src/queue/ledger.ts';
import type { SharedStore } from '../../src/queue/stores/sharedStore.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { FileSource } from '../../src/store/fileSource.ts';
import { parseMaterial } from '../../src/table/material.ts';
import { layTables } from '../cli/metatb.ts';
import { need } from '../need.ts';
import { planOf } from './plans.ts';
import { RedisServer, redisProgram } from './redis.ts';
import { makeFolder } from './running.ts';

const folder = makeFolder();
const other = planOf([{ table: 'KRvk', needs: [] }]);
const { game } = other;
const made = { bytes: 7, sha256: 'ab', seconds: 1, machine: 'anna/1', at: 1 };

let server: RedisServer;
let redis: Redis;
let ledger: Ledger;
let dir: string;
let number = 0;

beforeAll(async () => {
  if (!redisProgram) return;
  server = await RedisServer.start();
  redis = unwrap(await connectQueue({ url: server.address, name: '', hasPassword: false }));
  ledger = new Ledger(redis);
});
afterAll(async () => {
  redis?.disconnect();
  await server?.stop();
});
beforeEach(async (context) => {
  need(context, redisProgram !== undefined, 'redis-server');
  await redis.flushall();
  dir = join(folder, String(number++));
});

interface Looks {
  readonly patience?: number;
  /** Called for each event, and before the store is asked for a table. */
  readonly onEvent?: (event: Pick<CoordinateEvent, 'kind'> | { readonly kind: 'asked' }) => void;
}

/** Looks on until KQvk is made. No machine works: tests do what one would do. */
function look({ patience = 10_000, onEvent = () => {} }: Looks = {}) {
  const source = new FileSource(metachess, dir);
  const store: SharedStore = {
    name: '/tables',
    check: async () => ok(undefined),
    put: () => Promise.reject(new Error('nobody puts anything')),
    source: () => ({
      open: async (...args: Parameters<typeof source.open>) => {
        onEvent({ kind: 'asked' });
        await pause(50);
        return source.open(...args);
      },
    }),
  };
  const { material } = unwrap(parseMaterial('KQvk', metachess));
  const { signal } = new AbortController();
  const said: string[] = [];
  const tell = (event: CoordinateEvent) => {
    said.push(event.kind);
    onEvent(event);
  };
  const ended = coordinate(redis, metachess, [material], {
    ...{ store, version: 'metatb 1.2.3', signal, onEvent: tell, patience },
  });
  const saying = (kind: CoordinateEvent['kind']) =>
    expect.poll(() => said, { timeout: 5000 }).toContain(kind);
  return { ended, saying };
}

const finished = { ok: true, value: [{ table: 'KQvk', machine: 'anna/1' }] };

test('a table that the store shows three seconds late is waited for', async () => {
  const looking = look();
  await looking.saying('state');
  await ledger.record(game, 'KQvk', made);
  await pause(3000);
  layTables(dir, ['KQvk']);
  expect(await looking.ended).toMatchObject(finished);
});

test('one that never comes was stored elsewhere', async () => {
  const looking = look({ patience: 500 });
  await looking.saying('state');
  await ledger.record(game, 'KQvk', made);
  expect(await looking.ended).toMatchObject({
    problem: { code: 'store', message: expect.stringContaining('need the same --store') },
  });
});

test('what is recorded while the store is asked stays recorded', async () => {
  let asked = 0;
  const looking = look({
    onEvent: async ({ kind }) => {
      if (kind !== 'asked' || asked++ > 0) return;
      await pause(10);
      await ledger.record(game, 'KQvk', made);
    },
  });
  await looking.saying('state');
  layTables(dir, ['KQvk']);
  expect(await looking.ended).toMatchObject(finished);
});

test('a finished plan of another version gives way, one that is not does not', async () => {
  const old = { ...other.how, version: 'metatb 1.0.0' };
  await ledger.publish(game, old, other.bundles, other.tasks, 0);
  expect(await look().ended).toMatchObject({
    problem: { code: 'queue', message: expect.stringContaining('is of metatb 1.0.0') },
  });
  await ledger.record(game, 'KRvk', made);
  const looking = look();
  await looking.saying('state');
  layTables(dir, ['KQvk']);
  await ledger.record(game, 'KQvk', made);
  expect(await looking.ended).toMatchObject(finished);
  expect((await ledger.plan(game))?.tasks.map(({ table }) => table)).toEqual(['KQvk']);
});

test("a plan that was lost is planned again, also if another command's has taken its place", async () => {
  const looking = look();
  await looking.saying('state');
  await redis
    .multi()
    .del(`metatb:plan:${game}`)
    .hset(`metatb:plan:${game}`, {
      '#': JSON.stringify(other.how),
      KRvk: JSON.stringify({ ...other.tasks[0], bundle: 'KRvk', order: 0 }),
    })
    .exec();
  await looking.saying('forgotten');
  layTables(dir, ['KQvk']);
  expect(await looking.ended).toMatchObject({ ok: true, value: [{ table: 'KQvk' }] });
});
