import { orbitsOf } from '../index/orbits.ts';
import type { Color } from '../pieces/army.ts';
import { codesOf } from '../table/codes.ts';
import {
  type Counts,
  countSide,
  type SideStatistics,
  type Statistics,
} from '../table/statistics.ts';
import type { Table } from '../table/table.ts';
import { DRAWN, pliesOf, UNCOVERED, type ValueCode } from '../table/value.ts';

/**
 * The statistics of a table, as `countTable` counts them, but without a call for each number where the index is that of
 * the set solver.
 */
export function recount(table: Table): Statistics {
  // Positions that are counted apart have to be looked at one by one.
  const count = table.isAfterPass ? countSide : recountSide;
  return { white: count(table, 0), black: count(table, 1) };
}

/** The positions of a value: up to symmetry, on the whole board, and the lowest number of one. */
interface Tally {
  unique: number;
  board: number;
  first: number;
}

function recountSide(table: Table, turn: Color): SideStatistics {
  const tallies = talliesOf(table, turn);
  const longest = (kind: 'win' | 'loss') => {
    const all = [...tallies.keys()].filter((value) => kindOf(value) === kind).map(pliesOf);
    return all.length === 0 ? null : all.reduce((a, b) => Math.max(a, b));
  };
  const squaresOf = (value: ValueCode) => {
    const squares: number[] = table.material.men.map(() => 0);
    table.placements.squares(tallies.get(value)!.first, squares);
    return squares;
  };
  const [longestWin, longestLoss] = [longest('win'), longest('loss')];
  return {
    ...countsOf(tallies, 'board'),
    longestWin,
    longestLoss,
    longestWinSquares: longestWin === null ? null : squaresOf(longestWin + 1),
    longestLossSquares: longestLoss === null ? null : squaresOf(-longestLoss - 1),
    unique: countsOf(tallies, 'unique'),
  };
}

/** By value. */
function talliesOf(table: Table, turn: Color): ReadonlyMap<ValueCode, Tally> {
  const side = codesOf(table.values[turn]);
  const { codes } = side;
  const { runs, runLength, of } = orbitsOf(table);
  // By the code's low 16 bits.
  const [unique, board, first] = [0, 1, 2].map(() => new Float64Array(1 << 16)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  for (let run = 0; run < runs; run++) {
    const orbits = of(run);
    if (!orbits) continue;
    const from = run * runLength;
    for (let i = 0; i < runLength; i++) {
      const orbit = orbits[i]!;
      if (orbit === 0) continue;
      const code = codes[from + i]! & 0xffff;
      if (unique[code] === 0) first[code] = from + i;
      unique[code]!++;
      board[code]! += orbit;
    }
  }
  const tallies = new Map<ValueCode, Tally>();
  for (let code = -0x8000; code < 0x8000; code++) {
    const at = code & 0xffff;
    if (unique[at] === 0) continue;
    const value = side.valueOf(code);
    if (value === UNCOVERED) continue;
    const tally = tallies.get(value) ?? { unique: 0, board: 0, first: first[at]! };
    // Several codes may stand for one value.
    tally.unique += unique[at]!;
    tally.board += board[at]!;
    tally.first = Math.min(tally.first, first[at]!);
    tallies.set(value, tally);
  }
  return tallies;
}

function countsOf(tallies: ReadonlyMap<ValueCode, Tally>, of: 'unique' | 'board'): Counts {
  const sums = { win: 0, draw: 0, loss: 0 };
  const histogram = { win: {} as Record<number, number>, loss: {} as Record<number, number> };
  for (const [value, tally] of tallies) {
    const kind = kindOf(value);
    sums[kind] += tally[of];
    if (kind !== 'draw') histogram[kind][pliesOf(value)] = tally[of];
  }
  return { wins: sums.win, draws: sums.draw, losses: sums.loss, histogram };
}

function kindOf(value: ValueCode): 'win' | 'draw' | 'loss' {
  if (value === DRAWN) return 'draw';
  return value > 0 ? 'win' : 'loss';
}
