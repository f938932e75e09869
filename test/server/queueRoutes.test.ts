import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fail, ok, type Result } from '../../src/board/result.ts';
import type { QueueState } from '../../src/queue/state.ts';
import { addPage, readPage } from '../../src/server/page.ts';
import { makeQueueRoutes } from '../../src/server/queueRoutes.ts';
import { queueOf } from '../queue/queueStates.ts';

const state = queueOf(3);

describe('the state of a queue', () => {
  /** Routes over answers that a test gives, and a clock that it sets. */
  function watched(answers: readonly (() => Promise<Result<QueueState>>)[]) {
    const clock = { at: 0 };
    const errors: string[] = [];
    let looks = 0;
    const routes = makeQueueRoutes(() => answers[Math.min(looks++, answers.length - 1)]!(), {
      time: { now: () => clock.at },
      onError: ({ message }) => errors.push(message),
    });
    return { routes, clock, errors, looks: () => looks };
  }

  test('is answered as JSON, and no cache keeps it', async () => {
    const { routes } = watched([async () => ok(state)]);
    const response = await routes.request('/queue');
    expect(response.status).toBe(200);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(await response.json()).toEqual(state);
  });

  test('is looked at once a second, however many ask', async () => {
    const { routes, clock, looks } = watched([async () => ok(state)]);
    await Promise.all(Array.from({ length: 20 }, () => routes.request('/queue')));
    clock.at = 999;
    await routes.request('/queue');
    expect(looks()).toBe(1);
    clock.at = 1000;
    await routes.request('/queue');
    expect(looks()).toBe(2);
  });

  test('is not looked at again while a look lasts', async () => {
    let answer!: (state: Result<QueueState>) => void;
    const slow = new Promise<Result<QueueState>>((resolve) => {
      answer = resolve;
    });
    const { routes, clock, looks } = watched([() => slow]);
    const first = routes.request('/queue');
    clock.at = 5000;
    const second = routes.request('/queue');
    answer(ok(state));
    expect([(await first).status, (await second).status]).toEqual([200, 200]);
    expect(looks()).toBe(1);
  });

  test('that cannot be read is a 503 that does not tell why, and the next look may succeed', async () => {
    const gone = async () => fail('queue', 'no answer from redis://10.0.0.7');
    const { routes, clock, errors } = watched([gone, async () => ok(state)]);
    const response = await routes.request('/queue');
    expect(response.status).toBe(503);
    expect(response.headers.get('Retry-After')).toBe('1');
    expect(await response.json()).toEqual({
      error: { code: 'busy', message: 'the queue cannot be reached: ask again in a moment' },
    });
    expect(errors).toEqual(['no answer from redis://10.0.0.7']);
    clock.at = 1000;
    expect((await routes.request('/queue')).status).toBe(200);
  });

  test.each(['POST', 'PUT', 'DELETE'])('is only read: no %s', async (method) => {
    const { routes, looks } = watched([async () => ok(state)]);
    expect((await routes.request('/queue', { method })).status).toBe(404);
    expect(looks()).toBe(0);
  });
});

describe('the page of a queue', () => {
  let folder: string;
  const [withQueue, without] = [new Hono(), new Hono()];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'metatb-queue-page-'));
    await mkdir(join(folder, 'queue/assets'), { recursive: true });
    await writeFile(join(folder, 'index.html'), '<!doctype html><title>Board</title>');
    await writeFile(join(folder, 'queue/index.html'), '<!doctype html><title>Queue</title>');
    await writeFile(join(folder, 'queue/assets/index-1.js'), 'export {};');
    const page = await readPage(folder);
    for (const app of [withQueue, without]) addPage(app, page);
    withQueue.route(
      '/',
      makeQueueRoutes(async () => ok(state), { page }),
    );
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('is below /queue/, under the policy of the board', async () => {
    const response = await withQueue.request('/queue/');
    expect(await response.text()).toContain('<title>Queue</title>');
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    const policy = (await withQueue.request('/')).headers.get('Content-Security-Policy');
    expect(policy).toContain("default-src 'none'");
    expect(response.headers.get('Content-Security-Policy')).toBe(policy);
    const script = await withQueue.request('/queue/assets/index-1.js');
    expect(script.headers.get('Cache-Control')).toContain('immutable');
  });

  test.each(['/queue', '/queue/', '/queue/index.html', '/queue/assets/index-1.js'])(
    'is not there on a server without a queue: %s',
    async (path) => {
      expect((await without.request(path)).status).toBe(404);
    },
  );
});
