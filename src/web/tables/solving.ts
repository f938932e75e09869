import type { Problem } from '../../chess/result.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { button, element } from '../dom.ts';
import type { PageTables } from './pageTables.ts';
import { solveInPage } from './runJob.ts';

/** More men take more memory and time than a page should. */
export const MOST_MEN_HERE = 4;
/** So few are solved without asking: it takes less than a second. */
export const MEN_AT_ONCE = 3;

/** More need more memory than a solver can address. */
const MOST_MEN_ANYWHERE = 5;

/** What is said instead of solving a table with more men than a page can. */
export function tooManyMen(rules: RuleSet, table: string, men: number): HTMLElement {
  if (men > MOST_MEN_ANYWHERE) {
    return element('p', {}, `${men} men are more than can be solved so far.`);
  }
  const hint = element('code', {}, `metatb generate ${table} --rules ${rules.name}`);
  return element('p', {}, `${men} men are too many for a page. On a computer of your own: `, hint);
}

/** Solves a table in the page and shows how far it is. */
export class Solving {
  readonly element = element('div', { class: 'solving' });
  private readonly tables: PageTables;
  private readonly table: string;
  private readonly onSolved: () => void;
  private readonly controller = new AbortController();

  constructor(tables: PageTables, table: string, onSolved: () => void) {
    this.tables = tables;
    this.table = table;
    this.onSolved = onSolved;
    this.offer();
  }

  async start(): Promise<void> {
    const { tables, table } = this;
    const bar = element('progress', { max: 1, value: 0, 'aria-label': `Solving ${table}` });
    const text = element('p', {}, `Solving ${table} in this page…`);
    this.element.replaceChildren(
      text,
      bar,
      button('Stop', () => this.stop()),
    );
    const { signal } = this.controller;
    const solved = await solveInPage(
      tables.rules.name,
      table,
      ({ table, number, tables, part }) => {
        bar.value = (number - 1 + part) / tables;
        text.textContent = `Solving ${table}, table ${number} of ${tables}…`;
      },
      signal,
    );
    if (signal.aborted) return;
    if (!solved.ok) return this.fail(solved.problem);
    await tables.add(solved.value);
    this.element.replaceChildren();
    this.onSolved();
  }

  /** Ends the work where there is any. */
  stop(): void {
    this.controller.abort();
    this.element.replaceChildren(element('p', {}, 'Stopped.'));
  }

  private offer(): void {
    this.element.replaceChildren(
      element('p', {}, `There is no table ${this.table} here yet. This page can make it.`),
      button(`Solve ${this.table}`, () => void this.start(), { class: 'primary' }),
    );
  }

  private fail({ message }: Problem): void {
    this.element.replaceChildren(element('p', { class: 'problem' }, `${message}.`));
  }
}
