import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { BLACK, type Color, WHITE } from '../../src/pieces/army.ts';
import { chess } from '../../src/rules/chess.ts';
import { Locator } from '../../src/rules/locate.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { type Difference, verifyTable } from '../../src/solve/verify.ts';
import { countTable } from '../../src/table/statistics.ts';
import type { Table } from '../../src/table/table.ts';
import { DRAWN, lostIn, pliesOf, UNCOVERED, type ValueCode, wonIn } from '../../src/table/value.ts';
import { PlyValues } from '../../src/table/values.ts';
import { runs, sample, thorough, whole } from '../thorough.ts';
import { solveBySets } from './setTables.ts';

const solved = {
  chess: await solveBySets(chess, ['KPvk']),
  metachess: await solveBySets(metachess, ['KPvk']),
};
const tables = {
  chess: (name: string) => solved.chess.get(name)!,
  metachess: (name: string) => solved.metachess.get(name)!,
};
const queen = tables.chess('KQvk');

/** The table with every value changed by a function. */
function mapped(table: Table, change: (value: ValueCode, turn: Color, index: number) => ValueCode) {
  const side = (turn: Color) =>
    new PlyValues(
      Int16Array.from({ length: table.placements.size }, (_, index) =>
        change(table.values[turn].at(index), turn, index),
      ),
    );
  return { ...table, values: [side(WHITE), side(BLACK)] as const };
}

/** The table with one value altered. */
function altered(table: Table, turn: Color, index: number, value: ValueCode): Table {
  const isTheOne = (side: Color, at: number) => side === turn && at === index;
  return mapped(table, (right, side, at) => (isTheOne(side, at) ? value : right));
}

/** The first position of a table that has this value. */
function firstWith(table: Table, turn: Color, value: ValueCode): number {
  const { size } = table.placements;
  for (let index = 0; index < size; index++) {
    if (table.values[turn].at(index) === value && isIndex(table, index)) return index;
  }
  throw new Error(`no position has the value ${value}`);
}

function isIndex(table: Table, number: number): boolean {
  return table.placements.index(squaresAt(table, number)) === number;
}

function squaresAt({ placements, material }: Table, index: number): number[] {
  const squares: number[] = material.men.map(() => 0);
  placements.squares(index, squares);
  return squares;
}

/** The examples at an index; verify may show any of the placements that share it. */
function at(table: Table, turn: Color, index: number, examples: readonly Difference[]) {
  const locator = new Locator(chess);
  return examples.filter(({ fen }) => {
    const located = locator.locate(unwrap(chess.parseFen(fen)));
    return located.turn === turn && table.placements.index(located.squares) === index;
  });
}

describe('a correct table', () => {
  const right = [
    ['chess', 'KPvk'],
    ['metachess', 'KQvk'],
  ] as const;
  it.each(thorough ? right : whole ? right.slice(1) : [])(
    'has no differences: %s %s',
    (rules, name) => {
      const of = tables[rules];
      const table = of(name);
      const { white, black } = countTable(table);
      const positions = [white, black]
        .map(({ unique }) => unique.wins + unique.draws + unique.losses)
        .reduce((a, b) => a + b);
      expect(verifyTable(rules === 'chess' ? chess : metachess, table, of)).toEqual({
        positions,
        differences: 0,
        examples: [],
      });
    },
  );

  it('has no differences with pawns and promotions, in a sample', () => {
    const found = verifyTable(chess, tables.chess('KPvk'), tables.chess, { sample: 30_000 });
    expect(found).toMatchObject({ differences: 0, examples: [] });
    expect(found.positions).toBeGreaterThan(10_000);
  });

  it('has differences under other rules', () => {
    const { differences } = verifyTable(metachess, queen, tables.metachess, { sample: 10_000 });
    expect(differences).toBeGreaterThan(20);
  });
});

// Chess KQvk: [what is altered, side to move, right value, wrong value]
const alterations: readonly [string, Color, ValueCode, ValueCode][] = [
  ['a win one ply too short', WHITE, wonIn(9), wonIn(8)],
  ['a win one ply too long', WHITE, wonIn(9), wonIn(10)],
  ['a mate in one two plies too long', WHITE, wonIn(1), wonIn(3)],
  ['a loss two plies too short', BLACK, lostIn(12), lostIn(10)],
  ['a loss two plies too long', BLACK, lostIn(12), lostIn(14)],
  ['a mate that goes on', BLACK, lostIn(0), lostIn(2)],
  ['a win turned to a draw', WHITE, wonIn(19), DRAWN],
  ['a win turned to a loss', WHITE, wonIn(5), lostIn(5)],
  ['a loss turned to a draw', BLACK, lostIn(20), DRAWN],
  ['a draw turned to a loss', BLACK, DRAWN, lostIn(2)],
  ['a draw turned to a win', BLACK, DRAWN, wonIn(1)],
  ['a position that is not covered', BLACK, lostIn(8), UNCOVERED],
];

describe('verify finds in an altered table', () => {
  it.each(sample(alterations, whole ? 4 : 2))('%s', (_, turn, right, wrong) => {
    const index = firstWith(queen, turn, right);
    const { differences, examples } = verifyTable(
      chess,
      altered(queen, turn, index, wrong),
      tables.chess,
    );
    expect(differences).toBeGreaterThan(0);
    const shown = (value: ValueCode) => {
      if (value === UNCOVERED) return null;
      return value === DRAWN ? { wdl: 0, dtm: 0 } : { wdl: Math.sign(value), dtm: pliesOf(value) };
    };
    expect(at(queen, turn, index, examples)).toEqual([
      { fen: expect.any(String), found: shown(wrong), expected: shown(right) },
    ]);
  });

  it('a value at no position: two men on one square, or the other king in check', () => {
    const { size } = queen.placements;
    const numbers = Array.from({ length: size }, (_, number) => number);
    const none = numbers.filter((number) => {
      return queen.values[WHITE].at(number) === UNCOVERED && isIndex(queen, number);
    });
    const shared = none.find((number) => new Set(squaresAt(queen, number)).size === 2)!;
    const inCheck = none.find((number) => new Set(squaresAt(queen, number)).size === 3)!;
    const once = altered(queen, WHITE, shared, DRAWN);
    const table = altered(once, WHITE, inCheck, DRAWN);
    const example = { found: { wdl: 0, dtm: 0 }, expected: null };
    expect(verifyTable(chess, table, tables.chess)).toMatchObject({
      differences: 2,
      examples: [example, example],
    });
    // Adjacent kings have no index of their own.
    expect(queen.placements.index([0, 63, 9])).toBe(0);
    expect(shared).toBe(0);
  });

  it('nothing at a number that is no index: it may hold a copy, and no probe reads it', () => {
    const table = mapped(queen, (value, _, number) => (isIndex(queen, number) ? value : lostIn(4)));
    expect(table.values[BLACK]).not.toEqual(queen.values[BLACK]);
    expect(countTable(table)).toEqual(countTable(queen));
    expect(verifyTable(chess, table, tables.chess).differences).toBe(0);
  });

  it('any wrong value at any position', () => {
    const numbers = Array.from({ length: queen.placements.size }, (_, number) => number);
    const covered = ([WHITE, BLACK] as const).flatMap((turn) =>
      numbers
        .filter((number) => queen.values[turn].at(number) !== UNCOVERED && isIndex(queen, number))
        .map((index) => [turn, index] as const),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...covered),
        fc.integer({ min: lostIn(40), max: wonIn(40) }),
        ([turn, index], value) => {
          fc.pre(queen.values[turn].at(index) !== value);
          const table = altered(queen, turn, index, value);
          expect(verifyTable(chess, table, tables.chess).differences).toBeGreaterThan(0);
        },
      ),
      runs(3, 1),
    );
  });

  it('values that do not follow from the subtable, if that is another one', () => {
    const pawn = tables.chess('KPvk');
    const drawn = mapped(queen, (value) => (value === UNCOVERED ? value : DRAWN));
    const others = (name: string) => (name === 'KQvk' ? drawn : tables.chess(name));
    const { differences } = verifyTable(chess, pawn, others, { sample: 20_000 });
    expect(differences).toBeGreaterThan(100);
  });
});

describe('a sample', () => {
  const positions = (sample: number) =>
    verifyTable(chess, queen, tables.chess, { sample }).positions;
  const steps: (readonly [number, number])[] = [];
  const all = verifyTable(chess, queen, tables.chess, {
    progress: (done, total) => steps.push([done, total]),
  });

  it('covers about the requested number of positions, at least one and none twice', () => {
    expect(positions(10_000_000)).toBe(all.positions);
    // Of 59136 numbers, 46137 are positions.
    expect(positions(2000)).toBeGreaterThan(1000);
    expect(positions(2000)).toBeLessThan(2100);
    expect(positions(1)).toBeLessThan(3);
  });

  it('finds damage on either side to move', () => {
    const longer = (value: ValueCode) => (value > 1 ? value + 1 : value < -1 ? value - 2 : value);
    for (const damaged of [WHITE, BLACK]) {
      const table = mapped(queen, (value, turn) => (turn === damaged ? longer(value) : value));
      const { differences } = verifyTable(chess, table, tables.chess, { sample: 1000 });
      expect(differences).toBeGreaterThan(50);
    }
  });

  it('reports its progress to the end', () => {
    const total = 2 * queen.placements.size;
    expect(steps[0]).toEqual([0, total]);
    expect(steps.at(-1)).toEqual([total, total]);
    expect(steps).toEqual(steps.toSorted(([a], [b]) => a - b));
  });
});
