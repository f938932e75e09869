import { fail, ok, type Result } from '../board/result.ts';
import { placeSize } from '../index/indexPart.ts';
import { SlabPlacements } from '../index/slabPlacements.ts';
import { type GroupRun, type Slices, slicesOf, wholeGroups } from '../index/slices.ts';
import { squareClasses } from '../index/squareClasses.ts';
import type { Endgame, Table } from '../table/table.ts';
import { Comparison, type IndexRun, type ResultChanges } from './changes.ts';

const SQUARES = 64;

/** A table of which slices can be read. */
export interface SlicedTable {
  readonly endgame: Endgame;
  /** Slots of pieces that many of its planes have on one square: slices of these are read soonest. */
  readonly standing: readonly number[];
  readSlices(slices: Slices): Promise<Result<Table['values']>>;
}

export interface PartsOptions {
  readonly examples: number;
  /** The most values of a part, of both tables and sides. */
  readonly most: number;
  readonly onPart?: (done: number, total: number) => void;
}

/**
 * What compareResults finds, of tables of any size that the set solver has made, of the same men: part by part. Errors:
 * `compare-board` if they are not numbered alike, and those of reading.
 */
export async function compareInParts(
  ours: SlicedTable,
  theirs: SlicedTable,
  { examples, most, onPart }: PartsOptions,
): Promise<Result<ResultChanges>> {
  const { placements, material } = ours.endgame;
  const other = theirs.endgame.placements;
  if (!(placements instanceof SlabPlacements && other instanceof SlabPlacements)) {
    return fail(
      'compare-board',
      `${material.name} is too large to be compared by other symmetries`,
    );
  }
  const comparison = new Comparison(ours.endgame, examples);
  const parts = partsOf(placements, [ours, theirs], most);
  for (const [i, part] of parts.entries()) {
    onPart?.(i, parts.length);
    const [our, their] = [await ours.readSlices(part), await theirs.readSlices(part)];
    if (!our.ok) return our;
    if (!their.ok) return their;
    for (const turn of [0, 1] as const) {
      for (const run of runsOf(placements, part)) {
        comparison.add(turn, our.value[turn], their.value[turn], run);
      }
    }
  }
  onPart?.(parts.length, parts.length);
  return ok(comparison.found);
}

/** Slices that are the whole index together. */
function partsOf(
  placements: SlabPlacements,
  tables: readonly SlicedTable[],
  most: number,
): readonly Slices[] {
  const { groups, kingPairs, pieceSlots } = placements;
  const total = 2 * tables.length * placements.size;
  if (kingPairs.length === 0) {
    const atOnce = Math.max(1, Math.floor((most * groups.length) / total));
    return runs(groups.length, atOnce).map((run) => wholeGroups(placements, run));
  }
  // Not the last: its squares follow one another in the index.
  const digits = pieceSlots.map((_, digit) => digit).slice(2, -1);
  const stands = (digit: number) =>
    tables.filter(({ standing }) => standing.includes(pieceSlots[digit]!)).length;
  const [digit] = digits.sort((a, b) => stands(b) - stands(a) || a - b);
  const atOnce = Math.max(1, Math.floor((most * SQUARES) / total));
  // A plane is read for all squares of a class: it is decoded for few parts.
  const squares = squareClasses.flat();
  return runs(SQUARES, atOnce).map(({ from, count }) =>
    slicesOf(placements, digit ?? 2, squares.slice(from, from + count)),
  );
}

/** Runs of `length` things, each of `atOnce`, the last perhaps of fewer. */
function runs(length: number, atOnce: number): GroupRun[] {
  return Array.from({ length: Math.ceil(length / atOnce) }, (_, i) => ({
    from: i * atOnce,
    count: Math.min(atOnce, length - i * atOnce),
  }));
}

/** Runs of slices that follow one another in the index too: where they begin, and their number there. */
function* runsOf(placements: SlabPlacements, slices: Slices): Generator<IndexRun> {
  const { squares, stride, size, groups } = slices;
  const begin = (groups?.from ?? 0) * placeSize(placements);
  for (const [slice, square] of squares.entries()) {
    for (let from = 0; from < size; from += stride) {
      const number = begin + from * SQUARES + square * stride;
      yield { at: slice * size + from, number, count: stride };
    }
  }
}
