import { BLACK, type Color, WHITE } from '../../pieces/army.ts';
import type { Selection } from '../../play/preparation.ts';
import { colorName } from '../board/pieceLook.ts';
import { element, refill } from '../dom.ts';
import { AgreementForm } from './agreementForm.ts';
import { makeBetzaHelp } from './betzaHelp.ts';
import { makeKindCards } from './kindCards.ts';
import {
  mayAct,
  type PhaseView,
  type PreparingEvents,
  type PreparingOptions,
} from './phaseView.ts';
import { ProposalCard } from './proposalCard.ts';
import { ProposalForm } from './proposalForm.ts';

interface Part {
  readonly element: HTMLElement;
  show(stage: Selection, options: PreparingOptions): void;
}

/** How the four kinds move: what is decided, and what is to be proposed or answered. */
export class SelectionView implements PhaseView<Selection> {
  readonly main: HTMLElement;
  readonly side: HTMLElement;
  private readonly events: PreparingEvents;
  private readonly cards = element('div', {});
  private readonly act = element('div', { class: 'card act' });
  private readonly overrules = element('ul', { class: 'overrules' });
  private parts: readonly Part[] = [];
  private shown = '';

  constructor(events: PreparingEvents) {
    this.events = events;
    this.main = element(
      'div',
      { class: 'selection-main' },
      this.cards,
      element('p', { class: 'hint' }, 'Both players’ pieces of a kind move alike.'),
      this.act,
    );
    this.side = element(
      'div',
      { class: 'selection-side' },
      element('h3', {}, 'Overrules left'),
      this.overrules,
      makeBetzaHelp(),
    );
  }

  show(stage: Selection, options: PreparingOptions): void {
    // What the visitor is typing in stays until the turn passes.
    const shown = keyOf(stage, options);
    if (shown !== this.shown) {
      this.shown = shown;
      this.cards.replaceChildren(makeKindCards(stage));
      this.begin(stage, options);
    }
    for (const part of this.parts) part.show(stage, options);
    this.overrules.replaceChildren(
      ...[WHITE, BLACK].map((color) => overrulesOf(stage, options, color)),
    );
  }

  private begin(stage: Selection, options: PreparingOptions): void {
    this.parts = this.partsFor(stage, options);
    const waits = `What ${options.names[stage.turn]} proposes will appear here.`;
    refill(
      this.act,
      ...(this.parts.length > 0
        ? this.parts.map((part) => part.element)
        : [element('p', { class: 'hint' }, waits)]),
    );
  }

  private partsFor(stage: Selection, options: PreparingOptions): readonly Part[] {
    const { events } = this;
    if (stage.proposal) return [new ProposalCard(stage, options, events)];
    if (!mayAct(stage, options)) return [];
    const form = new ProposalForm(stage, options, events);
    const open = stage.kinds.filter(({ movement }) => movement === undefined).length;
    return open > 1 ? [form, new AgreementForm(stage, options, events)] : [form];
  }
}

function keyOf(stage: Selection, options: PreparingOptions): string {
  const { kinds, proposal, turn } = stage;
  const { names } = options;
  const movements = kinds.map(({ movement }) => movement);
  const proposed = proposal ? [...proposal.movements] : [];
  return JSON.stringify([turn, mayAct(stage, options), movements, proposed, names]);
}

function overrulesOf(
  { overrules }: Selection,
  { names }: PreparingOptions,
  color: Color,
): HTMLElement {
  return element(
    'li',
    {},
    element('span', { class: `disc ${colorName(color)}`, 'aria-hidden': 'true' }),
    element('span', { class: 'name' }, names[color]),
    element('strong', {}, String(overrules[color])),
  );
}
