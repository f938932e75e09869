import { beforeAll, describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { chess } from '../../src/rules/chess.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { compareResults, type ResultChanges } from '../../src/study/changes.ts';
import { countTable } from '../../src/table/statistics.ts';
import { readTable, type Table } from '../../src/table/table.ts';
import { parseValueCode, UNCOVERED } from '../../src/table/value.ts';
import { solved, wholeBoard } from './solvedTables.ts';

describe.each(['KQvk', 'KPvk', 'KRvk'])('%s under metachess and under chess', (name) => {
  let ours: Table;
  let theirs: Table;
  let found: ResultChanges;

  beforeAll(async () => {
    ours = await solved(metachess, name);
    theirs = await solved(chess, name);
    found = unwrap(compareResults(ours, theirs, { examples: 3 }));
  });

  test('the count of every pair of results is that of the whole board', () => {
    const names = { '1': 'win', '0': 'draw', '-1': 'loss' } as const;
    const result = (value: number) => names[`${Math.sign(value)}` as keyof typeof names];
    const board = new Map<string, number>();
    for (const { squares, values } of wholeBoard(theirs)) {
      for (const turn of [0, 1] as const) {
        if (values[turn] === UNCOVERED) continue;
        const our = readTable(ours, turn, squares);
        const key = `${turn} ${result(values[turn])} ${result(our)}`;
        board.set(key, (board.get(key) ?? 0) + 1);
      }
    }
    const counted = found.pairs.filter((pair) => pair.board > 0);
    expect(found.pairs).toHaveLength(18);
    expect(new Map(counted.map((p) => [`${p.turn} ${p.theirs} ${p.ours}`, p.board]))).toEqual(
      board,
    );
    expect(found).toMatchObject({ onlyOurs: 0, onlyTheirs: 0 });
  });

  test('up to symmetry the pairs add up to the statistics of either table', () => {
    const sum = (turn: number, key: 'ours' | 'theirs', result: string) =>
      found.pairs
        .filter((pair) => pair.turn === turn && pair[key] === result)
        .reduce((total, { unique }) => total + unique, 0);
    for (const [key, table] of [
      ['ours', ours],
      ['theirs', theirs],
    ] as const) {
      const { white, black } = countTable(table);
      for (const [turn, { unique }] of [white, black].entries()) {
        const { wins, draws, losses } = unique;
        expect(['win', 'draw', 'loss'].map((r) => sum(turn, key, r))).toEqual([
          wins,
          draws,
          losses,
        ]);
      }
    }
  });

  test('differences have examples, the quickest first, with both values', () => {
    const different = found.pairs.filter((pair) => pair.ours !== pair.theirs && pair.unique > 0);
    expect(different.length).toBeGreaterThan(0);
    for (const { turn, unique, examples, ours: result } of different) {
      expect(examples).toHaveLength(Math.min(3, unique));
      const plies = examples.map((each) => (result === 'draw' ? each.theirs.dtm : each.ours.dtm));
      expect(plies).toEqual(plies.toSorted((a, b) => a - b));
      for (const each of examples) {
        expect(each.ours).toEqual(parseValueCode(readTable(ours, turn, each.squares)));
        expect(each.theirs).toEqual(parseValueCode(readTable(theirs, turn, each.squares)));
      }
    }
    const same = found.pairs.filter((pair) => pair.ours === pair.theirs);
    expect(same.flatMap(({ examples }) => examples)).toEqual([]);
  });
});

test('a rule set has no differences from itself', async () => {
  const table = await solved(chess, 'KQvk');
  const { pairs } = unwrap(compareResults(table, table));
  const different = pairs.filter(({ ours, theirs }) => ours !== theirs);
  expect(different.map(({ board }) => board)).toEqual(new Array(12).fill(0));
});

test('tables of different endgames are not compared', async () => {
  const [queen, rook] = [await solved(chess, 'KQvk'), await solved(chess, 'KRvk')];
  const problem = { code: 'compare-board', message: expect.stringContaining('chess KRvk') };
  expect(compareResults(queen, rook)).toMatchObject({ ok: false, problem });
});
