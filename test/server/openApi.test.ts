import { tmpdir } from 'node:os';
import type { Hono } from 'hono';
import { expect, test } from 'vitest';
import { ok, unwrap } from '../../src/board/result.ts';
import { Tablebase } from '../../src/probe/tablebase.ts';
import { allGames } from '../../src/rules/registry.ts';
import { makeApi } from '../../src/server/api.ts';
import { Games } from '../../src/server/games/games.ts';
import { DEFAULT_LIMITS } from '../../src/server/limits.ts';
import { machineTime } from '../../src/server/time.ts';
import { DEFAULT_TRANSFER_LIMITS, Transfers } from '../../src/server/transfers.ts';
import { FileSource } from '../../src/store/fileSource.ts';
import { TableStore } from '../../src/store/tableStore.ts';
import { queueOf } from '../queue/queueStates.ts';

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}
interface Operation {
  readonly summary: string;
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
}

const services = allGames().map((rules) => ({
  store: new TableStore(rules, tmpdir()),
  tablebase: new Tablebase(rules, new FileSource(rules, tmpdir())),
}));
const file = (type: string) => ({
  ...{ type, etag: '"1"', lasting: false, packed: new Map() },
  plain: new Uint8Array(1),
});
const page = new Map([
  ['', file('text/html')],
  ['assets/page.js', file('text/javascript')],
  ['queue/index.html', file('text/html')],
]);
const queue = async () => ok({ games: [], machines: [], at: 0 });
const transfers = new Transfers(DEFAULT_TRANSFER_LIMITS, machineTime);
const common = {
  services,
  transfers,
  limits: DEFAULT_LIMITS,
  version: '1',
  visitor: () => 'somebody',
};

async function describe(app: Hono): Promise<Description> {
  return (await (await app.request('/openapi.json')).json()) as Description;
}

test('every route is described, and every description has its route', async () => {
  const games = unwrap(Games.open({ file: ':memory:' }));
  const app = makeApi({ ...common, page, games, queue });
  const { paths } = await describe(app);
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({
      method,
      path: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
    })),
  );
  const ofPage = new Set(['/index.html', ...[...page.keys()].slice(1).map((name) => `/${name}`)]);
  // HEAD is GET without the body; ALL is middleware.
  const served = app.routes
    .filter(({ method, path }) => method !== 'HEAD' && method !== 'ALL' && !ofPage.has(path))
    .map(({ method, path }) => ({ method: method.toLowerCase(), path }));
  const isSame = (one: (typeof described)[number], other: (typeof served)[number]) =>
    one.method === other.method && one.path.test(other.path);
  const undescribed = served.filter((route) => !described.some((each) => isSame(each, route)));
  expect(undescribed).toEqual([]);
  const unserved = described.filter((each) => !served.some((route) => isSame(each, route)));
  // Not a route but an upgrade of the connection, which `games.test.ts` covers.
  expect(unserved.map(({ path }) => path.source)).toEqual(['^\\/games\\/[^/]+\\/socket$']);
  for (const methods of Object.values(paths)) {
    for (const { summary, responses } of Object.values(methods)) {
      expect(summary).not.toBe('');
      expect(Object.keys(responses).length).toBeGreaterThan(0);
    }
  }
  await games.close(0);
});

test('absent routes are not described', async () => {
  const { paths } = await describe(makeApi(common));
  expect(Object.keys(paths).filter((path) => /^\/(games|queue|$)/.test(path))).toEqual(['/games']);
  expect(Object.keys(paths['/games']!)).toEqual(['get']);
});

test('the answer of a position is as described, with metacheck only where the game has it', async () => {
  const app = makeApi(common);
  const { components } = (await (await app.request('/openapi.json')).json()) as {
    components: { schemas: { Position: { required: string[]; properties: object } } };
  };
  const { required, properties } = components.schemas.Position;
  const keysOf = async (game: string) => {
    const answer = await app.request(`/${game}?fen=8/8/8/4k3/8/8/8/K7_w`);
    return Object.keys((await answer.json()) as object).sort();
  };
  expect(await keysOf('metachess')).toEqual(Object.keys(properties).sort());
  expect(await keysOf('chess')).toEqual([...required].sort());
  expect(Object.keys(properties).filter((key) => !required.includes(key))).toEqual(['metacheck']);
});

interface Schema {
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

/** Keys that a value has and its description does not, or that it lacks. */
function unlike(value: unknown, schema: Schema, path: string): readonly string[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, i) => unlike(item, schema.items!, `${path}[${i}]`));
  }
  if (typeof value !== 'object' || value === null) return [];
  const { required = [], properties = {} } = schema;
  const missing = required.filter((key) => !(key in value));
  const inner = Object.entries(value).flatMap(([key, each]) => {
    const described = properties[key];
    return described ? unlike(each, described, `${path}.${key}`) : [`${path}.${key}`];
  });
  return [...missing.map((key) => `${path} lacks ${key}`), ...inner];
}

test('the state of a queue is as described', async () => {
  const app = makeApi({ ...common, queue: async () => ok(queueOf(20)) });
  const { responses } = (await describe(app)).paths['/queue']!.get!;
  const { schema } = (
    responses['200'] as unknown as { content: { 'application/json': { schema: Schema } } }
  ).content['application/json'];
  expect(unlike(await (await app.request('/queue')).json(), schema, 'queue')).toEqual([]);
  const nothing = (await (await app.request('/nothing')).json()) as { error: { message: string } };
  expect(nothing.error.message).toContain('/games, /queue, /health');
});

test('the answer of POST /games is as described', async () => {
  const games = unwrap(Games.open({ file: ':memory:' }));
  const app = makeApi({ ...common, games });
  const { responses } = (await describe(app)).paths['/games']!.post!;
  const begin = (body: string, headers = {}) =>
    app.request('http://localhost/games', { method: 'POST', body, headers });
  const begun = await begin('{}');
  expect(begun.status).toBe(201);
  const { schema } = (
    responses['201'] as unknown as {
      content: { 'application/json': { schema: { required: string[] } } };
    }
  ).content['application/json'];
  expect(Object.keys((await begun.json()) as object).sort()).toEqual([...schema.required].sort());
  const refused = [
    await begin('no JSON'),
    await begin('x'.repeat(200_000)),
    await begin('{}', { Origin: 'https://elsewhere.example', Host: 'localhost' }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([400, 413, 403]);
  for (const { status } of refused) expect(responses).toHaveProperty(String(status));
  await games.close(0);
});
