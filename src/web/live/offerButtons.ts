import type { OfferKind, Side } from '../../server/protocol.ts';
import { button, element } from '../dom.ts';
import type { LiveGame } from './liveGame.ts';

export interface OfferEvents {
  readonly offer: (offer: OfferKind) => void;
  readonly accept: (offer: OfferKind) => void;
  readonly decline: (offer: OfferKind) => void;
  readonly resign: () => void;
}

const names: Readonly<Record<OfferKind, string>> = {
  draw: 'a draw',
  takeback: 'to take the last move back',
  rematch: 'a rematch',
};

const labels: Readonly<Record<OfferKind, string>> = {
  draw: 'Offer a draw',
  takeback: 'Ask to take back',
  rematch: 'Offer a rematch',
};

/** What a player may offer or answer now. Onlookers have nothing here. */
export class OfferButtons {
  readonly element: HTMLElement;
  private readonly events: OfferEvents;
  private readonly offers = element('span', { class: 'buttons' });
  private readonly resign: HTMLElement;
  private shown = '';

  constructor(events: OfferEvents) {
    this.events = events;
    this.resign = makeResign(events);
    this.element = element('div', { class: 'buttons offers' }, this.offers, this.resign);
  }

  show(live: LiveGame): void {
    const { color, ending, rematch, offers, tree } = live;
    const said = JSON.stringify([color, !ending, rematch, offers, tree.endOf().game.length > 0]);
    // Buttons stay as long as what they say does: a click that news comes into is not lost, nor a question asked back.
    if (said === this.shown) return;
    this.shown = said;
    this.offers.replaceChildren(...makeOffers(live, this.events));
    this.resign.hidden = color === null || ending !== null;
  }
}

function makeOffers(live: LiveGame, events: OfferEvents): readonly HTMLElement[] {
  const { color, ending, rematch } = live;
  const next = rematch
    ? [element('a', { class: 'button', href: `#game=${rematch.id}` }, 'To the rematch')]
    : [];
  if (color === null) return next;
  const kinds: readonly OfferKind[] = ending ? (rematch ? [] : ['rematch']) : ['draw', 'takeback'];
  return [...next, ...kinds.flatMap((kind) => offerButtons(live, kind, color, events))];
}

function offerButtons(
  { offers, tree }: LiveGame,
  kind: OfferKind,
  color: Side,
  events: OfferEvents,
): readonly HTMLElement[] {
  const by = offers[kind];
  if (by === color) {
    return [button(`Withdraw: ${names[kind]}`, () => events.decline(kind))];
  }
  if (by !== null) {
    return [
      button(`Accept ${names[kind]}`, () => events.accept(kind), { class: 'primary' }),
      button('Decline', () => events.decline(kind), { 'aria-label': `Decline ${names[kind]}` }),
    ];
  }
  const disabled = kind === 'takeback' && tree.endOf().game.length === 0;
  return [button(labels[kind], () => events.offer(kind), { disabled })];
}

/** Asks once more: one does not resign by a slip. */
function makeResign({ resign }: OfferEvents): HTMLElement {
  let asked = false;
  const made = button('Resign', () => {
    if (asked) return resign();
    asked = true;
    made.textContent = 'Really resign?';
  });
  made.addEventListener('blur', () => {
    asked = false;
    made.textContent = 'Resign';
  });
  return made;
}

/** What has changed about the other side's offers, undefined where nothing did. */
export function offerWords(live: LiveGame, before: LiveGame | undefined): string | undefined {
  for (const kind of ['draw', 'takeback', 'rematch'] as const) {
    const [was, is] = [before?.offers[kind] ?? null, live.offers[kind]];
    if (was === is) continue;
    if (is === null) return `No longer offered: ${names[kind]}.`;
    if (is !== live.color) {
      return `${is === 'white' ? 'White' : 'Black'} ${kind === 'takeback' ? 'asks' : 'offers'} ${names[kind]}.`;
    }
  }
  return undefined;
}
