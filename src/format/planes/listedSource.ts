import type { Square } from '../../board/board.ts';
import { UNCOVERED } from '../../table/value.ts';
import type { ListedNumbers } from './listedNumbers.ts';
import { type ListedRanks, NO_POSITION_RANK, ranksByValue, valuesByRank } from './listedRanks.ts';
import { CELLS } from './planes.ts';

/** The values of a table, copied plane by plane as ranks. */
export class ListedSource {
  private readonly numbers: ListedNumbers;
  /** By side in order of coding. */
  private readonly sides: readonly {
    readonly plies: Int16Array;
    readonly ranks: Uint8Array;
    readonly values: Int16Array;
  }[];

  /** `plies`: by side in order of coding. */
  constructor(
    numbers: ListedNumbers,
    { ranks }: ListedRanks,
    plies: readonly [Int16Array, Int16Array],
  ) {
    this.numbers = numbers;
    this.sides = ([0, 1] as const).map((side) => ({
      plies: plies[side],
      ranks: ranksByValue(ranks[side]),
      values: valuesByRank(ranks[side]),
    }));
  }

  /**
   * Fills `rows` with the ranks of a plane's cells, of both sides in turn. `correct` is told of values that have no rank of
   * their own. False if no cell is a position.
   */
  copy(
    standing: readonly Square[],
    rows: Uint8Array,
    correct: (cell: number, value: number) => void,
  ): boolean {
    const numbers = this.numbers.of(standing);
    let found = 0;
    for (const [side, { plies, ranks, values }] of this.sides.entries()) {
      const base = side * CELLS;
      for (let cell = 0; cell < CELLS; cell++) {
        const number = numbers[cell]!;
        const value = number < Infinity ? plies[number]! : UNCOVERED;
        const rank = ranks[value & 0xffff]!;
        rows[base + cell] = rank;
        found |= rank ^ NO_POSITION_RANK;
        if (values[rank] !== value && value !== UNCOVERED) correct(base + cell, value);
      }
    }
    return found !== 0;
  }
}
