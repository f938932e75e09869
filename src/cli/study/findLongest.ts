import { unwrap } from '../../board/result.ts';
import { endgameOf } from '../../rules/endgame.ts';
import type { ReadOptions } from '../../store/tableStore.ts';
import {
  fewestPlies,
  type LongestOptions,
  type LongWin,
  longestKnown,
  longestWins,
} from '../../study/longest.ts';
import { LongestInPlanes, mergedLongest } from '../../study/longestInPlanes.ts';
import type { TableContext } from '../tableArgument.ts';
import { collectPlanes, studiedFile } from './collectPlanes.ts';

/** The longest wins of a table of any size. Throws InputError. */
export async function findLongest(
  context: TableContext,
  options: LongestOptions,
  reading: ReadOptions,
): Promise<readonly LongWin[]> {
  const { rules, store, material } = context;
  const file = await studiedFile(context);
  const { statistics } = file;
  const known = statistics && longestKnown(statistics, options);
  if (known) return known;
  if (!file.inPlanes) return longestWins(unwrap(await store.read(material)), options);
  const atLeast = statistics ? fewestPlies(statistics, options) : 0;
  const study = { Collector: LongestInPlanes, share: 'longestShare' } as const;
  const shares = await collectPlanes(context, file, study, { ...options, atLeast }, reading);
  return mergedLongest(endgameOf(rules, material), shares, options);
}
