import { describe, expect, test } from 'vitest';
import { ok } from '../../../src/board/result.ts';
import { solveReference } from '../../../src/solve/reference/solver.ts';
import { countTable } from '../../../src/table/statistics.ts';
import { PlyValues } from '../../../src/table/values.ts';
import { few, seed, whole } from '../../thorough.ts';
import { BothSolvers, type Compared, type Solver } from './bothSolvers.ts';
import { features, forgetting } from './forgetful.ts';
import { compareGame, describeGame, type FuzzedGame, fuzzedGames } from './fuzzedGames.ts';
import { refusedShare, summaryOf } from './summary.ts';

// test/proofs/generalFuzz.proof.ts has more and larger ones.
const SMALL = { materials: 3, positions: 40_000 };
const games = fuzzedGames(seed, whole ? 20 : 10, SMALL);

/** Of all tables: of more the games would say little. */
const MOST_REFUSED = 0.2;

describe('the general solver makes the tables of the reference solver', () => {
  const all: Compared[] = [];

  test.each(games)('of $rules.name', (game) => {
    const compared = compareGame(game);
    all.push(...compared);
    const differences = compared.flatMap((each) => each.differences);
    expect(differences, describeGame(game)).toEqual([]);
  });

  test('and refuses few, of tables that are not all drawn', () => {
    expect(refusedShare(all), summaryOf(all)).toBeLessThanOrEqual(MOST_REFUSED);
    expect(all.filter(({ decided }) => decided > 0).length).toBeGreaterThan(all.length / 3);
  });
});

describe('the comparison', () => {
  // The same whatever METATB_SEED is, and whatever the general solver takes.
  const [game] = fuzzedGames(1, 1, SMALL) as [FuzzedGame];
  const right: Solver = { check: () => ok(undefined), solve: solveReference };
  const changing = (change: (plies: Int16Array) => void): Solver => ({
    ...right,
    solve(rules, material, tables) {
      const table = right.solve(rules, material, tables);
      const plies = Int16Array.from({ length: table.placements.size }, (_, i) =>
        table.values[1].at(i),
      );
      change(plies);
      return { ...table, values: [table.values[0], new PlyValues(plies)] };
    },
  });

  test('finds a single wrong value, and says where it is', () => {
    const solver = changing((plies) => {
      const drawn = plies.indexOf(0);
      if (drawn >= 0) plies[drawn] = 4;
    });
    const [first] = compareGame(game, solver).flatMap(({ differences }) => differences);
    expect(first).toMatch(/ b - .*: won in 3, not drawn$/);
  });

  test('finds a value where there is no position', () => {
    const solver = changing((plies) => {
      plies[plies.indexOf(-32768)] = 0;
    });
    const [first] = compareGame(game, solver).flatMap(({ differences }) => differences);
    expect(first).toMatch(/: drawn, not no position$/);
  });

  test('finds statistics that are not of the table', () => {
    const solver: Solver = {
      ...right,
      solve(rules, material, tables) {
        const table = right.solve(rules, material, tables);
        const statistics = countTable(table);
        const white = { ...statistics.white, draws: statistics.white.draws + 1 };
        return { ...table, statistics: { ...statistics, white } };
      },
    };
    const [first, ...more] = compareGame(game, solver)[0]!.differences;
    expect(first).toMatch(/: white.draws \d+, not \d+$/);
    expect(more).toEqual([]);
  });

  test('reports a solver that throws, and one that refuses', () => {
    const thrown: Solver = {
      ...right,
      solve() {
        throw new Error('out of luck');
      },
    };
    expect(compareGame(game, thrown)[0]!.differences[0]).toContain(
      'not solved: Error: out of luck',
    );
    const refusing: Solver = {
      ...right,
      check: () => ({ ok: false, problem: { code: 'solver', message: 'no', text: '' } }),
    };
    const refused = compareGame(game, refusing);
    expect(refusedShare(refused)).toBe(1);
    expect(summaryOf(refused)).toContain('0 tables');
    expect(summaryOf(refused)).toMatch(new RegExp(`refused ${refused.length}, .*: no$`));
  });

  test('makes each table once', () => {
    const both = new BothSolvers(game.rules, right);
    const [material] = game.materials;
    expect(both.compare(material!).length).toBeGreaterThan(0);
    expect(both.compare(material!)).toEqual([]);
  });
});

// Enough to say that the games are no weaker than what they are to find.
const SEARCHED = 40;
/** The quickest to find come first. */
const QUICK = 5;

describe('random games tell a solver that knows nothing of', () => {
  const searched = fuzzedGames(1, whole ? 12 * SEARCHED : SEARCHED, {
    materials: 4,
    positions: 60_000,
  }).toSorted((one, other) => one.rules.board.size - other.rules.board.size);

  test.each(few(features, QUICK))('$name', (feature) => {
    const found = searched
      .filter(({ rules }) => feature.isIn(rules.variant))
      .find((game) =>
        compareGame(game, forgetting(feature)).some(({ differences }) =>
          differences.some((text) => !text.includes('not solved')),
        ),
      );
    expect(found).toBeDefined();
  });
});
