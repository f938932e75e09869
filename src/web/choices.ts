import './style/choices.css';
import { element, uniqueId } from './dom.ts';

export type Chip = readonly [value: string, label: string];

interface ChoiceOptions {
  /** The value that is chosen first. Default: the first one. */
  readonly first?: string | undefined;
  readonly onChange?: (value: string) => void;
}

/** Radio buttons as chips in a row. */
export function makeChoices(
  legend: string,
  choices: readonly Chip[],
  { first = choices[0]![0], onChange }: ChoiceOptions = {},
) {
  const name = uniqueId('choice');
  let chosen = first;
  const options = choices.map(([value, label]) => {
    const input = element('input', {
      type: 'radio',
      name,
      value,
      checked: value === first,
      onchange: () => {
        chosen = value;
        onChange?.(value);
      },
    });
    return element('label', { class: 'choice-chip' }, input, element('span', {}, label));
  });
  return {
    element: element(
      'fieldset',
      { class: 'choices' },
      element('legend', {}, legend),
      element('div', { class: 'chips' }, ...options),
    ),
    value: () => chosen,
  };
}
