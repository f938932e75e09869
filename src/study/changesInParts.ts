import { fail, ok, type Result } from '../board/result.ts';
import { type IndexRun, placeSize } from '../index/indexPart.ts';
import { SlabPlacements } from '../index/slabPlacements.ts';
import { type GroupRun, type Slices, slicesOf, wholeGroups } from '../index/slices.ts';
import { squareClasses } from '../index/squareClasses.ts';
import type { Endgame, Table } from '../table/table.ts';
import { Comparison, type ResultChanges, type SideShare } from './changes.ts';

const SQUARES = 64;

/** A table of which slices can be read. */
export interface SlicedTable {
  readonly endgame: Endgame;
  /** Slots of pieces that many of its planes have on one square: slices of these are read soonest. */
  readonly standing: readonly number[];
  /** Bytes of a value. */
  readonly width: number;
  /** The next call may overwrite the values. */
  readSlices(slices: Slices): Promise<Result<Table['values']>>;
}

/** The same slices of two tables. */
export interface ComparedPart {
  readonly slices: Slices;
  readonly ours: Table['values'];
  readonly theirs: Table['values'];
  readonly examples: number;
}

export interface PartsOptions {
  readonly examples: number;
  /** The most bytes that the values of a part take, of both tables and sides. */
  readonly most: number;
  readonly onPart?: (done: number, total: number) => void;
  /** Compares a part, on several threads if need be. Default: {@link comparePart}. */
  readonly compare?: (part: ComparedPart) => Promise<Result<readonly (readonly SideShare[])[]>>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * What compareResults finds, of tables of any size that the set solver has made, of the same men: part by part. Errors:
 * `compare-board` if they are not numbered alike, `interrupted`, and those of reading and of `compare`.
 */
export async function compareInParts(
  ours: SlicedTable,
  theirs: SlicedTable,
  { examples, most, onPart, compare, signal }: PartsOptions,
): Promise<Result<ResultChanges>> {
  const { endgame } = ours;
  const { placements, material } = endgame;
  const other = theirs.endgame.placements;
  if (!(placements instanceof SlabPlacements && other instanceof SlabPlacements)) {
    return fail(
      'compare-board',
      `${material.name} is too large to be compared by other symmetries`,
    );
  }
  const comparison = new Comparison(endgame, examples);
  const parts = partsOf(placements, [ours, theirs], most);
  for (const [i, slices] of parts.entries()) {
    onPart?.(i, parts.length);
    const our = await ours.readSlices(slices);
    if (!our.ok) return our;
    const their = await theirs.readSlices(slices);
    if (!their.ok) return their;
    const part = { slices, ours: our.value, theirs: their.value, examples };
    const shares = (await compare?.(part)) ?? ok([comparePart(endgame, part)]);
    if (signal?.aborted) return fail('interrupted', 'interrupted');
    if (!shares.ok) return shares;
    for (const share of shares.value) comparison.addShares(share);
  }
  onPart?.(parts.length, parts.length);
  return ok(comparison.found);
}

/** Compares every `of`-th run of a part, from `number` on: a thread's share of it. */
export function comparePart(
  endgame: Endgame,
  { slices, ours, theirs, examples }: ComparedPart,
  { number, of } = { number: 0, of: 1 },
): readonly SideShare[] {
  const comparison = new Comparison(endgame, examples);
  let next = 0;
  for (const run of runsOf(endgame.placements as SlabPlacements, slices)) {
    if (next++ % of !== number) continue;
    for (const turn of [0, 1] as const) comparison.add(turn, ours[turn], theirs[turn], run);
  }
  return comparison.shares;
}

/** Slices that are the whole index together. */
function partsOf(
  placements: SlabPlacements,
  tables: readonly SlicedTable[],
  most: number,
): readonly Slices[] {
  const { groups, kingPairs, pieceSlots } = placements;
  const total = tables.reduce((sum, { width }) => sum + 2 * width * placements.size, 0);
  if (kingPairs.length === 0) {
    const atOnce = Math.max(1, Math.floor((most * groups.length) / total));
    return runs(groups.length, atOnce).map((run) => wholeGroups(placements, run));
  }
  // Not the last: its squares follow one another in the index.
  const digits = pieceSlots.map((_, digit) => digit).slice(2, -1);
  const stands = (digit: number) =>
    tables.filter(({ standing }) => standing.includes(pieceSlots[digit]!)).length;
  const [digit] = digits.sort((a, b) => stands(b) - stands(a) || a - b);
  // Planes are read for all squares of a class: none is split needlessly.
  const squares = [...squareClasses].sort((a, b) => b.length - a.length).flat();
  const fitting = Math.floor(Math.log2((most * SQUARES) / total));
  const atOnce = 2 ** Math.min(6, Math.max(0, fitting));
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
