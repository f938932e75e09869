import type { Color } from '../../pieces/army.ts';
import type { SearchBoard } from '../board/searchBoard.ts';
import { EMPTY } from './mobility.ts';

/** As in an opening: the probability that a square is empty, and that no piece of the mover's side is on it. */
const { opening: FREE } = EMPTY;
const OPEN = (1 + FREE) / 2;

/** How many squares the officers of a side reach beyond what is usual, by leaps and rides; other ways are not counted. */
export class Activity {
  private readonly board: SearchBoard;
  /** By piece code: how many squares it usually reaches; 0 for those that are no officers. */
  private readonly usual: Float64Array;

  constructor(board: SearchBoard) {
    const { paths, sums, equipment } = board;
    this.board = board;
    this.usual = Float64Array.from(paths, (at, code) => {
      if (!(sums.phase[code]! > 0)) return 0;
      const reached = at
        .filter((_, square) => equipment.stands[code]![square])
        .map(({ leaps, rides }) => OPEN * (leaps.length + sum(rides.map(openOf))));
      return sum(reached) / Math.max(1, reached.length);
    });
  }

  /** For one side. */
  of(color: Color): number {
    const { board, usual } = this;
    const { paths, position } = board;
    const { squares } = position;
    const side = position.sides[color]!;
    let beyond = 0;
    for (let i = 0; i < side.length; i++) {
      const code = side[i]! >> 8;
      if (usual[code] === 0) continue;
      beyond -= usual[code]!;
      const { leaps, rides } = paths[code]![side[i]! & 255]!;
      for (let j = 0; j < leaps.length; j++) {
        const there = squares[leaps[j]!]!;
        if (there === 0 || ((there - 1) & 1) !== color) beyond++;
      }
      for (let j = 0; j < rides.length; j++) {
        const ride = rides[j]!;
        for (let k = 0; k < ride.length; k++) {
          const there = squares[ride[k]!]!;
          if (there === 0 || ((there - 1) & 1) !== color) beyond++;
          if (there !== 0) break;
        }
      }
    }
    return beyond;
  }
}

/** How many squares of a ride a piece comes to, if it does not matter what stands there. */
function openOf(ride: readonly unknown[]): number {
  return sum(ride.map((_, passed) => FREE ** passed));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
