import { expect, test } from 'vitest';
import {
  compareWithLine,
  type HistoryLine,
  historyLine,
  parseHistory,
} from '../../bench/history.ts';
import { unwrap } from '../../src/board/result.ts';

const first: HistoryLine = {
  version: '0.1.0',
  commit: 'abc1234',
  cpu: 'a processor',
  cores: 2,
  node: 'v20.20.2',
  tries: 3,
  tables: [
    { table: 'KQvkr', rules: 'chess', threads: 1, generateSeconds: 0.8, solveSeconds: 0.25 },
  ],
};
const second: HistoryLine = {
  ...first,
  version: '0.2.0',
  commit: 'def5678',
  tables: [
    { table: 'KQvkr', rules: 'chess', threads: 1, generateSeconds: 0.4, solveSeconds: 0.5 },
    { table: 'KQvkr', rules: 'chess', threads: 2, generateSeconds: 0.3, solveSeconds: 0.3 },
  ],
};
const text = `${JSON.stringify(first)}\n${JSON.stringify(second)}\n`;

test('a history survives the round trip, line by line', () => {
  expect(unwrap(parseHistory(text))).toEqual([first, second]);
  expect(unwrap(parseHistory(''))).toEqual([]);
});

test.each([
  ['no JSON', 'KQvkr 0.8'],
  ['no object', '3'],
  ['null', 'null'],
  ['no commit', JSON.stringify({ ...first, commit: undefined })],
  ['no tables', JSON.stringify({ ...first, tables: undefined })],
  ['a table without a time', JSON.stringify({ ...first, tables: [{ table: 'KQvkr' }] })],
  ['no time at all', JSON.stringify(first).replace('0.25', '0')],
])('a line that is %s is refused with its number', (_, line) => {
  const result = parseHistory(`${text}${line}\n`);
  expect(result).toMatchObject({ problem: { code: 'history', text: line } });
  expect(result).toMatchObject({ problem: { message: expect.stringContaining('line 3') } });
});

test('a release is recorded by the medians of its tables, in milliseconds', () => {
  const measured = {
    table: 'KQvkr',
    rules: 'chess',
    threads: 1,
    generateSeconds: 0.7,
    wholeSeconds: 0.5,
    solveSeconds: 0.2,
    median: { generateSeconds: 0.80004, solveSeconds: 0.25 },
    plies: 65,
    positions: 1,
    positionsASecond: 1,
    peakBytes: null,
    others: null,
    faults: [],
  };
  const { cpu, cores, node } = first;
  const measurements = { machine: { cpu, cores, node, load: 0 }, tries: 3, tables: [measured] };
  expect(historyLine(measurements, '0.1.0', 'abc1234')).toEqual(first);
});

test('a release is compared with the one before, table by table', () => {
  const compared = compareWithLine(second, first);
  expect(compared).toContain('0.1.0 (abc1234)');
  expect(compared).toMatch(/KQvkr +chess +1 +0\.800 +0\.400 +0\.50 +0\.250 +0\.500 +2\.00/);
  expect(compared.split('\n')).toHaveLength(3);
  expect(compared).not.toContain('another machine');
});

test('a comparison says if the machine or Node differs, and if no table is the same', () => {
  expect(compareWithLine({ ...second, node: 'v24.0.0' }, first)).toContain('another machine');
  expect(compareWithLine({ ...second, tables: [] }, first)).toContain('no table in common');
});
