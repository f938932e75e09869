import { expect, test } from 'vitest';
import { begin, Page, play, serve, twoPlayers } from './gamesServer.ts';

const none = { draw: null, takeback: null, rematch: null };

test('a draw is offered and accepted', async () => {
  const game = await twoPlayers(await serve(':memory:'));
  await play(game, 'e2e4');
  game.white.send({ type: 'offer', offer: 'draw' });
  for (const page of [game.white, game.black]) {
    expect((await page.next('offers')).offers).toEqual({ ...none, draw: 'white' });
  }
  expect(await game.white.refusal({ type: 'accept', offer: 'draw' })).toBe('offer');
  game.black.send({ type: 'accept', offer: 'draw' });
  for (const page of [game.white, game.black]) {
    expect((await page.next('ended')).ending).toEqual({
      reason: 'agreement',
      winner: null,
      text: 'Both sides have agreed to a draw.',
    });
  }
  expect(await game.black.refusal({ type: 'offer', offer: 'draw' })).toBe('over');
  expect(await game.black.refusal({ type: 'resign' })).toBe('over');
});

test('a player who offers a draw that the opponent has offered accepts it', async () => {
  const game = await twoPlayers(await serve(':memory:'));
  game.white.send({ type: 'offer', offer: 'draw' });
  await game.black.next('offers');
  game.black.send({ type: 'offer', offer: 'draw' });
  expect((await game.white.next('ended')).ending.reason).toBe('agreement');
});

test('an offered draw stays after a move of the player who offers it, and lapses with the opponent’s', async () => {
  const game = await twoPlayers(await serve(':memory:'));
  game.white.send({ type: 'offer', offer: 'draw' });
  await game.black.next('offers');
  expect((await play(game, 'e2e4')).offers.draw).toBe('white');
  expect((await play(game, 'e7e5', 1)).offers.draw).toBe(null);
  expect(await game.black.refusal({ type: 'accept', offer: 'draw' })).toBe('offer');
});

test('a declined or withdrawn offer can be repeated only after a move', async () => {
  const game = await twoPlayers(await serve(':memory:'));
  for (const [ply, answering] of [game.black, game.white].entries()) {
    game.white.send({ type: 'offer', offer: 'draw' });
    await game.black.next('offers');
    answering.send({ type: 'decline', offer: 'draw' });
    expect((await game.black.next('offers')).offers).toEqual(none);
    expect(await game.white.refusal({ type: 'offer', offer: 'draw' })).toBe('offer');
    await play(game, ply === 0 ? 'e2e4' : 'e7e5', ply);
  }
  game.white.send({ type: 'offer', offer: 'draw' });
  await game.black.next('offers');
  expect(await game.black.refusal({ type: 'decline', offer: 'takeback' })).toBe('offer');
});

test('a takeback by consent takes back the last move, or the reply with it', async () => {
  const server = await serve(':memory:');
  const game = await twoPlayers(server);
  expect(await game.white.refusal({ type: 'offer', offer: 'takeback' })).toBe('offer');
  await play(game, 'e2e4 e7e5 g1f3');
  // White has just moved: one ply. Black's last move lies below White's: two plies.
  for (const [asking, granting, plies, again] of [
    [game.white, game.black, 2, 'b1c3'],
    [game.black, game.white, 1, 'c7c5'],
  ] as const) {
    asking.send({ type: 'offer', offer: 'takeback' });
    await granting.next('offers');
    expect(await granting.refusal({ type: 'offer', offer: 'takeback' })).toBe('offer');
    granting.send({ type: 'accept', offer: 'takeback' });
    expect(await asking.next('taken-back')).toMatchObject({ plies, offers: none });
    await granting.next('taken-back');
    await play(game, again, plies);
  }
  const { game: seen } = await Page.join(server, game.id, {});
  expect(seen.moves.map(({ san }) => san)).toEqual(['e4', 'c5']);
});

test('a move taken back stays taken back after a restart, and counts for no repetition', async () => {
  const server = await serve(':memory:');
  const game = await twoPlayers(server);
  const round = 'g1f3 g8f6 f3g1 f6g8';
  await play(game, `${round} g1f3 g8f6 f3g1`);
  game.white.send({ type: 'offer', offer: 'takeback' });
  await game.black.next('offers');
  game.black.send({ type: 'accept', offer: 'takeback' });
  await game.white.next('taken-back');
  await game.white.leave();
  await game.black.leave();
  // No player is connected: the game is read from the file again.
  const { page: white, game: seen } = await Page.join(server, game.id, { seat: game.whiteSeat });
  const { page: black } = await Page.join(server, game.id, { seat: game.blackSeat });
  expect(seen.moves).toHaveLength(6);
  const pages = { white, black };
  // Played again, the move repeats the position for the second time, not the third.
  expect((await play(pages, 'f3g1', 6)).ending).toBe(null);
  const { ending } = await play(pages, 'f6g8', 7);
  expect(ending?.reason).toBe('threefold repetition');
});

test('a takeback lapses with any move', async () => {
  const game = await twoPlayers(await serve(':memory:'));
  await play(game, 'e2e4');
  game.white.send({ type: 'offer', offer: 'takeback' });
  await game.black.next('offers');
  expect((await play(game, 'e7e5', 1)).offers).toEqual(none);
  expect(await game.black.refusal({ type: 'accept', offer: 'takeback' })).toBe('offer');
});

test('a player who resigns loses, on either side’s move', async () => {
  const server = await serve(':memory:');
  for (const [loser, winner] of [
    ['white', 'black'],
    ['black', 'white'],
  ] as const) {
    const game = await twoPlayers(server);
    game[loser].send({ type: 'resign' });
    const { ending } = await game[winner].next('ended');
    expect(ending).toMatchObject({ reason: 'resignation', winner });
    expect(ending.text).toMatch(/^(Black has resigned. White|White has resigned. Black) wins.$/);
  }
});

test('a rematch is a new game with the colours exchanged and the same secrets', async () => {
  const server = await serve(':memory:');
  const game = await twoPlayers(server, { clock: { seconds: 60, increment: 1 } });
  expect(await game.white.refusal({ type: 'offer', offer: 'rematch' })).toBe('not-over');
  await play(game, 'e2e4 e7e5');
  game.white.send({ type: 'resign' });
  await game.black.next('ended');
  game.white.send({ type: 'offer', offer: 'rematch' });
  expect((await game.black.next('offers')).offers.rematch).toBe('white');
  game.black.send({ type: 'accept', offer: 'rematch' });
  const { id, link } = await game.white.next('rematch');
  expect(await game.black.next('rematch')).toMatchObject({ id, link: `/#game=${id}` });
  expect(id).not.toBe(game.id);

  const { page: black, game: seen } = await Page.join(server, id, { seat: game.whiteSeat });
  const { page: white } = await Page.join(server, id, { seat: game.blackSeat });
  expect(seen).toMatchObject({ moves: [], ending: null, you: { color: 'black' } });
  expect(seen.clocks).toEqual({ white: 60_000, black: 60_000, running: null });
  await play({ white, black }, 'e2e4 e7e5');
  const { game: old } = await Page.join(server, game.id, {});
  expect(old.rematch).toEqual({ id, link });
  expect(await game.white.refusal({ type: 'offer', offer: 'rematch' })).toBe('offer');
});

test('a rematch needs both players', async () => {
  const server = await serve(':memory:');
  const { id, seat } = await begin(server);
  const { page } = await Page.join(server, id, { seat });
  page.send({ type: 'resign' });
  await page.next('ended');
  expect(await page.refusal({ type: 'offer', offer: 'rematch' })).toBe('offer');
});
