import type { CodeBytes } from '../../table/values.ts';
import type { PlannedTable } from '../plan.ts';

/** By table: how many bytes its codes take. */
export type CodeWidths = ReadonlyMap<string, CodeBytes>;

/**
 * Two bytes for `long` tables, which are known to have distances that a byte cannot hold, and for all that depend on
 * one: their conversions have such distances. One byte for all others, as far as is known before they are solved.
 */
export function codeWidths(steps: readonly PlannedTable[], long: ReadonlySet<string>): CodeWidths {
  const widths = new Map<string, CodeBytes>();
  for (const { material, needs } of steps) {
    const isWide = long.has(material.name) || needs.some((name) => widths.get(name) === 2);
    widths.set(material.name, isWide ? 2 : 1);
  }
  return widths;
}
