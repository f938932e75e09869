import { unwrap } from '../../board/result.ts';
import { endgameOf } from '../../rules/endgame.ts';
import type { ReadOptions } from '../../store/tableStore.ts';
import {
  mutualZugzwangs,
  type ZugzwangKind,
  type ZugzwangOptions,
  zugzwangsKnown,
} from '../../study/zugzwang.ts';
import { mergedZugzwangs, ZugzwangsInPlanes } from '../../study/zugzwangsInPlanes.ts';
import type { TableContext } from '../tableArgument.ts';
import { collectPlanes, studiedFile } from './collectPlanes.ts';

/** The mutual zugzwangs of a table of any size. Throws InputError. */
export async function findZugzwangs(
  context: TableContext,
  options: ZugzwangOptions,
  reading: ReadOptions,
): Promise<readonly ZugzwangKind[]> {
  const { rules, store, material } = context;
  const file = await studiedFile(context);
  const known = file.statistics && zugzwangsKnown(file.statistics, options);
  if (known) return known;
  if (!file.inPlanes) return mutualZugzwangs(unwrap(await store.read(material)), options);
  const study = { Collector: ZugzwangsInPlanes, share: 'zugzwangShare' } as const;
  const shares = await collectPlanes(context, file, study, options, reading);
  return mergedZugzwangs(endgameOf(rules, material), shares, options);
}
