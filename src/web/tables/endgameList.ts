import type { RuleSet } from '../../rules/ruleset.ts';
import { type Material, parseMaterial } from '../../table/material.ts';
import { button, element, uniqueId } from '../dom.ts';
import { endgamesHash } from '../route.ts';
import { changedIn, type Figures, longestIn, resultsOf, zugzwangsIn } from './atlas.ts';
import { materialSymbols, materialWords } from './materialWords.ts';
import { makeResultBar } from './resultBar.ts';
import { count, movesOf, percent } from './valueWords.ts';

/** One endgame of the list. */
interface Entry {
  readonly material: Material;
  readonly words: string;
  readonly figures: Figures | undefined;
  /** The table is on the server, or this page has solved it. */
  readonly there: boolean;
}

interface Column {
  readonly title: string;
  /** The value to sort by, largest first; undefined to sort by name. */
  readonly value?: (figures: Figures) => number;
  readonly cell: (entry: Entry) => Node | string;
  readonly class: string;
}

/** Kept as long as the page is open, so that going back from an endgame shows the list as it was. */
const chosen = { column: 'changed', search: '', men: '' };

/** A list of endgames that can be sorted and searched. */
export class EndgameList {
  readonly element: HTMLElement;
  private readonly rules: RuleSet;
  private readonly columns: readonly Column[];
  private readonly entries: readonly Entry[];
  private readonly body = element('tbody');
  private readonly heads: readonly HTMLElement[];
  private readonly found = element('p', { class: 'hint', role: 'status' });

  /** `names`: of all endgames; `there`: of those with a table. */
  constructor(
    rules: RuleSet,
    names: readonly string[],
    figures: readonly Figures[],
    there: ReadonlySet<string>,
  ) {
    this.rules = rules;
    const byName = new Map(figures.map((each) => [each.table, each]));
    this.entries = names.flatMap((name) => {
      const parsed = parseMaterial(name, rules);
      if (!parsed.ok) return [];
      const { material } = parsed.value;
      const words = materialWords(material, rules.army);
      return [{ material, words, figures: byName.get(name), there: there.has(name) }];
    });
    this.columns = figures.length > 0 ? [this.nameColumn(), ...COLUMNS] : [this.nameColumn()];
    this.heads = this.columns.map((column) =>
      element(
        'th',
        { scope: 'col', class: column.class },
        button(column.title, () => this.sortBy(column)),
      ),
    );
    this.element = element(
      'div',
      { class: 'endgame-list' },
      this.filters(),
      element('table', {}, element('thead', {}, element('tr', {}, ...this.heads)), this.body),
      this.found,
    );
    this.show();
  }

  private nameColumn(): Column {
    const { rules } = this;
    return {
      title: 'endgame',
      class: 'name',
      cell: ({ material, words, there }) =>
        element(
          'a',
          { href: endgamesHash(rules.name, material.name), class: there ? 'there' : '' },
          materialSymbols(material, rules.army),
          element(
            'span',
            {},
            element('span', { class: 'words' }, words),
            ' ',
            element('code', {}, material.name),
            there && element('span', { class: 'check', title: 'The table is there' }, ' ✓'),
          ),
        ),
    };
  }

  private filters(): HTMLElement {
    const id = uniqueId('find');
    const search = element('input', {
      id,
      type: 'search',
      value: chosen.search,
      placeholder: this.example(),
      autocomplete: 'off',
      oninput: () => {
        chosen.search = search.value;
        this.show();
      },
    });
    const sizes = [...new Set(this.entries.map(({ material }) => material.men.length))].sort(
      (a, b) => a - b,
    );
    const men = element(
      'select',
      {
        onchange: () => {
          chosen.men = men.value;
          this.show();
        },
      },
      element('option', { value: '' }, 'any number of men'),
      ...sizes.map((size) =>
        element('option', { value: size, selected: chosen.men === String(size) }, `${size} men`),
      ),
    );
    men.setAttribute('aria-label', 'Number of men');
    return element('div', { class: 'filters' }, element('label', { for: id }, 'Find'), search, men);
  }

  /** What one may look for. */
  private example(): string {
    const some = this.entries.at(-1);
    return some
      ? `${this.rules.army[some.material.men[1]!.kind]!.name}, ${some.material.name} …`
      : '';
  }

  private sortBy(column: Column): void {
    chosen.column = column.title;
    this.show();
  }

  private show(): void {
    const column = this.columns.find(({ title }) => title === chosen.column) ?? this.columns[0]!;
    for (const [i, head] of this.heads.entries()) {
      if (this.columns[i] !== column) head.removeAttribute('aria-sort');
      else head.setAttribute('aria-sort', column.value ? 'descending' : 'ascending');
    }
    const wanted = this.entries.filter(isWanted);
    const { value } = column;
    // A stable sort: equals stay in the order of names.
    if (value) wanted.sort((a, b) => rank(b, value) - rank(a, value));
    this.body.replaceChildren(...wanted.map((entry) => this.row(entry)));
    this.found.textContent =
      wanted.length === 0 ? 'No endgame is called like this.' : `${wanted.length} endgames`;
  }

  private row(entry: Entry): HTMLElement {
    return element(
      'tr',
      {},
      ...this.columns.map((column, i) =>
        i === 0
          ? element('th', { scope: 'row', class: column.class }, column.cell(entry))
          : element('td', { class: column.class }, entry.figures ? column.cell(entry) : '–'),
      ),
    );
  }
}

const COLUMNS: readonly Column[] = [
  column(
    'White wins',
    'wins',
    ({ here }) => share(resultsOf(here).white, here),
    ({ here }) => {
      const results = resultsOf(here);
      const words = element('span', {}, percent(results.white, results.all));
      return element('span', { class: 'bar-and-share' }, makeResultBar(results), words);
    },
  ),
  column(
    'changed',
    'changed',
    (figures) => share(changedIn(figures), figures.here),
    (figures) => percent(changedIn(figures), resultsOf(figures.here).all),
  ),
  column(
    'longest win',
    'longest',
    ({ here }) => longestIn(here),
    ({ here }) => {
      const plies = longestIn(here);
      return plies === 0 ? '–' : `${movesOf(plies)} ${movesOf(plies) === 1 ? 'move' : 'moves'}`;
    },
  ),
  column(
    'zugzwangs',
    'zugzwangs',
    ({ here }) => zugzwangsIn(here),
    ({ here }) => (zugzwangsIn(here) === 0 ? '–' : count(zugzwangsIn(here))),
  ),
];

function column(
  title: string,
  className: string,
  value: (figures: Figures) => number,
  cell: (figures: Figures) => Node | string,
): Column {
  return { title, class: className, value, cell: ({ figures }) => cell(figures!) };
}

function share(part: number, study: Figures['here']): number {
  return part / resultsOf(study).all;
}

function rank({ figures }: Entry, value: (figures: Figures) => number): number {
  return figures ? value(figures) : -1;
}

function isWanted({ material, words }: Entry): boolean {
  if (chosen.men !== '' && material.men.length !== Number(chosen.men)) return false;
  const text = `${words} ${material.name}`.toLowerCase();
  return chosen.search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
