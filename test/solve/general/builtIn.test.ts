import { describe, expect, test } from 'vitest';
import { unwrap } from '../../../src/board/result.ts';
import { findRuleSet } from '../../../src/rules/registry.ts';
import { checkGeneral } from '../../../src/solve/general/scope.ts';
import { whole } from '../../thorough.ts';
import { materialOf } from '../solved.ts';
import { BothSolvers } from './bothSolvers.ts';
import { builtInGames, fourMen, tablesOf } from './builtInGames.ts';

// test/proofs/generalBuiltIn.proof.ts has all tables of three men, generalFour.proof.ts some of four.

/** Quick ones, and with them the bare kings or the two pieces that are below. */
const QUICK: Readonly<Record<string, readonly string[]>> = {
  reach: ['Kvk'],
  knightmate: ['KRvk'],
  antichess: ['Pvp', 'NNvk'],
  atomic: ['KQvk', 'KKvk'],
  kingofthehill: ['KQvk'],
  racingkings: ['Kvk'],
  losalamos: ['KPvk', 'KQvk'],
  makruk: ['KMvk'],
  hutnik: ['KRvk'],
};

/** With all to which the pawns promote. A large board takes half a minute. */
const WHOLE: Readonly<Record<string, readonly string[]>> = {
  reach: ['KNvk', 'KPvk', 'KQvk'],
  knightmate: ['KPvk'],
  antichess: ['KNvp'],
  atomic: ['KPvk'],
  kingofthehill: ['KPvk'],
  racingkings: ['Kvkr', 'KPvk'],
  makruk: ['KPvk', 'KSvk'],
  hutnik: ['KPvk'],
  capablanca: ['KAvk'],
  metamachy: ['KGvk'],
};

const rows = [QUICK, ...(whole ? [WHOLE] : [])].flatMap((tables) =>
  Object.entries(tables).flatMap(([game, names]) => names.map((name) => [game, name] as const)),
);

describe('the general solver makes the table of the reference solver', () => {
  const games = new Map(builtInGames.map((rules) => [rules.name, new BothSolvers(rules)]));

  test.each(rows)('of %s %s', (game, name) => {
    const material = materialOf(unwrap(findRuleSet(game)), name);
    const compared = games.get(game)!.compare(material);
    expect(compared.flatMap(({ differences }) => differences)).toEqual([]);
    expect(compared.filter(({ refused }) => refused)).toEqual([]);
  });
});

describe('the general solver takes', () => {
  test.each(builtInGames)('all tables of two and three men of $name', (rules) => {
    const tables = [2, 3].flatMap((men) => tablesOf(rules, men));
    const refused = tables.filter((material) => !checkGeneral(rules, material).ok);
    expect(refused.map(({ name }) => name)).toEqual([]);
    // A bare king has lost there, or has taken the last piece of the other.
    expect(tables.length > 0).toBe(rules.name !== 'shatranj');
  });

  test.each(Object.entries(fourMen))('some of four men of %s', (game, names) => {
    const rules = unwrap(findRuleSet(game));
    const materials = names.map((name) => materialOf(rules, name));
    expect(materials.filter((material) => !checkGeneral(rules, material).ok)).toEqual([]);
    // Names are as the program writes them, and each is a table.
    expect(materials.map(({ name }) => name)).toEqual(names);
    expect(materials.filter(({ men }) => rules.isSettled(men))).toEqual([]);
  });

  test('every built-in game that the tables of four men are to be proved of', () => {
    const small = builtInGames.filter(({ board }) => board.size <= 64);
    expect(Object.keys(fourMen).sort()).toEqual(small.map(({ name }) => name).sort());
  });
});
