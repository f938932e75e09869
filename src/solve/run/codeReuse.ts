import type { Army } from '../../chess/men.ts';
import type { Material } from '../../table/material.ts';
import { slabPlacementsOf } from '../../table/slabPlacements.ts';
import { batchesOf } from '../sets/layout.ts';

/** A run of bytes: of a table's own codes, or anywhere. */
export interface Run {
  readonly start: number;
  readonly bytes: number;
}

/**
 * The run of a table's code bytes that is free until late. Only the first batch of groups promotes a lone pawn, so that
 * the tables it promotes into can be where the codes of all other groups are written later: a third less memory for
 * the largest tables of five men. Undefined if no run is free.
 */
export function reusableRun(army: Army, material: Material, codeBytes: number): Run | undefined {
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

/** A place in the runs for each of these sizes, undefined if it does not fit. */
export function placeInto(runs: readonly Run[], sizes: readonly number[]): (number | undefined)[] {
  const used = runs.map(() => 0);
  return sizes.map((bytes) => {
    // Padded on both sides: the kernel reads a little past the ends.
    const taken = bytes + 256;
    const i = runs.findIndex((run, j) => used[j]! + taken <= run.bytes);
    if (i < 0) return undefined;
    used[i]! += taken;
    return runs[i]!.start + used[i]! - taken + 128;
  });
}
