import { expect, test } from 'vitest';
import { ok } from '../../src/board/result.ts';
import { MoveTime } from '../../src/server/games/moveTime.ts';
import { RateLimit } from '../../src/server/limits.ts';

test('a visitor whose moves take long waits, and others do not', () => {
  let now = 0;
  // A thousandth of a millisecond a second: any work takes longer.
  const limit = new RateLimit(0.001, () => now);
  const moveTime = new MoveTime(limit);
  let made = 0;
  const move = (visitor: string) =>
    moveTime.spend(visitor, () => {
      for (const end = performance.now() + 1; performance.now() < end; );
      return ok(++made);
    });
  // What the first takes is known by the second.
  expect([move('a'), move('a')].map((each) => each.ok)).toEqual([true, true]);
  expect(move('a')).toMatchObject({ ok: false, problem: { code: 'rate' } });
  expect(made).toBe(2);
  expect(move('b').ok).toBe(true);
  now = 10_000;
  expect(move('a').ok).toBe(true);
  expect(made).toBe(4);
});
