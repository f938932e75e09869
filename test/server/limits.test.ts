import { expect, it } from 'vitest';
import { RateLimit } from '../../src/server/limits.ts';

it('a visitor may use ten seconds’ worth at once, and then the rate', () => {
  let now = 0;
  const limit = new RateLimit(5, () => now);
  for (let i = 0; i < 50; i++) expect(limit.take('a', 1)).toBe(0);
  expect(limit.take('a', 1)).toBe(1);
  expect(limit.take('a', 20)).toBe(4);
  // Other visitors are not affected.
  expect(limit.take('b', 1)).toBe(0);
  now = 1000;
  for (let i = 0; i < 5; i++) expect(limit.take('a', 1)).toBe(0);
  expect(limit.take('a', 1)).toBe(1);
});

it('a request for more than that waits until the full allowance is available, and is answered', () => {
  let now = 0;
  const limit = new RateLimit(5, () => now);
  expect(limit.take('a', 1)).toBe(0);
  expect(limit.take('a', 500)).toBe(1);
  now = 1000;
  expect(limit.take('a', 500)).toBe(0);
  expect(limit.take('a', 1)).toBe(1);
});

it('does not remember more visitors than it has room for', () => {
  const limit = new RateLimit(1, () => 0);
  for (let i = 0; i < 10; i++) limit.take('first', 1);
  expect(limit.take('first', 1)).toBe(1);
  for (let i = 0; i < 10_000; i++) limit.take(`${i}`, 1);
  expect(limit.take('first', 1)).toBe(0);
});
