import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { Game } from '../../src/play/game.ts';
import { parseVariants } from '../../src/rules/ini/parseVariants.ts';
import { allGames, findRuleSet } from '../../src/rules/registry.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { isHidden } from '../../src/rules/variant.ts';
import { listen } from '../../src/server/listen.ts';
import type { ListedGames } from '../../src/server/protocol.ts';
import { begin, makeFolder, Page, play, post, serve, twoPlayers } from './gamesServer.ts';

const folder = makeFolder();

const file = `[dash]
maxFile = 4
maxRank = 4
king = k
flagPiece = k
flagRegionWhite = *4
flagRegionBlack = *1
startFen = 3k/4/4/K3 w - - 0 1

[wide:chess]
maxFile = 16
maxRank = 16
startFen = k15/16/16/16/16/16/16/16/16/16/16/16/16/16/16/K14R w - - 0 1

[startless:chess]
maxRank = 7
`;
const variants = unwrap(parseVariants(file));

/** The first legal moves of a game, both sides' together. */
function firstMoves(rules: RuleSet, plies: number): string[] {
  let game = Game.start(rules);
  for (let i = 0; i < plies; i++) {
    const [first] = [...game.choices.values()].filter(({ legal }) => legal);
    game = unwrap(game.follow(first!.uci));
  }
  return game.plies.map(({ uci }) => uci);
}

describe('by its name', () => {
  // gamesIllegal.test.ts plays the one that hides its moves, gamesPrepared.test.ts those that do not begin with a move.
  const open = allGames().filter((rules) => !isHidden(rules) && !rules.variant.preparation);
  const names = [...open.map(({ name }) => name), 'reach:nomove=chess'];

  test.each(names)('%s is begun and played', async (name) => {
    const server = await serve(':memory:');
    const rules = unwrap(findRuleSet(name));
    const game = await twoPlayers(server, { rules: name });
    const moves = firstMoves(rules, 2);
    await play(game, moves.join(' '));
    const { game: seen } = await Page.join(server, game.id, {});
    expect(seen).toMatchObject({ rules: rules.name, start: rules.makeFen(rules.start) });
    expect(seen).not.toHaveProperty('variant');
    expect(seen.moves.map(({ uci }) => uci)).toEqual(moves);
  });

  test('a game of the operator’s file is, and goes on on a server without the file', async () => {
    const path = join(folder, 'own.db');
    const first = await serve(path, { variants });
    const game = await twoPlayers(first, { rules: 'dash' });
    await play(game, 'a1a2 d4d3');
    await first.close();
    const second = await serve(path);
    const { page: white, game: seen } = await Page.join(second, game.id, { seat: game.whiteSeat });
    const { page: black } = await Page.join(second, game.id, { seat: game.blackSeat });
    expect(seen).toMatchObject({ rules: 'dash', variant: expect.stringMatching(/^\[dash\]\n/) });
    const last = await play({ white, black }, 'a2a3 d3d2 a3a4', 2);
    expect(last.ending).toMatchObject({ winner: 'white' });
  });

  test('a game is refused that is too large to play by link, or has no first position', async () => {
    const server = await serve(':memory:', { variants });
    const messages = ['wide', 'startless'].map(async (rules) => {
      const response = await post(server, JSON.stringify({ rules }));
      return [response.status, ((await response.json()) as Record<string, unknown>).error];
    });
    expect(await Promise.all(messages)).toEqual([
      [
        400,
        {
          code: 'rules',
          message: 'a game by link has a board of at most 12x12, and that of wide is 16x16',
        },
      ],
      [400, { code: 'rules', message: 'startless has no first position: it needs a startFen' }],
    ]);
  });

  test('the default is metachess', async () => {
    const server = await serve(':memory:');
    const { id } = await begin(server);
    expect((await Page.join(server, id, {})).game.rules).toBe('metachess');
  });
});

test.each([true, false])('GET /games lists the games, games by link: %s', async (byLink) => {
  const games = byLink ? { games: { file: ':memory:' } } : {};
  const server = unwrap(await listen({ dir: folder, version: '1', variants, ...games }));
  const response = await fetch(`${server.address}/games`, {
    headers: { Origin: 'http://a.example' },
  });
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
  const { games: listed } = (await response.json()) as ListedGames;
  const builtIn = allGames().map(({ name, title }) => ({ name, title }));
  expect(listed.slice(0, -3)).toEqual(builtIn);
  expect(listed.slice(-3).map(({ name, title }) => [name, title])).toEqual([
    ['dash', 'Dash'],
    ['wide', 'Wide'],
    ['startless', 'Startless'],
  ]);
  expect(listed.at(-2)!.variant).toMatch(/^\[wide:chess\]\nmaxFile = 16\n/);
  await server.close(0);
});

test('a game that no rule ends is drawn after so many plies', async () => {
  const server = await serve(':memory:', { limits: { plies: 4 } });
  const game = await twoPlayers(server);
  const { ending } = await play(game, 'g1f3 g8f6 f3g1 f6g8');
  expect(ending).toEqual({
    reason: 'too long',
    winner: null,
    text: 'The game has gone on for 4 moves, both sides’ together. A draw.',
  });
});
