import type { RuleSet } from '../src/rules/ruleset.ts';
import type { Material } from '../src/table/material.ts';
import type { SideStatistics, Statistics } from '../src/table/statistics.ts';
import { unlikePublished } from './published.ts';

/** White to move: won, drawn, lost on the whole board, longest win; Black to move: the same, longest loss. */
type Counts = readonly [
  white: readonly [number, number, number, number | null],
  black: readonly [number, number, number, number | null],
];

/**
 * What is known of metachess: KQvk from an independent brute-force program (rules/metachess.md), the others as the
 * reference solver has them on every position (test/proofs/metachess.proof.ts).
 */
// biome-ignore format: a line a table
const metachessCounts: Readonly<Record<string, Counts>> = {
  KQvk: [[144508, 0, 0, 17], [0, 23088, 200856, 18]],
  KRvk: [[175168, 0, 0, 33], [0, 22588, 201356, 34]],
  KBvk: [[0, 193284, 0, null], [0, 223944, 0, null]],
  KNvk: [[0, 205496, 0, null], [0, 223944, 0, null]],
  KPvk: [[124960, 38368, 0, 53], [0, 70416, 97608, 54]],
  KQvkr: [[8864768, 70704, 17136, 65], [3084680, 629992, 7066056, 66]],
  KRvkp: [[7406120, 680454, 13466, 55], [1633688, 1744774, 6584546, 66]],
  KPvkp: [[3238684, 2439094, 1758310, 63], [3238684, 2439094, 1758310, 64]],
  KBNvk: [[10822808, 52696, 0, 47], [0, 2470944, 11189640, 48]],
  KNNvk: [[11421576, 77728, 0, 61], [0, 2580112, 11080472, 62]],
  KPPvk: [[7110072, 116612, 0, 61], [0, 604848, 7044640, 62]],
};

/** One line for each known count that a table does not match; undefined if no counts are known. */
export function faultsOf(
  rules: RuleSet,
  material: Material,
  statistics: Statistics,
): readonly string[] | undefined {
  if (rules.name === 'chess') return unlikePublished(material, statistics);
  const known = rules.name === 'metachess' ? metachessCounts[material.name] : undefined;
  if (!known) return undefined;
  const { white, black } = statistics;
  const counts = ({ wins, draws, losses }: SideStatistics) => [wins, draws, losses];
  const found = [
    [...counts(white), white.longestWin],
    [...counts(black), black.longestLoss],
  ];
  return known.flatMap((side, i) => {
    const [right, ours] = [side.join(' '), found[i]!.join(' ')];
    const toMove = i === 0 ? 'White' : 'Black';
    return right === ours ? [] : [`${toMove} to move: ${ours}, expected ${right}`];
  });
}
