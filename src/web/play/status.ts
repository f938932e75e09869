import type { Game } from '../../play/game.ts';
import type { Status as GameStatus } from '../../play/status.ts';
import { boardWords } from '../../play/words.ts';
import { button, element } from '../dom.ts';

type Tone = 'plain' | 'check' | 'metacheck' | 'over';

/** A button beside an announcement: `Undo`. */
export interface NewsAction {
  readonly label: string;
  readonly act: () => void;
}

/** The state of the game, and below it the latest news. Screen readers announce both. */
export class Status {
  readonly element: HTMLElement;
  private readonly line: HTMLElement;
  private readonly announcer: HTMLElement;
  /** The board in words: below the news, unless the caller places it elsewhere. */
  readonly inWords: HTMLElement;
  private readonly described = element('p', { class: 'described' });

  /** `named`: the elements get ids, which only one status on a page can have. */
  constructor(named = true) {
    this.line = element('p', { class: 'status', id: named && 'status' });
    this.announcer = element('p', {
      id: named && 'announcer',
      class: 'announcer',
      'aria-live': 'polite',
      role: 'status',
    });
    this.inWords = element(
      'details',
      { class: 'in-words' },
      element('summary', {}, 'The board in words'),
      this.described,
    );
    this.element = element('div', { class: 'standing' }, this.line, this.announcer, this.inWords);
  }

  /** `words`: how it ended, if that is known better than from the position. */
  show(game: Game, words?: string): string {
    const { status } = game;
    const tone = toneOf(status, words !== undefined);
    const text = words ?? status.words;
    this.line.className = `status ${tone}`;
    this.line.replaceChildren(
      element('span', { class: 'badge', 'aria-hidden': 'true' }, badges[tone]),
      element('span', { class: 'text' }, text),
    );
    this.described.textContent = boardWords(game.rules, game.position);
    return text;
  }

  announce(text: string, kind: 'news' | 'problem' = 'news', action?: NewsAction): void {
    this.announcer.className = `announcer ${kind}`;
    this.announcer.textContent = text;
    if (action) this.announcer.append(' ', button(action.label, action.act, { class: 'inline' }));
  }

  /** Announces a move. Screen readers also get the text of the line above. */
  announceMove(text: string, status: string): void {
    this.announce(`${text} `);
    this.announcer.append(element('span', { class: 'spoken-only' }, status));
  }
}

const badges: Readonly<Record<Tone, string>> = {
  plain: '',
  check: '+',
  metacheck: '#',
  over: '■',
};

function toneOf({ alarm, ending }: GameStatus, over: boolean): Tone {
  if (alarm) return alarm;
  return over || ending ? 'over' : 'plain';
}
