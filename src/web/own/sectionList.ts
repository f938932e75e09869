import { button, element } from '../dom.ts';
import type { CheckedGame, CheckedSection } from './check.ts';
import { makeGameActions } from './gameActions.ts';

interface SectionListEvents {
  readonly onLine: (line: number) => void;
  readonly onProblem: (message: string) => void;
}

/** What a check says of a text: the games that work, and what is wrong with the other sections. */
export class SectionList {
  readonly games = element('div', { class: 'checked-games' });
  readonly problems = element('div', { class: 'checked-problems' });
  private readonly events: SectionListEvents;
  private readonly lines = new Set<number>();
  private sections = 0;
  private working = 0;

  constructor(events: SectionListEvents) {
    this.events = events;
  }

  /** The lines that have problems. */
  get wrongLines(): ReadonlySet<number> {
    return this.lines;
  }

  clear(): void {
    this.games.replaceChildren();
    this.problems.replaceChildren();
    this.lines.clear();
    this.sections = 0;
    this.working = 0;
  }

  add(section: CheckedSection): void {
    this.sections++;
    const { name, game } = section;
    if (game) {
      this.working++;
      this.games.append(this.gameRow(name, game));
    } else {
      for (const { line } of section.problems) this.lines.add(line);
      if (this.problems.childElementCount === 0)
        this.problems.append(element('h2', {}, 'Problems'));
      this.problems.append(this.refusal(section));
    }
  }

  /** `2 of 3 games work.` */
  words(): string {
    if (this.sections === 1) return this.working === 1 ? 'It works.' : 'It does not work yet.';
    if (this.sections === this.working) return `All ${this.sections} games work.`;
    return `${this.working} of ${this.sections} games work.`;
  }

  private gameRow(name: string, game: CheckedGame): HTMLElement {
    const { title, about, begins } = game;
    return element(
      'section',
      { class: 'own-row' },
      element('h3', {}, title, ' ', element('code', {}, name)),
      element('p', { class: 'about' }, about),
      !begins &&
        element(
          'p',
          { class: 'hint' },
          'It has no first position: with startFen in its section it can be played.',
        ),
      element(
        'div',
        { class: 'buttons' },
        ...makeGameActions({ name, ...game }, this.events.onProblem),
      ),
    );
  }

  private refusal({ name, problems }: CheckedSection): HTMLElement {
    const lines = problems.map(({ line, message }) =>
      element(
        'li',
        {},
        button(`line ${line}: ${message}`, () => this.events.onLine(line), { class: 'at-line' }),
      ),
    );
    return element(
      'section',
      {},
      name !== '' && element('h3', {}, element('code', {}, name), ' does not work'),
      element('ul', {}, ...lines),
    );
  }
}
