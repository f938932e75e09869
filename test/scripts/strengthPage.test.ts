import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GameRecord } from '../../scripts/matches/gameRecord.ts';
import { MatchFile } from '../../scripts/matches/matchFile.ts';
import { conditionsNow, type PlannedMatch } from '../../scripts/matches/plannedMatches.ts';
import { levelPlayer } from '../../scripts/matches/player.ts';
import { isTooLittle, readResults } from '../../scripts/matches/standings.ts';
import { makeStrengthPage } from '../../scripts/matches/strengthPage.ts';
import { unwrap } from '../../src/board/result.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'metatb-strength-'));
});
afterAll(() => rm(dir, { recursive: true }));

const planned = (name: string): PlannedMatch => ({
  name,
  rules: 'losalamos',
  players: [levelPlayer(2, 1), levelPlayer(1, 1)],
  games: 4,
  least: 0.65,
});
const plan = ['strong', 'weak', 'short', 'old', 'none'].map((name) => planned(`levels-${name}`));

/** The first player, who is White in even games, wins or loses. */
const game = (number: number, isWon: boolean): GameRecord => ({
  number,
  white: number % 2 === 0 ? 0 : 1,
  opening: 'a2a3',
  moves: 'b2b3 c2c3',
  result: isWon === (number % 2 === 0) ? '1-0' : '0-1',
  reason: 'checkmate',
});

test('the page has complete matches of this search alone, which alone are judged', async () => {
  const keep = async (name: string, won: number, games: number, search?: string) => {
    const now = conditionsNow(planned(name), 1);
    const conditions = { ...now, search: search ?? now.search };
    const path = join(dir, `levels-${name}.jsonl`);
    const file = unwrap(await MatchFile.open(path, conditions, 'a machine', false));
    for (let number = 0; number < games; number++) await file.add(game(number, number < won));
  };
  await keep('strong', 4, 4);
  await keep('weak', 2, 4);
  await keep('short', 0, 3);
  await keep('old', 4, 4, 'another one');
  await keep('other', 4, 4);
  const results = unwrap(await readResults(dir, plan, 1));
  expect(results.complete.map((match) => [match.name, isTooLittle(match)])).toEqual([
    ['levels-strong', false],
    ['levels-weak', true],
  ]);
  expect(results.missing.map(({ planned: { name }, why }) => [name, why])).toEqual([
    ['levels-short', '3 of 4 games'],
    ['levels-old', 'the search has changed'],
    ['levels-none', 'not played'],
  ]);
  expect(results.unplanned).toEqual(['levels-other']);
  expect(unwrap(await readResults(dir, plan, 2)).complete).toEqual([]);

  const page = makeStrengthPage(results, dir, `npm run matches -- --dir ${dir}`);
  expect(page).toMatch(
    /level 2 \(easy\) \| level 1 \(beginner\) \| 4 \| 4 \| 0 \| 0 \| 100.0 % \|/,
  );
  expect(page).toMatch(/4 \| 2 \| 0 \| 2 \| 50.0 %, too little/);
  expect(page.match(/^\| Los Alamos/gm)).toHaveLength(2);
  expect(
    page.match(/^- Los Alamos chess: level 2 \(easy\) against level 1 \(beginner\)$/gm),
  ).toHaveLength(3);
  expect(page).toContain(`\n    npm run matches -- --dir ${dir}\n\nfrom the games in \`${dir}\``);
  expect(page).toContain('Played on a machine; seed 1; signature of the search ');
});
