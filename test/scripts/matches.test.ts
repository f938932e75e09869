import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Conditions, conditionsOf, difference } from '../../scripts/matches/conditions.ts';
import { GamePlayer } from '../../scripts/matches/gamePlayer.ts';
import type { GameRecord } from '../../scripts/matches/gameRecord.ts';
import { MatchFile, readMatch } from '../../scripts/matches/matchFile.ts';
import { randomOpening } from '../../scripts/matches/opening.ts';
import { fairyMatches, levelMatches } from '../../scripts/matches/plannedMatches.ts';
import { depthPlayer, levelPlayer, timeOf } from '../../scripts/matches/player.ts';
import { standingOf } from '../../scripts/matches/standing.ts';
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

const open = (name: string, now = conditions, fresh = false, machine = 'a machine') =>
  MatchFile.open(join(dir, name), now, machine, fresh);

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

  test('names another machine where it goes on, and has a game that came twice once', async () => {
    await unwrap(await open('d.jsonl')).add(game(0));
    const elsewhere = unwrap(await open('d.jsonl', conditions, false, 'another one'));
    await elsewhere.add(game(1));
    await elsewhere.add(game(1));
    const { machine, games } = unwrap(await readMatch(elsewhere.path))!;
    expect([machine, games]).toEqual([
      'a machine',
      [game(0), { ...game(1), machine: 'another one' }],
    ]);
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

test('Fairy-Stockfish has the time of the strongest level, and is to be no better with skill 0', () => {
  const planned = fairyMatches('Fairy-Stockfish', [0, 8], 100);
  expect(planned.map(({ name }) => name)).toContain('fairy-kingofthehill-8');
  for (const { players, games, least, name } of planned) {
    expect(players.map(timeOf)).toEqual([100, 100]);
    expect([games, least]).toEqual([60, name.endsWith('-0') ? 0.5 : undefined]);
  }
});
