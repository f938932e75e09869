import { expect, test, vi } from 'vitest';
import { fail, ok, type Result } from '../../../src/board/result.ts';
import { isPassing, waitAfter, withPatience } from '../../../src/queue/stores/patience.ts';

const busy = fail('busy', 'later', '');

test.each([
  ['http-network', true],
  ['http-timeout', true],
  ['http-unavailable', true],
  ['busy', true],
  ['write', false],
  ['conflict', false],
  ['token', false],
  ['http-status', false],
  ['interrupted', false],
])('after %s it is worth while to try again: %s', (code, worth) => {
  expect(isPassing(fail(code, '').problem)).toBe(worth);
});

test('waits double from a quarter of a second to ten, and are random', () => {
  for (const [tries, most] of [0, 1, 2, 3, 4, 5, 6, 60].map((n) => [n, 250 * 2 ** n] as const)) {
    const bound = Math.min(most, 10_000);
    const waits = Array.from({ length: 50 }, () => waitAfter(busy.problem, tries));
    expect(Math.max(...waits)).toBeLessThanOrEqual(bound);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(bound / 2);
    expect(new Set(waits).size).toBeGreaterThan(1);
  }
});

test('a server may ask for a longer wait, up to a minute', () => {
  expect(waitAfter(fail('http-unavailable', '', '7').problem, 0)).toBe(7000);
  expect(waitAfter(fail('http-unavailable', '', '9999').problem, 0)).toBe(60_000);
  expect(waitAfter(fail('http-network', '', '7').problem, 0)).toBeLessThan(251);
});

test('work is tried again until it succeeds, and each wait is told', async () => {
  const results: Result<number>[] = [busy, busy, ok(7)];
  const onWait = vi.fn();
  const done = await withPatience(async () => results.shift()!, { patience: 60_000, onWait });
  expect(done).toEqual(ok(7));
  expect(onWait.mock.calls.map(([{ problem }]) => problem.code)).toEqual(['busy', 'busy']);
});

test('what does not pass is told at once, and patience has an end', async () => {
  const work = vi.fn(async () => fail('conflict', ''));
  expect(await withPatience(work, { patience: 5000 })).toMatchObject({ ok: false });
  expect(work).toHaveBeenCalledTimes(1);
  const never = vi.fn(async () => busy);
  const began = performance.now();
  expect(await withPatience(never, { patience: 300 })).toBe(busy);
  expect(performance.now() - began).toBeGreaterThanOrEqual(295);
  expect(never.mock.calls.length).toBeGreaterThan(1);
});

test('a wait ends when the work is cancelled', async () => {
  const stop = new AbortController();
  const onWait = () => stop.abort();
  const options = { patience: 60_000, signal: stop.signal, onWait };
  expect(await withPatience(async () => busy, options)).toMatchObject({
    problem: { code: 'interrupted' },
  });
});
