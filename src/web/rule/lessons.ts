import '../style/rule.css';
import { button, element } from '../dom.ts';
import type { Example } from './examples.ts';
import { makeLesson } from './lesson.ts';

/** Examples to try, one after another. */
export class Lessons {
  readonly element: HTMLElement;
  private readonly examples: readonly Example[];
  private readonly onChoose: ((example: Example) => void) | undefined;
  private readonly place = element('div', { class: 'lesson-place' });
  private readonly choices: readonly HTMLButtonElement[];
  private shown = 0;

  /** `first`: the name of the one to begin with. `onChoose`: another one was asked for. */
  constructor(examples: readonly Example[], first?: string, onChoose?: (example: Example) => void) {
    this.examples = examples;
    this.onChoose = onChoose;
    this.choices = examples.map(({ title }, i) =>
      button(`${i + 1}. ${title}`, () => this.choose(i)),
    );
    const several = examples.length > 1;
    this.element = element(
      'div',
      { class: 'lessons' },
      element('h2', {}, 'Try it'),
      several &&
        element(
          'div',
          { class: 'lesson-choices', role: 'group', 'aria-label': 'Examples' },
          ...this.choices,
        ),
      this.place,
      several &&
        element(
          'p',
          { class: 'buttons' },
          button('Next example', () => this.step()),
        ),
    );
    const named = examples.findIndex(({ name }) => name === first);
    this.show(named < 0 ? 0 : named);
  }

  /** To be called once it is in the page. */
  placed(): void {
    this.show(this.shown);
  }

  private step(): void {
    this.choose((this.shown + 1) % this.examples.length);
    // A phone shows the next board; keyboards and screen readers go on at its title.
    this.place.scrollIntoView({ block: 'nearest' });
    this.place.querySelector<HTMLElement>('h3')?.focus({ preventScroll: true });
  }

  private choose(index: number): void {
    this.show(index);
    this.onChoose?.(this.examples[index]!);
  }

  private show(index: number): void {
    this.shown = index;
    for (const [i, choice] of this.choices.entries()) {
      choice.setAttribute('aria-pressed', String(i === index));
    }
    const lesson = makeLesson(this.examples[index]!);
    this.place.replaceChildren(lesson.element);
    if (this.element.isConnected) lesson.board.fit();
  }
}
