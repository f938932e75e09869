import type { Color } from '../../chess/men.ts';
import type { Move } from '../../chess/moves.ts';
import type { OfferKind, Refused, ServerMessage, Side } from '../../server/protocol.ts';
import { GameBoard } from '../board/gameBoard.ts';
import { button, element } from '../dom.ts';
import { currentOf, goTo, lastPlyOf, withMove } from '../game/game.ts';
import { refusalWords } from '../game/words.ts';
import { makeMoveInput } from '../play/moveInput.ts';
import { MoveList } from '../play/moveList.ts';
import { makeNotation } from '../play/notation.ts';
import { Status } from '../play/status.ts';
import { Connection, type Link } from './connection.ts';
import { fromSnapshot, type LiveGame, updated } from './liveGame.ts';
import { makeNewGame } from './newGame.ts';
import { OfferButtons, offerWords } from './offerButtons.ts';
import { SeatRows } from './seatRows.ts';
import { keepSeat, seatOf } from './seats.ts';
import { makeShare } from './share.ts';

const CLOCK_MS = 100;

/** A game by link: as a player or looking on. Without an id, the form that begins one. */
export class LiveView {
  readonly element = element('div', { class: 'live' });
  private readonly id: string;
  private connection: Connection | undefined;
  private live: LiveGame | undefined;
  /** Asked for the free seat on the next join. */
  private wantsSeat = false;
  /** A move on its way to the server: shown, and sent anew after a lost connection. */
  private pending: { readonly ply: number; readonly move: Move; readonly uci: string } | undefined;
  private turned = false;
  private timer: ReturnType<typeof setInterval> | undefined;

  private readonly status = new Status();
  private readonly seats = new SeatRows();
  private readonly offers = new OfferButtons({
    offer: (offer) => this.answer('offer', offer),
    accept: (offer) => this.answer('accept', offer),
    decline: (offer) => this.answer('decline', offer),
    resign: () => this.connection?.send({ type: 'resign' }),
  });
  private readonly share: HTMLElement;
  private readonly linkLine = element('p', { class: 'link', role: 'status' });
  private readonly moves = new MoveList((at) => this.look(at));
  private readonly board = new GameBoard({
    onMove: (move) => this.play(move),
    onRefused: (refusal) => this.status.announce(refusalWords(refusal), 'problem'),
  });

  constructor(id: string | undefined) {
    this.id = id ?? '';
    this.share = makeShare(this.id);
    if (id === undefined) {
      this.element.append(
        makeNewGame((made) => {
          location.hash = `#game=${made}`;
        }),
      );
      return;
    }
    this.element.append(element('p', { role: 'status' }, 'Connecting…'));
    this.connection = new Connection(id, {
      join: () => this.joinMessage(),
      onMessage: (message) => this.hear(message),
      onLink: (link) => this.onLink(link),
    });
    this.timer = setInterval(() => this.showClocks(), CLOCK_MS);
  }

  leave(): void {
    this.connection?.close();
    clearInterval(this.timer);
  }

  private joinMessage() {
    const seat = seatOf(this.id);
    return seat === undefined
      ? ({ type: 'join', play: this.wantsSeat } as const)
      : ({ type: 'join', seat } as const);
  }

  private onLink(link: Link): void {
    const words: Partial<Record<Link, string>> = {
      lost: 'The connection is lost. Trying again…',
      closed: 'The server has closed this game for you.',
    };
    this.linkLine.textContent = words[link] ?? '';
    this.linkLine.className = `link ${link === 'open' ? '' : 'problem'}`;
  }

  private hear(message: ServerMessage): void {
    if (message.type === 'error') {
      this.refused(message);
      return;
    }
    if (message.type === 'pong') return;
    const now = performance.now();
    const before = this.live;
    if (message.type === 'game') {
      const { seat } = message.you;
      if (seat !== undefined) {
        keepSeat(this.id, seat);
        // A new seat is kept once its holder has said anything more.
        this.connection?.send({ type: 'ping', sent: Math.round(now) });
      }
      this.live = fromSnapshot(message, now);
      if (!before) this.layOut();
      if (!this.turned && this.live.color) {
        this.turned = true;
        this.board.turnTo(this.live.color === 'white' ? 0 : 1);
      }
      this.resend();
    } else if (before) {
      const after = updated(before, message, now);
      if (after === 'behind') {
        this.rejoin();
        return;
      }
      this.live = after;
    }
    const { rematch } = this.live ?? {};
    const seat = seatOf(this.id);
    // The seat is the same in the game that follows.
    if (rematch && seat !== undefined) keepSeat(rematch.id, seat);
    this.tell(message, before);
    this.show();
  }

  /** What a message means, to be heard. */
  private tell(message: ServerMessage, before: LiveGame | undefined): void {
    const { live } = this;
    if (!live) return;
    if (message.type === 'moved') {
      if (this.pending?.ply === message.ply) this.pending = undefined;
      const white = (message.ply % 2 === 0) === (this.firstSide() === 0);
      const side = white ? 'White' : 'Black';
      this.status.announce(`${side}: ${message.san}.`);
    } else if (message.type === 'taken-back') {
      this.pending = undefined;
      this.status.announce('The last move was taken back.');
    } else if (message.type === 'offers') {
      const words = offerWords(live, before);
      if (words) this.status.announce(words);
    }
  }

  private refused({ code, message, ply }: Refused): void {
    if (ply !== undefined && this.pending?.ply === ply) this.pending = undefined;
    const text = `${message[0]?.toUpperCase()}${message.slice(1)}.`;
    if (this.live) {
      this.status.announce(text, 'problem');
      this.show();
    } else {
      const again = element('a', { href: '#game', class: 'button' }, 'A new game by link');
      this.element.replaceChildren(
        element('h1', {}, 'No game here'),
        element(
          'p',
          { class: 'problem', role: 'alert' },
          code === 'no-game'
            ? 'There is no such game: the link may be cut off, or the game was deleted.'
            : text,
        ),
        again,
      );
    }
  }

  /** After a gap in what was told. */
  private rejoin(): void {
    this.connection?.close();
    this.connection = new Connection(this.id, {
      join: () => this.joinMessage(),
      onMessage: (message) => this.hear(message),
      onLink: (link) => this.onLink(link),
    });
  }

  /** The move that was on its way when the connection was lost, unless the game has it or has gone on. */
  private resend(): void {
    const { pending, live } = this;
    if (!pending || !live) return;
    if (live.game.plies.length === pending.ply && !live.ending) {
      this.connection?.send({ type: 'move', ply: pending.ply, uci: pending.uci });
    } else this.pending = undefined;
  }

  private play(move: Move): void {
    const { live } = this;
    if (!live || !this.mayMove()) {
      this.show();
      return;
    }
    const { game } = live;
    const uci = game.rules.makeUci(move);
    this.pending = { ply: game.plies.length, move, uci };
    if (!this.connection?.send({ type: 'move', ply: game.plies.length, uci })) {
      this.status.announce('The move is sent once the connection is back.', 'problem');
    }
    this.show();
  }

  private look(at: number): void {
    if (!this.live) return;
    this.live = { ...this.live, game: goTo(this.live.game, at) };
    this.show();
  }

  private firstSide(): Color {
    const { game } = this.live!;
    return game.rules.turn(game.positions[0]);
  }

  /** Is it our turn, in the last position of a game that goes on? */
  private mayMove(): boolean {
    const { live } = this;
    if (!live || live.ending || this.pending || live.color === null) return false;
    const { game } = live;
    if (game.at !== game.plies.length) return false;
    return sideOf(game.rules.turn(currentOf(game))) === live.color;
  }

  private show(): void {
    const { live } = this;
    if (!live) return;
    const { game, color } = live;
    const atEnd = game.at === game.plies.length;
    const shown = this.pending && atEnd ? withMove(game, this.pending.move) : game;
    const position = currentOf(shown);
    this.board.show({
      rules: game.rules,
      position,
      lastMove: lastPlyOf(shown)?.move,
      movable: this.mayMove() ? [color === 'white' ? 0 : 1] : [],
    });
    this.status.show(game.rules, position, undefined, atEnd ? live.ending?.text : undefined);
    this.moves.show(game);
    this.seats.show(live, (play) => this.takeSeat(play));
    this.share.hidden = color === null || !Object.values(live.seats).includes('free');
    this.offers.show(live);
    this.showClocks();
  }

  private answer(type: 'offer' | 'accept' | 'decline', offer: OfferKind): void {
    this.connection?.send({ type, offer });
  }

  private takeSeat(play: boolean): void {
    this.wantsSeat = play;
    this.rejoin();
  }

  private showClocks(): void {
    const { live } = this;
    if (live) this.seats.showClocks(live.clocks, performance.now() - live.told);
  }

  private layOut(): void {
    const current = () => {
      const { game } = this.live!;
      return { rules: game.rules, position: currentOf(game) };
    };
    const announce = this.status.announce.bind(this.status);
    const step = (label: string, name: string, at: () => number) =>
      button(label, () => this.look(at()), { 'aria-label': name, class: 'step' });
    const game = () => this.live!.game;
    this.element.replaceChildren(
      element(
        'div',
        { class: 'play' },
        element(
          'div',
          { class: 'board-column' },
          this.board.element,
          element(
            'div',
            { class: 'buttons steps' },
            step('«', 'First position', () => 0),
            step('‹', 'One move back', () => game().at - 1),
            step('›', 'One move on', () => game().at + 1),
            step('»', 'Last position', () => game().plies.length),
            button('Flip', () => this.board.flip()),
          ),
        ),
        element(
          'div',
          { class: 'side-column' },
          this.linkLine,
          this.share,
          this.seats.element,
          this.status.element,
          makeMoveInput({
            current,
            onMove: (move) =>
              this.mayMove() ? this.board.attempt(move) : announce(this.whyNot(), 'problem'),
            onProblem: (message) => announce(message, 'problem'),
          }),
          this.moves.element,
          this.offers.element,
          makeNotation({ game, rules: () => game().rules, announce }),
        ),
      ),
    );
    this.board.fit();
  }

  private whyNot(): string {
    const { live } = this;
    if (!live || live.color === null) return 'You are looking on.';
    if (live.ending) return 'The game is over.';
    if (this.pending) return 'Your move is on its way.';
    if (live.game.at !== live.game.plies.length) return 'Go to the last position first.';
    return 'It is not your turn.';
  }
}

function sideOf(color: Color): Side {
  return color === 0 ? 'white' : 'black';
}
