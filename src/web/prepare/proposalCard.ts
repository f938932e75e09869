import type { Proposal, Selection } from '../../play/preparation.ts';
import { button, element, setDisabled } from '../dom.ts';
import { upperFirst } from '../sentence.ts';
import {
  makeAdvice,
  makeMovementPicture,
  makeMovementWords,
  rulesWith,
} from './movementPicture.ts';
import { isOpen, mayAct, type PreparingEvents, type PreparingOptions } from './phaseView.ts';

/** A proposal, and for the side that it is made to the answers. */
export class ProposalCard {
  readonly element: HTMLElement;
  private readonly events: PreparingEvents;
  private readonly accept = button('Accept', () => this.answer('accept'), {
    class: 'primary large',
  });
  private readonly refuse: HTMLButtonElement;
  private stage: Selection;
  private options: PreparingOptions;

  constructor(stage: Selection, options: PreparingOptions, events: PreparingEvents) {
    this.stage = stage;
    this.options = options;
    this.events = events;
    const proposal = stage.proposal!;
    const { by, refusal, movements } = proposal;
    const left = stage.overrules[stage.turn];
    const label = refusal === 'decline' ? 'Decline' : `Overrule (${left} left)`;
    this.refuse = button(label, () => this.answer(refusal), { class: 'large' });
    const what = movements.size > 1 ? 'all at once' : `the ${nameOf(stage, movements)}`;
    const canAnswer = mayAct(stage, options);
    this.element = element(
      'div',
      { class: 'proposal' },
      element('h3', { tabindex: -1 }, `${options.names[by]} proposes for ${what}`),
      element(
        'div',
        { class: movements.size > 1 ? 'proposed-all' : 'proposed-one' },
        ...makeProposed(stage, proposal),
      ),
      canAnswer && element('div', { class: 'buttons' }, this.accept, this.refuse),
      canAnswer &&
        refusal === 'decline' &&
        element('p', { class: 'hint' }, 'Declining it costs no overrule.'),
    );
  }

  show(stage: Selection, options: PreparingOptions): void {
    this.stage = stage;
    this.options = options;
    for (const each of [this.accept, this.refuse]) setDisabled(each, options.busy);
  }

  private answer(word: 'accept' | Proposal['refusal']): void {
    if (isOpen(this.stage, this.options)) this.events.onStep(word);
  }
}

function makeProposed(stage: Selection, { movements }: Proposal): readonly HTMLElement[] {
  const rules = rulesWith(stage, movements);
  return [...movements].map(([letter, movement]) => {
    const { picture, legend } = makeMovementPicture(rules, letter);
    const name = stage.kinds.find((kind) => kind.letter === letter)!.name;
    return element(
      'div',
      { class: 'movement-result' },
      element('div', { class: 'picture-frame' }, picture),
      element(
        'div',
        { class: 'movement-said' },
        element('p', {}, `${upperFirst(name)}: `, makeMovementWords(movement)),
        legend,
        makeAdvice(stage.warnings(letter, movement)),
      ),
    );
  });
}

function nameOf({ kinds }: Selection, movements: Proposal['movements']): string {
  return kinds.find(({ letter }) => movements.has(letter))!.name;
}
