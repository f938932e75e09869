import { isHidden } from '../../rules/variant.ts';
import type { OfferKind } from '../../server/protocol.ts';
import { button, element } from '../dom.ts';
import { makeResign } from '../resign.ts';
import { type LiveGame, lengthOf } from './liveGame.ts';
import { offerTexts } from './liveWords.ts';

export interface ActionEvents {
  readonly offer: (offer: OfferKind) => void;
  /** Withdraws our own offer. */
  readonly withdraw: (offer: OfferKind) => void;
  readonly resign: () => void;
  readonly analyse: () => void;
}

/** The buttons to offer, withdraw or resign, for players; and to analyse a finished game. */
export class Actions {
  readonly element: HTMLElement;
  private readonly events: ActionEvents;
  private readonly offers = element('span', { class: 'buttons' });
  private readonly resign: HTMLElement;
  private shown = '';

  constructor(events: ActionEvents) {
    this.events = events;
    this.resign = makeResign(() => events.resign());
    this.element = element('div', { class: 'buttons actions' }, this.offers, this.resign);
  }

  show(live: LiveGame): void {
    const { color, ending, rematch, offers } = live;
    const said = JSON.stringify([color, !ending, rematch, offers, lengthOf(live) > 0]);
    // Unchanged buttons stay: an update must not swallow a click, nor the question whether to resign.
    if (said === this.shown) return;
    this.shown = said;
    this.offers.replaceChildren(...makeButtons(live, this.events));
    this.resign.hidden = color === null || ending !== null;
  }
}

function makeButtons(live: LiveGame, events: ActionEvents): readonly HTMLElement[] {
  const { color, ending, rematch, offers } = live;
  const next: HTMLElement[] = rematch
    ? [element('a', { class: 'button primary', href: `#game=${rematch.id}` }, 'To the rematch')]
    : [];
  const hides = isHidden(live.tree.rules);
  if (ending && !hides)
    next.push(button('Analyse', () => events.analyse(), { title: 'With the tables' }));
  if (color === null) return next;
  const during: readonly OfferKind[] = hides ? ['draw'] : ['draw', 'takeback'];
  const kinds: readonly OfferKind[] = ending ? (rematch ? [] : ['rematch']) : during;
  const buttons = kinds.map((kind) => {
    const { offer, withdraw } = offerTexts[kind];
    if (offers[kind] === color) return button(withdraw, () => events.withdraw(kind));
    // The other side's offer is answered below the board; until then the button keeps its place.
    const disabled = offers[kind] !== null || (kind === 'takeback' && lengthOf(live) === 0);
    return button(offer, () => events.offer(kind), { disabled });
  });
  return [...next, ...buttons];
}
