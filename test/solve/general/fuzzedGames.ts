import type { RuleSet } from '../../../src/rules/ruleset.ts';
import type { Material } from '../../../src/table/material.ts';
import { gameLine } from '../../../tools/gameLine.ts';
import { randomGame } from '../../../tools/randomGame.ts';
import { BothSolvers, type Compared, type Solver } from './bothSolvers.ts';
import { randomMaterials } from './randomMaterials.ts';

/** A random game and some of its endgames. */
export interface FuzzedGame {
  /** METATB_SEED of this number makes it the first game. */
  readonly seed: number;
  readonly rules: RuleSet;
  readonly materials: readonly Material[];
}

/** How many endgames of a game, and how many positions each has at most with the tables that it needs. */
export interface Extent {
  readonly materials: number;
  readonly positions: number;
}

/** `count` random games from this seed on, without those that have no table of the extent. */
export function fuzzedGames(
  seed: number,
  count: number,
  { materials: most, positions }: Extent,
): readonly FuzzedGame[] {
  const games: FuzzedGame[] = [];
  for (let next = seed; games.length < count; next++) {
    const rules = randomGame(next);
    const materials = randomMaterials(rules, next, most, positions);
    if (materials.length > 0) games.push({ seed: next, rules, materials });
  }
  return games;
}

/** All tables of the game's endgames by both solvers. */
export function compareGame({ rules, materials }: FuzzedGame, solver?: Solver): Compared[] {
  const both = new BothSolvers(rules, solver);
  return materials.flatMap((material) => both.compare(material));
}

/** What somebody needs to know to repeat a failure. */
export function describeGame({ seed, rules }: FuzzedGame): string {
  return `METATB_SEED=${seed}: ${gameLine(rules.variant)}`;
}
