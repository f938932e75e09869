import { slabPlacementsOf } from '../../index/slabPlacements.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { Material } from '../../table/material.ts';

/**
 * As many placements as one thread solves while others start: two tables of four men without pawns, a fifth of a second
 * (EPYC, Node 20). For less, the start of a second thread costs more than it saves.
 */
const LEAST_SHARED = 4_000_000;

/** How many of the threads are worth starting to make these tables. */
export function workersFor(
  { army }: RuleSet,
  missing: readonly Material[],
  threads: number,
): number {
  const sizes = missing.map((material) => slabPlacementsOf(material, army).size);
  return sizes.reduce((sum, size) => sum + size, 0) < LEAST_SHARED ? 1 : threads;
}
