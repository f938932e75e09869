import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  allSymmetries,
  board8x8,
  type Geometry,
  identity,
  makeSquare,
  mirrorFiles,
  mirrorRanks,
  parseSquare,
  type Symmetry,
  squareCount,
} from '../../src/chess/geometry.ts';
import { unwrap } from '../../src/chess/result.ts';

const board12x12: Geometry = { files: 12, ranks: 12 };
const board5x6: Geometry = { files: 5, ranks: 6 };
const board26x99: Geometry = { files: 26, ranks: 99 };

describe('the name of a square', () => {
  test.each<[Geometry, number, string]>([
    [board8x8, 0, 'a1'],
    [board8x8, 1, 'b1'],
    [board8x8, 8, 'a2'],
    [board8x8, 63, 'h8'],
    [board12x12, 11, 'l1'],
    [board12x12, 12, 'a2'],
    [board12x12, 108, 'a10'],
    [board12x12, 143, 'l12'],
    [board5x6, 29, 'e6'],
  ])('on %o square %i is %s', (geometry, square, name) => {
    expect(makeSquare(square, geometry)).toBe(name);
    expect(parseSquare(name, geometry)).toEqual({ ok: true, value: square });
  });

  test.each([board8x8, board12x12, board5x6, board26x99])('round trip on %o', (geometry) => {
    const names = identity(geometry).map((square) => makeSquare(square, geometry));
    expect(new Set(names).size).toBe(squareCount(geometry));
    expect(names.map((name) => unwrap(parseSquare(name, geometry)))).toEqual(identity(geometry));
  });

  test.each<[string, Geometry, string]>([
    ['i1', board8x8, 'h8'],
    ['a9', board8x8, 'h8'],
    ['a0', board8x8, 'h8'],
    ['a01', board8x8, 'h8'],
    ['A1', board8x8, 'h8'],
    ['a', board8x8, 'h8'],
    ['', board8x8, 'h8'],
    ['a1 ', board8x8, 'h8'],
    ['a10', board8x8, 'h8'],
    ['m1', board12x12, 'l12'],
    ['a13', board12x12, 'l12'],
    ['f1', board5x6, 'e6'],
    ['a7', board5x6, 'e6'],
  ])("'%s' is no square of %o, whose last is %s", (text, geometry, last) => {
    const result = parseSquare(text, geometry);
    expect(result).toMatchObject({ ok: false, problem: { code: 'square', text } });
    if (!result.ok) expect(result.problem.message).toContain(`'${text}'`);
    if (!result.ok) expect(result.problem.message).toContain(`a1 to ${last}`);
  });
});

/** First one permutation, then the other. */
function then(first: Symmetry, second: Symmetry): Symmetry {
  return first.map((square) => second[square]!);
}

const key = (symmetry: Symmetry) => symmetry.join(' ');

describe.each<[Geometry, number]>([
  [board8x8, 8],
  [board12x12, 8],
  [board5x6, 4],
  [{ files: 6, ranks: 5 }, 4],
])('the symmetries of %o', (geometry, order) => {
  const symmetries = allSymmetries(geometry);
  const keys = new Set(symmetries.map(key));

  test(`are ${order}, all different, the identity first`, () => {
    expect(symmetries).toHaveLength(order);
    expect(keys.size).toBe(order);
    expect(symmetries[0]).toEqual(identity(geometry));
  });

  test('are permutations of the squares', () => {
    for (const symmetry of symmetries) {
      expect([...symmetry].sort((a, b) => a - b)).toEqual(identity(geometry));
    }
  });

  test('form a group: products and inverses are among them', () => {
    for (const first of symmetries) {
      for (const second of symmetries) expect(keys).toContain(key(then(first, second)));
      const inverse = symmetries.find((each) => key(then(first, each)) === key(symmetries[0]!));
      expect(inverse).toBeDefined();
    }
  });

  test('keep the distance between squares', () => {
    const { files } = geometry;
    const distance = (a: number, b: number) =>
      Math.abs((a % files) - (b % files)) ** 2 +
      Math.abs(Math.floor(a / files) - Math.floor(b / files)) ** 2;
    const square = fc.nat({ max: squareCount(geometry) - 1 });
    fc.assert(
      fc.property(fc.constantFrom(...symmetries), square, square, (symmetry, a, b) => {
        expect(distance(symmetry[a]!, symmetry[b]!)).toBe(distance(a, b));
      }),
    );
  });

  test('include both mirrors, each its own inverse', () => {
    for (const mirror of [mirrorFiles(geometry), mirrorRanks(geometry)]) {
      expect(keys).toContain(key(mirror));
      expect(mirror).not.toEqual(identity(geometry));
      expect(then(mirror, mirror)).toEqual(identity(geometry));
    }
  });
});

test('the mirrors of 8x8: one keeps ranks, the other files', () => {
  for (const square of identity(board8x8)) {
    expect(mirrorFiles(board8x8)[square]).toBe(square ^ 7);
    expect(mirrorRanks(board8x8)[square]).toBe(square ^ 56);
  }
});

test('a symmetry of the square board may exchange files and ranks: b1 goes to a2', () => {
  const [b1, a2, a1] = ['b1', 'a2', 'a1'].map((name) => unwrap(parseSquare(name)));
  const found = allSymmetries(board8x8).filter((each) => each[b1!] === a2 && each[a1!] === a1);
  expect(found).toHaveLength(1);
});
