import type { Color } from '../../chess/men.ts';
import type { Choice } from '../../play/choice.ts';
import type { GameNode } from '../../play/gameTree.ts';
import { choiceWords } from '../../play/words.ts';
import type { OfferKind, Refused, ServerMessage, Side } from '../../server/protocol.ts';
import { GameBoard, refusalArrows } from '../board/gameBoard.ts';
import { button, element } from '../dom.ts';
import { MoveInput } from '../play/moveInput.ts';
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
  private pending: { readonly ply: number; readonly uci: string } | undefined;
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
  private readonly moves = new MoveList((node) => this.look(node));
  private readonly board = new GameBoard({ onTry: (choice) => this.attempt(choice) });
  private readonly input = new MoveInput({
    game: () => this.live!.tree.game,
    onMove: (choices) => void this.attemptOneOf(choices),
    onProblem: (message) => this.status.announce(message, 'problem'),
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
    if (live.tree.endOf().game.length === pending.ply && !live.ending) {
      this.connection?.send({ type: 'move', ply: pending.ply, uci: pending.uci });
    } else this.pending = undefined;
  }

  private attempt(choice: Choice): void {
    const { live } = this;
    if (!live || !this.mayMove()) {
      this.show();
      this.status.announce(this.whyNot(), 'problem');
      return;
    }
    const { game } = live.tree;
    if (!choice.legal) {
      const movable: readonly Color[] = [game.turn];
      this.board.show({ game, movable, arrows: refusalArrows(choice) });
      this.status.announce(`${choiceWords(choice)}.`, 'problem');
      return;
    }
    const { uci } = choice;
    this.pending = { ply: game.length, uci };
    if (!this.connection?.send({ type: 'move', ply: game.length, uci })) {
      this.status.announce('The move is sent once the connection is back.', 'problem');
    }
    this.show();
  }

  private async attemptOneOf(choices: readonly Choice[]): Promise<void> {
    if (!this.mayMove()) return this.status.announce(this.whyNot(), 'problem');
    const choice = choices.length > 1 ? await this.board.choose(choices) : choices[0];
    if (choice) this.attempt(choice);
  }

  private look(node: GameNode): void {
    if (!this.live) return;
    this.live = { ...this.live, tree: this.live.tree.goTo(node) };
    this.show();
  }

  private firstSide(): Color {
    return this.live!.tree.root.game.turn;
  }

  /** Is it our turn, in the last position of a game that goes on? */
  private mayMove(): boolean {
    const { live } = this;
    if (!live || live.ending || this.pending || live.color === null) return false;
    const { tree } = live;
    return tree.current === tree.endOf() && sideOf(tree.game.turn) === live.color;
  }

  private show(): void {
    const { live } = this;
    if (!live) return;
    const { tree, color } = live;
    const atEnd = tree.current === tree.endOf();
    const sent = this.pending && atEnd ? tree.game.follow(this.pending.uci) : undefined;
    const game = sent?.ok ? sent.value : tree.game;
    this.board.show({ game, movable: this.mayMove() ? [color === 'white' ? 0 : 1] : [] });
    this.status.show(game, atEnd ? live.ending?.text : undefined);
    this.moves.show(tree);
    this.input.show(tree.game, live.ending !== null);
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
    const announce = this.status.announce.bind(this.status);
    const tree = () => this.live!.tree;
    const step = (label: string, name: string, node: () => GameNode) =>
      button(label, () => this.look(node()), { 'aria-label': name, class: 'step' });
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
            step('«', 'First position', () => tree().root),
            step('‹', 'One move back', () => tree().current.parent ?? tree().root),
            step('›', 'One move on', () => tree().childrenOf(tree().current)[0] ?? tree().current),
            step('»', 'Last position', () => tree().endOf()),
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
          this.input.element,
          this.moves.element,
          this.offers.element,
          makeNotation({ tree, announce }),
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
    if (live.tree.current !== live.tree.endOf()) return 'Go to the last position first.';
    return 'It is not your turn.';
  }
}

function sideOf(color: Color): Side {
  return color === 0 ? 'white' : 'black';
}
