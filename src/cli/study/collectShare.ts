import { ok, type Result } from '../../board/result.ts';
import { scanPlanes } from '../../format/mtb/readCodes.ts';
import { changed } from '../../format/mtb/source.ts';
import { PlaneTable } from '../../format/planes/planeTable.ts';
import { leaveOff, type SharedReading, sharingOf } from '../../store/readTask.ts';
import type { TableStore } from '../../store/tableStore.ts';
import type { PlaneCollectorClass } from '../../study/planeCollector.ts';
import type { Material } from '../../table/material.ts';

/** Collects what a thread's share of a table's planes has. Errors: those of reading the table, and `changed`. */
export async function collectShare<Options, Found>(
  store: TableStore,
  material: Material,
  Collector: PlaneCollectorClass<Options, Found>,
  options: Options,
  shared: SharedReading,
): Promise<Result<Found>> {
  const share = await store.withTable(material, async (file, endgame): Promise<Result<Found>> => {
    const { parts } = file.start;
    if (!(parts instanceof PlaneTable)) return changed();
    const collector = new Collector(endgame, options);
    const add = collector.add.bind(collector);
    const scanned = await scanPlanes(file, parts, add, sharingOf(shared));
    return scanned.ok ? ok(collector.found) : scanned;
  });
  if (!share.ok) leaveOff(shared);
  return share;
}
