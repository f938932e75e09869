import { flagsOf } from '../../rules/gameRef.ts';
import type { Material } from '../../table/material.ts';
import { button, element } from '../dom.ts';
import { endgamesHash } from '../route.ts';
import { savesData } from '../savesData.ts';
import { sentence } from '../sentence.ts';
import { FileOpener } from './fileOpener.ts';
import type { PageTables } from './pageTables.ts';
import { solveInPage } from './runJob.ts';
import { secondsWords } from './valueWords.ts';
import { type WorkHere, workOf } from './work.ts';

/** Work that takes longer does not start by itself. */
const BRIEF_SECONDS = 10;

/**
 * Shown in place of a table that is missing. Solves it in the page and shows its progress: by itself if that is brief,
 * unless the visitor has stopped this table before or asks sites to save data and work; otherwise on request. Says how
 * to make a table that is too much for a page.
 */
export class Solving {
  readonly element = element('div', { class: 'solving' });
  private readonly tables: PageTables;
  private readonly material: Material;
  private readonly onSolved: () => void;
  private controller = new AbortController();

  /** `onSolved`: the table can be read now. */
  constructor(tables: PageTables, material: Material, onSolved: () => void) {
    this.tables = tables;
    this.material = material;
    this.onSolved = onSolved;
    void this.begin();
  }

  isOf(tables: PageTables, table: string): boolean {
    return tables === this.tables && table === this.material.name;
  }

  /** Ends the work, if any is under way. */
  stop(): void {
    this.controller.abort();
  }

  private async begin(): Promise<void> {
    const { tables, material } = this;
    const { signal } = this.controller;
    const work = workOf(tables.rules, material, await tables.available());
    if (signal.aborted) return;
    if (work.kind !== 'here') this.refuse(work.kind);
    else if (tables.stopped.has(material.name) || savesData() || work.seconds > BRIEF_SECONDS) {
      this.offer(work, `There is no table ${material.name} here yet.`);
    } else void this.start(work);
  }

  private async start(work: WorkHere): Promise<void> {
    const { tables } = this;
    const { name } = this.material;
    tables.stopped.delete(name);
    this.controller = new AbortController();
    const { signal } = this.controller;
    const bar = element('progress', { max: 1, value: 0, 'aria-label': `Solving ${name}` });
    const text = element('p', {}, `Solving ${name} in this page…`);
    const cancel = () => {
      tables.stopped.add(name);
      this.stop();
      this.offer(work, 'Stopped.');
    };
    this.element.replaceChildren(text, bar, button('Stop', cancel));
    const given = await this.read(work.given);
    const solved = await solveInPage(
      tables.rules,
      name,
      given,
      (progress) => {
        bar.value = progress.part;
        const { work, table, number, tables } = progress;
        const verb = work === 'solving' ? 'Solving' : 'Writing';
        text.textContent = `${verb} ${table}, table ${number} of ${tables}…`;
      },
      signal,
    );
    if (signal.aborted) return;
    if (!solved.ok) return this.offer(work, sentence(solved.problem.message), 'problem');
    await tables.add(solved.value);
    this.element.replaceChildren();
    this.onSolved();
  }

  private async read(names: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    const files = new Map<string, Uint8Array>();
    for (const name of names) {
      const bytes = await this.tables.bytes(name);
      if (bytes.ok && bytes.value) files.set(name, bytes.value);
    }
    return files;
  }

  private offer(work: WorkHere, why: string, kind = ''): void {
    const { name } = this.material;
    const isLong = work.seconds > BRIEF_SECONDS;
    const label = isLong ? `Solve ${name} here (${secondsWords(work.seconds)})` : `Solve ${name}`;
    this.element.replaceChildren(
      element('p', { class: kind, role: 'status' }, why),
      button(label, () => void this.start(work), { class: 'primary' }),
    );
  }

  private refuse(kind: 'elsewhere' | 'nowhere'): void {
    const { tables, material } = this;
    const { rules } = tables;
    const { name } = material;
    if (kind === 'nowhere') {
      const text = `${name} is more than can be solved so far.`;
      this.element.replaceChildren(element('p', {}, text));
      return;
    }
    const opener = new FileOpener(rules, (of, table) => {
      if (of === rules && table === name) this.onSolved();
      else location.hash = endgamesHash(of.name, table);
    });
    const command = element('code', {}, `metatb generate ${name} ${flagsOf(rules)}`);
    this.element.replaceChildren(
      element(
        'p',
        {},
        `There is no table ${name} here, and solving it is too much for a page. On a computer of your own${
          rules.variant.ini === undefined ? '' : ', where FILE is the game’s variants.ini'
        }: `,
        command,
      ),
      opener.element,
    );
  }
}
