import type { Problem } from '../../board/result.ts';
import type { Game } from '../../play/game.ts';
import { piecesOn } from '../../position/position.ts';
import { type Material, orient, parseMaterial } from '../../table/material.ts';

/** The table that the page would have to make to answer a probe that failed; undefined if that would not help. */
export function missingMaterial({ rules, position }: Game, problem: Problem): Material | undefined {
  const isMissing = problem.code === 'missing-table';
  // The page can do without a file that is damaged, of another version or out of reach.
  if (!isMissing && !/^(mtb-|http-network$)/.test(problem.code)) return undefined;
  // A move may lead to a table that is missing where the position's own is there.
  const named = isMissing ? parseMaterial(problem.text, rules) : undefined;
  return named?.ok ? named.value.material : orient(piecesOn(position), rules).material;
}
