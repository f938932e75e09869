import { ok, type Result } from '../../board/result.ts';
import { widthOf } from '../../format/mtb/plainBlocks.ts';
import { PlaneTable } from '../../format/planes/planeTable.ts';
import { endgameOf } from '../../rules/endgame.ts';
import { refOf } from '../../rules/gameRef.ts';
import type { ReadOptions, SliceOptions, TableStore } from '../../store/tableStore.ts';
import { threadCount } from '../../store/threads.ts';
import { compareResults, type ResultChanges } from '../../study/changes.ts';
import {
  type ComparedPart,
  compareInParts,
  comparePart,
  type SlicedTable,
} from '../../study/changesInParts.ts';
import type { Material } from '../../table/material.ts';
import type { Output } from '../output.ts';
import { singleBar } from '../progressBars.ts';
import { areShared, compareTogether } from './compareTogether.ts';

/** Tables of more placements are compared part by part. */
const MOST_WHOLE = 2 ** 31;
/** Bytes that values of both tables and sides then take: an eighth of a table without pawns if they are one each. */
const MOST_BYTES = 2 ** 32;

export interface CompareOptions extends ReadOptions {
  readonly examples: number;
  /** For tests. */
  readonly mostWhole?: number;
  readonly mostBytes?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A table's file. */
export interface StoredTable {
  readonly store: TableStore;
  readonly material: Material;
}

/**
 * How the results of one endgame differ in two games, whatever its size. Errors: those of reading, `compare-board`,
 * and `interrupted` if the signal ends it.
 */
export async function compareTables(
  output: Output,
  ours: StoredTable,
  theirs: StoredTable,
  { examples, mostWhole = MOST_WHOLE, mostBytes, signal, ...reading }: CompareOptions,
): Promise<Result<ResultChanges>> {
  const { placements } = endgameOf(ours.store.rules, ours.material);
  if (placements.size > mostWhole) {
    return compareSlices(output, ours, theirs, { examples, mostBytes, signal, ...reading });
  }
  const tables = [ours, theirs].map(({ store, material }) => store.read(material, reading));
  const [our, their] = [await tables[0]!, await tables[1]!];
  if (!our.ok) return our;
  return their.ok ? compareResults(our.value, their.value, { examples }) : their;
}

async function compareSlices(
  output: Output,
  ours: StoredTable,
  theirs: StoredTable,
  { examples, mostBytes: most = MOST_BYTES, signal, ...reading }: CompareOptions,
): Promise<Result<ResultChanges>> {
  const threads = threadCount(reading.threads);
  if (!threads.ok) return threads;
  const readSlices = { ...reading, signal };
  const [our, their] = [await slicedTable(ours, readSlices), await slicedTable(theirs, readSlices)];
  if (!our.ok) return our;
  if (!their.ok) return their;
  const bar = singleBar(output);
  const onPart = (done: number, total: number) => bar?.update(done / total);
  const { endgame } = our.value;
  const { rules } = ours.store;
  const compare = async (part: ComparedPart) => {
    if (!areShared(part)) return ok([comparePart(endgame, part)]);
    const game = { rules: refOf(rules), table: endgame.material.name };
    return compareTogether(part, game, threads.value);
  };
  const { keepPools } = await import('../../store/workers.ts');
  const pools = keepPools(threads.value);
  try {
    const options = { examples, most, onPart, compare, signal };
    return await compareInParts(our.value, their.value, options);
  } finally {
    bar?.stop();
    await pools.end();
  }
}

function slicedTable(
  { store, material }: StoredTable,
  reading: SliceOptions,
): Promise<Result<SlicedTable>> {
  const kept: (ArrayBuffer | SharedArrayBuffer)[] = [];
  return store.withTable(material, async ({ start: { header, parts } }, endgame) => {
    const standing = parts instanceof PlaneTable ? parts.planes.standing : [];
    return ok({
      endgame,
      standing,
      width: widthOf(header),
      readSlices: (slices) => store.readSlices(material, slices, { ...reading, kept }),
    });
  });
}
