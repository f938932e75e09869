import { fail, ok, type Result } from '../src/board/result.ts';
import type { SolvedCodes } from '../src/store/packing.ts';
import type { TableStore } from '../src/store/tableStore.ts';
import { type SlabCode, type SlabCodes, SlabValues } from '../src/table/values.ts';

/**
 * Reads the whole file of a table and compares every code with the one that was solved. `threads` read it. Errors:
 * `bug`, with the first difference; those of reading the table.
 */
export async function comparePacked(
  store: TableStore,
  { material, codes }: SolvedCodes,
  threads: number,
): Promise<Result<undefined>> {
  const table = await store.read(material, { threads });
  if (!table.ok) return table;
  for (const side of [0, 1] as const) {
    const values = table.value.values[side];
    const path = store.path(material.name);
    if (!(values instanceof SlabValues)) return fail('bug', `${path} holds no codes`, path);
    const found = firstDifference(codes[side], values.codes);
    if (!found) continue;
    const { index, solved, read } = found;
    const turn = side === 0 ? 'White' : 'Black';
    const where = `${store.rules.name} ${material.name}, ${turn} to move, index ${index}`;
    return fail('bug', `${where}: solved as ${solved}, read as ${read} from ${path}`, path);
  }
  return ok(undefined);
}

/** An index at which codes differ; those of a side that ends before it are undefined. */
export interface CodeDifference {
  readonly index: number;
  readonly solved: SlabCode | undefined;
  readonly read: SlabCode | undefined;
}

export function firstDifference(solved: SlabCodes, read: SlabCodes): CodeDifference | undefined {
  const length = Math.max(solved.length, read.length);
  for (let index = 0; index < length; index++) {
    if (solved[index] !== read[index]) return { index, solved: solved[index], read: read[index] };
  }
  return undefined;
}
