import type { PlannedTable } from '../plan.ts';
import { bitsFor } from '../sets/distanceBits.ts';

/** By table: moves, or bits of them. */
export type Distances = ReadonlyMap<string, number>;

/**
 * How many bits the distances of each table have: `least`, or more if a distance is known, in moves, that the table has or
 * must have room for; and no fewer than those of the tables that it depends on, since its conversions have such distances.
 */
export function distanceBitsOf(
  steps: readonly PlannedTable[],
  known: Distances,
  least: number,
): Distances {
  const bits = new Map<string, number>();
  for (const { material, needs } of steps) {
    const below = needs.map((name) => bits.get(name)!);
    bits.set(material.name, Math.max(least, bitsFor(known.get(material.name) ?? 0), ...below));
  }
  return bits;
}
