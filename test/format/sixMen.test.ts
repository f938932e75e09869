import { deflateSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { BlockList } from '../../src/format/mtb/blockList.ts';
import { makeStart } from '../../src/format/mtb/startParts.ts';
import { FIRST_BYTES } from '../../src/format/mtb/tableFile.ts';
import { type Entry, packLists } from '../../src/format/mtb/writeList.ts';
import type { Layout } from '../../src/format/planes/layout.ts';
import { type PlaneEndgame, planesOf } from '../../src/format/planes/planeEndgame.ts';
import { slabOrder } from '../../src/format/planes/planeOrder.ts';
import { Planes } from '../../src/format/planes/planes.ts';
import { numbersInTurn } from '../../src/format/planes/planesInTurn.ts';
import { SlabImages } from '../../src/format/planes/slabImages.ts';
import { slabPlacementsOf } from '../../src/index/slabPlacements.ts';
import { slicesFor } from '../../src/index/slices.ts';
import { chess } from '../../src/rules/chess.ts';
import { chessArmy } from '../../src/rules/chessPieces.ts';
import { endgameOf } from '../../src/rules/endgame.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { Samples } from '../../src/solve/sample/drawSamples.ts';
import { keyOf, spotOfKey } from '../../src/solve/sample/wantedValues.ts';
import { random } from '../../tools/random.ts';
import { materialOf } from '../solve/solved.ts';
import { seed } from '../thorough.ts';

// Numbers of tables of six men, and of files of several gigabytes, have more than 32 bits.

const names = ['KQRvkbn', 'KRPvkrp', 'KQPvkrn'];

describe.each(names)('of %s', (name) => {
  const material = materialOf(chess, name);
  const placements = slabPlacementsOf(material, chessArmy);
  const squares = material.men.map(() => 0);
  const next = random(seed);

  test('numbers of the index lead to their placements and back, beyond 2^32', () => {
    let kept = 0;
    for (let i = 0; i < 2000; i++) {
      const number = placements.size - 1 - Math.floor(next() * 2 ** 31);
      placements.squares(number, squares);
      const index = placements.index(squares);
      if (index !== number) continue;
      kept++;
      expect(number).toBeGreaterThan(2 ** 32);
    }
    expect(kept).toBeGreaterThan(100);
  });

  test('planes are found by their squares, and keys by their planes', () => {
    const layout = { row: 3, lane: 4, first: 0 } as const;
    const planes = new Planes(material, layout, slabOrder(material, chessArmy, layout));
    let kept = 0;
    for (let i = 0; i < 2000; i++) {
      const part = planes.count - 1 - Math.floor(next() * 2 ** 20);
      const standing = planes.squares(part);
      if (!standing) continue;
      for (const [i, slot] of planes.standing.entries()) squares[slot] = standing[i]!;
      [squares[3], squares[4]] = [63, 62];
      const spot = { ...planes.locate(squares) };
      expect(spot.part).toBe(part);
      expect(spotOfKey(keyOf(1, spot))).toEqual({ ...spot, side: 1 });
      kept++;
    }
    expect(kept).toBeGreaterThan(100);
  });
});

// Both kings stand, one moves, and both.
test.each([
  [2, 4],
  [3, 2],
  [3, 0],
])('numbers of codes lead back to their plane: row %i, lane %i', (row, lane) => {
  const endgame = endgameOf(chess, materialOf(chess, 'KQRvkbn')) as PlaneEndgame;
  const layout: Layout = { row, lane, first: 0 };
  const planes = planesOf(endgame, layout);
  let plane = planes.count - 1;
  while (!planes.squares(plane)) plane--;
  const cells = new Set<number>();
  const squares = endgame.material.men.map(() => 0);
  for (const number of numbersInTurn(endgame, layout, [plane])) {
    endgame.placements.squares(number, squares);
    const place = planes.locate(squares);
    expect(place.part).toBe(plane);
    cells.add(place.cell);
  }
  // All cells but those of kings that are adjacent.
  expect(cells.size).toBeGreaterThan(3500);
});

test('samples are of all of a table, and of both sides to move', () => {
  const endgame = endgameOf(metachess, materialOf(metachess, 'KQRvkbn'));
  const samples = new Samples(metachess, endgame);
  const drawn = samples.draw(1000, 1);
  expect(drawn).toHaveLength(1000);
  const nodes = Array.from(drawn, (sample) => sample / 8 / endgame.placements.size);
  for (let tenth = 0; tenth < 20; tenth++) {
    const here = nodes.filter((node) => Math.floor(10 * node) === tenth);
    expect(here.length).toBeGreaterThan(20);
  }
  expect(samples.position(drawn[0]!)!.turn).toBe(0);
  expect(samples.position(drawn[999]!)!.turn).toBe(1);
});

describe('a list of 400,000 blocks, of a file of 3 GB,', () => {
  const next = random(seed);
  const entries = Array.from(
    { length: 400_000 },
    (): Entry => ({
      count: 4 + Math.floor(next() * 8),
      length: 7000 + Math.floor(next() * 1000),
    }),
  );
  const { list, blocks } = packLists(7, entries);
  const sum = (of: readonly number[]) => of.reduce((total, each) => total + each, 0);
  const bytes = sum(entries.map(({ length }) => length));
  const parts = sum(entries.map(({ count }) => count));

  test('tells where the last ones are, beyond 2^31, once their list is read', () => {
    const size = FIRST_BYTES + bytes + sum(blocks.map(({ length }) => length));
    expect(size).toBeGreaterThan(2 ** 31);
    const opened = unwrap(BlockList.parse(list, { identity: 7, start: FIRST_BYTES, size, parts }));
    expect(opened.blocks).toBe(entries.length);
    expect(opened.blockOf(parts - 1)).toBeUndefined();
    const last = opened.unreadList(parts - 1)!;
    expect(last).toBe(blocks.length - 1);
    const { from, bytes: length } = opened.rangeOfList(last);
    expect(from + length).toBe(size);
    expect(opened.add(last, blocks[last]!)).toBe(true);
    const number = opened.blockOf(parts - 1)!;
    expect(number).toBe(entries.length - 1);
    const block = opened.block(number);
    expect(block.at + block.length).toBe(FIRST_BYTES + bytes);
    expect(block.from + block.count).toBe(parts);
  });

  test('leaves room in the first bytes for wins of 262 moves and the largest model', () => {
    // The model takes 7.7 KB deflated, at most, of all five-men tables of metachess.
    const model = Uint8Array.from({ length: 7700 }, () => Math.floor(next() * 256));
    expect(deflateSync(model).length).toBeGreaterThanOrEqual(7700);
    const histogram = (first: number) =>
      Object.fromEntries(
        Array.from({ length: 262 }, (_, i) => [first + 2 * i, Math.floor(next() * 1e9)]),
      );
    // White wins and Black loses; what the others win and lose is short.
    const side = (first: number) => ({ unique: histogram(first), board: histogram(first) });
    const header = new TextEncoder().encode(JSON.stringify([side(1), side(2)]).padEnd(17_000));
    expect(makeStart([header, model, list], 9).length).toBeLessThan(FIRST_BYTES - 1000);
  });
});

test('slices of a table with one pawn are cut at numbers beyond 2^31', () => {
  const material = materialOf(chess, 'KQRvkrp');
  const placements = slabPlacementsOf(material, chessArmy);
  const queen = material.men[1]!;
  const slices = slicesFor(placements, material, queen);
  expect(7 * slices.size).toBeGreaterThan(2 ** 31);
  // The lane piece is the one that has just promoted.
  const layout = { row: 0, lane: 1, first: 1 } as const;
  const planes = new Planes(material, layout, slabOrder(material, chessArmy, layout));
  const images = new SlabImages(material, planes, placements, { slices });
  const squares = material.men.map(() => 0);
  let kept = 0;
  for (let part = planes.count - 1; kept < 50; part -= 997) {
    const standing = planes.squares(part);
    if (!standing) continue;
    kept++;
    for (const { base, rows } of images.of(standing, true)) {
      for (const { first, at, cells, offsets } of rows) {
        for (const [i, cell] of cells.entries()) {
          const number = base + at + offsets[i]!;
          const file = Math.floor(number / slices.size);
          const within = number % slices.size;
          const above = Math.floor(within / slices.stride);
          const square = slices.squares[file]!;
          placements.squares(
            (above * 64 + square) * slices.stride + (within % slices.stride),
            squares,
          );
          expect(planes.locate(squares)).toEqual({ part, cell: first + cell });
        }
      }
    }
  }
});

test('planes of both kings have their numbers in an index beyond 2^32', () => {
  const material = materialOf(chess, 'KQRvkbn');
  const placements = slabPlacementsOf(material, chessArmy);
  const kings = { row: 3, lane: 0, first: 0 } as const;
  const planes = new Planes(material, kings, slabOrder(material, chessArmy, kings));
  const images = new SlabImages(material, planes, placements);
  const squares = material.men.map(() => 0);
  let most = 0;
  for (let part = planes.count - 1; most < 2 ** 32; part -= 997) {
    const standing = planes.squares(part);
    if (!standing) continue;
    for (const { base, rows } of images.of(standing, false)) {
      for (const { first, at, cells, offsets } of rows) {
        for (const [i, cell] of cells.entries()) {
          const number = base + at + offsets[i]!;
          placements.squares(number, squares);
          expect({ part, cell: first + cell }).toEqual(planes.locate(squares));
          most = Math.max(most, number);
        }
      }
    }
  }
});
