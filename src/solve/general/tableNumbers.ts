import * as at from '../../kernel/general/layout.ts';
import type { KernelMemory } from '../../kernel/kernelMemory.ts';
import { firstsOfKind } from '../../table/placements.ts';
import type { TableShape } from './tableShape.ts';

/** What the kernel numbers the placements of a table by: addresses. */
export interface TableNumbers {
  /** The descriptor (layout: assembly/numbers.ts). */
  readonly table: number;
  /** u8 by square: its place in the region. */
  readonly places: number;
  /** u8 by symmetry and square: where the square goes. */
  readonly maps: number;
  /** u8 by square: the first symmetry that takes it to its region. */
  readonly carriers: number;
}

export function writeNumbers(memory: KernelMemory, shape: TableShape): TableNumbers {
  const { symmetries, region, board } = shape;
  const { men } = shape.material;
  const bytes = (values: readonly number[]) => {
    const address = memory.allocate(values.length);
    memory.u8(address, values.length).set(values);
    return address;
  };
  const squares = Array.from({ length: board.size }, (_, square) => square);
  const least = squares.map((square) => Math.min(...symmetries.map((each) => each[square]!)));
  const carrying = squares.map((square) =>
    [...symmetries.keys()].filter((i) => symmetries[i]![square] === least[square]),
  );
  const places = bytes(least.map((square) => region.indexOf(square)));
  const maps = bytes(symmetries.flat());

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
  const table = memory.allocate(at.TABLE_BYTES);
  memory.u8(table, at.TABLE_BYTES).fill(0);
  memory.setI32(table + at.TABLE_SQUARES, board.size);
  memory.setI32(table + at.TABLE_MEN, men.length);
  memory.setI32(table + at.TABLE_PLACES, places);
  memory.setI32(table + at.TABLE_CARRIERS, list);
  memory.setI32(table + at.FIRST_RUN, runs.filter((start) => start === 0).length);
  memory.u8(table + at.RUN_STARTS, men.length).set(runs);
  return { table, places, maps, carriers: bytes(carrying.map(([first]) => first!)) };
}
