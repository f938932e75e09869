import { describePace, type Progress, progressOf } from '../../queue/progress.ts';
import type { GameState, QueueState, TableState } from '../../queue/state.ts';
import { element, uniqueId } from '../dom.ts';
import { detailsOf } from './tableDetails.ts';
import { TableGraph } from './tableGraph.ts';

/** One game of the queue: how far it is, and its tables. */
export class GameView {
  readonly element: HTMLElement;
  private readonly title = element('h2', { id: uniqueId('game') });
  private readonly bar = element('div', { class: 'states', 'aria-hidden': 'true' });
  private readonly counts = element('p', { class: 'counts' });
  private readonly rest = element('p', { class: 'rest' });
  private readonly details = element('div', {
    class: 'table-details',
    id: uniqueId('details'),
    // It scrolls if there is much to say.
    role: 'region',
    tabindex: 0,
    'aria-label': 'The table chosen',
  });
  private readonly graph: TableGraph;
  private game: GameState | undefined;

  constructor() {
    this.graph = new TableGraph(this.details.id, (table) => this.choose(table));
    this.element = element(
      'section',
      { class: 'queue-game', 'aria-labelledby': this.title.id },
      this.title,
      this.bar,
      this.counts,
      this.rest,
      this.graph.element,
      this.details,
    );
    this.choose(undefined);
  }

  show(game: GameState, state: QueueState): void {
    this.game = game;
    const progress = progressOf(game, state);
    this.title.textContent = game.title;
    this.showBar(progress);
    this.counts.textContent = countsText(progress, game.tables.length);
    this.rest.textContent = describePace(progress, state).join(' · ');
    this.graph.show(game.tables);
    this.choose(this.graph.chosen);
  }

  private showBar({ counts }: Progress): void {
    const parts = STATES.map((state) => {
      const part = element('span', { 'data-state': state });
      part.style.flexGrow = String(counts[state]);
      return part;
    });
    this.bar.replaceChildren(...parts);
  }

  private choose(table: string | undefined): void {
    const found = this.game?.tables.find((each) => each.table === table);
    const text = 'Choose a table to see what it needs. Arrow keys go from one to the next.';
    this.details.replaceChildren(
      ...(found ? detailsOf(found, this.game!.tables) : [element('p', {}, text)]),
    );
  }
}

const STATES = [
  'done',
  'running',
  'ready',
  'waiting',
  'failed',
] as const satisfies readonly TableState['state'][];

function countsText({ counts }: Progress, all: number): string {
  const others = STATES.slice(1).filter((state) => counts[state] > 0 || state !== 'failed');
  const rest = others.map((state) => `${counts[state]} ${state}`).join(', ');
  return `${counts.done} of ${all} tables done: ${rest}`;
}
