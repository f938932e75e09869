import type { WebSocket } from 'ws';
import type { Problem } from '../../board/result.ts';
import { RateLimit } from '../limits.ts';
import type { ClientMessage, CloseCodes, ServerMessage } from '../protocol.ts';
import type { Time } from '../time.ts';
import { refuse } from './game.ts';
import type { GameLimits } from './limits.ts';
import type { Lobby } from './lobby.ts';
import { readMessage } from './messages.ts';
import { type Member, type Room, refusal } from './room.ts';

export const closeCodes: CloseCodes = { restart: 1012, flood: 1008, tooLarge: 1009, refused: 4000 };
/** Close code for a fault of the server (RFC 6455, 7.4.1). */
const INTERNAL = 1011;

export interface ConnectionOptions {
  /** The game's id. */
  readonly id: string;
  readonly visitor: string;
  readonly lobby: Lobby;
  readonly limits: GameLimits;
  readonly time: Time;
  readonly onError: (error: Error) => void;
}

/** One page's connection to one game: limits the rate of its messages, reads them and hands them to the game. */
export class Connection implements Member {
  side: Member['side'];
  readonly visitor: string;
  private readonly socket: WebSocket;
  private readonly options: ConnectionOptions;
  private readonly rate: RateLimit;
  private readonly timers = { join: () => {}, alive: () => {} };
  private room: Room | undefined;
  private answers = true;

  constructor(socket: WebSocket, options: ConnectionOptions) {
    const { limits, time, visitor, onError } = options;
    this.socket = socket;
    this.options = options;
    this.visitor = visitor;
    this.rate = new RateLimit(limits.messageRate, () => time.now());
    socket.on('message', (data, isBinary) => {
      // A bug in one game must not end all the others.
      try {
        this.receive(isBinary ? '' : String(data));
      } catch (error) {
        onError(error as Error);
        this.socket.close(INTERNAL);
      }
    });
    socket.on('pong', () => {
      this.answers = true;
    });
    // After a breach of the protocol or a loss of the connection, `close` follows by itself.
    socket.on('error', () => {});
    socket.on('close', () => this.gone());
    this.timers.join = time.after(limits.joinWithin, () => {
      this.end(refuse('join', 'A connection has to join the game first.').problem);
    });
    this.watch();
  }

  send(message: ServerMessage): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    // A client that does not read must not fill our memory; it catches up when it rejoins.
    if (this.socket.bufferedAmount > this.options.limits.unread) this.socket.terminate();
    else this.socket.send(JSON.stringify(message));
  }

  /** May it be closed to make room for another connection? */
  get isDispensable(): boolean {
    return this.side === undefined && this.socket.readyState === this.socket.OPEN;
  }

  close(code: number): void {
    this.socket.close(code);
  }

  terminate(): void {
    this.socket.terminate();
  }

  private receive(text: string): void {
    // Messages that arrive after the connection was refused are ignored.
    if (this.socket.readyState !== this.socket.OPEN) return;
    if (this.rate.take('', 1) > 0) {
      const { messageRate } = this.options.limits;
      this.send(refusal(refuse('rate', `More than ${messageRate} messages a second.`).problem));
      this.socket.close(closeCodes.flood);
      return;
    }
    const read = readMessage(text);
    if (!read.ok) this.send(refusal(read.problem));
    else if (read.value.type === 'join') this.join(read.value);
    else if (this.room) this.room.receive(this, read.value);
    else this.end(refuse('join', 'Join the game first: {"type": "join"}.').problem);
  }

  private join(message: Extract<ClientMessage, { type: 'join' }>): void {
    const { lobby, id } = this.options;
    const room = this.room ? refuse('join', 'This connection has joined already.') : lobby.room(id);
    const joined = room.ok ? room.value.join(this, message) : room;
    if (!joined.ok) this.end(joined.problem);
    else if (room.ok) this.room = room.value;
    this.timers.join();
    lobby.putAway(id);
  }

  /** Sends the reason and closes. After a disk failure, which may pass, the page may reconnect. */
  end(problem: Problem): void {
    this.send(refusal(problem));
    this.socket.close(problem.code === 'storage' ? INTERNAL : closeCodes.refused);
  }

  private watch(): void {
    const { limits, time } = this.options;
    this.timers.alive = time.after(limits.aliveEvery, () => {
      if (this.answers) {
        this.answers = false;
        this.socket.ping();
        this.watch();
      } else {
        this.socket.terminate();
      }
    });
  }

  private gone(): void {
    this.timers.join();
    this.timers.alive();
    this.room?.leave(this);
  }
}
