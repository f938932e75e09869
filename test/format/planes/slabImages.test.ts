import { describe, expect, test } from 'vitest';
import { isPossible, type Layout } from '../../../src/format/planes/layout.ts';
import { slabOrder } from '../../../src/format/planes/planeOrder.ts';
import { CELLS, Planes } from '../../../src/format/planes/planes.ts';
import { SlabImages } from '../../../src/format/planes/slabImages.ts';
import { boardSymmetries, slabPlacementsOf } from '../../../src/index/slabPlacements.ts';
import { lastRank, slicesOf } from '../../../src/index/slices.ts';
import { chess } from '../../../src/rules/chess.ts';
import { chessArmy } from '../../../src/rules/chessPieces.ts';
import { random } from '../../../tools/random.ts';
import { materialOf } from '../../solve/solved.ts';
import { cases, few, seed } from '../../thorough.ts';
import { cellsByNumber } from './cellsByNumber.ts';

/** A piece that a pawn has become; identical ones, and pawns on both sides. */
const pieces = few(
  [
    ['KQPvk', 'Q', 'its last rank'],
    ['KQRvk', 'R', 'squares that are equal by symmetry'],
    ['KQQPvk', 'Q', 'its last rank, in some groups'],
    ['KPvkrp', 'r', 'its last rank'],
    ['KQPvk', 'K', 'all squares, in some groups'],
    ['KNPPvk', 'N', 'its last rank'],
  ] as const,
  3,
);

describe.each(pieces)('the images of planes of %s in slices: %s on %s', (name, letter, where) => {
  const material = materialOf(chess, name);
  const { men } = material;
  const placements = slabPlacementsOf(material, chessArmy);
  const color = letter === letter.toUpperCase() ? 0 : 1;
  const slot = name.replace('v', '').lastIndexOf(letter);
  const digit = placements.pieceSlots.indexOf(slot);
  const some = { from: Math.floor(placements.groups.length / 2), count: 3 };
  const groups = where.endsWith('groups') ? some : undefined;
  const on = where.startsWith('all')
    ? boardSymmetries[0]!
    : where.startsWith('its')
      ? lastRank(color)
      : [1, 6, 8, 15, 48, 55, 57, 62];
  const slices = slicesOf(placements, digit, on, groups);
  const slots = men.map((_, i) => i);
  const layouts = slots.flatMap((row) =>
    slots.map((lane): Layout => ({ row, lane, first: color === 0 ? 1 : 0 })),
  );

  test.each(layouts.filter((layout) => isPossible(material, chessArmy, layout)))(
    'hold what the whole index has there: row $row, lane $lane',
    (layout) => {
      const planes = new Planes(material, layout, slabOrder(material, chessArmy, layout));
      const whole = new SlabImages(material, planes, placements);
      const sliced = new SlabImages(material, planes, placements, { slices });
      const squares = men.map(() => 0);
      const begin = (groups?.from ?? 0) * placements.groupSize;
      const end = groups ? begin + groups.count * placements.groupSize : placements.size;
      let kept = 0;
      const next = random(seed);
      const count = cases(1500, 150) * (groups ? 10 : 1);
      for (let i = 0; i < count; i++) {
        const number = Math.floor(next() * planes.count);
        const standing = planes.squares(number);
        if (!standing) continue;
        const wanted = new Map<number, number>();
        for (const [found, cell] of cellsByNumber(whole.of(standing, true))) {
          placements.squares(found, squares);
          const slice = on.indexOf(squares[slot]!);
          if (slice < 0 || found < begin || found >= end) continue;
          const at = found - begin;
          const above = Math.floor(at / (64 * slices.stride)) * slices.stride;
          wanted.set(slice * slices.size + above + (at % slices.stride), cell);
        }
        expect(cellsByNumber(sliced.of(standing, true))).toEqual(wanted);
        kept += wanted.size;
      }
      expect(kept).toBeGreaterThan(CELLS);
    },
  );
});
