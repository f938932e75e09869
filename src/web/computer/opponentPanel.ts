import { opposite, WHITE } from '../../pieces/army.ts';
import type { GameNode, GameTree } from '../../play/gameTree.ts';
import type { Engine } from '../../search/engine.ts';
import { levels } from '../../search/levels.ts';
import { button, element, setDisabled } from '../dom.ts';
import { dateTag } from '../games/dateTag.ts';
import { makeResign } from '../resign.ts';
import { sentence } from '../sentence.ts';
import { gameAgainst, resigned, takenBack } from './againstComputer.ts';
import type { ComputerEvents } from './computerEvents.ts';
import { decide, perfectMove } from './decide.ts';
import { type Opponent, opponentIn, opponentOf } from './opponent.ts';

/** The computer takes at least so long for a move, in milliseconds: players should see what happens. */
const LEAST_MS = 400;
const strongest = levels.at(-1)!;
const PERFECT = 'The tables have this endgame: it plays perfectly.';

/** The computer as an opponent: who it is, whose turn it is, and what the visitor can do. It plays its moves. */
export class OpponentPanel {
  readonly element: HTMLElement;
  private readonly engine: Engine;
  private readonly events: ComputerEvents;
  private readonly name = element('span', { class: 'name' });
  private readonly state = element('span', { class: 'state' });
  private readonly bar = element(
    'div',
    { class: 'player', tabindex: -1 },
    element('span', { class: 'disc', 'aria-hidden': 'true' }),
    this.name,
    this.state,
  );
  private readonly note = element('p', { class: 'hint', hidden: true }, PERFECT);
  private readonly hint = button('Hint', () => void this.showHint(), {
    title: 'The best move (h)',
  });
  private readonly takeback = button('Take back', () => this.takeBack());
  private readonly resign: HTMLButtonElement;
  private readonly again = button('Play again', () => this.playAgain(), { class: 'primary' });
  /** The position whose move the computer is looking for. */
  private thinking: GameNode | undefined;
  /** The position that the note below the name is about. */
  private noted: GameNode | undefined;

  constructor(engine: Engine, events: ComputerEvents) {
    this.engine = engine;
    this.events = events;
    this.resign = makeResign(() => this.giveUp());
    const actions = [this.hint, this.takeback, this.resign, this.again];
    this.element = element(
      'section',
      { class: 'opponent card', 'aria-label': 'Opponent', hidden: true },
      this.bar,
      this.note,
      element('div', { class: 'buttons' }, ...actions),
    );
  }

  show(tree: GameTree): void {
    const opponent = opponentOf(tree);
    this.element.hidden = !opponent;
    const end = tree.endOf();
    const isRunning = opponentIn(tree) !== undefined;
    const isItsTurn = isRunning && end.game.turn === opponent?.color;
    if (opponent) this.fill(tree, opponent, isItsTurn);
    if (isItsTurn) void this.think(end, opponent);
    else this.stopThinking();
    void this.showNote(isRunning ? end : undefined, opponent);
  }

  /** A game has begun: keyboards and screen readers are led to the opponent. */
  focus(): void {
    this.bar.focus({ preventScroll: true });
  }

  /** Marks the best move with an arrow. */
  async showHint(): Promise<void> {
    if (this.hint.hasAttribute('aria-disabled')) return;
    const { engine, events } = this;
    const { current } = events.tree();
    setDisabled(this.hint, true);
    events.announce('Looking for the best move…');
    const found = await decide(engine, current.game, strongest, 0);
    // Meanwhile there may be another position on the board.
    if (events.tree().current !== current) return;
    setDisabled(this.hint, false);
    const best = found.ok && found.value ? current.game.choices.get(found.value) : undefined;
    if (!found.ok) return events.announce(sentence(found.problem.message), 'problem');
    if (!best) return;
    const { from, to } = best.move;
    events.announce(`Hint: ${best.san}.`);
    if (from !== to) events.onArrows([{ from, to, color: 'blue' }]);
  }

  private fill(tree: GameTree, opponent: Opponent, isItsTurn: boolean): void {
    const { level, color } = opponent;
    const isRunning = opponentIn(tree) !== undefined;
    this.name.textContent = `Computer · ${level.name}`;
    this.bar.className = `player ${color === WHITE ? 'white' : 'black'}`;
    this.bar.classList.toggle('to-move', isItsTurn);
    this.state.classList.toggle('thinking', isItsTurn);
    if (!isRunning) this.state.textContent = outcomeWords(tree, opponent);
    else this.state.textContent = isItsTurn ? 'thinking' : 'your turn';
    const focused = this.element.contains(document.activeElement) && document.activeElement;
    for (const each of [this.hint, this.takeback, this.resign]) each.hidden = !isRunning;
    this.again.hidden = isRunning;
    setDisabled(this.hint, isItsTurn || tree.current !== tree.endOf());
    setDisabled(this.takeback, takenBack(tree, opponent) === undefined);
    if (focused) this.keepFocus(focused);
  }

  /** A button that goes would take the focus with it. */
  private keepFocus(focused: Element): void {
    if (focused instanceof HTMLElement && focused.hidden)
      (this.again.hidden ? this.bar : this.again).focus();
  }

  private async think(node: GameNode, { level }: Opponent): Promise<void> {
    if (this.thinking === node) return;
    this.stopThinking();
    this.thinking = node;
    const [move] = await Promise.all([
      decide(this.engine, node.game, level, Math.random()),
      new Promise((resolve) => setTimeout(resolve, LEAST_MS)),
    ]);
    if (this.thinking !== node) return;
    this.thinking = undefined;
    if (move.ok && move.value !== undefined) return this.events.onMove(move.value);
    const why = move.ok ? 'it found no move' : move.problem.message;
    const act = () => this.show(this.events.tree());
    this.events.announce(sentence(`the computer does not move: ${why}`), 'problem', {
      label: 'Try again',
      act,
    });
  }

  private stopThinking(): void {
    if (this.thinking) this.engine.stop();
    this.thinking = undefined;
  }

  /** `node`: the end of a running game. */
  private async showNote(node: GameNode | undefined, opponent: Opponent | undefined) {
    this.noted = node;
    const move = node && opponent && (await perfectMove(node.game, opponent.level));
    if (this.noted === node) this.note.hidden = move === undefined;
  }

  private takeBack(): void {
    const tree = this.events.tree();
    const opponent = opponentOf(tree);
    const before = opponent && takenBack(tree, opponent);
    if (before) this.events.onChange(before, 'the takeback', 'Taken back: your turn.');
  }

  private giveUp(): void {
    const tree = this.events.tree();
    const opponent = opponentIn(tree);
    if (opponent) this.events.onChange(resigned(tree, opponent), 'resigning', 'You resigned.');
  }

  /** The visitor has the other side this time. */
  private playAgain(): void {
    const tree = this.events.tree();
    const { root, rules, tags } = tree;
    const { level, color } = opponentOf(tree)!;
    const name = tags.get(color === WHITE ? 'Black' : 'White');
    const occasion = { position: root.game.position, date: dateTag(Date.now()), name };
    this.events.onStart(gameAgainst({ level, color: opposite(color) }, rules, occasion));
  }
}

/** How the game has ended for the computer. */
function outcomeWords({ result }: GameTree, { color }: Opponent): string {
  if (result === '1/2-1/2') return 'a draw';
  const winner = result === '1-0' ? WHITE : 1;
  return winner === color ? 'has won' : 'has lost';
}
