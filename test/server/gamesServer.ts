import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { unwrap } from '../../src/board/result.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import type { GameLimits } from '../../src/server/games/limits.ts';
import { listen } from '../../src/server/listen.ts';
import type {
  ClientMessage,
  CreatedGame,
  GameSnapshot,
  Join,
  NewGame,
  ServerMessage,
} from '../../src/server/protocol.ts';
import type { Time } from '../../src/server/time.ts';

/** A folder for the tests of one file; removed after them. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'metatb-games-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A clock that stands still until `turn` advances it. */
export class HandTime implements Time {
  private at: number;
  private timers: { readonly due: number; readonly act: () => void }[] = [];

  constructor(at = 1_000_000_000_000) {
    this.at = at;
  }

  now(): number {
    return this.at;
  }

  after(milliseconds: number, act: () => void): () => void {
    const timer = { due: this.at + milliseconds, act };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((each) => each !== timer);
    };
  }

  /** Advances the time; everything that falls due happens in order. */
  turn(milliseconds: number): void {
    const end = this.at + milliseconds;
    for (;;) {
      const [next] = this.timers.filter(({ due }) => due <= end).sort((a, b) => a.due - b.due);
      if (!next) break;
      this.timers = this.timers.filter((each) => each !== next);
      this.at = Math.max(this.at, next.due);
      next.act();
    }
    this.at = end;
  }
}

export interface Serving {
  readonly address: string;
  readonly errors: readonly Error[];
  close(): Promise<void>;
}

/** A server of games; closed after the test. */
export async function serve(
  file: string,
  {
    limits,
    time,
    variants = [],
    dir = tmpdir(),
  }: {
    limits?: Partial<GameLimits>;
    time?: Time;
    variants?: readonly RuleSet[];
    dir?: string;
  } = {},
): Promise<Serving> {
  const errors: Error[] = [];
  // A busy machine must refuse neither a game nor a move as too slow.
  const games = { file, limits: { trialTime: 60_000, moveTime: 1e6, ...limits } };
  const onError = (error: Error) => errors.push(error);
  const clock = time ? { time } : {};
  const server = unwrap(await listen({ dir, version: '1', games, variants, onError, ...clock }));
  const close = () => server.close(0);
  onTestFinished(close);
  return { address: server.address, errors, close };
}

export function post({ address }: Serving, body: string, headers: Record<string, string> = {}) {
  return fetch(`${address}/games`, { method: 'POST', body, headers });
}

export async function begin(serving: Serving, game: NewGame = {}): Promise<CreatedGame> {
  const response = await post(serving, JSON.stringify(game));
  if (response.status !== 201) throw new Error(await response.text());
  return (await response.json()) as CreatedGame;
}

type Told<T extends ServerMessage['type']> = Extract<ServerMessage, { type: T }>;

/** A client without a display, whose messages are taken one by one. */
export class Page {
  readonly socket: WebSocket;
  private readonly received: ServerMessage[] = [];
  private wake = () => {};
  /** The code with which the connection was closed. */
  closed: number | undefined;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data) => {
      this.received.push(JSON.parse(String(data)) as ServerMessage);
      this.wake();
    });
    socket.on('close', (code) => {
      this.closed = code;
      this.wake();
    });
    socket.on('error', () => {});
  }

  static async connect({ address }: Serving, id: string): Promise<Page> {
    const socket = new WebSocket(`${address.replace('http', 'ws')}/games/${id}/socket`);
    const page = new Page(socket);
    await once(socket, 'open');
    return page;
  }

  /** Connects, joins and reads the state of the game. */
  static async join(
    serving: Serving,
    id: string,
    join: Omit<Join, 'type'>,
  ): Promise<{ page: Page; game: GameSnapshot }> {
    const page = await Page.connect(serving, id);
    page.send({ type: 'join', ...join });
    return { page, game: await page.next('game') };
  }

  send(message: ClientMessage): void {
    this.socket.send(JSON.stringify(message));
  }

  /** The next message. */
  async any(): Promise<ServerMessage> {
    for (;;) {
      const message = this.received.shift();
      if (message) return message;
      if (this.closed !== undefined) throw new Error(`closed with ${this.closed}`);
      await this.change();
    }
  }

  /** The next message of this type; skips messages of other types. */
  async next<T extends ServerMessage['type']>(type: T): Promise<Told<T>> {
    for (;;) {
      const message = await this.any();
      if (message.type === type) return message as Told<T>;
    }
  }

  /** The code of the refusal that answers a message. */
  async refusal(message: ClientMessage): Promise<string> {
    this.send(message);
    return (await this.next('error')).code;
  }

  /** Resolves once the server has read everything sent before, to its answers before the pong. */
  async settled(): Promise<readonly ServerMessage[]> {
    const sent = Math.random();
    this.send({ type: 'ping', sent });
    const before: ServerMessage[] = [];
    for (;;) {
      const message = await this.any();
      if (message.type === 'pong' && message.sent === sent) return before;
      before.push(message);
    }
  }

  /** The code with which the server closes the connection. */
  async ending(): Promise<number> {
    while (this.closed === undefined) await this.change();
    return this.closed;
  }

  private change(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve;
    });
  }

  async leave(): Promise<void> {
    this.socket.close();
    await this.ending();
  }
}

/** A game with both players connected. */
export async function twoPlayers(serving: Serving, game: NewGame = {}) {
  const created = await begin(serving, { color: 'white', ...game });
  const { page: white } = await Page.join(serving, created.id, { seat: created.seat });
  const { page: black, game: seen } = await Page.join(serving, created.id, { play: true });
  const blackSeat = seen.you.seat!;
  await black.settled();
  await white.settled();
  return { id: created.id, white, black, whiteSeat: created.seat, blackSeat };
}

/** Plays moves in turn, each received by both players before the next. Returns the last message to White. */
export async function play(
  { white, black }: { readonly white: Page; readonly black: Page },
  moves: string,
  first = 0,
) {
  let last: Told<'moved'> | undefined;
  for (const [i, uci] of moves.split(' ').entries()) {
    const ply = first + i;
    (ply % 2 === 0 ? white : black).send({ type: 'move', ply, uci });
    last = await white.next('moved');
    const other = await black.next('moved');
    if (last.ply !== ply || other.ply !== ply)
      throw new Error(`received ${last.ply}, ${other.ply}`);
  }
  return last!;
}
