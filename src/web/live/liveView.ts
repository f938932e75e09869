import '../style/live.css';
import '../style/players.css';
import '../style/lobby.css';
import type { Problem } from '../../board/result.ts';
import type { Choice } from '../../play/choice.ts';
import type { GameTree } from '../../play/gameTree.ts';
import { choiceWords } from '../../play/words.ts';
import { isHidden } from '../../rules/variant.ts';
import type { OfferKind, ServerMessage, Side } from '../../server/protocol.ts';
import { setDimensions } from '../board/dimensions.ts';
import { GameBoard, refusalArrows } from '../board/gameBoard.ts';
import { element } from '../dom.ts';
import { HiddenGame } from '../illegal/hiddenGame.ts';
import { openAnalysis } from '../play/analysis.ts';
import { listenForKeys } from '../play/keys.ts';
import { MoveInput } from '../play/moveInput.ts';
import { MoveList } from '../play/moveList.ts';
import { Status } from '../play/status.ts';
import { makeSteps, walkThrough } from '../play/steps.ts';
import { PreparingPanel } from '../prepare/panel.ts';
import { historyOf, lastUndecided } from '../prepare/preparing.ts';
import { makeSettled } from '../prepare/settled.ts';
import { sentence } from '../sentence.ts';
import { Actions } from './actions.ts';
import { AttentionSeeker } from './attention.ts';
import type { Link } from './connection.ts';
import { isGameId } from './gameRequests.ts';
import { makeGameRules } from './gameRules.ts';
import { freeSeat, makeInvitation } from './invitation.ts';
import { type Around, layOut, layOutHidden, layOutPreparing } from './layout.ts';
import { isAtEnd, isPreparing, type LiveGame, otherSide, sideToMove } from './liveGame.ts';
import { tagsOf } from './liveRecord.ts';
import { endingWords, nameOf, newsOf, sideNames } from './liveWords.ts';
import { OfferBar } from './offerBar.ts';
import { PlayerBar } from './playerBar.ts';
import { seatOf } from './seats.ts';
import { LiveSession } from './session.ts';
import { makeShare } from './share.ts';
import { play } from './sound.ts';

const CLOCK_MS = 100;
const NO_GAME = 'There is no such game: the link may be cut off, or the game was deleted.';

/** A game by link, as a player or watching. */
export class LiveView {
  readonly element = element('div', { class: 'live' });
  private readonly id: string;
  private readonly session: LiveSession | undefined;
  private readonly timer: ReturnType<typeof setInterval> | undefined;
  /** The side at the lower edge of the board. */
  private below: Side = 'white';
  private invited: Side | undefined;
  /** A game that hides its moves: its board and its controls. */
  private hidden: HiddenGame | undefined;
  private readonly outcome = element('p', { class: 'status', role: 'status' });

  private readonly status = new Status(false);
  private readonly bars = { white: new PlayerBar('white'), black: new PlayerBar('black') };
  private readonly offerBar = new OfferBar({
    accept: (offer) => this.answer('accept', offer),
    decline: (offer) => this.answer('decline', offer),
  });
  private readonly actions = new Actions({
    offer: (offer) => this.answer('offer', offer),
    withdraw: (offer) => this.answer('decline', offer),
    resign: () => this.session?.send({ type: 'resign' }),
    analyse: () => openAnalysis(this.record()),
  });
  private readonly attention: AttentionSeeker;
  private share: HTMLElement | undefined;
  private readonly linkLine = element('p', { class: 'link', role: 'status' });
  private readonly watchers = element('p', { class: 'onlookers' });
  private readonly welcome = element('div', { class: 'welcome' });
  private readonly moves = new MoveList((node) => this.session?.look(node));
  private readonly panel = new PreparingPanel({
    onStep: (step) => {
      if (!this.session?.play(step))
        this.panel.announce('The step is sent once the connection is back.', 'problem');
    },
  });
  private laidOut: 'preparing' | 'playing' | undefined;
  private readonly board = new GameBoard({ onTry: (choice) => this.attempt(choice) });
  private readonly input = new MoveInput({
    game: () => this.tree.game,
    onMove: (choices) => void this.attemptOneOf(choices),
    onProblem: (message) => {
      const session = this.session!;
      this.offerBar.announce(session.mayMove() ? message : whyNoMove(session), 'problem');
    },
  });
  private readonly steps = makeSteps({
    ...walkThrough(
      () => this.tree,
      (node) => this.session?.look(node),
    ),
    onFlip: () => this.turnTo(otherSide(this.below)),
  });
  private readonly left = new AbortController();
  private readonly edges = {
    top: element('div', { class: 'edge' }),
    bottom: element('div', { class: 'edge' }),
  };

  constructor(id: string) {
    this.id = id;
    this.attention = new AttentionSeeker(id);
    if (!isGameId(id)) {
      this.showNoGame(NO_GAME);
      return;
    }
    this.element.append(this.linkLine);
    this.session = new LiveSession(id, {
      onChange: (message, before) => this.changed(message, before),
      onOwn: () => this.show(),
      onRefused: (refusal) => this.refused(refusal),
      onLink: (link) => this.showLink(link),
    });
    this.timer = setInterval(() => this.showClocks(), CLOCK_MS);
    const steps = () => this.hidden?.steps ?? this.steps;
    listenForKeys(this.element, steps, { signal: this.left.signal });
  }

  leave(): void {
    this.session?.leave();
    this.attention.leave();
    this.hidden?.leave();
    this.left.abort();
    clearInterval(this.timer);
  }

  private get live(): LiveGame | undefined {
    return this.session?.live;
  }

  private get tree(): GameTree {
    return this.live!.tree;
  }

  private record(): GameTree {
    return this.tree.tagged(this.tags());
  }

  private tags(): ReadonlyMap<string, string> {
    const { origin, pathname } = location;
    return tagsOf(this.live!, { site: origin + pathname, began: seatOf(this.id)?.since });
  }

  private changed(message: ServerMessage, before: LiveGame | undefined): void {
    const session = this.session!;
    const live = session.live!;
    const layout = isPreparing(live) ? 'preparing' : 'playing';
    if (layout !== this.laidOut) this.begin(live, layout);
    if (!before) this.turnTo(live.color ?? 'white');
    // A visitor who takes the free seat plays from that side of the board.
    if (live.color && live.color !== before?.color) {
      this.turnTo(live.color);
      // The visitor may have read far down in the rules.
      scrollTo({ top: 0 });
    }
    if (message.type === 'rematch' && live.color) {
      location.hash = `#game=${message.id}`;
      return;
    }
    const news = newsOf(message, live, before, session.declined);
    if (news) this.offerBar.announce(news);
    else if (message.type === 'ended') this.offerBar.announce('');
    if (before && live.ending && !before.ending) play('over');
    else if (before && message.type === 'seats' && news) play('news');
    this.show(news);
  }

  private begin(live: LiveGame, layout: 'preparing' | 'playing'): void {
    this.laidOut = layout;
    setDimensions(this.element, live.tree.rules.board);
    const around = {
      ...this.edges,
      welcome: this.welcome,
      linkLine: this.linkLine,
      offerBar: this.offerBar,
      actions: this.actions,
      watchers: this.watchers,
      attention: this.attention,
      rules: makeGameRules(live.tree.rules),
    };
    if (isHidden(live.tree.rules)) {
      this.beginHidden(live, around);
      return;
    }
    if (layout === 'preparing') {
      this.element.replaceChildren(...layOutPreparing(around, this.panel.element));
      return;
    }
    this.element.replaceChildren(
      ...layOut({
        ...around,
        record: () => this.record(),
        settled: live.preparing && makeSettled(live.preparing),
        board: this.board,
        status: this.status,
        moves: this.moves,
        steps: this.steps,
        input: this.input,
      }),
    );
    this.board.fit();
  }

  private beginHidden(live: LiveGame, around: Around): void {
    const hidden = new HiddenGame(live.tree.rules, {
      act: (text) => {
        if (!this.session?.play(text))
          this.offerBar.announce('It is sent once the connection is back.', 'problem');
      },
      problem: (text) => this.offerBar.announce(text, 'problem'),
      flip: () => this.turnTo(otherSide(this.below)),
      tags: () => this.tags(),
    });
    this.hidden = hidden;
    for (const side of ['white', 'black'] as const) {
      this.bars[side].element.append(hidden.hitPoints[side].element);
    }
    const { outcome } = this;
    const board = hidden.board.element;
    this.element.replaceChildren(
      ...layOutHidden({ ...around, outcome, board, hidden: hidden.side }),
    );
    hidden.board.fit();
    this.turnTo(this.below);
  }

  private turnTo(below: Side): void {
    this.below = below;
    this.board.turnTo(below === 'white' ? 0 : 1);
    this.hidden?.board.turnTo(below === 'white' ? 0 : 1);
    this.edges.top.replaceChildren(this.bars[otherSide(below)].element);
    this.edges.bottom.replaceChildren(this.bars[below].element);
  }

  private show(news = ''): void {
    const { live, session } = this;
    if (!live || !session) return;
    if (this.hidden) this.showHidden(this.hidden, live);
    else if (isPreparing(live)) this.showPreparing(live);
    else this.showPlaying(live);
    for (const bar of Object.values(this.bars)) bar.show(live);
    this.watchers.textContent = [watcherWords(live), live.notice].filter(Boolean).join(' ');
    this.showWelcome(live);
    this.actions.show(live);
    this.offerBar.show(live);
    this.attention.show(live, session.pending !== undefined, news);
    this.showClocks();
  }

  private showHidden(hidden: HiddenGame, live: LiveGame): void {
    const session = this.session!;
    hidden.show(live, { mayMove: session.mayMove(), isSent: session.pending !== undefined });
    const { ending } = live;
    this.outcome.textContent = ending
      ? endingWords(live, ending)
      : `${sideNames[sideToMove(live)]} to move.`;
  }

  private showPreparing(live: LiveGame): void {
    const { session, below } = this;
    const { color, ending } = live;
    const preparing = live.preparing!;
    const may = color !== null && !ending;
    this.panel.show(lastUndecided(preparing), {
      mine: may ? [color === 'white' ? 0 : 1] : [],
      below: below === 'white' ? 0 : 1,
      names: [nameOf(live, 'white'), nameOf(live, 'black')],
      history: historyOf(preparing),
      busy: session?.pending !== undefined,
    });
    if (ending) this.panel.announce(endingWords(live, ending));
  }

  private showPlaying(live: LiveGame): void {
    const session = this.session!;
    const { tree, color } = live;
    const atEnd = isAtEnd(tree);
    const sent = session.pending && atEnd ? tree.game.follow(session.pending.uci) : undefined;
    const game = sent?.ok ? sent.value : tree.game;
    this.board.show({ game, movable: session.mayMove() ? [color === 'white' ? 0 : 1] : [] });
    this.status.show(game, atEnd && live.ending ? endingWords(live, live.ending) : undefined);
    this.moves.show(tree);
    this.steps.show({ isFirst: !tree.current.parent, isLast: atEnd, canUndo: false });
    this.input.show(tree.game, live.ending !== null);
  }

  /** An invitation for a guest; the link to share for a player who waits for one. */
  private showWelcome(live: LiveGame): void {
    const seat = freeSeat(live);
    const waits = live.color !== null && Object.values(live.seats).includes('free');
    if (!seat) {
      this.share ??= makeShare(this.id, live.tree.rules.title);
      this.welcome.replaceChildren(...(waits && !live.ending ? [this.share] : []));
    } else if (seat !== this.invited) {
      // Left alone otherwise: a name may be being typed into it.
      this.welcome.replaceChildren(makeInvitation(live, seat, () => this.session?.takeSeat()));
    }
    this.invited = seat;
  }

  private showLink(link: Link): void {
    const words: Readonly<Record<Link, string>> = {
      connecting: this.live ? '' : 'Connecting…',
      open: '',
      lost: this.live
        ? 'The connection is lost. Trying again…'
        : 'The server cannot be reached. Trying again…',
      closed: 'The server has closed this game for you.',
    };
    // The message stays while the connection is retried.
    if (link !== 'connecting' || this.linkLine.textContent === '') {
      this.linkLine.textContent = words[link];
    }
    this.linkLine.className = `link ${link === 'lost' || link === 'closed' ? 'problem' : ''}`;
  }

  private refused({ code, message }: Pick<Problem, 'code' | 'message'>): void {
    if (!this.live) {
      this.showNoGame(code === 'no-game' ? NO_GAME : sentence(message));
      return;
    }
    this.offerBar.announce(sentence(message), 'problem');
    this.show();
  }

  private showNoGame(why: string): void {
    this.element.replaceChildren(
      element('h1', {}, 'No game here'),
      element('p', { class: 'problem', role: 'alert' }, why),
      element('a', { href: '#game', class: 'button' }, 'A new game by link'),
    );
  }

  private attempt(choice: Choice): void {
    const session = this.session!;
    if (!session.mayMove()) {
      this.show();
      this.offerBar.announce(whyNoMove(session), 'problem');
    } else if (!choice.legal) {
      const { game } = this.tree;
      this.board.show({ game, movable: [game.turn], arrows: refusalArrows(choice) });
      this.offerBar.announce(`${choiceWords(choice)}.`, 'problem');
    } else if (!session.play(choice.uci)) {
      this.offerBar.announce('The move is sent once the connection is back.', 'problem');
    }
  }

  private async attemptOneOf(choices: readonly Choice[]): Promise<void> {
    const session = this.session!;
    if (!session.mayMove()) return this.offerBar.announce(whyNoMove(session), 'problem');
    const choice = choices.length > 1 ? await this.board.choose(choices) : choices[0];
    if (choice) this.attempt(choice);
  }

  private answer(type: 'offer' | 'accept' | 'decline', offer: OfferKind): void {
    if (!this.session?.send({ type, offer })) {
      this.offerBar.announce('There is no connection: try again in a moment.', 'problem');
    }
  }

  private showClocks(): void {
    const { live } = this;
    if (live) for (const bar of Object.values(this.bars)) bar.showClock(live);
  }
}

function whyNoMove({ live, pending }: LiveSession): string {
  if (!live || live.color === null) return 'You are watching.';
  if (live.ending) return 'The game is over.';
  if (pending) return 'Your move is on its way.';
  return isAtEnd(live.tree) ? 'It is not your turn.' : 'Go to the last position first.';
}

function watcherWords({ color, onlookers }: LiveGame): string {
  if (color === null) {
    const others = onlookers - 1;
    if (others <= 0) return 'You are watching.';
    return `You are watching with ${others === 1 ? 'one other' : `${others} others`}.`;
  }
  if (onlookers === 0) return '';
  return onlookers === 1 ? 'One person is watching.' : `${onlookers} people are watching.`;
}
