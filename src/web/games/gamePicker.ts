import type { RuleSet } from '../../rules/ruleset.ts';
import { element } from '../dom.ts';
import { catalog } from './catalog.ts';

/** Chooses one of the catalogue's games. `shown` is chosen at first, and listed even if the catalogue lacks it. */
export function makeGamePicker(
  shown: RuleSet,
  onChange: (rules: RuleSet) => void,
): HTMLSelectElement {
  const games = catalog().map(({ rules }) => rules);
  const listed = games.some(({ name }) => name === shown.name) ? games : [shown, ...games];
  const picker = element(
    'select',
    { onchange: () => onChange(listed.find(({ name }) => name === picker.value)!) },
    ...listed.map(({ name, title }) =>
      element('option', { value: name, selected: name === shown.name }, title),
    ),
  );
  return picker;
}
