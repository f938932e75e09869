import { faultsOf } from '../figures/facts.ts';
import { figureTexts } from '../figures/figureTexts.ts';
import { metamachyOfThree, type OfGame } from '../figures/otherGames.ts';
import type { RuleSet } from '../src/rules/ruleset.ts';
import type { Material } from '../src/table/material.ts';
import type { SideStatistics, Statistics } from '../src/table/statistics.ts';

/** Ours; equal to the reference solver's. */
const byBothSolvers: readonly OfGame[] = [
  ['fairy', 'KRvkc', '6061588 / 4719100 / 40, 81, 0', '360 / 11230708 / 2269076, 1, 80'],
  ['fairy', 'KRvkg', '10780712 / 16 / 0, 45, -', '0 / 1416124 / 12188544, -, 46'],
  ['fairy', 'KYvkr', '5848280 / 3270048 / 197392, 37, 36', '3497352 / 6084324 / 1199052, 37, 38'],
  ['fairy', 'KRvkh', '10714528 / 66200 / 0, 105, -', '0 / 2319000 / 10234704, -, 106'],
  [
    'capablanca',
    'KQvkr',
    '23694736 / 141956 / 49996, 109, 40',
    '7393448 / 1326132 / 19335468, 41, 110',
  ],
];

/** Ours alone, by the general solver: a change of these needs a reason. */
const unconfirmed: readonly OfGame[] = [
  [
    'reach',
    'KQRvkr',
    '202441264 / 18770 / 13767110, 29, 26',
    '174069552 / 172212 / 157019120, 31, 32',
    '2666790 / 0 / 0; 15798 / 416 / 254',
  ],
  [
    'metamachy',
    'KQvkr',
    '295522576 / 724200 / 491512, 169, 54',
    '67907904 / 8886920 / 257368016, 55, 170',
  ],
  [
    'fairy',
    'KYRvkr',
    '442709488 / 5707584 / 136296, 47, 34',
    '2936152 / 163100960 / 486299160, 39, 48',
  ],
];

/** One line for each known figure that a table does not match. */
export function unlikeKnown(rules: RuleSet, material: Material, statistics: Statistics): string[] {
  const published = faultsOf(rules, material, statistics);
  if (published) return [...published];
  const all = [...metamachyOfThree, ...byBothSolvers, ...unconfirmed];
  const known = all.find(([game, name]) => game === rules.name && name === material.name);
  const found = figureTexts(statistics);
  if (!known) return [`no figures are known of it, these were found: ${found.join('; ')}`];
  const [, , ...right] = known;
  const count = Math.max(found.length, right.length);
  return Array.from({ length: count }, (_, i) => [found[i] ?? 'none', right[i] ?? 'none']).flatMap(
    ([ours, expected]) => (ours === expected ? [] : [`${ours}, expected ${expected}`]),
  );
}

/** One line for each side of which two solvers of one table do not have the same counts. */
export function differences(a: Statistics, b: Statistics): string[] {
  const counts = ({ wins, draws, losses, histogram, unique }: SideStatistics) =>
    JSON.stringify([wins, draws, losses, histogram, unique]);
  return (['white', 'black'] as const).flatMap((side) =>
    counts(a[side]) === counts(b[side]) ? [] : [`the two solvers differ, ${side} to move`],
  );
}
