import type { RuleSet } from '../../rules/ruleset.ts';
import { type Material, parseMaterial } from '../../table/material.ts';
import { button, element } from '../dom.ts';
import { RulesPicker } from '../play/rulesPicker.ts';
import { endgamesHash, playHash } from '../route.ts';
import { upperFirst } from '../sentence.ts';
import { figuresOf, loadAtlas } from './atlas.ts';
import { makeStudy } from './endgameStudyView.ts';
import { materialSymbols, materialWords } from './materialWords.ts';
import { tablesOf } from './pageTables.ts';
import { randomPosition } from './randomPosition.ts';
import { TableSection } from './tableSection.ts';

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
      element('div', { class: 'of-game' }, this.gamePicker(), this.randomButton()),
      this.study,
    );
    void this.load();
  }

  /** Looks for the table again. */
  showTable(): void {
    void this.table?.load();
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

  /** The same endgame in another game, if that has these pieces. */
  private gamePicker(): HTMLElement {
    const { name } = this.material;
    const picker = new RulesPicker((other) => {
      const same = parseMaterial(name, other).ok;
      location.hash = endgamesHash(other.name, same ? name : undefined);
    });
    picker.show(this.rules);
    return element('label', { class: 'picker' }, element('span', {}, 'Game'), picker.element);
  }

  private randomButton(): HTMLElement {
    const made = button('A random position', () => {
      const position = randomPosition(this.rules, this.material, Math.random);
      if (position) location.hash = playHash(this.rules.name, this.rules.makeFen(position));
      else {
        made.disabled = true;
        made.textContent = 'The game is over in every position';
      }
    });
    return made;
  }
}
