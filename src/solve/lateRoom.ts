import type { Army } from '../chess/men.ts';
import type { Material } from '../table/material.ts';
import { slabPlacementsOf } from '../table/slabPlacements.ts';
import { batchesOf } from './problem.ts';

/** A run of bytes: of a table's own codes, or anywhere. */
export interface Run {
  readonly start: number;
  readonly bytes: number;
}

/**
 * The run of bytes whose codes are written late. A lone pawn's promotions are exits of the first batch of groups
 * only, so that what they lead to can lie where the codes of all other groups come to stand: a third less memory for
 * the largest tables of five men. Undefined where it is not so.
 */
export function lateRun(army: Army, material: Material, codeBytes: number): Run | undefined {
  const placements = slabPlacementsOf(material, army);
  if (placements.pawnSlots.length !== 1) return undefined;
  const { groups, groupSize } = placements;
  const groupBytes = groupSize * codeBytes;
  const first = batchesOf(army, material)[0]!;
  const before = Math.min(...first);
  const after = groups.length - 1 - Math.max(...first);
  return before >= after
    ? { start: 0, bytes: before * groupBytes }
    : { start: (groups.length - after) * groupBytes, bytes: after * groupBytes };
}

/** A place in the runs for each of these sizes, undefined for what does not fit. */
export function fitInto(runs: readonly Run[], sizes: readonly number[]): (number | undefined)[] {
  const used = runs.map(() => 0);
  return sizes.map((bytes) => {
    // With room to spare on both sides: the kernel reads a little past the ends.
    const taken = bytes + 256;
    const i = runs.findIndex((run, j) => used[j]! + taken <= run.bytes);
    if (i < 0) return undefined;
    used[i]! += taken;
    return runs[i]!.start + used[i]! - taken + 128;
  });
}
