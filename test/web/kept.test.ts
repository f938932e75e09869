import { afterEach, expect, test, vi } from 'vitest';
import { keep, readKept } from '../../src/web/kept.ts';

afterEach(() => vi.unstubAllGlobals());

test('a text that the full storage does not take is read in place of the older one', () => {
  const stored = new Map<string, string>();
  let isFull = false;
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (isFull) throw new Error('full');
      stored.set(key, text);
    },
    removeItem: (key: string) => stored.delete(key),
  });
  keep('game', 'old');
  isFull = true;
  keep('game', 'new');
  expect(readKept('game')).toBe('new');
  isFull = false;
  keep('game', 'newest');
  expect(stored.get('game')).toBe('newest');
  keep('game', undefined);
  expect(readKept('game')).toBeUndefined();
});
