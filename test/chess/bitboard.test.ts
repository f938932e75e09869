import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Bitboard, popcount } from '../../src/chess/bitboard.ts';

const all = Array.from({ length: 64 }, (_, square) => square);
const square = fc.integer({ min: 0, max: 63 });
const squares = fc.subarray(all).map((members) => new Set(members));

/** The members in ascending order, tested one by one, so that iteration is not checked by itself. */
function members(bitboard: Bitboard): number[] {
  return all.filter((each) => bitboard.has(each));
}

function rising(set: ReadonlySet<number>): number[] {
  return [...set].sort((a, b) => a - b);
}

describe('a bitboard is a set of squares', () => {
  test('it holds the squares it was made of', () => {
    fc.assert(
      fc.property(squares, (set) => {
        expect(members(Bitboard.of(set))).toEqual(rising(set));
      }),
    );
  });

  test.each<[string, (a: Bitboard, b: Bitboard) => Bitboard, (a: boolean, b: boolean) => boolean]>([
    ['union', (a, b) => a.union(b), (a, b) => a || b],
    ['intersect', (a, b) => a.intersect(b), (a, b) => a && b],
    ['minus', (a, b) => a.minus(b), (a, b) => a && !b],
    ['complement', (a) => a.complement(), (a) => !a],
  ])('%s decides square by square', (_, fast, naive) => {
    fc.assert(
      fc.property(squares, squares, (a, b) => {
        const expected = all.filter((each) => naive(a.has(each), b.has(each)));
        expect(members(fast(Bitboard.of(a), Bitboard.of(b)))).toEqual(expected);
      }),
    );
  });

  test('with and without change one square and leave the operand alone', () => {
    fc.assert(
      fc.property(squares, square, (set, one) => {
        const bitboard = Bitboard.of(set);
        expect(members(bitboard.with(one))).toEqual(rising(new Set([...set, one])));
        expect(members(bitboard.without(one))).toEqual(rising(set).filter((each) => each !== one));
        expect(members(bitboard)).toEqual(rising(set));
      }),
    );
  });

  test('size, first, last and rest agree with the sorted members', () => {
    fc.assert(
      fc.property(squares, (set) => {
        const bitboard = Bitboard.of(set);
        const sorted = rising(set);
        expect(bitboard.size()).toBe(sorted.length);
        expect(bitboard.isEmpty()).toBe(sorted.length === 0);
        expect(bitboard.first()).toBe(sorted[0] ?? -1);
        expect(bitboard.last()).toBe(sorted.at(-1) ?? -1);
        expect(members(bitboard.rest())).toEqual(sorted.slice(1));
        expect([...bitboard]).toEqual(sorted);
      }),
    );
  });

  test('equals and intersects compare members', () => {
    fc.assert(
      fc.property(squares, squares, square, (a, b, one) => {
        const [left, right] = [Bitboard.of(a), Bitboard.of(b)];
        expect(left.intersects(right)).toBe([...a].some((each) => b.has(each)));
        expect(left.equals(right)).toBe(a.size === b.size && [...a].every((each) => b.has(each)));
        expect(left.equals(Bitboard.of(rising(a).reverse()))).toBe(true);
        expect(left.equals(a.has(one) ? left.without(one) : left.with(one))).toBe(false);
      }),
    );
  });

  test('halves written as unsigned numbers make the same set', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (lo, hi) => {
        expect(new Bitboard(lo >>> 0, hi >>> 0).equals(new Bitboard(lo, hi))).toBe(true);
      }),
    );
  });
});

test('the empty and the full board', () => {
  expect(members(Bitboard.empty)).toEqual([]);
  expect(members(Bitboard.full)).toEqual(all);
});

test.each(all)('square %i alone', (one) => {
  expect(members(Bitboard.square(one))).toEqual([one]);
});

test.each([0, 1, 2, 3, 4, 5, 6, 7])('rank and file %i', (index) => {
  expect(members(Bitboard.rank(index))).toEqual(all.filter((each) => each >> 3 === index));
  expect(members(Bitboard.file(index))).toEqual(all.filter((each) => each % 8 === index));
});

test('popcount counts the ones of the binary numeral', () => {
  fc.assert(
    fc.property(fc.integer(), (bits) => {
      expect(popcount(bits)).toBe((bits >>> 0).toString(2).replaceAll('0', '').length);
    }),
  );
});
