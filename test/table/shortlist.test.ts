import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Shortlist } from '../../src/table/shortlist.ts';

test('a shortlist keeps what a stable sort would put first', () => {
  const ranks = fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 40 });
  fc.assert(
    fc.property(ranks, fc.integer({ min: 0, max: 6 }), (all, most) => {
      const list = new Shortlist<number>(most);
      for (const [i, rank] of all.entries()) list.add(rank, i);
      const sorted = all.map((rank, i) => ({ rank, i })).sort((a, b) => a.rank - b.rank);
      expect(list.entries).toEqual(sorted.slice(0, most).map(({ i }) => i));
    }),
  );
});

test('a shortlist keeps only ranks below its limit', () => {
  const list = new Shortlist<string>(2);
  expect(list.limit).toBe(Number.POSITIVE_INFINITY);
  list.add(3, 'a');
  expect(list.limit).toBe(Number.POSITIVE_INFINITY);
  list.add(7, 'b');
  expect(list.limit).toBe(7);
  list.add(7, 'c');
  expect(list.entries).toEqual(['a', 'b']);
  list.add(4, 'd');
  expect(list.entries).toEqual(['a', 'd']);
  expect(list.limit).toBe(4);
});

test('a shortlist may be long: an addition does not search all of it', () => {
  const most = 300_000;
  const list = new Shortlist<number>(most);
  for (let i = 0; i < most; i++) list.add(0, i);
  expect(list.entries.at(-1)).toBe(most - 1);
});

test('a shortlist of length zero keeps nothing', () => {
  const list = new Shortlist<number>(0);
  expect(list.limit).toBe(Number.NEGATIVE_INFINITY);
  list.add(-1000, 1);
  expect(list.entries).toEqual([]);
});
