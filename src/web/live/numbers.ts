import type { Parameter } from '../../rules/parameters.ts';
import { findRuleSet, parametersOf } from '../../rules/registry.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { isHidden } from '../../rules/variant.ts';
import { element, uniqueId } from '../dom.ts';
import { sentence } from '../sentence.ts';

/** The numbers of a game that leaves them open, to be changed before it begins. */
export interface Numbers {
  readonly element: HTMLElement;
  /** The game with these numbers. */
  chosen(): RuleSet;
}

/** Undefined of a game without such numbers. A field that holds no allowed number keeps its form from being sent. */
export function makeNumbers(rules: RuleSet): Numbers | undefined {
  if (!isHidden(rules)) return undefined;
  const given = new URLSearchParams((rules.name.split(':')[1] ?? '').replaceAll(',', '&'));
  const fields = parametersOf(rules).map((parameter) => ({
    parameter,
    input: makeField(parameter, given.get(parameter.key) ?? parameter.usual),
  }));
  return {
    element: element(
      'details',
      { class: 'numbers' },
      element('summary', {}, 'Hit points and damage'),
      ...fields.map(({ parameter, input }) =>
        element('label', { for: input.id }, labelOf(parameter), input),
      ),
    ),
    chosen() {
      const parts = fields.map(({ parameter, input }) => `${parameter.key}=${input.value}`);
      const found = findRuleSet(`${rules.name.split(':')[0]}:${parts.join(',')}`);
      return found.ok ? found.value : rules;
    },
  };
}

function labelOf({ about }: Parameter): string {
  return `${about.charAt(0).toUpperCase()}${about.slice(1)} `;
}

function makeField(parameter: Parameter, value: string): HTMLInputElement {
  const input = element('input', {
    id: uniqueId('number'),
    type: 'text',
    inputmode: 'numeric',
    size: 4,
    maxlength: 4,
    value,
    oninput: () => {
      const read = parameter.normalise(input.value);
      input.setCustomValidity(read.ok ? '' : sentence(read.problem.message));
    },
  });
  return input;
}
