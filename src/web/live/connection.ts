import type { ClientMessage, CloseCodes, ServerMessage } from '../../server/protocol.ts';

export type Link = 'connecting' | 'open' | 'lost' | 'closed';

export interface ConnectionEvents {
  /** The first message on every connection. */
  readonly join: () => ClientMessage;
  readonly onMessage: (message: ServerMessage) => void;
  readonly onLink: (link: Link) => void;
}

const REFUSED: CloseCodes['refused'] = 4000;
/** Milliseconds until a lost connection is tried again. The wait doubles each time, up to the longest. */
const FIRST_WAIT = 500;
const LONGEST_WAIT = 10_000;
/** Networks drop connections without a word; a ping without an answer shows it. */
const PING_MS = 20_000;

/** A connection to a game that reopens when it is lost. */
export class Connection {
  private readonly url: string;
  private readonly events: ConnectionEvents;
  private socket: WebSocket | undefined;
  private wait = FIRST_WAIT;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly pings: ReturnType<typeof setInterval>;
  private answered = true;
  private readonly wake = () => this.retryNow();

  constructor(id: string, events: ConnectionEvents) {
    const url = new URL(`games/${encodeURIComponent(id)}/socket`, document.baseURI);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    url.hash = '';
    this.url = url.href;
    this.events = events;
    this.pings = setInterval(() => this.ping(), PING_MS);
    addEventListener('online', this.wake);
    this.open();
  }

  /** False if the message could not be sent. */
  send(message: ClientMessage): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  close(): void {
    clearTimeout(this.timer);
    clearInterval(this.pings);
    removeEventListener('online', this.wake);
    const { socket } = this;
    this.socket = undefined;
    socket?.close();
  }

  private open(): void {
    this.events.onLink('connecting');
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.onopen = () => {
      this.answered = true;
      socket.send(JSON.stringify(this.events.join()));
    };
    socket.onmessage = ({ data }: MessageEvent<string>) => {
      if (this.socket !== socket) return;
      const message = JSON.parse(data) as ServerMessage;
      this.answered = true;
      if (message.type === 'game') {
        this.wait = FIRST_WAIT;
        this.events.onLink('open');
      }
      this.events.onMessage(message);
    };
    socket.onclose = ({ code }) => {
      if (this.socket !== socket) return;
      this.socket = undefined;
      if (code === REFUSED) {
        this.events.onLink('closed');
        return;
      }
      this.events.onLink('lost');
      this.timer = setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
    };
  }

  private retryNow(): void {
    if (this.socket) return;
    clearTimeout(this.timer);
    this.open();
  }

  private ping(): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    if (!this.answered) this.socket.close();
    this.answered = false;
    this.send({ type: 'ping', sent: Math.round(performance.now()) });
  }
}
