import type { Symmetry } from '../../board/board.ts';
import * as at from '../../kernel/general/layout.ts';
import type { KernelMemory } from '../../kernel/kernelMemory.ts';
import { firstsOfKind } from '../../table/placements.ts';
import type { TableShape } from './tableShape.ts';

/** The symmetries of tables, in the kernel's memory. */
export interface WrittenSymmetries {
  /** u8 by symmetry and square: where the square goes. */
  readonly maps: number;
  /** By symmetry, byte of a word and value of that byte: the word of the squares that it takes to those. */
  readonly wordMaps: number;
  /** u8 by symmetry: how a word of 8x8 is brought back. */
  readonly swaps: number;
}

export function writeSymmetries(
  memory: KernelMemory,
  { symmetries, board, words }: TableShape,
): WrittenSymmetries {
  const maps = bytesIn(memory, symmetries.flat());
  const bytes = words * 8;
  const size = symmetries.length * bytes * 256 * bytes;
  const wordMaps = memory.allocateZeros(size);
  const halves = memory.u32(wordMaps, size / 4);
  for (const [i, map] of symmetries.entries()) {
    // The identity's are never read.
    if (i === 0) continue;
    const back = new Array<number>(board.size);
    for (const [square, to] of map.entries()) back[to] = square;
    for (let byte = 0; byte < bytes; byte++) {
      const first = ((i * bytes + byte) * 256 * bytes) / 4;
      for (let value = 1; value < 256; value++) {
        const word = first + (value * bytes) / 4;
        const rest = first + ((value & (value - 1)) * bytes) / 4;
        for (let half = 0; half < bytes / 4; half++) halves[word + half] = halves[rest + half]!;
        const square = back[8 * byte + Math.clz32(1) - Math.clz32(value & -value)];
        if (square !== undefined) halves[word + (square >> 5)]! |= 1 << (square & 31);
      }
    }
  }
  return { maps, wordMaps, swaps: bytesIn(memory, symmetries.map(swapsOf)) };
}

/** Which exchanges take the squares that a symmetry leads to back, one after another: see SWAPS of the layout. */
function swapsOf(symmetry: Symmetry): number {
  if (symmetry.length !== 64) return at.NO_SWAPS;
  for (let swaps = 0; swaps < at.NO_SWAPS; swaps++) {
    const isBack = symmetry.every((square, to) => {
      let [file, rank] = [square % 8, square >> 3];
      if (swaps & 1) [file, rank] = [rank, file];
      if (swaps & 2) file = 7 - file;
      if (swaps & 4) rank = 7 - rank;
      return 8 * rank + file === to;
    });
    if (isBack) return swaps;
  }
  return at.NO_SWAPS;
}

/** Where a table's placements lie, in the kernel's memory. */
export interface TablePlaces {
  /** The descriptor (assembly/places.ts). */
  readonly table: number;
  readonly symmetries: WrittenSymmetries;
}

export function writePlaces(
  memory: KernelMemory,
  shape: TableShape,
  symmetries: WrittenSymmetries,
): TablePlaces {
  const { board, leaders, fixedMen, men } = shape;
  const entries = memory.allocate(4 * leaders.entries.length);
  memory.i32(entries, leaders.entries.length).set(leaders.entries);
  const table = memory.allocate(at.PLACES_BYTES);
  memory.setI32(table + at.PLACES_SQUARES, board.size);
  memory.setI32(table + at.PLACES_MEN, men.length);
  memory.setI32(table + at.PLACES_FIXED, fixedMen);
  memory.setI32(table + at.PLACES_ENTRIES, entries);
  memory.setI32(table + at.PLACES_MAPS, symmetries.maps);
  return { table, symmetries };
}

/** Writes what the kernel numbers a table's placements by as its index does (assembly/numbers.ts). Returns the descriptor. */
export function writeIndex(memory: KernelMemory, shape: TableShape, maps: number): number {
  const { symmetries, board } = shape;
  const { men } = shape.material;
  const squares = Array.from({ length: board.size }, (_, square) => square);
  const least = squares.map((square) => Math.min(...symmetries.map((each) => each[square]!)));
  const region = squares.filter((square) => least[square] === square);
  const carrying = squares.map((square) =>
    [...symmetries.keys()].filter((i) => symmetries[i]![square] === least[square]),
  );
  const head = 4 * (board.size + 1);
  const list = memory.allocate(head + 4 * carrying.flat().length);
  let next = head;
  for (const [square, own] of carrying.entries()) {
    memory.setI32(list + 4 * square, next);
    memory.u32(list + next, own.length).set(own.map((i) => maps + i * board.size));
    next += 4 * own.length;
  }
  memory.setI32(list + 4 * board.size, next);

  const runs = firstsOfKind(men);
  const places = bytesIn(
    memory,
    least.map((square) => region.indexOf(square)),
  );
  const table = memory.allocate(at.INDEX_BYTES);
  memory.u8(table, at.INDEX_BYTES).fill(0);
  memory.setI32(table + at.INDEX_SQUARES, board.size);
  memory.setI32(table + at.INDEX_MEN, men.length);
  memory.setI32(table + at.INDEX_REGION, places);
  memory.setI32(table + at.INDEX_CARRIERS, list);
  memory.setI32(table + at.FIRST_RUN, runs.filter((start) => start === 0).length);
  memory.u8(table + at.RUN_STARTS, men.length).set(runs);
  return table;
}

export function bytesIn(memory: KernelMemory, values: ArrayLike<number>): number {
  const address = memory.allocate(values.length);
  memory.u8(address, values.length).set(values);
  return address;
}
