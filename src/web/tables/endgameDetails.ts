import type { Color } from '../../chess/men.ts';
import type { Material } from '../../table/material.ts';
import type { SideStatistics, Statistics } from '../../table/statistics.ts';
import { button, element } from '../dom.ts';
import { playHash } from '../route.ts';
import { columnHead, makeHistogram } from './histogram.ts';
import type { PageTables } from './pageTables.ts';
import { exportInPage } from './runJob.ts';
import { MEN_AT_ONCE, MOST_MEN_HERE, Solving, tooManyMen } from './solving.ts';
import { byteWords, count, plies } from './valueWords.ts';

/** Above it a file of another format does not fit into a page: a pickle of five men has gigabytes. */
const MOST_MEN_EXPORTED = 4;

/** One endgame: its numbers, its longest wins, its files. */
export class EndgameDetails {
  readonly element = element('div', { class: 'details' });
  private readonly tables: PageTables;
  private readonly material: Material;
  private readonly onSolved: () => void;
  private solving: Solving | undefined;
  private left = false;

  constructor(tables: PageTables, material: Material, onSolved: () => void) {
    this.tables = tables;
    this.material = material;
    this.onSolved = onSolved;
    void this.load();
  }

  leave(): void {
    this.left = true;
    this.solving?.stop();
  }

  private async load(): Promise<void> {
    const { tables, material } = this;
    const head = element('h2', { tabindex: -1 }, `${material.name}, ${tables.rules.title}`);
    this.element.replaceChildren(head, element('p', { role: 'status' }, 'Looking for the table…'));
    const statistics = await tables.statistics(material.name);
    if (this.left) return;
    if (statistics.ok && statistics.value) {
      this.element.replaceChildren(head, ...this.sections(statistics.value));
      return;
    }
    const why = statistics.ok
      ? undefined
      : element('p', { class: 'problem' }, `${statistics.problem.message}.`);
    this.element.replaceChildren(head, ...(why ? [why] : []), this.missing());
  }

  private missing(): HTMLElement {
    const { tables, material } = this;
    const men = material.men.length;
    if (men > MOST_MEN_HERE) return tooManyMen(tables.rules, material.name, men);
    const solving = new Solving(tables, material.name, () => {
      this.onSolved();
      void this.load();
    });
    this.solving = solving;
    if (men <= MEN_AT_ONCE) void solving.start();
    return solving.element;
  }

  private sections(statistics: Statistics): readonly HTMLElement[] {
    const sides = [statistics.white, statistics.black] as const;
    return [
      element(
        'div',
        { class: 'wide', tabindex: 0, role: 'region', 'aria-label': 'Numbers of positions' },
        countTable(sides),
      ),
      this.longest(sides),
      ...sides.map(({ histogram }, color) =>
        makeHistogram({ title: `${color === 0 ? 'White' : 'Black'} to move`, ...histogram }),
      ),
      this.downloads(),
    ];
  }

  private longest(sides: readonly SideStatistics[]): HTMLElement {
    const links = sides.flatMap((side, turn) => [
      ...this.positionLink(turn as Color, side.longestWin, side.longestWinSquares, 'win'),
      ...this.positionLink(turn as Color, side.longestLoss, side.longestLossSquares, 'loss'),
    ]);
    return element(
      'div',
      {},
      element('h3', {}, 'Longest'),
      links.length === 0
        ? element('p', {}, 'Every position is drawn.')
        : element('div', { class: 'buttons' }, ...links),
    );
  }

  private positionLink(
    turn: Color,
    length: number | null,
    squares: readonly number[] | null,
    kind: string,
  ): HTMLElement[] {
    const { rules } = this.tables;
    if (length === null || !squares || length === 0) return [];
    const position = rules.place(this.material.men, squares, turn);
    if (!position.ok) return [];
    const side = turn === 0 ? 'White' : 'Black';
    const href = playHash(rules.name, rules.makeFen(position.value));
    const text = `${side}’s longest ${kind}: ${plies(length)}`;
    return [element('a', { class: 'button', href }, text)];
  }

  private downloads(): HTMLElement {
    const { material } = this;
    const told = element('p', { role: 'status' });
    const format = (name: string, label: string) =>
      button(label, () => void this.download(name, told), {
        disabled: name !== 'mtb' && material.men.length > MOST_MEN_EXPORTED,
      });
    return element(
      'div',
      {},
      element('h3', {}, 'Download'),
      element(
        'div',
        { class: 'buttons' },
        format('mtb', '.mtb (this program)'),
        format('pkl', '.pkl (Python)'),
        format('npy', '.npy (NumPy)'),
      ),
      told,
    );
  }

  private async download(format: string, told: HTMLElement): Promise<void> {
    const { tables, material } = this;
    told.textContent = 'Being made…';
    const bytes = await tables.bytes(material.name);
    if (!bytes.ok || !bytes.value) {
      told.textContent = bytes.ok ? 'The table is gone.' : `${bytes.problem.message}.`;
      return;
    }
    if (format === 'mtb') {
      const blob = new Blob([bytes.value.slice()]);
      save(`${material.name}.mtb`, blob);
      told.textContent = `${material.name}.mtb: ${byteWords(blob.size)}`;
      return;
    }
    const made = await exportInPage(tables.rules.name, material.name, bytes.value, format);
    if (!made.ok) {
      told.textContent = `${made.problem.message}.`;
      return;
    }
    for (const { name, blob } of made.value) save(name, blob);
    const files = made.value.map(({ name, blob }) => `${name}: ${byteWords(blob.size)}`);
    told.textContent = files.join(', ');
  }
}

function countTable(sides: readonly SideStatistics[]): HTMLElement {
  const row = (name: string, of: Pick<SideStatistics, 'wins' | 'draws' | 'losses'>) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, name),
      ...[of.wins, of.draws, of.losses].map((number) => element('td', {}, count(number))),
    );
  const names = ['White to move', 'Black to move'];
  return element(
    'table',
    { class: 'statistics' },
    element(
      'thead',
      {},
      element('tr', {}, ...['Positions', 'won', 'drawn', 'lost'].map(columnHead)),
    ),
    element(
      'tbody',
      {},
      ...sides.map((side, i) => row(names[i]!, side)),
      ...sides.map((side, i) => row(`${names[i]!}, unique`, side.unique)),
    ),
  );
}

/** Hands a file to the browser as a download. */
function save(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = element('a', { href: url, download: name });
  link.click();
  // The browser reads it in its own time.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
