import { MOST_BYTES } from '../../rules/ini/sections.ts';
import { element, uniqueId } from '../dom.ts';

interface IniEditorEvents {
  readonly onInput: (text: string) => void;
  /** More than the field takes was to be pasted: {@link fits}. */
  readonly onTooLong: () => void;
}

/** Characters that a browser pastes in no time. */
const MUCH = 10_000;
/** With more a browser stands still for seconds. */
export const MOST_LINES = 20_000;

/** Is a text one that the field takes? */
export function fits(text: string): boolean {
  return text.length <= MOST_BYTES && text.split(/\r\n|\n|\r/, MOST_LINES + 1).length <= MOST_LINES;
}

/** A field for a variants.ini with the numbers of its lines beside it. */
export class IniEditor {
  readonly element: HTMLElement;
  private readonly events: IniEditorEvents;
  private readonly field: HTMLTextAreaElement;
  /** The numbers of the lines in sight, and a stripe behind each that has a problem. */
  private readonly numbers = element('div', { class: 'line-numbers', 'aria-hidden': 'true' });
  private readonly resized = new ResizeObserver(() => this.drawNumbers());
  private marked: ReadonlySet<number> = new Set();
  private lines = 1;

  constructor(events: IniEditorEvents) {
    this.events = events;
    this.field = element('textarea', {
      id: uniqueId('ini'),
      wrap: 'off',
      spellcheck: 'false',
      autocapitalize: 'off',
      autocomplete: 'off',
      oninput: () => {
        this.changed();
        events.onInput(this.text);
      },
      onpaste: (event) => this.paste(event as ClipboardEvent),
      onscroll: () => this.drawNumbers(),
    });
    this.element = element(
      'div',
      { class: 'ini-editor' },
      element('label', { for: this.field.id }, 'The game as text (variants.ini)'),
      element('div', { class: 'ini-lines' }, this.numbers, this.field),
    );
    this.resized.observe(this.field);
  }

  leave(): void {
    this.resized.disconnect();
  }

  get text(): string {
    return this.field.value;
  }

  set text(text: string) {
    this.field.value = text;
    this.field.scrollTop = 0;
    this.changed();
  }

  /** Marks the lines with these numbers, from 1. */
  mark(lines: ReadonlySet<number>): void {
    this.marked = lines;
    this.drawNumbers();
  }

  /** Selects a line, from 1, and scrolls to it. */
  goTo(line: number): void {
    const { field } = this;
    const before = this.text.split('\n', line);
    const content = before.at(-1)!;
    const end = before.join('\n').length;
    field.focus();
    field.setSelectionRange(end - content.length, end);
    field.scrollTop = (line - 1) * this.lineHeight() - field.clientHeight / 3;
    field.scrollLeft = 0;
  }

  /** Browsers take seconds to put thousands of lines in by themselves. */
  private paste(event: ClipboardEvent): void {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text.length < MUCH) return;
    event.preventDefault();
    if (!fits(text)) {
      this.events.onTooLong();
      return;
    }
    const { field } = this;
    field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
    this.changed();
    this.events.onInput(this.text);
  }

  private changed(): void {
    this.lines = this.text.split('\n').length;
    this.drawNumbers();
  }

  private lineHeight(): number {
    return Number.parseFloat(getComputedStyle(this.field).lineHeight);
  }

  /** Only of the lines in sight: a text may have very many. */
  private drawNumbers(): void {
    const { scrollTop, clientHeight } = this.field;
    const height = this.lineHeight();
    const first = Math.floor(scrollTop / height);
    const count = Math.min(this.lines - first, Math.ceil(clientHeight / height) + 1);
    this.numbers.style.transform = `translateY(${first * height - scrollTop}px)`;
    this.numbers.replaceChildren(
      ...Array.from({ length: Math.max(count, 0) }, (_, i) => {
        const line = first + i + 1;
        return element('div', { class: this.marked.has(line) ? 'wrong' : undefined }, String(line));
      }),
    );
  }
}
