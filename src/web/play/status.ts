import type { Ending, RuleSet } from '../../rules/ruleset.ts';
import { element } from '../dom.ts';
import { boardWords, endingWords, turnWords } from '../game/words.ts';

export type Tone = 'plain' | 'check' | 'metacheck' | 'over';

/** Says how the game stands, and below it what has just happened. Screen readers hear both. */
export class Status {
  readonly element: HTMLElement;
  private readonly line: HTMLElement;
  private readonly announcer: HTMLElement;
  private readonly described = element('p', { class: 'described' });

  /** `named`: of the page's own board, of which there is one, so that others can refer to it. */
  constructor(named = true) {
    this.line = element('p', { class: 'status', id: named && 'status' });
    this.announcer = element('p', {
      id: named && 'announcer',
      class: 'announcer',
      'aria-live': 'polite',
      role: 'status',
    });
    this.element = element(
      'div',
      { class: 'standing' },
      this.line,
      this.announcer,
      element(
        'details',
        { class: 'in-words' },
        element('summary', {}, 'The board in words'),
        this.described,
      ),
    );
  }

  /** `words`: how it ended, where that is known better than from the position. */
  show(rules: RuleSet, position: unknown, ending: Ending | undefined, words?: string): string {
    const tone = toneOf(rules, position, ending !== undefined || words !== undefined);
    const text =
      words ?? (ending ? endingWords(rules, position, ending) : turnWords(rules, position));
    this.line.className = `status ${tone}`;
    this.line.replaceChildren(
      element('span', { class: 'badge', 'aria-hidden': 'true' }, badges[tone]),
      element('span', { class: 'text' }, text),
    );
    this.described.textContent = boardWords(rules, position);
    return text;
  }

  /** Tells what has happened. */
  announce(text: string, kind: 'news' | 'problem' = 'news'): void {
    this.announcer.className = `announcer ${kind}`;
    this.announcer.textContent = text;
  }
}

const badges: Readonly<Record<Tone, string>> = {
  plain: '',
  check: '+',
  metacheck: '#',
  over: '■',
};

function toneOf(rules: RuleSet, position: unknown, over: boolean): Tone {
  if (rules.check(position)) return 'check';
  if (rules.metacheck(position)) return 'metacheck';
  return over ? 'over' : 'plain';
}
