import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BlockCache, type CachedBlock } from '../../src/probe/blockCache.ts';

type Owner = Map<number, CachedBlock>;

const block = (bytes: number) => ({ bytes, value: () => 0 });
const numbersOf = (owner: Owner) => [...owner.keys()].sort((a, b) => a - b);

describe('the cache of blocks', () => {
  it('drops the least recently used block', () => {
    const cache = new BlockCache(30);
    const owner: Owner = new Map();
    for (const number of [1, 2, 3]) cache.add(owner, number, block(10));
    cache.use(owner.get(1)!);
    cache.add(owner, 4, block(10));
    expect(numbersOf(owner)).toEqual([1, 3, 4]);
    cache.add(owner, 5, block(20));
    expect(numbersOf(owner)).toEqual([4, 5]);
  });

  it('counts its bytes over all tables', () => {
    const cache = new BlockCache(30);
    const [queens, rooks]: [Owner, Owner] = [new Map(), new Map()];
    cache.add(queens, 1, block(20));
    cache.add(rooks, 1, block(20));
    expect([numbersOf(queens), numbersOf(rooks), cache.bytes]).toEqual([[], [1], 20]);
  });

  it('keeps no block larger than its limit', () => {
    const cache = new BlockCache(30);
    const owner: Owner = new Map();
    cache.add(owner, 1, block(31));
    expect([numbersOf(owner), cache.bytes]).toEqual([[], 0]);
  });

  it('drops one table and leaves the others', () => {
    const cache = new BlockCache(30);
    const [queens, rooks]: [Owner, Owner] = [new Map(), new Map()];
    for (const owner of [queens, rooks]) cache.add(owner, 1, block(10));
    cache.drop(queens);
    expect([numbersOf(queens), numbersOf(rooks), cache.bytes]).toEqual([[], [1], 10]);
  });

  it('keeps the same blocks as a naive list in order of use, within its limit', () => {
    const step = fc.record({
      table: fc.nat(1),
      number: fc.nat(5),
      bytes: fc.integer({ min: 1, max: 40 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const cache = new BlockCache(100);
        const owners: readonly Owner[] = [new Map(), new Map()];
        let naive: { key: string; bytes: number }[] = [];
        const sum = () => naive.reduce((total, { bytes }) => total + bytes, 0);
        for (const { table, number, bytes } of steps) {
          const owner = owners[table]!;
          const key = `${table} ${number}`;
          const known = naive.find((each) => each.key === key);
          const entry = owner.get(number);
          expect(entry !== undefined).toBe(known !== undefined);
          naive = naive.filter((each) => each !== known);
          if (entry) cache.use(entry);
          else cache.add(owner, number, block(bytes));
          naive.push(known ?? { key, bytes });
          while (sum() > 100) naive.shift();
          expect(cache.bytes).toBe(sum());
        }
        const kept = owners.flatMap((owner, i) => [...owner.keys()].map((key) => `${i} ${key}`));
        expect(kept.sort()).toEqual(naive.map(({ key }) => key).sort());
      }),
    );
  });
});
