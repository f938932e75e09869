import { findRuleSet, ruleSets } from '../../rules/registry.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { allMaterials, parseMaterial } from '../../table/material.ts';
import { element, uniqueId } from '../dom.ts';
import { makeRulesPicker } from '../play/rulesPicker.ts';
import { EndgameDetails } from './endgameDetails.ts';
import { type Listed, tablesOf } from './pageTables.ts';
import { MOST_MEN_HERE } from './solving.ts';

/** Every endgame that the server has or that the page can solve, and one of them in detail. */
export class EndgamesView {
  readonly element: HTMLElement;
  private readonly rules: RuleSet;
  private readonly chosen: string | undefined;
  private readonly list = element('div', { class: 'scroll', tabindex: 0, role: 'region' });
  private readonly problem = element('p', { class: 'problem', role: 'alert' });
  private readonly details: EndgameDetails | undefined;

  constructor({
    rules = 'metachess',
    table,
  }: { readonly rules?: string; readonly table?: string }) {
    const found = findRuleSet(rules);
    this.rules = found.ok ? found.value : ruleSets[0]!;
    const named = table === undefined ? undefined : parseMaterial(table, this.rules.army);
    if (!found.ok) this.problem.textContent = `${found.problem.message}.`;
    else if (named && !named.ok) this.problem.textContent = `${named.problem.message}.`;
    if (named?.ok) {
      this.chosen = named.value.material.name;
      const tables = tablesOf(this.rules);
      this.details = new EndgameDetails(tables, named.value.material, () => void this.fill());
    }
    const pickerId = uniqueId('rules');
    const picker = makeRulesPicker(this.rules, (other) => {
      location.hash = `#endgames=${other.name}${this.chosen ? `/${this.chosen}` : ''}`;
    });
    picker.id = pickerId;
    this.list.setAttribute('aria-label', 'Endgames');
    this.element = element(
      'div',
      { class: 'endgames' },
      element(
        'section',
        { class: 'endgame-list' },
        element('h1', {}, 'Endgames'),
        element(
          'p',
          {},
          'Every position of these men, solved to the end of the game. ✓: the table is there.',
        ),
        element('p', {}, element('label', { for: pickerId, class: 'picker' }, 'Rules', picker)),
        this.list,
      ),
      element(
        'section',
        { class: 'endgame' },
        this.problem,
        this.details?.element ??
          element(
            'p',
            {},
            'Choose an endgame: K is the king, Q R B N P are the other men, White’s before the v.',
          ),
      ),
    );
    this.show([], new Set());
    void this.fill();
  }

  leave(): void {
    this.details?.leave();
  }

  private async fill(): Promise<void> {
    const tables = tablesOf(this.rules);
    const [listed, solved] = await Promise.all([tables.listed(), tables.solvedHere()]);
    this.show(listed, solved);
  }

  private show(listed: readonly Listed[], solved: ReadonlySet<string>): void {
    const there = new Set([...listed.map(({ table }) => table), ...solved]);
    const names = new Set(there);
    for (let men = 3; men <= MOST_MEN_HERE; men++) {
      for (const { name } of allMaterials(men, this.rules.army)) names.add(name);
    }
    const byMen = new Map<number, string[]>();
    for (const name of [...names].sort()) {
      const men = name.length - 1;
      byMen.set(men, [...(byMen.get(men) ?? []), name]);
    }
    const groups = [...byMen].sort(([a], [b]) => a - b);
    this.list.replaceChildren(
      ...groups.flatMap(([men, group]) => [
        element('h2', {}, `${men} men`),
        element('ul', {}, ...group.map((name) => this.link(name, there.has(name)))),
      ]),
    );
  }

  private link(name: string, there: boolean): HTMLElement {
    const link = element(
      'a',
      {
        href: `#endgames=${this.rules.name}/${name}`,
        class: there ? 'there' : '',
        'aria-label': there ? `${name}, solved` : name,
        'aria-current': name === this.chosen ? 'true' : undefined,
      },
      name,
    );
    return element('li', {}, link);
  }
}
