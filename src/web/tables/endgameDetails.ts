import { pageGames } from '../../rules/registry.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { Material } from '../../table/material.ts';
import { button, element } from '../dom.ts';
import { playHash } from '../route.ts';
import { figuresOf, loadAtlas } from './atlas.ts';
import { makeStudy } from './endgameStudyView.ts';
import { materialSymbols, materialWords } from './materialWords.ts';
import { tablesOf } from './pageTables.ts';
import { randomPosition } from './randomPosition.ts';
import { TableSection } from './tableSection.ts';
import { upperFirst } from './valueWords.ts';

/** One endgame: results, comparison, longest wins and zugzwangs from the atlas; distances and files from its table. */
export class EndgameDetails {
  readonly element: HTMLElement;
  private readonly rules: RuleSet;
  private readonly material: Material;
  private readonly study = element('div', { class: 'study' });
  private table: TableSection | undefined;
  private left = false;

  constructor(rules: RuleSet, material: Material) {
    this.rules = rules;
    this.material = material;
    const words = materialWords(material, rules.army);
    this.element = element(
      'div',
      { class: 'details' },
      element(
        'h1',
        {},
        materialSymbols(material, rules.army),
        element('span', {}, upperFirst(words)),
        element('code', {}, material.name),
      ),
      element('div', { class: 'buttons' }, ...this.links(), this.randomButton()),
      this.study,
    );
    void this.load();
  }

  leave(): void {
    this.left = true;
    this.table?.leave();
  }

  private async load(): Promise<void> {
    const { rules, material } = this;
    const figures = figuresOf(await loadAtlas(), rules.name);
    if (this.left) return;
    const own = figures.find(({ table }) => table === material.name);
    if (own) this.study.append(...makeStudy(rules, own));
    this.table = new TableSection(tablesOf(rules), material, own !== undefined);
    this.study.append(this.table.element);
  }

  /** The same endgame under each set of rules. */
  private links(): readonly HTMLElement[] {
    return pageGames.map(({ name, title }) =>
      element(
        'a',
        {
          class: 'button',
          href: `#endgames=${name}/${this.material.name}`,
          'aria-current': name === this.rules.name ? 'true' : undefined,
        },
        title,
      ),
    );
  }

  private randomButton(): HTMLElement {
    return button('A random position', () => {
      const position = randomPosition(this.rules, this.material, Math.random);
      if (position) location.hash = playHash(this.rules.name, this.rules.makeFen(position));
    });
  }
}
