import { ok, type Result } from '../../board/result.ts';
import { PlaneTable } from '../../format/planes/planeTable.ts';
import { endgameOf } from '../../rules/endgame.ts';
import type { ReadOptions, TableStore } from '../../store/tableStore.ts';
import { compareResults, type ResultChanges } from '../../study/changes.ts';
import { compareInParts, type SlicedTable } from '../../study/changesInParts.ts';
import type { Material } from '../../table/material.ts';
import type { Output } from '../output.ts';
import { singleBar } from '../progressBars.ts';

/** Tables of more placements are compared part by part. */
const MOST_WHOLE = 2 ** 31;
/** Values of both tables and sides that are in memory then: two gigabytes, or four if codes have two bytes. */
const MOST_VALUES = 2 ** 31;

export interface CompareOptions extends ReadOptions {
  readonly examples: number;
  /** For tests. */
  readonly mostWhole?: number;
  readonly mostValues?: number;
}

/** A table's file. */
export interface StoredTable {
  readonly store: TableStore;
  readonly material: Material;
}

/** How the results of one endgame differ in two games, whatever its size. Errors: those of reading, and `compare-board`. */
export async function compareTables(
  output: Output,
  ours: StoredTable,
  theirs: StoredTable,
  { examples, mostWhole = MOST_WHOLE, mostValues = MOST_VALUES, ...reading }: CompareOptions,
): Promise<Result<ResultChanges>> {
  const { placements } = endgameOf(ours.store.rules, ours.material);
  if (placements.size <= mostWhole) {
    const tables = [ours, theirs].map(({ store, material }) => store.read(material, reading));
    const [our, their] = [await tables[0]!, await tables[1]!];
    if (!our.ok) return our;
    return their.ok ? compareResults(our.value, their.value, { examples }) : their;
  }
  const [our, their] = [await slicedTable(ours, reading), await slicedTable(theirs, reading)];
  if (!our.ok) return our;
  if (!their.ok) return their;
  const bar = singleBar(output);
  const onPart = (done: number, total: number) => bar?.update(done / total);
  try {
    return await compareInParts(our.value, their.value, { examples, most: mostValues, onPart });
  } finally {
    bar?.stop();
  }
}

function slicedTable(
  { store, material }: StoredTable,
  reading: ReadOptions,
): Promise<Result<SlicedTable>> {
  return store.withTable(material, async ({ start: { parts } }, endgame) => {
    const standing = parts instanceof PlaneTable ? parts.planes.standing : [];
    return ok({
      endgame,
      standing,
      readSlices: (slices) => store.readSlices(material, slices, reading),
    });
  });
}
