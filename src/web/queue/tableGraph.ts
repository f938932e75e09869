import type { TableState } from '../../queue/state.ts';
import { levelsOf } from '../../queue/tasks.ts';
import { element, svgElement } from '../dom.ts';
import { nextBox } from './boxKeys.ts';
import { stateText } from './tableDetails.ts';

/** The most boxes that are one below the other; a level with more has several columns. */
const MOST_ROWS = 14;

/** A table's box, and what it says. */
interface Box {
  readonly button: HTMLButtonElement;
  readonly state: HTMLElement;
  needs: readonly string[];
}

/**
 * The tables as boxes, each to the right of those that it needs. Lines lead from these to the table under the pointer or with the focus:
 * all lines at once would be a web that nobody can follow.
 */
export class TableGraph {
  readonly element: HTMLElement;
  /** The table that had the focus last. */
  chosen: string | undefined;
  private readonly levels = element('div', { class: 'levels' });
  private readonly lines = svgElement('svg', { class: 'lines', 'aria-hidden': 'true' });
  private readonly onChosen: (table: string) => void;
  private readonly describedBy: string;
  private boxes = new Map<string, Box>();
  /** The tables that there are boxes for. */
  private plan = '';

  /** `describedBy`: the id of what tells more about the table that is chosen. */
  constructor(describedBy: string, onChosen: (table: string) => void) {
    this.describedBy = describedBy;
    this.onChosen = onChosen;
    const content = element('div', { class: 'levels-content' }, this.levels, this.lines);
    this.element = element(
      'div',
      { class: 'table-graph', role: 'group', 'aria-label': 'Tables by what waits for what' },
      content,
    );
    this.levels.addEventListener('pointerover', ({ target }) => this.draw(nameOf(target)));
    this.levels.addEventListener('pointerleave', () => this.draw(undefined));
    this.levels.addEventListener('focusin', ({ target }) => this.choose(nameOf(target)));
    this.levels.addEventListener('keydown', (event) => this.onKey(event));
    new ResizeObserver(() => this.draw(undefined)).observe(content);
  }

  show(tables: readonly TableState[]): void {
    const plan = tables.map(({ table, needs }) => `${table}:${needs}`).join(' ');
    if (plan !== this.plan) {
      this.plan = plan;
      this.build(tables);
    }
    for (const each of tables) this.fill(this.boxes.get(each.table)!, each);
  }

  private build(tables: readonly TableState[]): void {
    const levels = levelsOf(tables);
    const columns: HTMLElement[][] = [];
    this.boxes = new Map();
    for (const { table, needs } of tables) {
      const state = element('span', { class: 'state' });
      const name = element('span', { class: 'name' }, table);
      const button = element(
        'button',
        { type: 'button', 'data-table': table, tabindex: -1, 'aria-describedby': this.describedBy },
        name,
        // Between the two for those who hear them.
        element('span', { class: 'pause' }, ', '),
        state,
      );
      this.boxes.set(table, { button, state, needs });
      const level = levels.get(table)! - 1;
      columns[level] ??= [];
      columns[level].push(element('li', {}, button));
    }
    this.levels.replaceChildren(...columns.map(levelOf));
    if (this.chosen === undefined || !this.boxes.has(this.chosen)) this.chosen = undefined;
    this.letIn(this.chosen ?? tables[0]?.table);
  }

  private fill({ button, state }: Box, table: TableState): void {
    if (button.dataset.state !== table.state) button.dataset.state = table.state;
    const text = stateText(table);
    if (state.textContent !== text) state.textContent = text;
    button.style.setProperty(
      '--share',
      `${100 * (table.state === 'running' ? (table.share ?? 0) : 0)}%`,
    );
  }

  /** Has the Tab key lead to this table alone; arrow keys lead to the others. */
  private letIn(table: string | undefined): void {
    for (const [name, { button }] of this.boxes) button.tabIndex = name === table ? 0 : -1;
  }

  private choose(table: string | undefined): void {
    if (table === undefined) return;
    if (this.chosen !== undefined)
      this.boxes.get(this.chosen)?.button.removeAttribute('aria-current');
    this.chosen = table;
    this.boxes.get(table)!.button.setAttribute('aria-current', 'true');
    this.letIn(table);
    this.draw(table);
    this.onChosen(table);
  }

  private onKey(event: KeyboardEvent): void {
    const buttons = [...this.boxes.values()].map(({ button }) => button);
    const next = nextBox(buttons, event.target as HTMLElement, event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  /** Lines to a table from those that it needs; without one to that which is chosen. */
  private draw(table: string | undefined): void {
    const to = table ?? this.chosen;
    const box = to === undefined ? undefined : this.boxes.get(to);
    const needed = new Set(box?.needs);
    for (const [name, { button }] of this.boxes) {
      button.classList.toggle('needed', needed.has(name));
    }
    const origin = this.levels.getBoundingClientRect();
    const end = box?.button.getBoundingClientRect();
    const paths = [...needed].flatMap((name) => {
      const start = this.boxes.get(name)?.button.getBoundingClientRect();
      if (!start || !end) return [];
      const [x, y] = [start.right - origin.left, start.top + start.height / 2 - origin.top];
      const [toX, toY] = [end.left - origin.left, end.top + end.height / 2 - origin.top];
      const bend = Math.max(16, (toX - x) / 2);
      const d = `M${x} ${y}C${x + bend} ${y} ${toX - bend} ${toY} ${toX} ${toY}`;
      return [svgElement('path', { d })];
    });
    this.lines.replaceChildren(...paths);
  }
}

function levelOf(items: readonly HTMLElement[], level: number): HTMLElement {
  const title = element('h3', {}, `Level ${level + 1}`, element('span', {}, ` ${items.length}`));
  const list = element('ul', {}, ...items);
  list.style.setProperty('--rows', String(Math.min(MOST_ROWS, items.length)));
  return element('section', { class: 'level' }, title, list);
}

function nameOf(target: EventTarget | null): string | undefined {
  return (target as Element | null)?.closest<HTMLElement>('[data-table]')?.dataset.table;
}
