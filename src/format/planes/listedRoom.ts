import type { Square } from '../../board/board.ts';
import type { CodesRoom } from '../../index/slices.ts';
import type { Color } from '../../pieces/army.ts';
import type { ListedNumbers } from './listedNumbers.ts';
import type { PlaneDecoder } from './planeDecoder.ts';
import { CELLS } from './planes.ts';

/** Memory for the values of a whole table, into which planes are decoded. */
export class ListedRoom {
  private readonly numbers: ListedNumbers;
  /** By side to move, the values of ranks. */
  private readonly values: readonly [Int16Array, Int16Array];
  private readonly sides: CodesRoom['sides'];
  private selected: Float64Array | undefined;

  constructor(
    numbers: ListedNumbers,
    values: readonly [Int16Array, Int16Array],
    sides: CodesRoom['sides'],
  ) {
    this.numbers = numbers;
    this.values = values;
    this.sides = sides;
  }

  /** Selects a plane by the squares of its fixed pieces: all have a place here. */
  select(standing: readonly Square[]): boolean {
    this.selected = this.numbers.of(standing);
    return true;
  }

  /** Stores the selected plane, just decoded. */
  store(decoder: PlaneDecoder): void {
    const selected = this.selected!;
    for (const side of [0, 1] as const) {
      const room = this.sides[side];
      if (!room) continue;
      const [ranks, values] = [decoder.ranksOf(side), this.values[side]];
      for (let cell = 0; cell < CELLS; cell++) {
        // What has no rank is no position, and the room has none there.
        if (ranks[cell]! > 0) room[selected[cell]!] = values[ranks[cell]!]!;
      }
    }
    for (const { side, cell, code } of decoder.corrections()) {
      const room = this.sides[side as Color];
      if (room) room[selected[cell]!] = code;
    }
  }
}
