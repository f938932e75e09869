import { expect } from 'vitest';
import type { Score } from '../../src/search/analysis.ts';
import type { Value } from '../../src/table/value.ts';

/** Is this score a claim about the end of the game? Fails if it is not true: who wins, and that it takes no longer. */
export function isTrueClaim(score: Score, { wdl, dtm }: Value, where: string): boolean {
  if (score.kind !== 'win' && score.kind !== 'loss') return false;
  expect(score.kind === 'win' ? 1 : -1, `${where}: ${score.kind} in ${score.plies}`).toBe(wdl);
  expect(score.plies, where).toBeGreaterThanOrEqual(dtm);
  return true;
}
