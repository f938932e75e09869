import { afterMove, DRAWN, preference, UNCOVERED, type ValueCode } from '../../table/value.ts';

/** The ranks of values of any game: those that its table has, whatever their parity. */
export interface ListedRanks {
  /**
   * Of the side that is coded first and of the other: the values of ranks from 2 on, worst first, a draw among them. Rank 0
   * is no cell, rank 1 no position.
   */
  readonly ranks: readonly [readonly ValueCode[], readonly ValueCode[]];
}

export const NO_POSITION_RANK = 1;
const FIRST_RANK = 2;
/** So that ranks are bytes. */
const MOST_LISTED = 254;
const NUMBERS = 65536;
/** So that what a move makes of a value is one, too. */
const FURTHEST = 32766;

/** Could these be the values of ranks? */
export function areListedValues(found: unknown): found is readonly ValueCode[] {
  return (
    Array.isArray(found) &&
    found.length <= MOST_LISTED &&
    found.includes(DRAWN) &&
    found.every((value) => Number.isInteger(value) && Math.abs(value) <= FURTHEST) &&
    found.every((value, i) => i === 0 || preference(found[i - 1]) < preference(value))
  );
}

/** The values that a side has. Of too many, those that are most frequent: then the list `isShort`. */
export function listValues(values: Int16Array): {
  readonly values: readonly ValueCode[];
  readonly isShort: boolean;
} {
  const counts = new Uint32Array(NUMBERS);
  for (let i = 0; i < values.length; i++) counts[values[i]! & 0xffff]!++;
  const found: ValueCode[] = [];
  for (let value = -FURTHEST; value <= FURTHEST; value++) {
    if (value !== DRAWN && counts[value & 0xffff]! > 0) found.push(value);
  }
  const countOf = (value: ValueCode) => counts[value & 0xffff]!;
  const kept = found.sort((a, b) => countOf(b) - countOf(a)).slice(0, MOST_LISTED - 1);
  const beyond = [1 + UNCOVERED, -1 - UNCOVERED].some((value) => countOf(value) > 0);
  const inOrder = [...kept, DRAWN].sort((a, b) => preference(a) - preference(b));
  return { values: inOrder, isShort: beyond || kept.length < found.length };
}

/** The values of a side by rank. */
export function valuesByRank(listed: readonly ValueCode[]): Int16Array {
  return Int16Array.from([UNCOVERED, UNCOVERED, ...listed]);
}

export function drawRank(listed: readonly ValueCode[]): number {
  return FIRST_RANK + listed.indexOf(DRAWN);
}

export function highestRank(listed: readonly ValueCode[]): number {
  return FIRST_RANK + listed.length - 1;
}

/** By value, `value & 0xffff`: its rank, or that of the best listed value that is no better, or the worst. */
export function ranksByValue(listed: readonly ValueCode[]): Uint8Array {
  const ranks = new Uint8Array(NUMBERS);
  const wishes = listed.map(preference);
  let next = 0;
  for (const value of valuesInOrder()) {
    while (next < wishes.length && wishes[next]! <= preference(value)) next++;
    ranks[value & 0xffff] = Math.max(FIRST_RANK, FIRST_RANK + next - 1);
  }
  ranks[UNCOVERED & 0xffff] = NO_POSITION_RANK;
  return ranks;
}

/** All values but that of no position, worst first. */
function* valuesInOrder(): Generator<ValueCode> {
  for (let value = -1; value > UNCOVERED; value--) yield value;
  yield DRAWN;
  for (let value = -1 - UNCOVERED; value > 0; value--) yield value;
}

/** By rank of the side that is coded first: the rank of what the other side has by moving there. */
export function worthsOf([coded, other]: ListedRanks['ranks']): Uint8Array {
  const ranks = ranksByValue(other);
  const worths = new Uint8Array(256);
  for (const [i, value] of coded.entries())
    worths[FIRST_RANK + i] = ranks[afterMove(value) & 0xffff]!;
  return worths;
}
