import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TableBlock, TablePart } from '../../src/format/mtb/tableFile.ts';
import { BlockCache, type BlockOwner } from '../../src/probe/blockCache.ts';

const table = (): BlockOwner => ({ blocks: new Map(), parts: new Map() });
const numbersOf = ({ blocks }: BlockOwner) => [...blocks.keys()].sort((a, b) => a - b);

/** A block with any part, which notes what is asked of it as decoded ones do. */
function block(bytes: number): TableBlock {
  const parts = new Map<number, TablePart>();
  return {
    bytes,
    part(number) {
      const made: TablePart = parts.get(number) ?? {
        asked: false,
        value() {
          made.asked = true;
          return number;
        },
      };
      parts.set(number, made);
      return made;
    },
  };
}

/** Asks for a value of a cached block's part. */
function ask(cache: BlockCache, owner: BlockOwner, number: number, part = number): void {
  cache.part(owner.blocks.get(number)!, part)!.value(0, 0);
}

describe('the cache of blocks', () => {
  it('drops the oldest block that was not asked lately', () => {
    const cache = new BlockCache(30);
    const owner = table();
    for (const number of [1, 2, 3]) cache.add(owner, number, block(10));
    ask(cache, owner, 1);
    cache.add(owner, 4, block(10));
    expect(numbersOf(owner)).toEqual([1, 3, 4]);
    cache.add(owner, 5, block(20));
    expect(numbersOf(owner)).toEqual([4, 5]);
  });

  it('finds the parts of a block that were asked for until it drops the block', () => {
    const cache = new BlockCache(20);
    const owner = table();
    cache.add(owner, 1, block(20));
    for (const part of [7, 9, 7]) ask(cache, owner, 1, part);
    expect([...owner.parts.keys()]).toEqual([7, 9]);
    const entry = owner.blocks.get(1)!;
    cache.add(owner, 2, block(20));
    expect(owner.parts.size).toBe(0);
    // Who still has the block may ask on.
    expect(cache.part(entry, 9)!.value(0, 0)).toBe(9);
    expect(owner.parts.size).toBe(0);
  });

  it('counts its bytes over all tables', () => {
    const cache = new BlockCache(30);
    const [queens, rooks] = [table(), table()];
    cache.add(queens, 1, block(20));
    cache.add(rooks, 1, block(20));
    expect([numbersOf(queens), numbersOf(rooks), cache.bytes]).toEqual([[], [1], 20]);
  });

  it('keeps no block larger than its limit, and drops none for it', () => {
    const cache = new BlockCache(30);
    const owner = table();
    cache.add(owner, 1, block(10));
    cache.add(owner, 2, block(31));
    expect([numbersOf(owner), cache.bytes]).toEqual([[1], 10]);
  });

  it('drops one table and leaves the others', () => {
    const cache = new BlockCache(30);
    const [queens, rooks] = [table(), table()];
    for (const owner of [queens, rooks]) cache.add(owner, 1, block(10));
    cache.drop(queens);
    expect([numbersOf(queens), numbersOf(rooks), cache.bytes]).toEqual([[], [1], 10]);
  });

  it('keeps the same blocks as a naive list with second chances, within its limit', () => {
    const step = fc.record({
      table: fc.nat(1),
      number: fc.nat(5),
      bytes: fc.integer({ min: 1, max: 40 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const cache = new BlockCache(100);
        const owners = [table(), table()];
        const naive: { key: string; bytes: number; asked: boolean }[] = [];
        const sum = () => naive.reduce((total, { bytes }) => total + bytes, 0);
        for (const { table, number, bytes } of steps) {
          const owner = owners[table]!;
          const key = `${table} ${number}`;
          const known = naive.find((each) => each.key === key);
          expect(owner.blocks.has(number)).toBe(known !== undefined);
          if (known) {
            ask(cache, owner, number);
            known.asked = true;
            continue;
          }
          cache.add(owner, number, block(bytes));
          while (sum() + bytes > 100) {
            const oldest = naive.shift()!;
            if (oldest.asked) naive.push({ ...oldest, asked: false });
          }
          naive.push({ key, bytes, asked: false });
          expect(cache.bytes).toBe(sum());
        }
        const kept = owners.flatMap((owner, i) => numbersOf(owner).map((key) => `${i} ${key}`));
        expect(kept.sort()).toEqual(naive.map(({ key }) => key).sort());
      }),
    );
  });
});
