import { expect, test } from 'vitest';
import {
  compareWithSearches,
  parseSearchHistory,
  type SearchHistoryLine,
} from '../../bench/searchHistory.ts';
import { unwrap } from '../../src/board/result.ts';

const line = (commit: string, nodes: number, nodesASecond: number): SearchHistoryLine => ({
  ...{ version: '0.1.0', commit, cpu: 'a processor', cores: 2, node: 'v20.20.2', tries: 3 },
  milliseconds: 300,
  searches: [{ game: 'chess', stage: 'opening', fen: 'a FEN', nodes, nodesASecond, depth: 9 }],
});
const [first, second] = [line('abc1234', 2000, 400_000), line('def5678', 1000, 500_000)];

test('a history survives the round trip, line by line', () => {
  const text = `${JSON.stringify(first)}\n${JSON.stringify(second)}\n`;
  expect(unwrap(parseSearchHistory(text))).toEqual([first, second]);
});

test.each([
  ['without searches', { ...first, searches: undefined }],
  ['without a time', { ...first, milliseconds: undefined }],
  ['with a search of no nodes', line('abc1234', 0, 1)],
])('a line %s is refused', (_, value) => {
  expect(parseSearchHistory(JSON.stringify(value))).toMatchObject({ problem: { code: 'history' } });
});

test('speeds and nodes stand beside those of the line before', () => {
  expect(compareWithSearches(second, first)).toMatch(
    /of 0\.1\.0 \(abc1234\)\n.*\nchess +opening +400,000 +500,000 +1\.25 +2,000 +1,000 +0\.50 +9 +9$/,
  );
  const other = { ...first, searches: [] };
  expect(compareWithSearches(second, other)).toContain('no position in common');
});
