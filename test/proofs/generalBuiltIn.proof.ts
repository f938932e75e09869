import { afterAll, describe, expect, test } from 'vitest';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { planTables } from '../../src/solve/plan.ts';
import type { Material } from '../../src/table/material.ts';
import { BothSolvers, type Compared } from '../solve/general/bothSolvers.ts';
import { builtInGames, tablesOf } from '../solve/general/builtInGames.ts';
import { summaryOf } from '../solve/general/summary.ts';
import { draw, seed, thorough } from '../thorough.ts';

/** Squares of the largest board of which all tables are compared; of larger ones a few. */
const MOST_SQUARES = 64;
const OF_LARGE = 4;
/** Tables that one needs, itself included, to be in a sample. */
const QUICK_PLAN = 6;

/** Of two and three men. In a sample there is one of each game. */
function wantedOf(rules: RuleSet): readonly Material[] {
  const all = [2, 3].flatMap((men) => tablesOf(rules, men));
  const isSmall = rules.board.size <= MOST_SQUARES;
  if (thorough) return isSmall ? all : draw(all, OF_LARGE, seed);
  const quick = all.filter((material) => planTables(rules, [material]).length <= QUICK_PLAN);
  return isSmall ? draw(quick, 1, seed) : [];
}

describe('the general solver and the reference solver agree on every position', () => {
  const games = new Map(builtInGames.map((rules) => [rules, new BothSolvers(rules)]));
  const wanted = builtInGames.flatMap((rules) =>
    wantedOf(rules).map((material) => ({ rules, material })),
  );
  const found: Compared[] = [];
  afterAll(() => console.log(summaryOf(found)));

  test.each(wanted)('of $rules.name $material.name', ({ rules, material }) => {
    const compared = games.get(rules)!.compare(material);
    found.push(...compared);
    expect(compared.flatMap(({ differences }) => differences)).toEqual([]);
    expect(compared.filter(({ refused }) => refused)).toEqual([]);
  });

  test('of tables that are not all drawn', () => {
    expect(found.length).toBeGreaterThan(0);
    expect(found.some(({ decided }) => decided > 0)).toBe(true);
  });
});
