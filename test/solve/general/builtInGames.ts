import { allGames } from '../../../src/rules/registry.ts';
import type { RuleSet } from '../../../src/rules/ruleset.ts';
import { allMaterials, type Material } from '../../../src/table/material.ts';

/** Tables of a game with so many men, without those that are not needed. */
export function tablesOf(rules: RuleSet, men: number): readonly Material[] {
  return allMaterials(men, rules).filter((material) => !rules.isSettled(material.men));
}

/** The built-in games that no other set solver makes. */
export const builtInGames: readonly RuleSet[] = allGames().filter(({ setwise }) => !setwise);

/** Tables of four men: with captures, and by game with pawns on both sides, several kings and other laws. */
export const fourMen: Readonly<Record<string, readonly string[]>> = {
  losalamos: ['KQvkr', 'KRvkn', 'KNNvk', 'KNvkp', 'KPvkp', 'KPPvk'],
  reach: ['KRvkr', 'KNvkn', 'KQvkp', 'KRPvk', 'KBvkp', 'KPvkp'],
  knightmate: ['KQvkr', 'KMMvk', 'KRvkm', 'KMvkp', 'KMPvk', 'KPvkp'],
  shatranj: ['KNvkn', 'KRvkn', 'KFvkf', 'KFvka', 'KFvkp', 'KPvkp'],
  antichess: ['KKvnn', 'RBvkn', 'QKvrk', 'NNNvk', 'KNvkp', 'KPvkp'],
  atomic: ['KRvkr', 'KQvkr', 'KKvkn', 'KNNvk', 'KNvkp', 'KPvkp'],
  kingofthehill: ['KQvkr', 'KRvkn', 'KBNvk', 'KNNvk', 'KBvkp', 'KPvkp'],
  racingkings: ['KRvkr', 'KQvkb', 'KNvkr', 'KRvkn', 'KPvkr', 'KPvkp'],
  makruk: ['KMvkm', 'KSvkm', 'KRvks', 'KNSvk', 'KMvkp', 'KPvkp'],
  hutnik: ['KQvkr', 'KBNvk', 'KNNvk', 'KRvkp', 'KPPvk', 'KPvkp'],
};
