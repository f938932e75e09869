import type { RuleSet } from '../../rules/ruleset.ts';
import { button, element } from '../dom.ts';
import type { PageTables } from './pageTables.ts';
import { solveInPage } from './runJob.ts';
import { sentence } from './valueWords.ts';

/** More need more memory than a solver can address. */
const MOST_MEN_ANYWHERE = 5;

/** Shown in place of a solver for tables with more men than a page can solve. */
export function tooManyMen(rules: RuleSet, table: string, men: number): HTMLElement {
  if (men > MOST_MEN_ANYWHERE) {
    return element('p', {}, `Endgames of ${men} men are more than can be solved so far.`);
  }
  const hint = element('code', {}, `metatb generate ${table} --rules ${rules.name}`);
  return element('p', {}, `${men} men are too many for a page. On a computer of your own: `, hint);
}

/** Tables whose solving the visitor has stopped: they do not start by themselves again. */
const stopped = new Set<string>();

/**
 * Solves a table in the page and shows its progress. Starts by itself, unless the visitor has stopped this table before
 * or asks sites to save data and work.
 */
export class Solving {
  readonly element = element('div', { class: 'solving' });
  private readonly tables: PageTables;
  private readonly table: string;
  private readonly onSolved: () => void;
  private controller = new AbortController();

  constructor(tables: PageTables, table: string, onSolved: () => void) {
    this.tables = tables;
    this.table = table;
    this.onSolved = onSolved;
    if (stopped.has(this.key) || savesData()) this.offer(`There is no table ${table} here yet.`);
    else void this.start();
  }

  isOf(tables: PageTables, table: string): boolean {
    return tables === this.tables && table === this.table;
  }

  /** Ends the work, if any is under way. */
  stop(): void {
    this.controller.abort();
  }

  private get key(): string {
    return `${this.tables.rules.name}/${this.table}`;
  }

  private async start(): Promise<void> {
    const { tables, table } = this;
    stopped.delete(this.key);
    this.controller = new AbortController();
    const { signal } = this.controller;
    const bar = element('progress', { max: 1, value: 0, 'aria-label': `Solving ${table}` });
    const text = element('p', {}, `Solving ${table} in this page…`);
    const cancel = () => {
      stopped.add(this.key);
      this.stop();
      this.offer('Stopped.');
    };
    this.element.replaceChildren(text, bar, button('Stop', cancel));
    const solved = await solveInPage(
      tables.rules.name,
      table,
      (progress) => {
        bar.value = (progress.number - 1 + progress.part) / progress.tables;
        text.textContent = `Solving ${progress.table}, table ${progress.number} of ${progress.tables}…`;
      },
      signal,
    );
    if (signal.aborted) return;
    if (!solved.ok) return this.offer(sentence(solved.problem.message), 'problem');
    await tables.add(solved.value);
    this.element.replaceChildren();
    this.onSolved();
  }

  private offer(why: string, kind = ''): void {
    this.element.replaceChildren(
      element('p', { class: kind, role: 'status' }, why),
      button(`Solve ${this.table}`, () => void this.start(), { class: 'primary' }),
    );
  }
}

/** Browsers on a metered connection or a low battery can ask for this. */
function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
