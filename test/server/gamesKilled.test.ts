import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { CreatedGame, GameSnapshot } from '../../src/server/protocol.ts';
import { makeFolder, start } from '../cli/metatb.ts';
import { whole } from '../thorough.ts';
import { begin, Page, play, type Serving, serve as serveHere } from './gamesServer.ts';

const dir = makeFolder();
const children = new Set<ReturnType<typeof start>['child']>();
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
});

/** A server in a separate process, which can be killed. */
async function serve(): Promise<Serving> {
  const { child, ended } = start(['serve', '--dir', dir, '--port', '0', '--json']);
  children.add(child);
  const [printed] = (await once(child.stdout, 'data')) as [string];
  const { address } = JSON.parse(printed) as { address: string };
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  return { address, errors: [], close: kill };
}

interface Playing {
  readonly created: CreatedGame;
  readonly white: Page;
  readonly black: Page;
}

/** Two moves have been made. */
async function twoMoves(server: Serving): Promise<Playing> {
  const created = await begin(server, { color: 'white' });
  const { page: white } = await Page.join(server, created.id, { seat: created.seat });
  const { page: black } = await Page.join(server, created.id, { play: true });
  await black.settled();
  await play({ white, black }, 'e2e4 e7e5');
  return { created, white, black };
}

/** The game as the next server finds it; that one runs in this process. */
const after = async ({ created }: Playing): Promise<GameSnapshot> => {
  const server = await serveHere(join(dir, 'games.db'));
  const { game } = await Page.join(server, created.id, { seat: created.seat });
  await server.close();
  return game;
};

interface Deed {
  /** Sends the messages that change the game. */
  readonly send: (playing: Playing) => Promise<void> | void;
  /** Waits until a player has received the change. */
  readonly known: (playing: Playing) => Promise<unknown>;
  readonly isBefore: (game: GameSnapshot) => boolean;
  readonly isAfter: (game: GameSnapshot) => boolean;
}

const deeds: readonly (readonly [string, Deed])[] = [
  [
    'a resignation',
    {
      send: ({ white }) => white.send({ type: 'resign' }),
      known: ({ black }) => black.next('ended'),
      isBefore: ({ ending }) => ending === null,
      isAfter: ({ ending }) => ending?.reason === 'resignation' && ending.winner === 'black',
    },
  ],
  [
    'a takeback',
    {
      send: async ({ white, black }) => {
        white.send({ type: 'offer', offer: 'takeback' });
        await black.next('offers');
        black.send({ type: 'accept', offer: 'takeback' });
      },
      known: ({ white }) => white.next('taken-back'),
      isBefore: ({ moves }) => moves.length === 2,
      isAfter: ({ moves, offers }) => moves.length === 0 && offers.takeback === null,
    },
  ],
];

test.each(whole ? deeds : deeds.slice(0, 1))(
  '%s that a player has received survives kill -9 of the server',
  async (_, deed) => {
    const server = await serve();
    const playing = await twoMoves(server);
    await deed.send(playing);
    await deed.known(playing);
    await server.close();
    const game = await after(playing);
    expect(deed.isAfter(game)).toBe(true);
    expect(game.notice).toBe(null);
  },
);

test.each(whole ? deeds : deeds.slice(1, 2))(
  '%s during which the server is killed happens completely or not at all',
  async (_, deed) => {
    for (const pause of [0, 2]) {
      const server = await serve();
      const playing = await twoMoves(server);
      await deed.send(playing);
      await new Promise((resolve) => setTimeout(resolve, pause));
      await server.close();
      const game = await after(playing);
      expect(deed.isBefore(game) || deed.isAfter(game)).toBe(true);
      expect(game.notice).toBe(null);
    }
  },
);

test.runIf(whole)(
  'a seat claimed before kill -9 stays with its holder, or is free again if the secret may not have arrived',
  async () => {
    const server = await serve();
    const [confirmed, unconfirmed] = [
      await begin(server, { color: 'white' }),
      await begin(server, { color: 'white' }),
    ];
    const { page, game } = await Page.join(server, confirmed.id, { play: true, name: 'Ben' });
    // The holder has answered: the seat is confirmed.
    await page.settled();
    const claiming = await Page.connect(server, unconfirmed.id);
    claiming.send({ type: 'join', play: true });
    await server.close();

    const again = await serve();
    const { game: seen } = await Page.join(again, confirmed.id, { seat: game.you.seat! });
    expect(seen.you.color).toBe('black');
    expect(seen.names.black).toBe('Ben');
    const { game: other } = await Page.join(again, confirmed.id, { play: true });
    expect(other.you.color).toBe(null);
    const { game: taken } = await Page.join(again, unconfirmed.id, { play: true });
    expect(taken.you.color).toBe('black');
    await again.close();
  },
);
