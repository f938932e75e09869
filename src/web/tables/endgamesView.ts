import '../style/endgames.css';
import '../style/endgame.css';
import '../style/statistics.css';
import { defaultGame } from '../../rules/registry.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { parseMaterial } from '../../table/material.ts';
import { element } from '../dom.ts';
import { findGame } from '../games/catalog.ts';
import { RulesPicker } from '../play/rulesPicker.ts';
import { endgamesHash } from '../route.ts';
import { sentence } from '../sentence.ts';
import { changedIn, type Figures, figuresOf, loadAtlas, resultsOf } from './atlas.ts';
import { EndgameDetails } from './endgameDetails.ts';
import { EndgameList } from './endgameList.ts';
import { FileOpener } from './fileOpener.ts';
import { materialWords } from './materialWords.ts';
import { tablesOf } from './pageTables.ts';
import type { Atlas } from './shownAtlas.ts';
import { percent } from './valueWords.ts';
import { endgamesInReach } from './work.ts';

/** All endgames of a game, or one of them. */
export class EndgamesView {
  readonly element = element('div', { class: 'endgames' });
  private readonly rules: RuleSet;
  private readonly opener: FileOpener;
  private readonly details: EndgameDetails | undefined;

  constructor({
    rules = defaultGame.name,
    table,
  }: { readonly rules?: string; readonly table?: string }) {
    const found = findGame(rules);
    this.rules = found.ok ? found.value : defaultGame;
    this.opener = new FileOpener(this.rules, (of, name) => this.show(of, name));
    this.opener.takeDrops(this.element);
    const named = table === undefined ? undefined : parseMaterial(table, this.rules);
    const wrong = !found.ok ? found.problem : named && !named.ok ? named.problem : undefined;
    if (named?.ok && !wrong) {
      this.details = new EndgameDetails(this.rules, named.value.material);
      const back = element('a', { href: endgamesHash(this.rules.name) }, '‹ All endgames');
      this.element.append(
        element('p', { class: 'back' }, back),
        this.opener.news,
        this.details.element,
      );
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

  /** A table whose file has been opened. */
  private show(rules: RuleSet, table: string): void {
    const hash = endgamesHash(rules.name, table);
    if (location.hash === hash) this.details?.showTable();
    else location.hash = hash;
  }

  private async list(): Promise<void> {
    const { rules } = this;
    const [atlas, there] = await Promise.all([loadAtlas(), tablesOf(rules).available()]);
    const figures = figuresOf(atlas, rules.name);
    const names = new Set([
      ...figures.map(({ table }) => table),
      ...endgamesInReach(rules),
      ...[...there].sort(),
    ]);
    this.element.append(
      ...this.introduction(atlas, figures),
      new EndgameList(rules, [...names], figures, there).element,
    );
  }

  private introduction(atlas: Atlas | undefined, figures: readonly Figures[]): HTMLElement[] {
    const { rules } = this;
    const picker = new RulesPicker(({ name }) => {
      location.hash = endgamesHash(name);
    });
    picker.show(rules);
    return [
      element(
        'p',
        { class: 'lead' },
        'Choose an endgame: its results, longest wins and zugzwangs, solved to the end of the game. ✓: its table is there already.',
      ),
      ...headline(atlas, rules, figures),
      element(
        'div',
        { class: 'of-game' },
        element('label', { class: 'picker' }, element('span', {}, 'Game'), picker.element),
        this.opener.element,
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
    { href: endgamesHash(rules.name, most.table) },
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
