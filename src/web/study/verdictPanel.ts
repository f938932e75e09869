import { unwrap } from '../../board/result.ts';
import type { Game, Ply } from '../../play/game.ts';
import { sideName } from '../../play/words.ts';
import type { Arrow } from '../board/gameBoard.ts';
import { button, element } from '../dom.ts';
import { sentence } from '../sentence.ts';
import { type Answer, answersTo } from './answers.ts';
import { Judge, type Prover } from './judge.ts';
import { bestOf, inOrder, type Verdict, type Verdicts, verdictWords } from './verdict.ts';

export interface VerdictEvents {
  /** Moves to play, one after the other, in UCI. */
  readonly onPlay: (moves: readonly string[]) => void;
  readonly onArrows: (arrows: readonly Arrow[]) => void;
}

/** What each move of a position is worth and what refutes those that lose: searched while the visitor looks. */
export class VerdictPanel {
  readonly element: HTMLElement;
  private readonly judge: Judge;
  private readonly events: VerdictEvents;
  private readonly headline = element('p', { class: 'verdict', role: 'status' });
  private readonly answers = element('div', { class: 'answers' });
  private readonly rows = element('tbody');
  private readonly table: HTMLElement;
  private shown: Game | undefined;
  /** What the board shows while no move is pointed at. */
  private arrows: readonly Arrow[] = [];

  constructor(prover: Prover, events: VerdictEvents) {
    this.judge = new Judge(prover);
    this.events = events;
    const caption = 'Every move, the best first, and the reply';
    this.table = element(
      'div',
      { class: 'move-table', tabindex: 0, role: 'region', 'aria-label': caption },
      element('table', {}, element('caption', {}, caption), this.rows),
    );
    this.element = element(
      'section',
      { class: 'verdicts', 'aria-label': 'What the moves are worth' },
      this.headline,
      this.answers,
      this.table,
    );
  }

  async show(game: Game): Promise<void> {
    this.shown = game;
    let found: Verdicts = new Map();
    this.fill(game, found, true);
    const judged = await this.judge.judge(game, (verdicts) => {
      found = verdicts;
      this.fill(game, found, true);
    });
    if (this.shown !== game) return;
    if (judged.ok) this.fill(game, found, false);
    else this.headline.textContent = sentence(judged.problem.message);
  }

  leave(): void {
    this.shown = undefined;
    this.judge.stop();
  }

  private fill(game: Game, verdicts: Verdicts, isSearching: boolean): void {
    const headline = headlineOf(game, bestOf(verdicts), isSearching);
    // Screen readers say what changes.
    if (this.headline.textContent !== headline) this.headline.textContent = headline;
    const answers = isSearching ? [] : answersTo(game, verdicts);
    this.answers.replaceChildren(...answersWords(answers));
    this.arrows = answers.flatMap(({ reply, atOnce }) => (atOnce ? arrowOf(reply, 'red') : []));
    this.events.onArrows(this.arrows);
    this.table.hidden = game.status.ending !== undefined;
    const focused = this.rows.contains(document.activeElement)
      ? (document.activeElement as HTMLElement).dataset.moves
      : undefined;
    this.rows.replaceChildren(
      ...inOrder(verdicts).map(([uci, verdict]) => this.row(game, uci, verdict)),
    );
    if (focused !== undefined)
      this.rows.querySelector<HTMLElement>(`[data-moves="${focused}"]`)?.focus();
  }

  private row(game: Game, uci: string, verdict: Verdict): HTMLElement {
    const after = unwrap(game.follow(uci));
    const move = after.lastPly!;
    const reply =
      verdict.kind === 'loses' && verdict.reply !== undefined
        ? unwrap(after.follow(verdict.reply)).lastPly!
        : undefined;
    return element(
      'tr',
      { class: outcomes[verdict.kind] },
      element('th', { scope: 'row' }, this.moveButton([move])),
      element('td', {}, verdictWords(verdict)),
      element('td', { class: 'reply' }, reply && this.moveButton([move, reply])),
    );
  }

  /** Shows its moves by arrows, and plays them all. */
  private moveButton(plies: readonly Ply[]): HTMLButtonElement {
    const moves = plies.map(({ uci }) => uci);
    const point = () =>
      this.events.onArrows(plies.flatMap((ply, i) => arrowOf(ply, i === 0 ? 'blue' : 'red')));
    const clear = () => this.events.onArrows(this.arrows);
    return button(plies.at(-1)!.san, () => this.events.onPlay(moves), {
      'data-moves': moves.join(' '),
      'aria-label': plies.length > 1 ? plies.map(({ san }) => san).join(' ') : undefined,
      onfocus: point,
      onblur: clear,
      onmouseenter: point,
      onmouseleave: clear,
    });
  }
}

const outcomes: Readonly<Record<Verdict['kind'], string>> = {
  wins: 'win',
  loses: 'loss',
  draws: 'draw',
  undecided: 'open',
};

function headlineOf(
  { turn, status }: Game,
  verdict: Verdict | undefined,
  isSearching: boolean,
): string {
  if (status.ending) return 'The game is over.';
  const side = `${sideName(turn)} to move`;
  const open = !verdict || verdict.kind === 'undecided';
  if (isSearching && open) return `${side}: searching…`;
  if (!verdict) return `${side}.`;
  return verdict.kind === 'undecided'
    ? `${side}: ${verdictWords(verdict)}.`
    : `${side} ${verdictWords(verdict)}.`;
}

/** Why every move loses, a line a reply. */
function answersWords(answers: readonly Answer[]): readonly HTMLElement[] {
  if (answers.length === 0) return [];
  const lines = answers.map(({ reply, moves, atOnce }) =>
    element(
      'li',
      {},
      element('b', {}, reply.san),
      atOnce ? ' wins at once after ' : ' answers ',
      `${moves.join(', ')}.`,
    ),
  );
  return [element('p', {}, 'Every move loses:'), element('ul', {}, ...lines)];
}

/** None of a move that leaves every piece where it stands. */
function arrowOf({ move: { from, to } }: Ply, color: Arrow['color']): readonly Arrow[] {
  return from === to ? [] : [{ from, to, color }];
}
