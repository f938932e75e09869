import { formatBytes } from '../../format/byteCount.ts';
import type { MachineState, QueueState } from '../../queue/state.ts';
import { timeSpan } from '../../queue/timeSpan.ts';
import { element } from '../dom.ts';
import { GameView } from './gameView.ts';

/** The games of a queue with their tables, and its machines. */
export class QueueView {
  readonly element: HTMLElement;
  private readonly note = element('p', { class: 'note', role: 'status' });
  private readonly games = element('div', { class: 'queue-games' });
  private readonly machines = element('section', { class: 'machines' });
  /** By fingerprint. */
  private views = new Map<string, GameView>();
  private shown: QueueState | undefined;

  constructor() {
    this.element = element(
      'div',
      { class: 'queue' },
      element('h1', {}, 'Queue'),
      this.note,
      this.games,
      this.machines,
    );
    this.say('Looking at the queue …');
  }

  show(state: QueueState): void {
    this.shown = state;
    this.say(state.games.length > 0 ? '' : 'Nothing is in the queue.');
    const views = new Map<string, GameView>();
    for (const game of state.games) {
      const view = this.views.get(game.fingerprint) ?? new GameView();
      view.show(game, state);
      views.set(game.fingerprint, view);
    }
    const elements = [...views.values()].map((view) => view.element);
    // Putting an element where it is already would take the focus from it.
    if (
      elements.some((each, i) => this.games.children[i] !== each) ||
      views.size < this.views.size
    ) {
      this.games.replaceChildren(...elements);
    }
    this.views = views;
    this.machines.replaceChildren(...machinesOf(state));
  }

  /** Says why nothing new is shown. */
  trouble(message: string): void {
    const since = this.shown ? ` This is what was known at ${timeOf(this.shown.at)}.` : '';
    this.say(`${message}${since} Trying again …`, true);
  }

  private say(text: string, isTrouble = false): void {
    this.note.classList.toggle('problem', isTrouble);
    // The same words again would be read out again.
    if (this.note.textContent !== text) this.note.textContent = text;
    this.note.hidden = text === '';
  }
}

const HEAD = ['machine', 'makes now', 'made', 'threads', 'memory', 'version', 'joined'];

function machinesOf({ machines, games, at }: QueueState): readonly HTMLElement[] {
  const title = element('h2', { id: 'machines' }, 'Machines');
  if (machines.length === 0) {
    const none = 'No machine works: metatb work, with the address of the queue, lets one join.';
    return [title, element('p', {}, none)];
  }
  const head = HEAD.map((text) => element('th', { scope: 'col' }, text));
  const rows = machines.map((machine) => rowOf(machine, at, games.length > 1));
  const table = element(
    'table',
    {},
    element('thead', {}, element('tr', {}, ...head)),
    element('tbody', {}, ...rows),
  );
  const attributes = { class: 'wide', role: 'region', tabindex: 0, 'aria-labelledby': 'machines' };
  return [title, element('div', attributes, table)];
}

function rowOf(machine: MachineState, at: number, namesGame: boolean): HTMLElement {
  const { name, table, rules, made, threads, memory, version, since } = machine;
  const now = namesGame && rules ? `${table} (${rules})` : table;
  const cells = [
    now ?? 'waits for work',
    made.toLocaleString('en-US'),
    String(threads),
    formatBytes(memory),
    version,
    `${timeSpan((at - since) / 1000)} ago`,
  ];
  const row = element('tr', {}, element('th', { scope: 'row' }, name));
  row.append(...cells.map((text) => element('td', {}, text)));
  return row;
}

function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toLocaleTimeString('en-GB');
}
