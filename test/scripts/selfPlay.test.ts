import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { GameRecord } from '../../scripts/matches/gameRecord.ts';
import { readMatch } from '../../scripts/matches/matchFile.ts';
import { selfPlayOf, selfPlayRow, selfPlayTable } from '../../scripts/matches/selfPlay.ts';
import { unwrap } from '../../src/board/result.ts';

const game = (
  number: number,
  result: GameRecord['result'],
  moves: string,
  surprises: number,
): GameRecord => ({
  number,
  white: 0,
  opening: 'a b c d',
  moves,
  result,
  reason: 'reached',
  surprises,
});

const games = [
  game(0, '1-0', 'e f g h', 2),
  game(1, '1-0', 'e f', 1),
  game(2, '0-1', 'e f g h i j', 0),
  { ...game(3, '1/2-1/2', 'e f g h', 1), reason: 'too long' },
];

test('games of self-play are counted as Table 1 does', () => {
  const found = selfPlayOf(games);
  expect(found).toMatchObject({
    games: 4,
    firstWins: 0.5,
    firstPoints: 0.625,
    draws: 0.25,
    tooLong: 1,
  });
  // Four plies of opening each, and 4, 2, 6 and 4 of play.
  expect(found.length.mean).toBe(8);
  expect(found.surprise.mean).toBe(4 / 16);
  expect(found.drawsBetween[0]).toBeLessThan(0.25);
  expect(found.drawsBetween[1]).toBeGreaterThan(0.25);
});

test('the table has the rows of the paper and ours', () => {
  const table = selfPlayTable([['Chess, depth 4', selfPlayOf(games)]]);
  expect(table).toContain('| chess (Ai Ai) | 1,055 | 54.22 ± 3.02 % |');
  expect(table).toContain('| Reach Chess (Ai Ai) | 2,775 | 51.98 ± 1.86 % |');
  expect(table.split('\n').at(-1)).toMatch(/^\| Chess, depth 4 \| 4 \| 62\.50 ± 49\.00 % \| 50/);
  for (const line of table.split('\n')) expect(line.match(/\|/g)).toHaveLength(8);
});

test('the README has the table of the games that are kept', async () => {
  const names = (await readdir('figures/selfPlay')).sort();
  const matches = await Promise.all(names.map((name) => readMatch(`figures/selfPlay/${name}`)));
  const rows = matches.map((match) => selfPlayRow(unwrap(match)!));
  expect(rows.map(([, { games }]) => games)).toEqual([1000, 1000, 1000]);
  expect(await readFile('README.md', 'utf8')).toContain(selfPlayTable(rows));
});
