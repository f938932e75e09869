import { describe, expect, test } from 'vitest';
import { isPossible } from '../../../src/format/planes/layout.ts';
import { slabOrder } from '../../../src/format/planes/planeOrder.ts';
import { Planes } from '../../../src/format/planes/planes.ts';
import { SlabImages } from '../../../src/format/planes/slabImages.ts';
import { slabPlacementsOf } from '../../../src/index/slabPlacements.ts';
import { slicesOf } from '../../../src/index/slices.ts';
import { chess } from '../../../src/rules/chess.ts';
import { chessArmy } from '../../../src/rules/chessPieces.ts';
import { risingNumbers, spreadRising } from '../../../src/solve/window/risingOrder.ts';
import { random } from '../../../tools/random.ts';
import { cellsByNumber } from '../../format/planes/cellsByNumber.ts';
import { seed } from '../../thorough.ts';
import { materialOf } from '../solved.ts';

test('identical pieces are put on rising squares, others left where they are', () => {
  const material = materialOf(chess, 'KQNNvk');
  const placements = slabPlacementsOf(material, chessArmy);
  const digitOf = (letter: string) => placements.pieceSlots.indexOf('KQNNk'.lastIndexOf(letter));
  const ofQueen = risingNumbers(placements, material, digitOf('Q'))!;
  expect(ofQueen).toHaveLength(64 ** 2);
  for (const [low, high] of [
    [0, 63],
    [17, 18],
    [5, 5],
  ] as const) {
    expect(ofQueen[64 * low + high]).toBe(64 * low + high);
    expect(ofQueen[64 * high + low]).toBe(64 * low + high);
  }
  expect(risingNumbers(placements, material, digitOf('N'))).toBeUndefined();
});

test('a code is spread to all orders', () => {
  const material = materialOf(chess, 'KNNNNvk');
  const numbers = risingNumbers(slabPlacementsOf(material, chessArmy), material, 5)!;
  const at = (...squares: number[]) => squares.reduce((sum, square) => 64 * sum + square, 0);
  const codes = new Int8Array(64 ** 3);
  codes[at(3, 20, 41)] = 7;
  codes[at(41, 20, 3)] = 1;
  spreadRising(codes, numbers);
  const orders = [at(3, 20, 41), at(3, 41, 20), at(20, 3, 41), at(20, 41, 3), at(41, 3, 20)];
  for (const number of [...orders, at(41, 20, 3)]) expect(codes[number]).toBe(7);
  expect(codes.filter((code) => code !== 0)).toHaveLength(6);
});

/** With the piece of slices among identical pieces, or beside them. */
describe.each([
  ['KNNNvk', 3],
  ['KRNNvk', 1],
])('the images of planes of %s on rising squares', (name, slot) => {
  const material = materialOf(chess, name);
  const placements = slabPlacementsOf(material, chessArmy);
  const digit = placements.pieceSlots.indexOf(slot);
  const slices = slicesOf(placements, digit, [1, 6, 8, 15, 48, 55, 57, 62]);
  const numbers = risingNumbers(placements, material, digit)!;
  const block = numbers.length;
  // Both kings move in the planes.
  const layout = { row: 0, lane: 4, first: 0 } as const;

  test('have of each code the one that it is spread from', () => {
    expect(isPossible(material, chessArmy, layout)).toBe(true);
    const planes = new Planes(material, layout, slabOrder(material, chessArmy, layout));
    const [all, rising] = [false, true].map(
      (rising) => new SlabImages(material, planes, placements, { slices, rising }),
    );
    const next = random(seed);
    let [kept, left] = [0, 0];
    for (let i = 0; i < 300; i++) {
      const standing = planes.squares(Math.floor(next() * planes.count));
      if (!standing) continue;
      const cells = cellsByNumber(all!.of(standing, true));
      const found = cellsByNumber(rising!.of(standing, true));
      for (const [number, cell] of cells) {
        const within = number % block;
        expect(found.get(number - within + numbers[within]!)).toBe(cell);
        if (found.has(number)) kept++;
        else left++;
      }
      for (const [number, cell] of found) expect(cells.get(number)).toBe(cell);
    }
    expect(kept).toBeGreaterThan(100);
    expect(left).toBe(kept);
  });
});
