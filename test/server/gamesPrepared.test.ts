import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { GameSnapshot, GameSummary } from '../../src/server/protocol.ts';
import { begin, makeFolder, Page, type Serving, serve, twoPlayers } from './gamesServer.ts';

const folder = makeFolder();
type Players = Pick<Awaited<ReturnType<typeof twoPlayers>>, 'white' | 'black'>;

/** Takes steps and makes moves, each by the side before its colon, received by both. */
async function act({ white, black }: Players, acts: readonly string[], first = 0): Promise<void> {
  for (const [i, each] of acts.entries()) {
    const [side, uci = ''] = each.split(': ');
    (side === 'white' ? white : black).send({ type: 'move', ply: first + i, uci });
    const [one, other] = [await moved(white), await moved(black)];
    expect([one.ply, one.uci, other.ply, other.uci]).toEqual([first + i, uci, first + i, uci]);
  }
}

/** The next step or move, unless one is refused. */
async function moved(page: Page) {
  for (;;) {
    const message = await page.any();
    if (message.type === 'error') throw new Error(message.message);
    if (message.type === 'moved') return message;
  }
}

/** The code of a refusal. */
async function refusedTo(page: Page, ply: number, uci: string): Promise<string> {
  page.send({ type: 'move', ply, uci });
  const heard = await page.settled();
  for (const message of heard) if (message.type === 'error') return message.code;
  return JSON.stringify(heard);
}

async function summaryOf(server: Serving, id: string): Promise<GameSummary> {
  return (await (await fetch(`${server.address}/games/${id}`)).json()) as GameSummary;
}

describe('Metamachy', () => {
  test('Black arranges, then White moves; the game is kept over a restart', async () => {
    const file = join(folder, 'metamachy.db');
    const first = await serve(file);
    const game = await twoPlayers(first, { rules: 'metamachy' });
    expect(await summaryOf(first, game.id)).toMatchObject({ plies: 0, turn: 'black' });
    await act(game, ['black: arrange LGQK']);
    await first.close();
    const server = await serve(file);
    const { page: white, game: seen } = await Page.join(server, game.id, { seat: game.whiteSeat });
    const { page: black } = await Page.join(server, game.id, { seat: game.blackSeat });
    expect(seen.start).toBeNull();
    expect(seen.moves.map(({ uci }) => uci)).toEqual(['arrange LGQK']);
    // White's men mirror Black's: its queen stands on f2, below the lion on f1.
    await act({ white, black }, ['white: f3f5', 'black: f10f8'], 1);
    expect(await refusedTo(white, 3, 'e1e2')).toBe('illegal');
    expect(await summaryOf(server, game.id)).toMatchObject({ plies: 3, turn: 'white' });
  });

  test('whoever cheats is refused, and nothing changes', async () => {
    const server = await serve(':memory:');
    const game = await twoPlayers(server, { rules: 'metamachy' });
    const { white, black } = game;
    expect(await refusedTo(white, 0, 'arrange KQLG')).toBe('turn');
    expect(await refusedTo(white, 0, 'f3f5')).toBe('turn');
    for (const uci of ['arrange KQL', 'arrange KKLG', 'arrange kqlg', 'arrange', 'f10f8', 'KQLG']) {
      expect(await refusedTo(black, 0, uci), uci).toBe('illegal');
    }
    expect(await refusedTo(black, 1, 'arrange KQLG')).toBe('ply');
    const { page: onlooker } = await Page.join(server, game.id, {});
    expect(await refusedTo(onlooker, 0, 'arrange KQLG')).toBe('onlooker');
    await act(game, ['black: arrange KQLG']);
    expect(await refusedTo(black, 1, 'arrange GLQK')).toBe('turn');
    expect(await refusedTo(white, 1, 'arrange GLQK')).toBe('illegal');
  });

  test('the arrangement can be taken back, and a rematch has one of its own', async () => {
    const server = await serve(':memory:');
    const game = await twoPlayers(server, { rules: 'metamachy' });
    const { white, black } = game;
    expect(await black.refusal({ type: 'offer', offer: 'takeback' })).toBe('offer');
    await act(game, ['black: arrange KQLG']);
    expect(await white.refusal({ type: 'offer', offer: 'takeback' })).toBe('offer');
    black.send({ type: 'offer', offer: 'takeback' });
    await white.next('offers');
    white.send({ type: 'accept', offer: 'takeback' });
    expect(await black.next('taken-back')).toMatchObject({ plies: 0 });
    await white.next('taken-back');
    await act(game, ['black: arrange QKLG', 'white: a3a5', 'black: a10a8']);
    white.send({ type: 'resign' });
    await black.next('ended');
    white.send({ type: 'offer', offer: 'rematch' });
    await black.next('offers');
    black.send({ type: 'accept', offer: 'rematch' });
    const { id } = await black.next('rematch');
    // The colours are exchanged.
    const { page: next, game: seen } = await Page.join(server, id, { seat: game.whiteSeat });
    expect([seen.you.color, seen.start, seen.moves]).toEqual(['black', null, []]);
    expect(await refusedTo(next, 0, 'arrange KQLX')).toBe('illegal');
  });

  test('steps are not timed: the clock runs from the second move on', async () => {
    const server = await serve(':memory:');
    const game = await twoPlayers(server, {
      rules: 'metamachy',
      clock: { seconds: 60, increment: 0 },
    });
    const running: (string | null | undefined)[] = [];
    for (const [i, [side, uci]] of (
      [
        ['black', 'arrange KQLG'],
        ['white', 'a3a5'],
        ['black', 'a10a8'],
      ] as const
    ).entries()) {
      game[side].send({ type: 'move', ply: i, uci });
      running.push((await game.white.next('moved')).clocks?.running);
    }
    expect(running).toEqual([null, null, 'white']);
  });
});

const selection = [
  'white: propose R=RN',
  'black: overrule',
  'white: propose Q=QN',
  'black: accept',
  'black: propose N=C',
  'white: accept',
  'white: agree R=RF,B=B',
  'black: decline',
  'white: propose R=RF',
  'black: accept',
  'black: propose B=BD',
  'white: accept',
];
const placement = [...'KQRRBBNN'].flatMap((letter, i) => [
  `white: place ${letter} ${'abcdefgh'[i]}1`,
  `black: place ${letter} ${'hgfedcba'[i]}8`,
]);

describe('Hutnik’s Meta Chess', () => {
  test('selection, placement and play, kept over a restart at every phase', async () => {
    const file = join(folder, 'hutnik.db');
    let server = await serve(file);
    const game = await twoPlayers(server, { rules: 'hutnik:overrules=2' });
    let players: Players = game;
    let seen: GameSnapshot | undefined;
    const restart = async () => {
      await server.close();
      server = await serve(file);
      const { page: white, game: snapshot } = await Page.join(server, game.id, {
        seat: game.whiteSeat,
      });
      const { page: black } = await Page.join(server, game.id, { seat: game.blackSeat });
      players = { white, black };
      seen = snapshot;
    };
    const acts = [...selection, ...placement];
    await act(players, acts.slice(0, 5));
    await restart();
    await act(players, acts.slice(5, 15), 5);
    await restart();
    await act(players, acts.slice(15), 15);
    await restart();
    expect(seen!.moves.map(({ uci }) => uci)).toEqual(acts.map((each) => each.split(': ')[1]));
    expect(seen!.rules).toBe('hutnik:overrules=2');
    // A queen that is a knight, too, and Black's knights are camels.
    await act(players, ['white: b1c3', 'black: a8b5'], acts.length);
    expect(await summaryOf(server, game.id)).toMatchObject({ plies: 30, turn: 'white' });
  });

  test('whoever cheats is refused, and nothing changes', async () => {
    const server = await serve(':memory:');
    const game = await twoPlayers(server, { rules: 'hutnik:overrules=1' });
    const { white, black } = game;
    expect(await refusedTo(black, 0, 'propose R=RN')).toBe('turn');
    for (const uci of [
      'accept',
      'overrule',
      'place K e1',
      'e2e4',
      'propose K=K',
      'propose P=Q',
      'propose R=U',
      'propose R=iR',
      'propose R=',
      `propose R=${'WF'.repeat(40)}`,
      'agree R=RN',
      '__proto__',
    ]) {
      expect(await refusedTo(white, 0, uci), uci).toBe('illegal');
    }
    await act(game, ['white: propose R=RN']);
    expect(await refusedTo(white, 1, 'accept')).toBe('turn');
    await act(game, ['black: overrule'], 1);
    expect(await refusedTo(white, 2, 'propose R=NR')).toBe('illegal');
    expect(await refusedTo(black, 2, 'overrule')).toBe('turn');
    // Black has no overrule left: what White proposes stands.
    await act(game, ['white: propose R=RF'], 2);
    expect(await refusedTo(black, 3, 'overrule')).toBe('illegal');
    expect(await refusedTo(black, 3, 'propose R=R')).toBe('illegal');
    await act(game, ['black: agree Q=Q,B=B,N=N', 'white: accept', 'white: place K e1'], 3);
    for (const uci of ['place K e1', 'place Q e1', 'place Q d2', 'place P d8', 'place K z9']) {
      expect(await refusedTo(black, 6, uci), uci).toBe('illegal');
    }
    await act(game, ['black: place K e8'], 6);
    for (const uci of ['place K d1', 'place Q e1', 'place Q d8', 'd2d4']) {
      expect(await refusedTo(white, 7, uci), uci).toBe('illegal');
    }
    expect(await black.settled()).toEqual([]);
    expect(await refusedTo(black, 7, 'place Q d8')).toBe('turn');
    // Sent twice, as after a lost connection: the sender alone hears of it again.
    black.send({ type: 'move', ply: 6, uci: 'place K e8' });
    expect(await black.settled()).toMatchObject([{ type: 'moved', ply: 6 }]);
    expect(await white.settled()).toEqual([]);
  });

  test('with movements that are given, it begins with the placement', async () => {
    const server = await serve(':memory:');
    const game = await twoPlayers(server, { rules: 'hutnik:R=RN' });
    expect(await refusedTo(game.white, 0, 'propose R=R')).toBe('illegal');
    await act(game, ['white: place R a1', 'black: place R a8']);
  });

  test('if White could take the king when all stand, Black has lost, and the game is over', async () => {
    const server = await serve(':memory:');
    // Knights that jump from a1 to a8.
    const game = await twoPlayers(server, { rules: 'hutnik:N=N(7,0)' });
    const steps = [...'abcdefgh'].flatMap((file, i) => [
      `white: place ${'NRBQKBRN'[i]} ${file}1`,
      `black: place ${'KRBQNBNR'[i]} ${file}8`,
    ]);
    await act(game, steps);
    const { game: seen } = await Page.join(server, game.id, {});
    expect(seen.ending).toEqual({
      reason: 'king exposed',
      winner: 'white',
      text: 'White, who is to move, could take the king: Black has lost before the first move.',
    });
    expect(await refusedTo(game.white, 16, 'a1a8')).toBe('over');
  });

  test('a parameter that is wrong is refused with what would be right', async () => {
    const server = await serve(':memory:');
    const wrong = begin(server, { rules: 'hutnik:overrules=-1' });
    await expect(wrong).rejects.toThrow(/overrules/);
  });
});
