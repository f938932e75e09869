import '../style/options.css';
import type { Parameter } from '../../rules/parameters.ts';
import { parametersOf, valuesOf, withValues } from '../../rules/registry.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { element, uniqueId } from '../dom.ts';
import { sentence, upperFirst } from '../sentence.ts';

/** The choices that a game leaves open, to be made before it begins. */
export interface Options {
  readonly element: HTMLElement;
  /** The game with these choices. */
  chosen(): RuleSet;
}

/**
 * Undefined of a game that leaves nothing open but movements and what tables need. A field that holds no allowed number keeps
 * its form from being sent. `onChange`: another choice has been made, an allowed one.
 */
export function makeOptions(
  rules: RuleSet,
  onChange: (chosen: RuleSet) => void = () => {},
): Options | undefined {
  const open = parametersOf(rules).filter(({ words, range }) => words || range);
  if (open.length === 0) return undefined;
  const values = valuesOf(rules);
  const changed = () => {
    if (fields.every(({ field }) => field.validity.valid)) onChange(chosen());
  };
  const fields = open.map((parameter) => ({
    parameter,
    field: makeField(parameter, values.get(parameter.key)!, changed),
  }));
  const chosen = () => {
    const own = fields.map(({ parameter, field }) => [parameter.key, field.value] as const);
    const found = withValues(rules, own);
    return found.ok ? found.value : rules;
  };
  return {
    element: element(
      'details',
      { class: 'options' },
      element('summary', {}, 'Options'),
      ...fields.map(({ parameter, field }) =>
        element('label', { for: field.id }, `${upperFirst(parameter.about)} `, field),
      ),
    ),
    chosen,
  };
}

function makeField(
  { words, usual, normalise }: Parameter,
  value: string,
  onchange: () => void,
): HTMLInputElement | HTMLSelectElement {
  const id = uniqueId('option');
  if (words) {
    return element(
      'select',
      { id, onchange },
      ...words.map((word) =>
        element(
          'option',
          { value: word, selected: word === value },
          word === usual ? `${word} (as usual)` : word,
        ),
      ),
    );
  }
  const input = element('input', {
    id,
    type: 'text',
    inputmode: 'numeric',
    size: 4,
    maxlength: 4,
    value,
    oninput: () => {
      const read = normalise(input.value);
      input.setCustomValidity(read.ok ? '' : sentence(read.problem.message));
    },
    onchange,
  });
  return input;
}
