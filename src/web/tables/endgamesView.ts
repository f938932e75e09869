import { findPageGame, pageGames } from '../../rules/registry.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { allMaterials, parseMaterial } from '../../table/material.ts';
import { element } from '../dom.ts';
import { type Atlas, changedIn, type Figures, figuresOf, loadAtlas, resultsOf } from './atlas.ts';
import { EndgameDetails } from './endgameDetails.ts';
import { EndgameList } from './endgameList.ts';
import { materialWords } from './materialWords.ts';
import { MOST_MEN_HERE, tablesOf } from './pageTables.ts';
import { percent, sentence } from './valueWords.ts';

/** All endgames, or one of them. */
export class EndgamesView {
  readonly element = element('div', { class: 'endgames' });
  private readonly rules: RuleSet;
  private readonly details: EndgameDetails | undefined;

  constructor({
    rules = 'metachess',
    table,
  }: { readonly rules?: string; readonly table?: string }) {
    const found = findPageGame(rules);
    this.rules = found.ok ? found.value : pageGames[0]!;
    const named = table === undefined ? undefined : parseMaterial(table, this.rules);
    const wrong = !found.ok ? found.problem : named && !named.ok ? named.problem : undefined;
    if (named?.ok && !wrong) {
      this.details = new EndgameDetails(this.rules, named.value.material);
      const back = element('a', { href: `#endgames=${this.rules.name}` }, '‹ All endgames');
      this.element.append(element('p', { class: 'back' }, back), this.details.element);
      return;
    }
    this.element.append(element('h1', {}, 'Endgames'));
    if (wrong) {
      this.element.append(
        element('p', { class: 'problem', role: 'alert' }, sentence(wrong.message)),
      );
    }
    void this.list();
  }

  leave(): void {
    this.details?.leave();
  }

  private async list(): Promise<void> {
    const { rules } = this;
    const tables = tablesOf(rules);
    const [atlas, listed, solved] = await Promise.all([
      loadAtlas(),
      tables.listed(),
      tables.solvedHere(),
    ]);
    const figures = figuresOf(atlas, rules.name);
    const there = new Set([...listed.map(({ table }) => table), ...solved]);
    const names = new Set(figures.map(({ table }) => table));
    for (let men = 3; men <= MOST_MEN_HERE; men++) {
      for (const { name } of allMaterials(men, rules)) names.add(name);
    }
    for (const name of [...there].sort()) names.add(name);
    this.element.append(
      ...this.introduction(atlas, figures),
      new EndgameList(rules, [...names], figures, there).element,
    );
  }

  private introduction(atlas: Atlas | undefined, figures: readonly Figures[]): HTMLElement[] {
    const { rules } = this;
    return [
      element(
        'p',
        { class: 'lead' },
        'Choose an endgame: its results, longest wins and zugzwangs, solved to the end of the game. ✓: its table is there already.',
      ),
      ...headline(atlas, rules, figures),
      element(
        'p',
        { class: 'buttons' },
        ...pageGames.map(({ name, title }) =>
          element(
            'a',
            {
              class: 'button',
              href: `#endgames=${name}`,
              'aria-current': name === rules.name ? 'true' : undefined,
            },
            title,
          ),
        ),
      ),
    ];
  }
}

/** The endgame that changes most, in a sentence. */
function headline(
  atlas: Atlas | undefined,
  rules: RuleSet,
  figures: readonly Figures[],
): HTMLElement[] {
  const share = (each: Figures) => changedIn(each) / resultsOf(each.here).all;
  const changed = figures.filter((each) => changedIn(each) > 0);
  const [most] = changed.sort((a, b) => share(b) - share(a));
  if (!atlas || !most || rules.name !== atlas.ours) return [];
  const named = parseMaterial(most.table, rules);
  if (!named.ok) return [];
  const [here, there] = [resultsOf(most.here), resultsOf(most.there)];
  const link = element(
    'a',
    { href: `#endgames=${rules.name}/${most.table}` },
    materialWords(named.value.material, rules.army),
  );
  return [
    element(
      'p',
      { class: 'headline' },
      `The rule changes ${changed.length} of ${figures.length} endgames, most of all `,
      link,
      `: White wins ${percent(here.white, here.all)} of all positions, in ${atlas.theirs} ${percent(there.white, there.all)}.`,
    ),
  ];
}
