import type { OfferKind } from '../../server/protocol.ts';
import { button, element } from '../dom.ts';
import type { LiveGame } from './liveGame.ts';
import { nameOf, offerKinds, offerTexts } from './liveWords.ts';

export interface Answers {
  readonly accept: (offer: OfferKind) => void;
  readonly decline: (offer: OfferKind) => void;
}

/** Below the board: the news, and the other side's offers with buttons to answer them. Its height is reserved. */
export class OfferBar {
  readonly element: HTMLElement;
  private readonly answers: Answers;
  private readonly offers = element('div', { class: 'open-offers' });
  private readonly announcer = element('p', {
    id: 'announcer',
    class: 'announcer',
    'aria-live': 'polite',
    role: 'status',
  });
  private shown = '';

  constructor(answers: Answers) {
    this.answers = answers;
    this.element = element('div', { class: 'offer-bar' }, this.offers, this.announcer);
  }

  announce(text: string, kind: 'news' | 'problem' = 'news'): void {
    this.announcer.className = `announcer ${kind}`;
    this.announcer.textContent = text;
    this.hideTwin();
  }

  show(live: LiveGame): void {
    const { color, offers } = live;
    const open = offerKinds.filter((kind) => color && offers[kind] && offers[kind] !== color);
    const said = open.join();
    // Unchanged buttons stay: an update must not swallow a click.
    if (said !== this.shown) {
      this.shown = said;
      this.offers.replaceChildren(
        ...open.map((kind) => this.row(kind, nameOf(live, offers[kind]!))),
      );
    }
    this.hideTwin();
  }

  private row(kind: OfferKind, by: string): HTMLElement {
    const { made, accept, thing } = offerTexts[kind];
    return element(
      'div',
      { class: 'open-offer' },
      element('span', { class: 'text' }, made(by)),
      button('Accept', () => this.answers.accept(kind), { class: 'primary', 'aria-label': accept }),
      button('Decline', () => this.answers.decline(kind), { 'aria-label': `Decline the ${thing}` }),
    );
  }

  /** An announcement that repeats an offer's row is for screen readers only. */
  private hideTwin(): void {
    const texts = [...this.offers.querySelectorAll('.text')].map((each) => each.textContent);
    this.announcer.classList.toggle('spoken', texts.includes(this.announcer.textContent));
  }
}
