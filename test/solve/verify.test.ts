import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BLACK, type Color, WHITE } from '../../src/chess/men.ts';
import { chess } from '../../src/rules/chess.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { verifyTable } from '../../src/solve/verify.ts';
import { countTable } from '../../src/table/statistics.ts';
import type { Table } from '../../src/table/table.ts';
import { DRAWN, lostIn, pliesOf, UNCOVERED, type ValueCode, wonIn } from '../../src/table/value.ts';
import { Solved } from './solved.ts';

const tables = { chess: new Solved(chess), metachess: new Solved(metachess) };
const queen = tables.chess.get('KQvk');

/** The table with one value altered. */
function altered(table: Table, turn: Color, index: number, value: ValueCode): Table {
  const values: [Int16Array, Int16Array] = [table.values[0].slice(), table.values[1].slice()];
  values[turn][index] = value;
  return { ...table, values };
}

/** The first position of a table that has this value. */
function firstWith(table: Table, turn: Color, value: ValueCode): number {
  const index = table.values[turn].indexOf(value);
  if (index < 0) throw new Error(`no position has the value ${value}`);
  return index;
}

function squaresAt({ placements, material }: Table, index: number): number[] {
  const squares: number[] = material.men.map(() => 0);
  placements.squares(index, squares);
  return squares;
}

function fenAt(table: Table, turn: Color, index: number): string {
  const position = chess.place(table.material.men, squaresAt(table, index), turn);
  if (!position.ok) throw new Error(position.problem.message);
  return chess.makeFen(position.value);
}

describe('a table that is right', () => {
  it.each([
    ['chess', chess, 'KPvk'],
    ['metachess', metachess, 'KQvk'],
  ] as const)('of %s has no differences', (_, rules, name) => {
    const solved = tables[_];
    const table = solved.get(name);
    const { white, black } = countTable(table);
    const positions = [white, black]
      .map(({ unique }) => unique.wins + unique.draws + unique.losses)
      .reduce((a, b) => a + b);
    expect(verifyTable(rules, table, solved.get)).toEqual({
      positions,
      differences: 0,
      examples: [],
    });
  });

  it('is not right under other rules', () => {
    const { differences } = verifyTable(metachess, queen, tables.metachess.get);
    expect(differences).toBeGreaterThan(100);
  });
});

// Of chess KQvk: what is altered, whose move it is, the right value, the wrong one.
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

describe('of an altered table is found', () => {
  it.each(alterations)('%s', (_, turn, right, wrong) => {
    const index = firstWith(queen, turn, right);
    const { differences, examples } = verifyTable(
      chess,
      altered(queen, turn, index, wrong),
      tables.chess.get,
    );
    expect(differences).toBeGreaterThan(0);
    const told = (value: ValueCode) => {
      if (value === UNCOVERED) return null;
      return value === DRAWN ? { wdl: 0, dtm: 0 } : { wdl: Math.sign(value), dtm: pliesOf(value) };
    };
    expect(examples).toContainEqual({
      fen: fenAt(queen, turn, index),
      found: told(wrong),
      expected: told(right),
    });
  });

  it('a value where there is no position: the kings stand side by side', () => {
    const index = queen.placements.index([0, 63, 9]);
    expect(queen.values[WHITE][index]).toBe(UNCOVERED);
    expect(verifyTable(chess, altered(queen, WHITE, index, DRAWN), tables.chess.get)).toMatchObject(
      {
        differences: 1,
        examples: [{ found: { wdl: 0, dtm: 0 }, expected: null }],
      },
    );
  });

  it('a value at a number that is no index: another image of the same position has it', () => {
    const { size } = queen.placements;
    const unused = Array.from({ length: size }, (_, number) => number).find((number) => {
      const squares = squaresAt(queen, number);
      return new Set(squares).size === 3 && queen.placements.index(squares) !== number;
    })!;
    // Nobody can read it, but whoever counts the table's values would count it.
    const table = altered(queen, BLACK, unused, lostIn(4));
    expect(countTable(table).black.losses).not.toBe(countTable(queen).black.losses);
    expect(verifyTable(chess, table, tables.chess.get)).toMatchObject({
      differences: 1,
      examples: [{ found: { wdl: -1, dtm: 4 }, expected: null }],
    });
  });

  it('any value at any position', () => {
    const covered = ([WHITE, BLACK] as const).flatMap((turn) =>
      [...queen.values[turn].entries()]
        .filter(([, value]) => value !== UNCOVERED)
        .map(([index]) => [turn, index] as const),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...covered),
        fc.integer({ min: lostIn(40), max: wonIn(40) }),
        ([turn, index], value) => {
          fc.pre(queen.values[turn][index] !== value);
          const table = altered(queen, turn, index, value);
          expect(verifyTable(chess, table, tables.chess.get).differences).toBeGreaterThan(0);
        },
      ),
      { numRuns: 5 },
    );
  });

  it('a subtable that is not the one it was solved with', () => {
    const pawn = tables.chess.get('KPvk');
    const draw = (codes: Int16Array) => codes.map((code) => (code === UNCOVERED ? code : DRAWN));
    const drawn: Table = { ...queen, values: [draw(queen.values[0]), draw(queen.values[1])] };
    const others = (name: string) => (name === 'KQvk' ? drawn : tables.chess.get(name));
    expect(verifyTable(chess, pawn, others).differences).toBeGreaterThan(100);
  });
});

describe('a sample', () => {
  const positions = (sample?: number) =>
    verifyTable(chess, queen, tables.chess.get, sample === undefined ? {} : { sample }).positions;

  it('looks at about as many positions as asked for, never at none and never twice', () => {
    const all = positions();
    expect(positions(10_000_000)).toBe(all);
    // Some of the numbers looked at are no positions: 46137 of 81920 are.
    expect(positions(2000)).toBeGreaterThan(1000);
    expect(positions(2000)).toBeLessThan(2100);
    expect(positions(1)).toBeLessThan(3);
  });

  it('finds damage on either side to move', () => {
    for (const turn of [WHITE, BLACK] as const) {
      const values: [Int16Array, Int16Array] = [queen.values[0].slice(), queen.values[1].slice()];
      values[turn] = values[turn].map((code) =>
        code > 1 ? code + 1 : code < -1 ? code - 2 : code,
      );
      const { differences } = verifyTable(chess, { ...queen, values }, tables.chess.get, {
        sample: 1000,
      });
      expect(differences).toBeGreaterThan(50);
    }
  });

  it('reports its progress to the end', () => {
    const steps: (readonly [number, number])[] = [];
    verifyTable(chess, queen, tables.chess.get, {
      progress: (done, total) => steps.push([done, total]),
    });
    const total = 2 * queen.placements.size;
    expect(steps[0]).toEqual([0, total]);
    expect(steps.at(-1)).toEqual([total, total]);
    expect(steps).toEqual(steps.toSorted(([a], [b]) => a - b));
  });
});
