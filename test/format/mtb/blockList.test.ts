import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unwrap } from '../../../src/board/result.ts';
import { BlockList, MOST_LIST_BYTES } from '../../../src/format/mtb/blockList.ts';
import { MOST_BLOCK_BYTES } from '../../../src/format/mtb/blocks.ts';
import { pushVarint } from '../../../src/format/mtb/varint.ts';
import { type Entry, packList, packLists } from '../../../src/format/mtb/writeList.ts';
import { runs } from '../../thorough.ts';

const IDENTITY = 0xfedcba98;
const START = 20_000;

const anyEntry = fc.record({
  count: fc.integer({ min: 1, max: 100_000 }),
  length: fc.integer({ min: 5, max: MOST_BLOCK_BYTES }),
});

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0);

/** A list of both kinds, opened, with all that it needs added. */
function listsOf(entries: readonly Entry[]): readonly BlockList[] {
  const parts = sumOf(entries.map(({ count }) => count));
  const end = START + sumOf(entries.map(({ length }) => length));
  const frame = { identity: IDENTITY, start: START, parts };
  const whole = unwrap(BlockList.parse(packList(entries), { ...frame, size: end }));
  const { list, blocks } = packLists(IDENTITY, entries);
  const size = end + sumOf(blocks.map(({ length }) => length));
  const cut = unwrap(BlockList.parse(list, { ...frame, size }));
  expect([whole.lists, cut.lists]).toEqual([0, blocks.length]);
  for (const [i, block] of blocks.entries()) {
    expect(block.length).toBeLessThanOrEqual(MOST_LIST_BYTES);
    expect(cut.rangeOfList(i).bytes).toBe(block.length);
    expect(cut.add(i, block)).toBe(true);
  }
  return [whole, cut];
}

describe('a list of blocks, in the start or in blocks of its own,', () => {
  test('finds the block of each part, and where it is', () => {
    const any = fc.array(anyEntry, { minLength: 1, maxLength: 4000, size: 'max' });
    fc.assert(
      fc.property(any, (entries) => {
        for (const list of listsOf(entries)) {
          expect(list.blocks).toBe(entries.length);
          let [from, at] = [0, START];
          for (const [number, { count, length }] of entries.entries()) {
            expect(list.block(number)).toEqual({ number, at, length, from, count });
            expect([list.blockOf(from), list.blockOf(from + count - 1)]).toEqual([number, number]);
            from += count;
            at += length;
          }
        }
      }),
      runs(10),
    );
  });
});

describe('a list in blocks of its own', () => {
  const entries = Array.from({ length: 5000 }, (_, i) => ({ count: 1 + (i % 40), length: 8000 }));
  const { list, blocks } = packLists(IDENTITY, entries);
  const parts = sumOf(entries.map(({ count }) => count));
  const size = START + 8000 * entries.length + sumOf(blocks.map(({ length }) => length));
  const open = (bytes = list) =>
    BlockList.parse(bytes, { identity: IDENTITY, start: START, parts, size });

  test('knows a block once the part of the list that tells of it has been added', () => {
    const opened = unwrap(open());
    const last = parts - 1;
    expect(opened.lists).toBeGreaterThan(2);
    expect([opened.blockOf(last), opened.unreadList(last)]).toEqual([undefined, opened.lists - 1]);
    expect(opened.add(opened.lists - 1, blocks.at(-1)!)).toBe(true);
    expect([opened.blockOf(last), opened.unreadList(last)]).toEqual([4999, undefined]);
    expect([opened.blockOf(0), opened.unreadList(0)]).toEqual([undefined, 0]);
  });

  test('stands after the last block, to the end of the file', () => {
    const opened = unwrap(open());
    expect(opened.rangeOfList(0).from).toBe(START + 8000 * entries.length);
    const { from, bytes } = opened.rangeOfList(opened.lists - 1);
    expect(from + bytes).toBe(size);
  });

  test('is not taken in another order, or altered', () => {
    const opened = unwrap(open());
    expect(opened.add(0, blocks[1]!)).toBe(false);
    expect(opened.add(0, blocks[0]!.with(9, blocks[0]![9]! ^ 1))).toBe(false);
    expect(opened.blockOf(0)).toBeUndefined();
    expect(opened.add(0, blocks[0]!)).toBe(true);
  });

  test('of a six-men table of five gigabytes leaves room for the rest of a start', () => {
    const many = Array.from({ length: 625_000 }, () => ({ count: 33, length: 7990 }));
    expect(packLists(IDENTITY, many).list.length).toBeLessThan(6000);
  });
});

describe('a malformed list is refused before there is room made for what it says:', () => {
  const varints = (...numbers: readonly number[]) => {
    const bytes: number[] = [];
    for (const number of numbers) pushVarint(bytes, number);
    return Uint8Array.from(bytes);
  };
  test.each([
    ['no list', varints()],
    ['three levels', varints(3, 1, 1, 1)],
    ['no blocks', varints(1, 0)],
    ['more blocks than it has bytes', varints(1, 2 ** 34, 10, 100)],
    ['fewer parts than the table has', varints(1, 1, 9, 100)],
    ['a block of no parts', varints(1, 2, 0, 10, 50, 50)],
    ['a block that is too short', varints(1, 2, 5, 5, 4, 96)],
    ['a block that is too long', varints(1, 1, 10, MOST_BLOCK_BYTES + 1)],
    ['bytes after its end', varints(1, 1, 10, 100, 0)],
    ['no list blocks', varints(2, 0)],
    ['more list blocks than it has bytes', varints(2, 2 ** 34, 1, 10, 90, 10)],
    ['a list block that is too long', varints(2, 1, 1, 10, 90, MOST_LIST_BYTES + 1)],
    ['a list block that is too short for its blocks', varints(2, 1, 4, 10, 90, 11)],
    ['more blocks than parts', varints(2, 1, 11, 10, 90, 100)],
    ['more bytes than its blocks can have', varints(2, 1, 1, 10, MOST_BLOCK_BYTES + 1, 10)],
  ])('%s', (_, list) => {
    const file = { identity: IDENTITY, start: START, size: START + 100, parts: 10 };
    const problem = { code: 'mtb-header', message: expect.stringContaining('no list of blocks') };
    expect(BlockList.parse(list, file)).toMatchObject({ ok: false, problem });
  });
});
