import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { board8x8, identity, mirrorFiles } from '../../src/board/board.ts';
import {
  areAdjacent,
  boardSymmetries,
  kingPairOf,
  SlabPlacements,
  slabPlacementsOf,
} from '../../src/index/slabPlacements.ts';
import { chess } from '../../src/rules/chess.ts';
import { chessArmy } from '../../src/rules/chessPieces.ts';
import { endgameOf } from '../../src/rules/endgame.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { allMaterials } from '../../src/table/material.ts';
import { coloursOf } from '../table/colours.ts';
import { runs, thorough } from '../thorough.ts';
import { images, men } from './images.ts';

const withPawns = [identity(board8x8), mirrorFiles(board8x8)];
const symmetriesOf = (letters: string) => (/p/i.test(letters) ? withPawns : boardSymmetries);
const placementsOf = (letters: string) => new SlabPlacements(men(letters), chessArmy);

/** Whether the men share no square, the kings are apart, and no pawn is on the first or last rank. */
function canStand(letters: string, squares: readonly number[]): boolean {
  for (let slot = 0; slot < letters.length; slot++) {
    const square = squares[slot]!;
    if (squares.indexOf(square) < slot) return false;
    if ('Pp'.includes(letters[slot]!) && (square < 8 || square >= 56)) return false;
  }
  return !areAdjacent(squares[letters.indexOf('K')]!, squares[letters.indexOf('k')]!);
}

function placementOf(letters: string, square: fc.Arbitrary<number> = fc.nat(63)) {
  const { length } = letters;
  return fc
    .uniqueArray(square, { minLength: length, maxLength: length })
    .filter((squares) => canStand(letters, squares));
}

const diagonal = [0, 9, 18, 27, 36, 45, 54, 63];
/** Kings on the long diagonal, so that two symmetries lead to the same pair; the others anywhere. */
function onDiagonal(letters: string) {
  const kings = fc.tuple(fc.constantFrom(...diagonal), fc.constantFrom(...diagonal));
  return fc.tuple(kings, placementOf(letters)).map(([[white, black], squares]) => {
    return squares.map((square, slot) =>
      letters[slot] === 'K' ? white : letters[slot] === 'k' ? black : square,
    );
  });
}

/** Pawns that the mirror of files maps to themselves: two P on mirrored squares. */
function mirroredPawns(letters: string) {
  const pawn = fc.integer({ min: 8, max: 55 });
  return fc.tuple(pawn, placementOf(letters)).map(([first, squares]) => {
    const slots = [...letters].flatMap((letter, slot) => (letter === 'P' ? [slot] : []));
    return squares.map((square, slot) =>
      slot === slots[0] ? first : slot === slots[1] ? first ^ 7 : square,
    );
  });
}

// Men in slot order: White's by kind, then Black's.
const materials: readonly [string, string, fc.Arbitrary<number[]>][] = [
  ['KQk', 'three men', placementOf('KQk')],
  ['KQkr', 'four men', placementOf('KQkr')],
  ['KNNk', 'two like men', placementOf('KNNk')],
  ['KBBBkn', 'three like men', placementOf('KBBBkn')],
  ['KRRkrr', 'two of each side', placementOf('KRRkrr')],
  ['KQk', 'kings on the long diagonal', onDiagonal('KQk')],
  ['KNNkn', 'kings on the long diagonal, like men', onDiagonal('KNNkn')],
  ['KRBk', 'all on the long diagonal', placementOf('KRBk', fc.constantFrom(...diagonal))],
  ['KPk', 'a pawn', placementOf('KPk')],
  ['KPkp', 'a pawn of each side', placementOf('KPkp')],
  ['KPPk', 'two like pawns', placementOf('KPPk')],
  ['KPPk', 'two like pawns, each the other’s mirror image', mirroredPawns('KPPk')],
  ['KQQPPk', 'like men and mirrored pawns', mirroredPawns('KQQPPk')],
  ['KNPPkp', 'pawns of both sides and a piece', placementOf('KNPPkp')],
  ['KPPPk', 'three like pawns', placementOf('KPPPk')],
];

describe.each(materials)('%s: %s', (letters, _, squaresOf) => {
  const army = men(letters);
  const placements = placementsOf(letters);
  const symmetries = symmetriesOf(letters);
  const placed = squaresOf.filter((squares) => canStand(letters, squares));

  test('an index is the same under every symmetry and exchange of identical pieces', () => {
    fc.assert(
      fc.property(placed, (squares) => {
        const index = placements.index(squares);
        expect(index).toBeGreaterThanOrEqual(0);
        expect(index).toBeLessThan(placements.size);
        for (const image of images(army, squares, symmetries)) {
          expect(placements.index(image.split(',').map(Number))).toBe(index);
        }
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

/** The number of placements, counted on the whole board. */
function countPlacements(letters: string): number {
  const squares: number[] = [];
  const place = (slot: number): number => {
    if (slot === letters.length) return canStand(letters, squares) ? 1 : 0;
    let count = 0;
    for (let square = 0; square < 64; square++) {
      squares[slot] = square;
      count += place(slot + 1);
    }
    return count;
  };
  return place(0);
}

describe('all placements together', () => {
  test.each(['KQk', 'KPk'])('the orbits of the indices of %s sum to the whole board', (letters) => {
    expect(sumOfOrbits(letters)).toBe(countPlacements(letters));
  });

  // Four men by factors: the kings apart, then the others on the free squares.
  const kings = 3612;
  test.each([
    ['KNNk', kings * 62 * 61],
    ['KPPk', countWithPawns((free) => free * (free - 1))],
  ])('and so do those of %s', (letters, count) => {
    expect(sumOfOrbits(letters)).toBe(count);
  });

  // KQk, KPk and the two above make the same claim with fewer numbers.
  test.runIf(thorough).each([
    ['KQkr', kings * 62 * 61],
    ['KPkp', countWithPawns((free) => free * (free - 1))],
    ['KNPk', countWithPawns((free) => free * 61)],
  ])('and so do those of %s', (letters, count) => {
    expect(sumOfOrbits(letters)).toBe(count);
  });

  /** Sums over all placements of the kings; `free`: the squares left for pawns. */
  function countWithPawns(others: (free: number) => number): number {
    let count = 0;
    for (let pair = 0; pair < 4096; pair++) {
      const [white, black] = [pair >> 6, pair & 63];
      if (areAdjacent(white, black)) continue;
      const onPawnRanks = [white, black].filter((square) => square >= 8 && square < 56).length;
      count += others(48 - onPawnRanks);
    }
    return count;
  }

  function sumOfOrbits(letters: string): number {
    const placements = placementsOf(letters);
    const squares: number[] = [];
    let sum = 0;
    for (let number = 0; number < placements.size; number++) {
      placements.squares(number, squares);
      // A number that is no index belongs to a placement with a lower one.
      if (placements.index(squares) !== number || !canStand(letters, squares)) continue;
      sum += placements.orbitSize(squares);
    }
    return sum;
  }

  test('placements that differ up to symmetry have different indices', () => {
    const placements = placementsOf('KQk');
    const seen = new Map<number, number>();
    for (let code = 0; code < 64 ** 3; code++) {
      const squares = [code >> 12, (code >> 6) & 63, code & 63];
      if (!canStand('KQk', squares)) continue;
      let name = Number.POSITIVE_INFINITY;
      for (const map of boardSymmetries) {
        name = Math.min(
          name,
          squares.reduce((sum, square) => 64 * sum + map[square]!, 0),
        );
      }
      const index = placements.index(squares);
      if ((seen.get(index) ?? name) !== name) throw new Error(`${name} and ${seen.get(index)}`);
      seen.set(index, name);
    }
    expect(new Set(seen.values()).size).toBe(seen.size);
  });
});

describe('pairs of kings', () => {
  const { kingPairs } = placementsOf('KQk');

  test('are 462, White’s in the triangle a1-d1-d4, 21 of them with both on the long diagonal', () => {
    expect(kingPairs).toHaveLength(462);
    expect(new Set(kingPairs.map(String)).size).toBe(462);
    const triangle = new Set(kingPairs.map(([white]) => white));
    expect([...triangle].sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 9, 10, 11, 18, 19, 27]);
    const both = kingPairs.filter((pair) => pair.every((square) => square % 9 === 0));
    expect(both).toHaveLength(21);
    // With White's king on the diagonal, Black's is not above it.
    const above = kingPairs.filter(([white, black]) => white % 9 === 0 && black >> 3 > black % 8);
    expect(above).toEqual([]);
  });

  test('are reached from any two kings that are apart by the symmetry found for them', () => {
    let apart = 0;
    for (let white = 0; white < 64; white++) {
      for (let black = 0; black < 64; black++) {
        const pair = kingPairOf(white, black);
        expect(pair === undefined).toBe(areAdjacent(white, black));
        if (!pair) continue;
        const map = boardSymmetries[pair.symmetry]!;
        expect([map[white], map[black]]).toEqual(kingPairs[pair.place]);
        apart++;
      }
    }
    expect(apart).toBe(3612);
  });

  test('are adjacent on a square’s eight neighbours and on the square itself', () => {
    const neighbours = Array.from({ length: 64 }, (_, b) => b).filter((b) => areAdjacent(18, b));
    expect(neighbours).toEqual([9, 10, 11, 17, 18, 19, 25, 26, 27]);
    // a2 and h1 have neighbouring numbers only.
    expect(areAdjacent(8, 7)).toBe(false);
  });
});

describe('groups of pawns', () => {
  // There are 48 * 47 / 2 pairs of identical pawns, 24 of which are their own mirror image.
  test.each([
    ['KQk', 1],
    ['KPk', 24],
    ['KNPk', 24],
    ['KPkp', (48 * 47) / 2],
    ['KPPk', ((48 * 47) / 2 + 24) / 2],
    ['KPPkp', (48 * 47 * 46) / 2 / 2],
    ['KPPPk', (48 * 47 * 46) / 6 / 2],
  ])('%s has %i', (letters, count) => {
    const placements = placementsOf(letters);
    expect(placements.groups).toHaveLength(count);
    expect(placements.size).toBe(count * placements.groupSize);
  });

  // More than a Map can hold.
  test('of five pawns are counted without being listed', () => {
    const { size, groupSize } = placementsOf('KPPPPkp');
    expect(size / groupSize).toBe((48 * 47 * 46 * 45 * 44) / 24 / 2);
    const like = placementsOf('KPPkpp');
    expect(like.size / like.groupSize).toBe(((48 * 47) / 2 / 2) * ((46 * 45) / 2) + (24 * 23) / 2);
  });

  test('of two identical pawns include 24 that are their own mirror image', () => {
    const { groups } = placementsOf('KPPk');
    const symmetric = groups.filter(({ symmetric }) => symmetric);
    expect(symmetric).toHaveLength(24);
    for (const { pawns } of symmetric) expect(pawns[0]! ^ 7).toBe(pawns[1]);
  });

  test.each(['KPk', 'KPkp', 'KPPk', 'KPPkp'])(
    '%s: any pawns are mapped to their group by the symmetry found, identical ones in any order',
    (letters) => {
      const placements = placementsOf(letters);
      const own = men(letters).filter(({ kind }) => chessArmy[kind]!.pawn);
      const pawn = fc.integer({ min: 8, max: 55 });
      fc.assert(
        fc.property(
          fc.uniqueArray(pawn, { minLength: own.length, maxLength: own.length }),
          (pawns) => {
            const { group, symmetry } = placements.group(pawns)!;
            const map = boardSymmetries[symmetry]!;
            const taken = pawns.map((square) => map[square]!);
            expect(images(own, taken, [identity(board8x8)])).toContain(
              placements.groups[group]!.pawns.join(),
            );
          },
        ),
      );
    },
  );

  test('do not exist for pawns on one square or on the first or last rank', () => {
    const placements = placementsOf('KPPk');
    for (const pawns of [
      [12, 12],
      [12, 60],
      [3, 12],
    ]) {
      expect(placements.group(pawns)).toBeUndefined();
    }
  });
});

describe('an index', () => {
  test('has the square of the last piece as its lowest digit', () => {
    const placements = placementsOf('KQkr');
    const [one, other]: [number[], number[]] = [[], []];
    placements.squares(64 * 1000 + 5, one);
    placements.squares(64 * 1000 + 6, other);
    expect([one[3], other[3]]).toEqual([5, 6]);
    expect(one.slice(0, 3)).toEqual(other.slice(0, 3));
  });

  test('of an impossible placement is 0, which is no position', () => {
    const sideBySide = placementsOf('KQk').index([0, 63, 9]);
    const pawnOnFirstRank = placementsOf('KPk').index([20, 4, 60]);
    expect([sideBySide, pawnOnFirstRank]).toEqual([0, 0]);
    for (const count of [3, 4]) {
      for (const material of allMaterials(count, coloursOf(chessArmy))) {
        const squares: number[] = [];
        slabPlacementsOf(material, chessArmy).squares(0, squares);
        expect(new Set(squares).size).toBeLessThan(count);
      }
    }
  });

  test.each([
    ['KQk', 462 * 64],
    ['KQkr', 462 * 64 ** 2],
    ['KPk', 24 * 64 ** 2],
    ['KNPk', 24 * 64 ** 3],
  ])('of %s is below %i', (letters, size) => {
    expect(placementsOf(letters).size).toBe(size);
  });

  test('is that of every rule set whose first layer is given as sets', () => {
    const [material] = allMaterials(3, coloursOf(chessArmy)) as [
      ReturnType<typeof allMaterials>[number],
    ];
    for (const rules of [chess, metachess]) {
      expect(endgameOf(rules, material).placements).toBe(slabPlacementsOf(material, chessArmy));
    }
    const { setwise: _, ...otherwise } = chess;
    expect(endgameOf(otherwise, material).placements.scheme).toBe('symmetric');
    expect(slabPlacementsOf(material, chessArmy).scheme).toBe('slabs');
  });
});
