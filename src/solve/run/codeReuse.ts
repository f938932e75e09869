import { slabPlacementsOf } from '../../index/slabPlacements.ts';
import type { Army } from '../../pieces/army.ts';
import type { Material } from '../../table/material.ts';
import { batchesOf } from '../sets/layout.ts';

/** A run of bytes: within a table's codes, or of memory. */
export interface Run {
  readonly start: number;
  readonly bytes: number;
}

/**
 * The run of a table's code bytes that is written late and can hold other data until then; undefined if there is none.
 * Only the first batch of groups promotes a lone pawn, so the tables that it promotes into can lie where the codes of
 * all other groups are written later. This saves a third of the memory of the largest tables of five men.
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

/** For each of `sizes`, in bytes, an address in one of the runs, or undefined if it does not fit. */
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
