import { pageGames } from '../../rules/registry.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { element } from '../dom.ts';

export function makeRulesPicker(
  chosen: RuleSet,
  onChange: (rules: RuleSet) => void,
): HTMLSelectElement {
  const picker = element(
    'select',
    { onchange: () => onChange(pageGames.find(({ name }) => name === picker.value)!) },
    ...pageGames.map(({ name, title }) =>
      element('option', { value: name, selected: name === chosen.name }, title),
    ),
  );
  return picker;
}
