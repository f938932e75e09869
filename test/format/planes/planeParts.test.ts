import { describe, expect, test } from 'vitest';
import { isPossible, type Layout } from '../../../src/format/planes/layout.ts';
import { hasPlanes, planesOf } from '../../../src/format/planes/planeEndgame.ts';
import { partOfPlane, planePartsOf } from '../../../src/format/planes/planeParts.ts';
import { type SlabImage, SlabImages } from '../../../src/format/planes/slabImages.ts';
import { type IndexPart, IndexStarts } from '../../../src/index/indexPart.ts';
import { random } from '../../../tools/random.ts';
import { few, seed } from '../../thorough.ts';
import { chessEndgame } from '../madeUp.ts';

const PLANES = 4;

function endgameWithPlanes(name: string) {
  const endgame = chessEndgame(name);
  if (!hasPlanes(endgame)) throw new Error(`${name} has no planes`);
  return endgame;
}

/** The cells of images and their numbers, these as `numberOf` tells them. */
function cells(images: readonly SlabImage[], numberOf: (number: number) => number) {
  return images.flatMap(({ base, rows }) =>
    rows.flatMap(({ first, at, cells, offsets }) =>
      Array.from(cells, (cell, i) => [first + cell, numberOf(base + at + offsets[i]!)]),
    ),
  );
}

/** The number in the index of a code by where it lies in a part. */
function indexIn({ unit, units }: IndexPart, at: number): number {
  return units[Math.floor(at / unit)]! * unit + (at % unit);
}

const tables = few(['KQBvkr', 'KBBBvk', 'KRPvkp', 'KRvkn', 'KNPPvk'] as const, 3);

describe.each(tables)('the parts of %s', (name) => {
  const endgame = endgameWithPlanes(name);
  const { material, army, placements } = endgame;
  const slots = material.men.map((_, slot) => slot);
  const layouts = slots.flatMap((row) =>
    slots.flatMap((lane) => ([0, 1] as const).map((first): Layout => ({ row, lane, first }))),
  );

  test.each(layouts.filter((layout) => isPossible(material, army, layout)))(
    'have what planes need: row $row, lane $lane, first $first',
    (layout) => {
      const planes = planesOf(endgame, layout);
      const most = placements.size / 20;
      const parts = planePartsOf(endgame, layout, most);
      expect(parts.parts.length).toBeGreaterThan(5);
      const whole = new SlabImages(material, planes, placements);
      const next = random(seed);
      for (let i = 0; i < PLANES; ) {
        const number = Math.floor(next() * planes.count);
        const standing = planes.squares(number);
        if (!standing) continue;
        i++;
        const part = parts.parts[partOfPlane(parts, number)]!;
        const starts = new IndexStarts(placements, part);
        const images = new SlabImages(material, planes, placements, {}, starts);
        expect(cells(images.of(standing, false), (at) => indexIn(part, at))).toEqual(
          cells(whole.of(standing, false), (number) => number),
        );
      }
    },
  );
});

test.each(['KQRvkbn', 'KQRBNvk', 'KRPvkrn'])(
  'parts of the six men %s have every unit once, and at most 2^30 codes a side or one group',
  (name) => {
    const endgame = endgameWithPlanes(name);
    const { placements, material, army } = endgame;
    const slots = material.men.map((_, slot) => slot);
    for (const row of slots) {
      for (const lane of slots) {
        const layout: Layout = { row, lane, first: 0 };
        if (!isPossible(material, army, layout)) continue;
        const { parts } = planePartsOf(endgame, layout);
        const units = parts.flatMap((part) => [...part.units]).sort((a, b) => a - b);
        expect(units).toEqual(units.map((_, i) => i));
        expect(parts[0]!.unit * units.length).toBe(placements.size);
        for (const { unit, units } of parts) {
          const isOneGroup = units.length === 1 && unit === placements.groupSize;
          expect(isOneGroup || unit * units.length <= 2 ** 30).toBe(true);
        }
      }
    }
  },
);
