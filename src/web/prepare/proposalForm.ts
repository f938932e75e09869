import { opposite } from '../../pieces/army.ts';
import type { Selection } from '../../play/preparation.ts';
import { type Chip, makeChoices } from '../choices.ts';
import { button, element, setDisabled } from '../dom.ts';
import { upperFirst } from '../sentence.ts';
import { knownMovements } from './knownMovements.ts';
import { MovementField } from './movementField.ts';
import { isOpen, type PreparingEvents, type PreparingOptions } from './phaseView.ts';

/** Chooses a kind that is undecided, and a movement to propose for it. */
export class ProposalForm {
  readonly element: HTMLElement;
  private readonly events: PreparingEvents;
  private readonly kind: ReturnType<typeof makeChoices>;
  private readonly field = new MovementField('Its movement, in Betza’s notation', () =>
    this.update(),
  );
  private readonly submit = element('button', { type: 'submit', class: 'primary large' });
  private readonly stands = element('p', { class: 'hint stands' });
  private stage: Selection;
  private options: PreparingOptions;

  constructor(stage: Selection, options: PreparingOptions, events: PreparingEvents) {
    this.stage = stage;
    this.options = options;
    this.events = events;
    const undecided = stage.kinds.filter(({ movement }) => movement === undefined);
    this.kind = makeChoices(
      'Propose how a piece moves',
      undecided.map(({ letter, name }): Chip => [letter, upperFirst(name)]),
      { onChange: () => this.update() },
    );
    this.element = element(
      'form',
      { class: 'proposal-form', onsubmit: (event) => this.propose(event) },
      this.kind.element,
      this.makeReady(),
      this.field.element,
      this.stands,
      this.submit,
    );
    this.update();
  }

  show(stage: Selection, options: PreparingOptions): void {
    this.stage = stage;
    this.options = options;
    const other = opposite(stage.turn);
    const isSpent = stage.overrules[other] === 0;
    this.stands.textContent = isSpent
      ? `${options.names[other]} has no overrules left: what is proposed now stands.`
      : '';
    this.update();
  }

  private makeReady(): HTMLElement {
    return element(
      'div',
      { class: 'ready', role: 'group', 'aria-label': 'Well-known movements, to fill the field' },
      ...knownMovements.map(([movement, name]) => {
        const fill = button('', () => {
          this.field.text = movement;
          this.update();
        });
        fill.append(element('code', {}, movement), element('span', {}, name));
        return fill;
      }),
    );
  }

  private update(): void {
    const { field, stage, options, kind, submit } = this;
    const letter = kind.value();
    field.judge(stage, letter);
    const name = stage.kinds.find((each) => each.letter === letter)!.name;
    submit.textContent = `Propose for the ${name}`;
    setDisabled(submit, !isOpen(stage, options) || field.movement === undefined);
  }

  private propose(event: Event): void {
    event.preventDefault();
    const { movement } = this.field;
    if (movement === undefined) this.field.focus();
    else if (isOpen(this.stage, this.options)) {
      this.events.onStep(`propose ${this.kind.value()}=${movement}`);
    }
  }
}
