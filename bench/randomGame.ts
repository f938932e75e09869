import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { unwrap } from '../src/board/result.ts';
import { metachess } from '../src/rules/metachess.ts';
import type { CreatedGame, GameSnapshot, Join, ServerMessage } from '../src/server/protocol.ts';

export interface RandomGameOptions {
  /** From 0 to 1. */
  readonly random: () => number;
  readonly plies: number;
  /** Milliseconds before a move, on the average. */
  readonly think: number;
  readonly watched: boolean;
}

/** Two players who make random legal moves, one of whom loses the connection once, and perhaps an onlooker. */
export class RandomGame {
  readonly roundTrips: number[] = [];
  reconnects = 0;
  private readonly address: string;
  private readonly options: RandomGameOptions;
  private readonly id: string;
  private readonly pages: Page[] = [];
  private position = metachess.start;
  private readonly made: string[] = [];
  private readonly faults: string[] = [];

  private constructor(address: string, id: string, options: RandomGameOptions) {
    this.address = address;
    this.id = id;
    this.options = options;
  }

  static async begin(address: string, options: RandomGameOptions): Promise<RandomGame> {
    const response = await fetch(`${address}/games`, { method: 'POST', body: '{"color":"white"}' });
    const { id, seat } = (await response.json()) as CreatedGame;
    const game = new RandomGame(address, id, options);
    game.pages.push(await Page.join(address, id, { seat }));
    game.pages.push(await Page.join(address, id, { play: true }));
    if (options.watched) game.pages.push(await Page.join(address, id, {}));
    return game;
  }

  get connections(): number {
    return this.pages.length;
  }

  /** Chooses both players' moves; {@link check} finds out at the end whether every page got the same ones. */
  async play(): Promise<void> {
    const { random, plies, think } = this.options;
    const drop = Math.floor(random() * plies);
    for (let ply = 0; ply < plies; ply++) {
      const moves = metachess.legalMoves(this.position);
      const move = moves[Math.floor(random() * moves.length)]!;
      const uci = metachess.makeUci(move);
      if (think > 0) await pause(2 * think * random());
      const player = this.pages[ply % 2]!;
      if (ply === drop) await this.reconnect(ply % 2);
      const page = ply === drop ? this.pages[ply % 2]! : player;
      const began = performance.now();
      const ended = await page.move(ply, uci);
      this.roundTrips.push(performance.now() - began);
      this.made.push(uci);
      this.position = metachess.play(this.position, move);
      if (ended) return;
    }
  }

  /** The faults found: a page that got other moves, or a game that differs on the server. */
  async check(): Promise<readonly string[]> {
    const witness = await Page.join(this.address, this.id, {});
    this.pages.push(witness);
    // Messages sent before the answer to a ping have arrived by then.
    await Promise.all(this.pages.map((page) => page.settled()));
    for (const [i, { moves }] of this.pages.entries()) {
      if (moves.join() !== this.made.join()) {
        this.faults.push(`game ${this.id}: page ${i} got ${moves}, but ${this.made} were made`);
      }
    }
    let position = unwrap(metachess.parseFen(witness.start ?? 'startpos'));
    for (const uci of witness.moves) {
      position = metachess.play(position, unwrap(metachess.parseMove(position, uci)));
    }
    const [is, should] = [position, this.position].map((each) => metachess.makeFen(each));
    if (is !== should) this.faults.push(`game ${this.id} ended in ${is}, not in ${should}`);
    return this.faults;
  }

  async leave(): Promise<void> {
    await Promise.all(this.pages.map((page) => page.leave()));
  }

  private async reconnect(player: number): Promise<void> {
    const lost = this.pages[player]!;
    lost.terminate();
    this.pages[player] = await Page.join(this.address, this.id, { seat: lost.seat });
    this.reconnects++;
  }
}

/** A connection, and the moves that it has received. */
class Page {
  readonly moves: string[] = [];
  readonly start: string | null;
  readonly seat: string;
  private readonly socket: WebSocket;
  private awaited: ((message: ServerMessage) => void) | undefined;

  private constructor(socket: WebSocket, { start, moves, you }: GameSnapshot, seat: string) {
    this.socket = socket;
    this.start = start;
    this.seat = you.seat ?? seat;
    this.moves.push(...moves.map(({ uci }) => uci));
    socket.on('message', (data) => this.hear(JSON.parse(String(data)) as ServerMessage));
  }

  static async join(address: string, id: string, join: Omit<Join, 'type'>): Promise<Page> {
    const socket = new WebSocket(`${address.replace('http', 'ws')}/games/${id}/socket`);
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'join', ...join }));
    const [data] = await once(socket, 'message');
    const page = new Page(socket, JSON.parse(String(data)) as GameSnapshot, join.seat ?? '');
    // A seat is kept once its holder has sent another message.
    if (join.play) await page.settled();
    return page;
  }

  /** Resolves when the server has published this page's move, to whether it ended the game. */
  move(ply: number, uci: string): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.awaited = (message) => {
        if (message.type === 'error') reject(new Error(`${uci}: ${message.message}`));
        if (message.type === 'moved' && message.ply === ply) resolve(message.ending !== null);
      };
      this.socket.send(JSON.stringify({ type: 'move', ply, uci }));
    });
  }

  settled(): Promise<void> {
    return new Promise((resolve) => {
      this.awaited = (message) => {
        if (message.type === 'pong') resolve();
      };
      this.socket.send(JSON.stringify({ type: 'ping', sent: 0 }));
    });
  }

  terminate(): void {
    this.socket.terminate();
  }

  async leave(): Promise<void> {
    this.socket.close();
    await once(this.socket, 'close');
  }

  private hear(message: ServerMessage): void {
    if (message.type === 'moved') {
      // One that is out of order makes the list differ.
      this.moves.push(message.ply === this.moves.length ? message.uci : `${message.ply}?`);
    }
    this.awaited?.(message);
  }
}
