import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Conditions, conditionsOf, difference } from '../../scripts/matches/conditions.ts';
import { GamePlayer } from '../../scripts/matches/gamePlayer.ts';
import type { GameRecord } from '../../scripts/matches/gameRecord.ts';
import { MatchFile, readMatch } from '../../scripts/matches/matchFile.ts';
import { randomOpening } from '../../scripts/matches/opening.ts';
import { levelMatches } from '../../scripts/matches/plannedMatches.ts';
import { depthPlayer, levelPlayer } from '../../scripts/matches/player.ts';
import { standingOf } from '../../scripts/matches/standing.ts';
import { readStandings } from '../../scripts/matches/standings.ts';
import { makeStrengthPage } from '../../scripts/matches/strengthPage.ts';
import { unwrap } from '../../src/board/result.ts';
import { Game, replayed } from '../../src/play/game.ts';
import { findRuleSet } from '../../src/rules/registry.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'metatb-matches-'));
});
afterAll(() => rm(dir, { recursive: true }));

const los = unwrap(findRuleSet('losalamos'));
const conditions: Conditions = {
  ...conditionsOf({
    rules: 'losalamos',
    search: 'a search',
    players: [levelPlayer(2, 10), levelPlayer(1, 10)],
    seed: 3,
  }),
  mostPlies: 40,
};

describe('games', () => {
  test('begin with random moves, the same for the same seed', () => {
    const fens = [1, 1, 2, 3].map((seed) => randomOpening(los, 4, seed).fen);
    expect(fens[1]).toBe(fens[0]);
    expect(new Set(fens).size).toBe(3);
    expect(randomOpening(unwrap(findRuleSet('atomic')), 12, 1).status.ending).toBeUndefined();
  });

  test('are the same again, and each opening comes twice with colours exchanged', async () => {
    const player = new GamePlayer(conditions, undefined);
    const games: GameRecord[] = [];
    for (const number of [0, 1, 2, 0]) games.push(unwrap(await player.play(number)));
    const [first, second, third, again] = games as [GameRecord, GameRecord, GameRecord, GameRecord];
    expect(again).toEqual(first);
    expect([first.white, second.white, third.white]).toEqual([0, 1, 0]);
    expect(second.opening).toBe(first.opening);
    expect(third.opening).not.toBe(first.opening);
    for (const { opening, moves, result, reason } of games) {
      const plies = `${opening} ${moves}`.split(' ').map((uci) => ({ uci }));
      const end = unwrap(replayed(Game.start(los), plies));
      expect(end.status.ending?.reason ?? 'too long').toBe(reason);
      if (reason === 'too long') expect([end.length, result]).toEqual([40, '1/2-1/2']);
    }
  });

  test('of a player against itself have an opening each, and their surprises', async () => {
    const alone: Conditions = {
      ...conditions,
      players: [depthPlayer(3)],
      surprises: { shallow: 2, deep: 3 },
    };
    const player = new GamePlayer(alone, undefined);
    const [first, second] = [unwrap(await player.play(0)), unwrap(await player.play(1))];
    expect(second.opening).not.toBe(first.opening);
    expect([first.white, second.white]).toEqual([0, 0]);
    expect(first.surprises).toBeGreaterThan(0);
    expect(first.surprises).toBeLessThan(36);
    const same = { ...alone, surprises: { shallow: 3, deep: 3 } };
    expect(unwrap(await new GamePlayer(same, undefined).play(0)).surprises).toBe(0);
  });
});

const game = (number: number, result: GameRecord['result'] = '1-0'): GameRecord => ({
  number,
  white: number % 2 === 0 ? 0 : 1,
  opening: 'a2a3',
  moves: 'b2b3 c2c3',
  result,
  reason: 'checkmate',
});

describe('a file of a match', () => {
  const open = (name: string, now = conditions, fresh = false) =>
    MatchFile.open(join(dir, name), now, 'a machine', fresh);

  test('goes on after a line that was not written whole, and is in order in the end', async () => {
    const file = unwrap(await open('a.jsonl'));
    await file.add(game(1));
    await file.add(game(0));
    await appendFile(file.path, '{"number":2,"whi');
    const again = unwrap(await open('a.jsonl'));
    expect(again.games).toEqual([game(1), game(0)]);
    await again.add(game(2));
    unwrap(await again.write());
    const found = unwrap(await readMatch(file.path));
    expect(found).toEqual({
      conditions,
      machine: 'a machine',
      games: [0, 1, 2].map((n) => game(n)),
    });
  });

  test('does not go on with games of other conditions', async () => {
    const file = unwrap(await open('b.jsonl'));
    await file.add(game(0));
    const other = { ...conditions, search: 'another one' };
    expect(await open('b.jsonl', other)).toMatchObject({
      problem: { code: 'stale', message: expect.stringContaining('the search has changed') },
    });
    expect(unwrap(await open('b.jsonl', other, true)).games).toEqual([]);
    expect(difference(conditions, { ...conditions })).toBeUndefined();
  });

  test('says which line is no record', async () => {
    await unwrap(await open('c.jsonl')).add(game(0));
    await appendFile(join(dir, 'c.jsonl'), '{"half":1}\n');
    expect(await open('c.jsonl')).toMatchObject({
      problem: { code: 'match', message: expect.stringContaining('line 3') },
    });
    await rm(join(dir, 'c.jsonl'));
  });
});

test('a match counts for its first player, whatever its colour', () => {
  const { wins, draws, losses, score, elo } = standingOf([
    game(0, '1-0'),
    game(1, '0-1'),
    game(2, '1/2-1/2'),
    game(3, '1-0'),
  ]);
  expect({ wins, draws, losses, score }).toEqual({ wins: 2, draws: 1, losses: 1, score: 0.625 });
  expect(elo).toBe(89);
});

test('each level plays the one below, the stronger one first', () => {
  const planned = levelMatches(1000);
  expect(planned.map(({ name }) => name)).toContain('levels-metachess-5');
  for (const { players } of planned) {
    const [first, second] = players.map((player) =>
      player.kind === 'search' ? player.level.number : 0,
    );
    expect(first).toBe(second! + 1);
  }
  expect(levelPlayer(1, 1000)).toEqual(levelPlayer(1, 10));
});

test('the page tells what was played, and a level that is too weak', async () => {
  const folder = join(dir, 'matches');
  const open = (name: string) => MatchFile.open(join(folder, name), conditions, 'a machine', false);
  const weak = unwrap(await open('levels-losalamos-10.jsonl'));
  const strong = unwrap(await open('levels-losalamos-2.jsonl'));
  unwrap(await open('levels-losalamos-3.jsonl'));
  for (const number of [0, 1, 2, 3]) {
    await weak.add(game(number));
    await strong.add(game(number, number % 2 === 0 ? '1-0' : '0-1'));
  }
  const standings = unwrap(await readStandings(folder));
  expect(standings.map(({ name }) => name)).toEqual(['levels-losalamos-2', 'levels-losalamos-10']);
  const page = makeStrengthPage(standings);
  expect(page).toMatch(
    /level 2 \(easy\) \| level 1 \(beginner\) \| 4 \| 4 \| 0 \| 0 \| 100.0 % \|/,
  );
  expect(page).toMatch(/4 \| 2 \| 0 \| 2 \| 50.0 %, too little/);
  expect(page).toContain('Not played yet.');
  expect(await readFile(weak.path, 'utf8')).toMatch(/^{"conditions":.*\n({"number":.*\n){4}$/);
});
