import { flagsOf } from '../../rules/gameRef.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { longestKnown } from '../../study/longest.ts';
import { zugzwangsKnown } from '../../study/zugzwang.ts';
import type { Material } from '../../table/material.ts';
import type { Statistics } from '../../table/statistics.ts';
import { button, element } from '../dom.ts';
import { playHash } from '../route.ts';
import { sentence } from '../sentence.ts';
import { makeCounts } from './counts.ts';
import { makeDownloads } from './downloads.ts';
import { makeHistogram } from './histogram.ts';
import type { TableStudy } from './job.ts';
import type { PageTables } from './pageTables.ts';
import { studyInPage } from './runJob.ts';
import { Solving } from './solving.ts';
import { moveCount } from './valueWords.ts';

/** Wins of each side, and zugzwangs of each kind, that are listed. */
const EXAMPLES = 10;
/** A table of more does not fit into a page. */
const MOST_MEN_STUDIED = 5;

/** What only the table itself knows about an endgame: distances, unique positions, more examples, its files. */
export class TableSection {
  readonly element = element('section', { class: 'table-section' });
  private readonly tables: PageTables;
  private readonly material: Material;
  private readonly counted: boolean;
  private solving: Solving | undefined;
  private left = false;

  /** `counted`: the page has counted the positions of the whole board already. */
  constructor(tables: PageTables, material: Material, counted: boolean) {
    this.tables = tables;
    this.material = material;
    this.counted = counted;
    void this.load();
  }

  leave(): void {
    this.left = true;
    this.solving?.stop();
  }

  /** Shows the table as it is now, or what it takes to make it. */
  async load(): Promise<void> {
    const { tables, material } = this;
    this.solving?.stop();
    if (tables.rules.isSettled(material.men)) {
      const why = 'Every position of these pieces is decided without a table.';
      this.element.replaceChildren(element('p', {}, why));
      return;
    }
    const head = element('h3', { tabindex: -1 }, `The table ${material.name}`);
    const status = element('p', { role: 'status' }, 'Looking for the table…');
    this.element.replaceChildren(head, status);
    const statistics = await tables.statistics(material.name, () => {
      status.textContent = 'Counting its positions…';
    });
    if (this.left) return;
    if (statistics.ok && statistics.value) {
      this.element.replaceChildren(head, ...this.numbers(statistics.value));
      return;
    }
    const problem =
      !statistics.ok && element('p', { class: 'problem' }, sentence(statistics.problem.message));
    this.element.replaceChildren(head, ...(problem ? [problem] : []), this.missing());
  }

  private missing(): HTMLElement {
    this.solving = new Solving(this.tables, this.material, () => void this.load());
    return this.solving.element;
  }

  private numbers(statistics: Statistics): readonly HTMLElement[] {
    const sides = [statistics.white, statistics.black] as const;
    return [
      element(
        'div',
        { class: 'histograms' },
        ...sides.map(({ histogram, wins, draws, losses }, color) => {
          const title = `${color === 0 ? 'White' : 'Black'} to move`;
          return makeHistogram({ title, ...histogram, positions: wins + draws + losses });
        }),
      ),
      ...(this.counted ? [] : [makeCounts('Positions of the whole board', sides)]),
      makeCounts(
        'Positions, each counted once for all its reflections',
        sides.map(({ unique }) => unique),
      ),
      ...(statistics.white.afterPass
        ? [element('p', { class: 'hint' }, 'Positions to which only a pass leads are left out.')]
        : []),
      this.examples(studyIn(statistics)),
      makeDownloads(this.tables, this.material),
    ];
  }

  /** `known`: what is known without the table itself. */
  private examples(known: TableStudy | undefined): HTMLElement {
    const { tables, material } = this;
    if (known)
      return element('div', { class: 'examples' }, ...makeExamples(tables.rules, material, known));
    return material.men.length > MOST_MEN_STUDIED ? this.studyElsewhere() : this.studyHere();
  }

  private studyElsewhere(): HTMLElement {
    const { tables, material } = this;
    const [longest, zugzwang] = ['longest', 'zugzwang'].map((command) =>
      element('code', {}, `metatb ${command} ${material.name} ${flagsOf(tables.rules)}`),
    );
    const why =
      'Looking through this table is too much for a page. On a computer that has its file: ';
    return element('p', {}, why, longest!, ' and ', zugzwang!);
  }

  private studyHere(): HTMLElement {
    const place = element('div', { class: 'examples' });
    const show = async () => {
      const { tables, material } = this;
      place.replaceChildren(element('p', { role: 'status' }, 'Looking through the table…'));
      const bytes = await tables.bytes(material.name);
      const study =
        bytes.ok && bytes.value
          ? await studyInPage(tables.rules, material.name, bytes.value, EXAMPLES)
          : undefined;
      if (this.left) return;
      if (!study?.ok) {
        const why = study?.problem.message ?? 'the table cannot be read';
        place.replaceChildren(element('p', { class: 'problem' }, sentence(why)));
        return;
      }
      place.replaceChildren(...makeExamples(tables.rules, material, study.value));
      place.querySelector<HTMLElement>('[tabindex="-1"]')?.focus();
    };
    place.append(button('List the longest wins and zugzwangs', () => void show()));
    return place;
  }
}

/** The statistics of six men tell some of both. */
function studyIn(statistics: Statistics): TableStudy | undefined {
  const [white, black] = ([0, 1] as const).map((winner) =>
    longestKnown(statistics, { count: EXAMPLES, winner }),
  );
  const zugzwangs = zugzwangsKnown(statistics, { examples: EXAMPLES });
  return white && black && zugzwangs && { longest: [white, black], zugzwangs };
}

function makeExamples(
  rules: RuleSet,
  material: Material,
  { longest, zugzwangs }: TableStudy,
): readonly HTMLElement[] {
  const link = (squares: readonly number[], turn: 0 | 1, text: string) => {
    const position = rules.place(material.men, squares, turn);
    if (!position.ok) return undefined;
    const fen = rules.makeFen(position.value);
    return element(
      'li',
      {},
      element('a', { href: playHash(rules.name, fen) }, text),
      ' ',
      element('code', {}, fen.split(' ')[0]!),
    );
  };
  const list = (title: string, items: readonly (HTMLElement | undefined)[]) => [
    element('h4', { tabindex: -1 }, title),
    items.length === 0
      ? element('p', {}, 'None.')
      : element('ol', {}, ...items.filter((item) => item !== undefined)),
  ];
  const wins = longest.flatMap((side, turn) => {
    const name = turn === 0 ? 'White' : 'Black';
    return list(
      `The longest wins of ${name}`,
      side.map(({ squares, plies }) =>
        link(squares, turn as 0 | 1, `${name} wins in ${moveCount(plies)}`),
      ),
    );
  });
  const found = zugzwangs.flatMap(({ examples }) => examples);
  const outcome = (side: string, { wdl, dtm }: (typeof found)[number]['white']) =>
    wdl === 0 ? `${side} to move draws` : `${side} to move loses in ${moveCount(dtm)}`;
  return [
    ...wins,
    ...list(
      'Mutual zugzwangs, the deepest',
      found.map(({ squares, white, black }) =>
        link(squares, 0, `${outcome('White', white)}, ${outcome('Black', black)}`),
      ),
    ),
  ];
}
