import type { Problem } from '../../board/result.ts';
import type { GameNode } from '../../play/gameTree.ts';
import type { ClientMessage, Join, OfferKind, ServerMessage } from '../../server/protocol.ts';
import { Connection, type Link } from './connection.ts';
import { fetchSummary } from './gameRequests.ts';
import {
  fromSnapshot,
  isAtEnd,
  type LiveGame,
  lengthOf,
  otherSide,
  sideToMove,
  updated,
} from './liveGame.ts';
import { ownName } from './ownName.ts';
import { keepSeat, markOver, seatOf } from './seats.ts';

export interface SessionEvents {
  /** After every message that changes the game. `before` is undefined on the first one. */
  readonly onChange: (message: ServerMessage, before: LiveGame | undefined) => void;
  /** After the visitor's own move was sent, or another position was selected. */
  readonly onOwn: () => void;
  readonly onRefused: (refusal: Pick<Problem, 'code' | 'message'>) => void;
  readonly onLink: (link: Link) => void;
}

/** One visitor's side of a game by link: the state as the server sends it, and the visitor's messages. Draws nothing. */
export class LiveSession {
  readonly id: string;
  live: LiveGame | undefined;
  /** The visitor's move on its way to the server: shown, and sent again after a lost connection. */
  pending: { readonly ply: number; readonly uci: string } | undefined;
  /** Offers that the visitor has declined or withdrawn, until the server confirms it. */
  readonly declined = new Set<OfferKind>();
  private readonly events: SessionEvents;
  private connection: Connection;
  /** Asks for the free seat on the next join. */
  private wantsSeat = false;

  constructor(id: string, events: SessionEvents) {
    this.id = id;
    this.events = events;
    this.connection = this.connect();
  }

  leave(): void {
    this.connection.close();
  }

  /** Is it the visitor's turn, with the last position of an unfinished game on the board? */
  mayMove(): boolean {
    const { live, pending } = this;
    if (!live || live.ending || pending || live.color === null) return false;
    return isAtEnd(live.tree) && sideToMove(live) === live.color;
  }

  /** A legal move, or a step before the first one. False if it waits for a lost connection to come back. */
  play(uci: string): boolean {
    const ply = lengthOf(this.live!);
    this.pending = { ply, uci };
    const sent = this.connection.send({ type: 'move', ply, uci });
    this.events.onOwn();
    return sent;
  }

  look(node: GameNode): void {
    if (!this.live) return;
    this.live = { ...this.live, tree: this.live.tree.goTo(node) };
    this.events.onOwn();
  }

  takeSeat(): void {
    this.wantsSeat = true;
    this.rejoin();
  }

  /** False without a connection. */
  send(message: Exclude<ClientMessage, Join>): boolean {
    if (message.type === 'decline') this.declined.add(message.offer);
    return this.connection.send(message);
  }

  private connect(): Connection {
    return new Connection(this.id, {
      join: () => this.joinMessage(),
      onMessage: (message) => this.receive(message),
      onLink: (link) => {
        this.events.onLink(link);
        if (link === 'lost' && !this.live) void this.askWhy();
      },
    });
  }

  /** A WebSocket that never opened does not say why; an answer over HTTP may. */
  private async askWhy(): Promise<void> {
    const summary = await fetchSummary(this.id);
    if (summary.ok || this.live) return;
    const { code, message } = summary.problem;
    if (code !== 'no-game' && code !== 'no-server') return;
    this.leave();
    this.events.onRefused({ code, message });
  }

  private joinMessage(): Join {
    const own = seatOf(this.id);
    if (own) return { type: 'join', seat: own.seat };
    if (!this.wantsSeat) return { type: 'join' };
    const name = ownName();
    return { type: 'join', play: true, ...(name === undefined ? {} : { name }) };
  }

  private receive(message: ServerMessage): void {
    if (message.type === 'pong') return;
    if (message.type === 'error') {
      if (message.ply !== undefined && this.pending?.ply === message.ply) this.pending = undefined;
      this.events.onRefused(message);
      return;
    }
    const before = this.live;
    const now = performance.now();
    if (message.type === 'game') {
      const read = fromSnapshot(message, now, before);
      if (!read.ok) {
        this.leave();
        const why = `this page cannot show the game: ${read.problem.message}; load it again, as it may be an old one`;
        this.events.onRefused({ code: read.problem.code, message: why });
        return;
      }
      this.live = read.value;
    } else if (before) {
      const after = updated(before, message, now);
      if (after === 'behind') {
        this.rejoin();
        return;
      }
      this.live = after;
    } else {
      return;
    }
    this.settle(message);
    this.events.onChange(message, before);
    if (message.type === 'offers') this.declined.clear();
  }

  /** Applies a message to the visitor's seat and to the move that is on its way. */
  private settle(message: ServerMessage): void {
    const live = this.live!;
    if (message.type === 'game') {
      const { seat, color } = message.you;
      if (seat !== undefined && color) {
        keepSeat(this.id, { seat, color, since: Date.now() });
        // The server keeps a new seat once its holder has sent another message.
        this.send({ type: 'ping', sent: Math.round(performance.now()) });
      }
      this.resend();
    }
    if (message.type === 'moved' && this.pending?.ply === message.ply) this.pending = undefined;
    if (message.type === 'taken-back' || message.type === 'seen') this.pending = undefined;
    if (live.ending) markOver(this.id);
    const own = seatOf(this.id);
    // The secret is the same in the game that follows, for the other colour.
    if (live.rematch && own && !seatOf(live.rematch.id)) {
      const color = otherSide(own.color);
      keepSeat(live.rematch.id, { seat: own.seat, color, since: Date.now() });
    }
  }

  /** Sends the move that was on its way again, unless the game has it already or has gone on. */
  private resend(): void {
    const { pending, live } = this;
    if (!pending || !live) return;
    if (lengthOf(live) === pending.ply && !live.ending) {
      this.send({ type: 'move', ply: pending.ply, uci: pending.uci });
    } else this.pending = undefined;
  }

  /** Reconnects, after a gap in the messages or to take a seat. */
  private rejoin(): void {
    this.connection.close();
    this.connection = this.connect();
  }
}
