import { describe, expect, test } from 'vitest';
import { isPossible, type Layout } from '../../../src/format/planes/layout.ts';
import { slabOrder } from '../../../src/format/planes/planeOrder.ts';
import { CELLS, Planes } from '../../../src/format/planes/planes.ts';
import { type SlabImage, SlabImages } from '../../../src/format/planes/slabImages.ts';
import { slabPlacementsOf } from '../../../src/index/slabPlacements.ts';
import { slicesFor } from '../../../src/index/slices.ts';
import { chess } from '../../../src/rules/chess.ts';
import { chessArmy } from '../../../src/rules/chessPieces.ts';
import { random } from '../../../tools/random.ts';
import { materialOf } from '../../solve/solved.ts';
import { cases, few, seed } from '../../thorough.ts';

/** By number: the cell. */
function cellsByNumber(images: readonly SlabImage[]): Map<number, number> {
  const found = new Map<number, number>();
  for (const { base, rows } of images) {
    for (const { first, at, cells, offsets } of rows) {
      for (const [i, cell] of cells.entries()) found.set(base + at + offsets[i]!, first + cell);
    }
  }
  return found;
}

/** A piece that a pawn has become; identical ones, and pawns on both sides. */
const pieces = few(
  [
    ['KQPvk', 'Q'],
    ['KQQPvk', 'Q'],
    ['KPvkrp', 'r'],
    ['KNPPvk', 'N'],
  ] as const,
  2,
);

describe.each(pieces)('the images of planes of %s in slices for %s', (name, letter) => {
  const material = materialOf(chess, name);
  const { men } = material;
  const placements = slabPlacementsOf(material, chessArmy);
  const color = letter === letter.toUpperCase() ? 0 : 1;
  const piece = men[name.replace('v', '').lastIndexOf(letter)]!;
  const slices = slicesFor(placements, material, piece);
  const slot = placements.pieceSlots[slices.digit]!;
  const slots = men.map((_, i) => i);
  const layouts = slots.flatMap((row) =>
    slots.map((lane): Layout => ({ row, lane, first: color === 0 ? 1 : 0 })),
  );

  test.each(layouts.filter((layout) => isPossible(material, chessArmy, layout)))(
    'hold what of the whole index has it on its last rank: row $row, lane $lane',
    (layout) => {
      const planes = new Planes(material, layout, slabOrder(material, chessArmy, layout));
      const whole = new SlabImages(material, planes, placements);
      const sliced = new SlabImages(material, planes, placements, slices);
      const squares = men.map(() => 0);
      let kept = 0;
      const next = random(seed);
      const count = cases(1500, 150);
      for (let i = 0; i < count; i++) {
        const number = Math.floor(next() * planes.count);
        const standing = planes.squares(number);
        if (!standing) continue;
        const wanted = new Map<number, number>();
        for (const [at, cell] of cellsByNumber(whole.of(standing, true))) {
          placements.squares(at, squares);
          if (squares[slot]! >> 3 !== slices.rank) continue;
          const file = squares[slot]! & 7;
          const above = Math.floor(at / (64 * slices.stride)) * slices.stride;
          wanted.set(file * slices.size + above + (at % slices.stride), cell);
        }
        expect(cellsByNumber(sliced.of(standing, true))).toEqual(wanted);
        kept += wanted.size;
      }
      expect(kept).toBeGreaterThan(CELLS);
    },
  );
});
