import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boardOf, type Step } from '../../src/board/board.ts';
import { onRanks } from '../../src/board/regions.ts';
import { InputError } from '../../src/board/result.ts';
import { pawn, piece } from '../../src/pieces/kinds.ts';
import type { Movement } from '../../src/pieces/legs.ts';
import { checkSetwise } from '../../src/rules/folding.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { checkmateOrStalemate, type Variant } from '../../src/rules/variant.ts';
import { verifyTable } from '../../src/solve/verify.ts';
import { compareTables } from '../../src/table/compare.ts';
import { countTable } from '../../src/table/statistics.ts';
import { readTable, type Table } from '../../src/table/table.ts';
import { makeValueCode } from '../../src/table/value.ts';
import { fairyChess } from '../kernel/endgame.ts';
import { around, compound, leaper, slider } from '../pieces/movements.ts';
import { boxChess, changed, unfolded } from '../rules/boxChess.ts';
import { bruteForce } from '../rules/bruteForce.ts';
import { few, runs, whole } from '../thorough.ts';
import { solveBySets } from './setTables.ts';
import { materialOf, Solved } from './solved.ts';
import { armyOf, chessWith, king, knight, rook } from './strangeChess.ts';

const box = boardOf(4, 4);

/** Steps, with their images under some of the symmetries of the board. */
const steps: fc.Arbitrary<readonly Step[]> = fc
  .tuple(
    fc.array(fc.tuple(fc.integer({ min: -2, max: 2 }), fc.integer({ min: -2, max: 2 })), {
      maxLength: 2,
    }),
    fc.constantFrom<(step: Step) => readonly Step[]>(
      (step) => [step],
      ([x, y]) => [[x, y], [-x, y]], // biome-ignore format: two steps
      ([x, y]) => [[x, y], [y, x]], // biome-ignore format: two steps
      ([x, y]) => [[x, y], [-y, x], [-x, -y], [y, -x]], // biome-ignore format: four steps
      ([x, y]) => around(x, y),
    ),
  )
  .map(([some, all]) => some.filter(([x, y]) => x !== 0 || y !== 0).flatMap(all));

const movements: fc.Arbitrary<Movement> = fc
  .tuple(steps, steps)
  .map(([leaps, slides]) => compound(leaper(...leaps), slider(...slides)));
const plain = ['K', 'Q', 'R', 'B', 'N', 'C', 'WD', 'NAD'];
const uneven = ['FfW', 'WfF', 'fRbB', 'lfN', 'hrN', 'rfNlbN', 'fmWfcF', 'rQfK', 'rRlfBW'];
const unevenHops = ['vpRsR', 'vgRsR', 'vnDsD'];
/** Hoppers, lame and bent pieces, ranges, and those that take as they do not move. */
const odd = [
  'mRcpR',
  'gQ',
  'pB',
  'nN',
  'nA',
  'nD',
  't[FR]',
  't[WB]',
  'ft[FR]',
  'R2',
  'W3F',
  'mQcN',
];
const anyMovement = fc.constantFrom(...plain, ...uneven, ...unevenHops, ...odd);

/** Games by how they end, the names of some tables, and on how many squares they are small. */
const ends: Readonly<Record<string, readonly [Partial<Variant>, readonly string[], number]>> = {
  mate: [{}, ['KXvk', 'KvkX', 'KYvk', 'KPvk'], 25],
  'mate with two pieces': [{}, ['KXvky'], 12],
  reach: [{ stuck: 'pass', goal: { region: onRanks(-1), name: 'reached' } }, ['Kvk', 'KXvk'], 25],
  'reach or mate': [
    { goal: { region: onRanks(2, -2), kinds: [0], name: 'in' } },
    ['Kvk', 'KXvk'],
    25,
  ],
  shatranj: [
    {
      stuck: { ...checkmateOrStalemate, free: { reason: 'stuck', wdl: -1 } },
      bareRoyalLoses: true,
    },
    ['KXvkx', 'KXvky'],
    12,
  ],
};

interface Game {
  readonly end: string;
  readonly files: number;
  readonly ranks: number;
  readonly movements: readonly string[];
  /** May pawns stay what they are? */
  readonly mayStay: boolean;
  readonly which: number;
}

const games: fc.Arbitrary<Game> = fc.record({
  end: fc.constantFrom(...Object.keys(ends)),
  files: fc.integer({ min: 3, max: 5 }),
  ranks: fc.integer({ min: 3, max: 5 }),
  movements: fc.tuple(fc.oneof(fc.constant('K'), anyMovement), anyMovement, anyMovement),
  mayStay: fc.boolean(),
  which: fc.nat(11),
});

/** One of each kind of defect, so that no sample misses it: uneven steps, hops and lame leaps, turns, pawns. */
const telling = [
  ...['FfW', 'vpRsR', 'vnDsD', 'hrN'].map((movement) => ({ movement, which: 0, mayStay: false })),
  ...[false, true].map((mayStay) => ({ movement: 'fRbB', which: 3, mayStay })),
].map(({ movement, ...others }): [Game] => [
  { end: 'mate', files: 4, ranks: 4, movements: ['K', movement, 'K'], ...others },
]);

/** The rules of such a game, and the name of a table. */
function gameOf({ end, files, ranks, movements, mayStay, which }: Game) {
  const [variant, names, most] = ends[end]!;
  const small = files * ranks <= most;
  const board = small ? boardOf(files, ranks) : boardOf(3, Math.min(ranks, most / 3));
  const kinds = movements.map((betza, i) => piece('KXY'[i]!, betza, betza));
  const rules = boxChess(board, [...kinds, { ...pawn([1]), mayStay }], variant);
  return { rules, name: materialOf(rules, names[which % names.length]!).name };
}

const royals = fc.oneof(fc.constant(king), fc.constant(knight), movements);

/** Wins, draws, losses and the longest win and loss of either side. */
function figures(table: Table) {
  const { white, black } = countTable(table);
  return [white, black].map(({ wins, draws, losses, longestWin, longestLoss }) => {
    return { wins, draws, losses, longestWin, longestLoss };
  });
}

/** The first placements and sides to move whose values differ. */
function differences(one: Table, whole: Table) {
  const found: unknown[] = [];
  const squares: number[] = [];
  for (const turn of [0, 1] as const) {
    for (let index = 0; index < whole.placements.size && found.length < 3; index++) {
      whole.placements.squares(index, squares);
      if (readTable(one, turn, squares) !== readTable(whole, turn, squares)) {
        found.push({ turn, squares: squares.slice() });
      }
    }
  }
  return found;
}

describe('folding is invisible', () => {
  it('a table folded by the symmetries of its game has the values of the unfolded table', () => {
    const folds = new Set<number>();
    const check = fc.property(games, (game) => {
      const { rules, name } = gameOf(game);
      const whole = new Solved(unfolded(rules)).get(name);
      const folded = new Solved(rules).get(name);
      expect(figures(folded)).toEqual(figures(whole));
      expect(differences(folded, whole)).toEqual([]);
      folds.add(whole.placements.size / folded.placements.size);
    });
    fc.assert(check, { ...runs(400, 14), examples: telling });
    expect(folds.size).toBeGreaterThan(2);
  });

  it('and those of brute force, which knows no symmetry and no exchange of the colours', () => {
    const check = fc.property(games, ({ files, ranks, ...game }) => {
      const { rules, name } = gameOf({ files: Math.min(files, 4), ranks: 3, ...game });
      const table = new Solved(rules).get(name);
      const { placed } = bruteForce(rules, table.material.men);
      const wrong = placed.filter(({ turn, squares, wdl, dtm }) => {
        return readTable(table, turn, squares) !== makeValueCode({ wdl, dtm });
      });
      expect(wrong.slice(0, 3)).toEqual([]);
    });
    // A capture leads to a table in which the other side has a piece with a right and a left.
    const handed = { files: 4, ranks: 3, movements: ['K', 'rQfK', 'rRlfBW'], which: 0 };
    const examples: [Game][] = [
      [{ end: 'mate with two pieces', mayStay: false, ...handed }],
      ...telling.slice(-1),
    ];
    fc.assert(check, { ...runs(200, 8), examples });
  });

  it('the set solver makes the same table as the reference solver, or refuses', async () => {
    const check = fc.asyncProperty(royals, movements, async (royal, movement) => {
      const rules = chessWith(royal, movement);
      const material = materialOf(rules, 'KXvk');
      const refused = checkSetwise(rules, material);
      if (!refused.ok) {
        expect(refused.problem.code).toMatch(/^solver-(royal|movement|symmetry)$/);
        await expect(solveBySets(rules, ['KXvk'])).rejects.toThrow(InputError);
        return;
      }
      expect(await agreement(rules, 'KXvk')).toMatchObject({ different: 0, missing: 0, extra: 0 });
    });
    await fc.assert(check, runs(6, 2));
  });
});

/** How the tables of the two solvers compare. */
async function agreement(rules: RuleSet, name: string) {
  const tables = await solveBySets(rules, [name]);
  return compareTables(tables.get(name)!, new Solved(rules).get(name));
}

describe('a table of fairy pieces is solved end to end', () => {
  it.each(few(['KHvk', 'KCvk'], 1))('identically by both solvers: %s', async (name) => {
    const compared = await agreement(fairyChess, name);
    expect(compared).toMatchObject({ different: 0, missing: 0, extra: 0 });
    expect(compared.compared).toBeGreaterThan(40_000);
  });

  it.runIf(whole)('with four men by sets, consistent with its successors', async () => {
    const rules = fairyChess;
    const tables = await solveBySets(rules, ['KHCvk']);
    const table = tables.get('KHCvk')!;
    expect(countTable(table).white.longestWin).toBeGreaterThan(10);
    const found = verifyTable(rules, table, (name) => tables.get(name)!, { sample: 3000 });
    expect(found).toMatchObject({ differences: 0, examples: [] });
  });

  it.runIf(whole)('even if leaps and slides reach the same squares', async () => {
    const movement = compound(rook, leaper(...around(2, 0), ...around(3, 0)));
    const compared = await agreement(chessWith(king, movement), 'KXvk');
    expect(compared).toMatchObject({ different: 0, missing: 0, extra: 0 });
  });
});

describe('the reference solver is right about royals that are not kings', () => {
  // Figures of the solver with the identity as its only symmetry.
  const others: readonly [string, Movement, Movement, [number, number]][] = [
    ['a rook and a royal knight', knight, rook, [1032, 1]],
    ['a rook and a royal with 16 leaps', compound(king, knight), rook, [1792, 1]],
  ];
  it.each(few(others, 1))('%s', (_, royal, movement, figures) => {
    const { white } = countTable(new Solved(chessWith(royal, movement)).get('KXvk'));
    expect([white.wins, white.longestWin]).toEqual(figures);
  });

  it('even if they attack in one direction only and so can check each other', () => {
    const rules = boxChess(box, armyOf(leaper([1, 1], [0, 1], [1, 0], [0, -1], [1, -1]), knight));
    const table = new Solved(rules).get('KXvk');
    const { placed } = bruteForce(rules, table.material.men);
    const wrong = placed.filter(({ turn, squares, wdl, dtm }) => {
      return readTable(table, turn, squares) !== makeValueCode({ wdl, dtm });
    });
    expect(placed.length).toBeGreaterThan(1000);
    expect(wrong).toEqual([]);
  });
});

it('verify detects a table folded by symmetries that its rules do not have', () => {
  const plain = boxChess(box, armyOf(king, rook));
  // A piece in one of the four corners ends the game, which breaks the symmetries that the rule set declares.
  const ending: typeof plain.ending = (position, legal) =>
    position.squares[15] ? { reason: 'corner', wdl: 0 } : plain.ending(position, legal);
  const rules = changed(plain, { ending });
  const tables = new Solved(rules);
  const { differences } = verifyTable(rules, tables.get('KXvk'), tables.get);
  expect(differences).toBeGreaterThan(20);
  const right = unfolded(rules);
  const others = new Solved(right);
  expect(verifyTable(right, others.get('KXvk'), others.get).differences).toBe(0);
});
