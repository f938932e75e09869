import type { RuleSet } from '../../rules/ruleset.ts';
import { isHidden } from '../../rules/variant.ts';
import { element } from '../dom.ts';
import { catalog, type Origin } from '../games/catalog.ts';

const groups: Readonly<Record<Origin, string>> = {
  own: 'Your own',
  server: 'Of this server',
  'built in': 'Built in',
};
/** An entry that is no game's name. */
const OTHER = '#own';

/** A list of all games, to choose the rules from. */
export class RulesPicker {
  readonly element: HTMLSelectElement;
  private readonly hidden: boolean;
  private shown: RuleSet | undefined;

  /** `hidden`: are games listed, too, that are played by link only? */
  constructor(onChange: (rules: RuleSet) => void, hidden = false) {
    this.hidden = hidden;
    this.element = element('select', {
      onchange: () => {
        const { value } = this.element;
        const chosen = catalog().find(({ rules }) => rules.name === value);
        if (chosen) onChange(chosen.rules);
        else if (this.shown) {
          this.show(this.shown);
          if (value === OTHER) location.hash = OTHER;
        }
      },
    });
  }

  /** Lists the games as they are now, this one chosen; it need not be among them. */
  show(chosen: RuleSet): void {
    this.shown = chosen;
    const games = catalog().filter(({ rules }) => this.hidden || !isHidden(rules));
    const option = ({ name, title }: RuleSet) =>
      element('option', { value: name, selected: name === chosen.name }, title);
    const lists = (Object.keys(groups) as Origin[]).flatMap((origin) => {
      const own = games.filter((each) => each.origin === origin).map(({ rules }) => option(rules));
      return own.length === 0 ? [] : [element('optgroup', { label: groups[origin] }, ...own)];
    });
    const isListed = games.some(({ rules }) => rules.name === chosen.name);
    this.element.replaceChildren(
      ...(isListed ? [] : [option(chosen)]),
      ...(lists.length === 1 ? lists[0]!.children : lists),
      element('option', { value: OTHER }, 'A game of your own…'),
    );
  }
}
