import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Conditions, conditionsOf } from '../../scripts/matches/conditions.ts';
import { GamePlayer } from '../../scripts/matches/gamePlayer.ts';
import { MatchFile } from '../../scripts/matches/matchFile.ts';
import { levelPlayer } from '../../scripts/matches/player.ts';
import { gamesAhead, playMatches } from '../../scripts/matches/playMatches.ts';
import { fail, type Result, unwrap } from '../../src/board/result.ts';
import { interrupted } from '../../src/cli/interrupt.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'metatb-matches-'));
});
afterAll(() => rm(dir, { recursive: true }));

const GAMES = 4;
const names = ['levels-losalamos-2', 'levels-losalamos-1'];

const open = async (folder: string) => {
  const players = [levelPlayer(2, 1), levelPlayer(1, 1)] as const;
  const wanted = names.map(async (name, seed) => {
    const given = { rules: 'losalamos', search: 'a search', players, seed };
    const conditions: Conditions = { ...conditionsOf(given), mostPlies: 8 };
    const path = join(dir, folder, `${name}.jsonl`);
    return {
      file: unwrap(await MatchFile.open(path, conditions, 'a machine', false)),
      games: GAMES,
    };
  });
  return Promise.all(wanted);
};
const texts = (folder: string) =>
  Promise.all(names.map((name) => readFile(join(dir, folder, `${name}.jsonl`), 'utf8')));

/** As one thread does, whose players go on from game to game. */
function makePlay() {
  const players = new Map<Conditions, GamePlayer>();
  return (conditions: Conditions, number: number) => {
    const player = players.get(conditions) ?? new GamePlayer(conditions, undefined);
    players.set(conditions, player);
    return player.play(number);
  };
}

test('after interruptions the games are those of one run', async () => {
  const play = makePlay();
  unwrap(await playMatches(await open('whole'), { threads: 1, play, onGame: () => {} }));

  for (const most of [1, 3]) {
    let played = 0;
    const again = makePlay();
    const some = async (conditions: Conditions, number: number) =>
      played >= most ? interrupted : again(conditions, number);
    const matches = await open('parts');
    const onGame = () => played++;
    expect(await playMatches(matches, { threads: 1, play: some, onGame })).toBe(interrupted);
    // Killed while it writes.
    await appendFile(matches[0]!.file.path, '{"number":3,"whi');
  }
  const rest = await open('parts');
  expect([...gamesAhead(rest)]).toHaveLength(2 * GAMES - 4);
  const alone = (conditions: Conditions, number: number) => makePlay()(conditions, number);
  unwrap(await playMatches(rest, { threads: 3, play: alone, onGame: () => {} }));
  expect(await texts('parts')).toEqual(await texts('whole'));
  expect([...gamesAhead(await open('parts'))]).toEqual([]);
});

test('a game that fails is named, and the others under way are kept', async () => {
  let ended = 0;
  const play = makePlay();
  const broken = async (conditions: Conditions, number: number): Promise<Result<never>> =>
    number === 1 ? fail('crash', 'it ended') : (play(conditions, number) as Promise<Result<never>>);
  const matches = await open('broken');
  const found = await playMatches(matches, { threads: 2, play: broken, onGame: () => ended++ });
  expect(found).toMatchObject({
    problem: { code: 'crash', message: 'levels-losalamos-2, game 1: it ended' },
  });
  expect([ended, matches[0]!.file.games.length]).toEqual([1, 1]);
});
