import { movementSets } from '../../play/hutnik/sets.ts';
import type { Selection } from '../../play/preparation.ts';
import { element, setDisabled, uniqueId } from '../dom.ts';
import { upperFirst } from '../sentence.ts';
import { MovementField } from './movementField.ts';
import { isOpen, type PreparingEvents, type PreparingOptions } from './phaseView.ts';

/** Proposes movements for all kinds that are undecided. Folded, as the game is meant to be played kind by kind. */
export class AgreementForm {
  readonly element: HTMLElement;
  private readonly events: PreparingEvents;
  /** By letter. */
  private readonly fields: ReadonlyMap<string, MovementField>;
  private readonly submit: HTMLButtonElement;
  private stage: Selection;
  private options: PreparingOptions;

  constructor(stage: Selection, options: PreparingOptions, events: PreparingEvents) {
    this.stage = stage;
    this.options = options;
    this.events = events;
    const undecided = stage.kinds.filter(({ movement }) => movement === undefined);
    const count = `all ${undecided.length}`;
    this.fields = new Map(
      undecided.map(({ letter, name }) => {
        const field = new MovementField(upperFirst(name), () => this.update());
        field.text = letter;
        return [letter, field];
      }),
    );
    this.submit = element('button', { type: 'submit', class: 'primary' }, `Propose ${count}`);
    this.element = element(
      'details',
      { class: 'agreement', ontoggle: () => this.update() },
      element('summary', {}, `Propose ${count} at once`),
      element(
        'form',
        { onsubmit: (event) => this.propose(event) },
        element('p', { class: 'hint' }, 'Declining it costs no overrule.'),
        this.makeSets(),
        element(
          'div',
          { class: 'agreement-fields' },
          ...[...this.fields.values()].map((field) => field.element),
        ),
        this.submit,
      ),
    );
  }

  show(stage: Selection, options: PreparingOptions): void {
    this.stage = stage;
    this.options = options;
    this.update();
  }

  private makeSets(): HTMLElement {
    const id = uniqueId('set');
    const choice = element(
      'select',
      {
        id,
        onchange: () => {
          const { movements } = movementSets[Number(choice.value)]!;
          for (const [letter, field] of this.fields) {
            field.text = movements[letter as keyof typeof movements];
          }
          this.update();
        },
      },
      ...movementSets.map(({ name, about }, i) =>
        element('option', { value: i }, `${name}. ${about}`),
      ),
    );
    return element(
      'div',
      { class: 'ready-sets' },
      element('label', { for: id }, 'Movements that go together'),
      choice,
    );
  }

  private update(): void {
    // Four pictures take a moment, and nobody sees them.
    if (!this.element.hasAttribute('open')) return;
    for (const [letter, field] of this.fields) field.judge(this.stage, letter);
    const isFine = [...this.fields.values()].every(({ movement }) => movement !== undefined);
    setDisabled(this.submit, !isFine || !isOpen(this.stage, this.options));
  }

  private propose(event: Event): void {
    event.preventDefault();
    const wrong = [...this.fields.values()].find(({ movement }) => movement === undefined);
    if (wrong) wrong.focus();
    else if (isOpen(this.stage, this.options)) {
      const all = [...this.fields].map(([letter, { movement }]) => `${letter}=${movement}`);
      this.events.onStep(`agree ${all.join(',')}`);
    }
  }
}
