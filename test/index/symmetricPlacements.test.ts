import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  allSymmetries,
  board8x8,
  boardOf,
  identity,
  mirrorFiles,
  type Symmetry,
} from '../../src/board/board.ts';
import { SymmetricPlacements } from '../../src/index/symmetricPlacements.ts';
import { runs } from '../thorough.ts';
import { images, men } from './images.ts';

type Four = [number, number, number, number];

interface Board {
  readonly letters: string;
  readonly board: string;
  readonly symmetries: readonly Symmetry[];
}

const small = boardOf(4, 4);
const oblong = boardOf(5, 4);
const boards: readonly Board[] = [
  { letters: 'KQk', board: '8x8', symmetries: allSymmetries(board8x8) },
  {
    letters: 'KPk',
    board: '8x8 with pawns',
    symmetries: [identity(board8x8), mirrorFiles(board8x8)],
  },
  { letters: 'KNNk', board: '8x8', symmetries: allSymmetries(board8x8) },
  {
    letters: 'KPPkpp',
    board: '8x8 with pawns',
    symmetries: [identity(board8x8), mirrorFiles(board8x8)],
  },
  { letters: 'KQRRkr', board: '8x8', symmetries: allSymmetries(board8x8) },
  { letters: 'KNNkn', board: '12x12', symmetries: allSymmetries(boardOf(12, 12)) },
  { letters: 'KRRk', board: '5x4', symmetries: allSymmetries(oblong) },
  {
    letters: 'KRRk',
    board: '5x4 without up and down',
    symmetries: [identity(oblong), mirrorFiles(oblong)],
  },
  { letters: 'NNkn', board: '5x4', symmetries: allSymmetries(oblong) },
  { letters: 'KRk', board: '4x4 without any symmetry', symmetries: [identity(small)] },
];

describe.each(boards)('$letters on $board', ({ letters, symmetries }) => {
  const army = men(letters);
  const placements = new SymmetricPlacements(army, symmetries);
  const count = symmetries[0]!.length;
  const placed = fc.uniqueArray(fc.nat(count - 1), {
    minLength: army.length,
    maxLength: army.length,
  });

  test('an index is the same under every symmetry and exchange of identical pieces', () => {
    fc.assert(
      fc.property(placed, (squares) => {
        const index = placements.index(squares);
        for (const image of images(army, squares, symmetries)) {
          expect(placements.index(image.split(',').map(Number))).toBe(index);
        }
        expect(index).toBeGreaterThanOrEqual(0);
        expect(index).toBeLessThan(placements.size);
      }),
      runs(60),
    );
  });

  test('the squares of an index are an image of the placement, and have the same index', () => {
    const out = new Array<number>(army.length);
    fc.assert(
      fc.property(placed, (squares) => {
        const index = placements.index(squares);
        placements.squares(index, out);
        expect(images(army, squares, symmetries)).toContain(out.join());
        expect(placements.index(out)).toBe(index);
      }),
      runs(60),
    );
  });

  test('an orbit size is the number of placements that symmetry and exchange make equal', () => {
    fc.assert(
      fc.property(placed, (squares) => {
        expect(placements.orbitSize(squares)).toBe(images(army, squares, symmetries).size);
      }),
      runs(60),
    );
  });
});

describe('all placements together', () => {
  /** Falling factorial: the number of placements of the men on different squares. */
  const arrangements = (squares: number, army: number) =>
    Array.from({ length: army }, (_, i) => squares - i).reduce(
      (product, each) => product * each,
      1,
    );

  test.each([
    ['KQk', '8x8', allSymmetries(board8x8)],
    ['KPk', '8x8 with pawns', [identity(board8x8), mirrorFiles(board8x8)]],
    ['KRRk', '4x4', allSymmetries(small)],
    ['KRRk', '5x4', allSymmetries(oblong)],
    ['KRRRk', '4x4', allSymmetries(small)],
  ] as const)(
    '%s on %s: the orbits of the indices sum to the whole board',
    (letters, _, symmetries) => {
      const army = men(letters);
      const placements = new SymmetricPlacements(army, symmetries);
      const squares = new Array<number>(army.length);
      let sum = 0;
      for (let number = 0; number < placements.size; number++) {
        placements.squares(number, squares);
        const apart = new Set(squares).size === squares.length;
        // A number that is no index belongs to a placement with a lower one.
        if (!apart || placements.index(squares) !== number) continue;
        sum += placements.orbitSize(squares);
      }
      expect(sum).toBe(arrangements(symmetries[0].length, army.length));
    },
  );

  test.each([
    [10, 'KQk', allSymmetries(board8x8)],
    [32, 'KPk', [identity(board8x8), mirrorFiles(board8x8)]],
    [3, 'KQk', allSymmetries(small)],
    [6, 'KQk', allSymmetries(oblong)],
    [21, 'KQk', allSymmetries(boardOf(12, 12))],
  ] as const)('the first king keeps to %i squares (%s)', (region, letters, symmetries) => {
    const placements = new SymmetricPlacements(men(letters), symmetries);
    const count = symmetries[0].length;
    expect(placements.squareCount).toBe(count);
    expect(placements.size).toBe(region * count ** 2);
  });

  test('different placements up to symmetry have different indices', () => {
    const army = men('KRRk');
    const symmetries = allSymmetries(small);
    const placements = new SymmetricPlacements(army, symmetries);
    const seen = new Map<number, number>();
    for (let code = 0; code < 16 ** 4; code++) {
      const squares = [code >> 12, (code >> 8) & 15, (code >> 4) & 15, code & 15];
      if (new Set(squares).size < 4) continue;
      let name = Number.POSITIVE_INFINITY;
      for (const map of symmetries) {
        const [king, one, other, enemy] = squares.map((square) => map[square]!) as Four;
        const code = ((king * 16 + Math.min(one, other)) * 16 + Math.max(one, other)) * 16 + enemy;
        name = Math.min(name, code);
      }
      const index = placements.index(squares);
      if ((seen.get(index) ?? name) !== name) throw new Error(`${squares}: the index of others`);
      seen.set(index, name);
    }
    expect(new Set(seen.values()).size).toBe(seen.size);
  });
});
