import { type Color, type Man, opposite } from '../../chess/men.ts';
import type { Move } from '../../chess/moves.ts';
import type { Problem } from '../../chess/result.ts';
import type { Game } from '../../play/game.ts';
import { numberedMoves } from '../../play/moveText.ts';
import { sideName } from '../../play/words.ts';
import type { Probe, ProbedMove } from '../../probe/probe.ts';
import { orient } from '../../table/material.ts';
import type { Value } from '../../table/value.ts';
import { button, element, refill } from '../dom.ts';
import { type PageTables, tablesOf } from './pageTables.ts';
import type { Probed, TablesEvents } from './probed.ts';
import { MEN_AT_ONCE, MOST_MEN_HERE, Solving, tooManyMen } from './solving.ts';
import { outcomeName, plies, valueWords } from './valueWords.ts';

/** How long the tables wait before they move, so that one sees what happens, in milliseconds. */
const MOVE_DELAY = 400;

/** What the tables know of the position on the board. */
export class TablesPanel {
  readonly element: HTMLElement;
  private readonly body = element('div', { class: 'body' });
  private readonly events: TablesEvents;
  private readonly sides: HTMLSelectElement;
  private solving: Solving | undefined;
  private solvingTable = '';
  private shown: Probed | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(events: TablesEvents) {
    this.events = events;
    this.sides = element(
      'select',
      { onchange: () => this.shown && void this.show(this.shown) },
      element('option', { value: '' }, 'nobody'),
      element('option', { value: '0' }, 'White'),
      element('option', { value: '1' }, 'Black'),
      element('option', { value: '01' }, 'both sides'),
    );
    this.element = element(
      'section',
      { class: 'tables-panel', 'aria-label': 'Tables' },
      element(
        'div',
        { class: 'head' },
        element('h2', { tabindex: -1 }, 'Tables'),
        element('label', {}, 'They play ', this.sides),
      ),
      this.body,
    );
  }

  /** Another position, or none that tables know. */
  leave(): void {
    this.shown = undefined;
    clearTimeout(this.timer);
    this.solving?.stop();
    this.solving = undefined;
  }

  /** Do the tables move this side? */
  plays(side: Color): boolean {
    return this.sides.value.includes(String(side));
  }

  playNeither(): void {
    this.sides.value = '';
    clearTimeout(this.timer);
  }

  async show(probed: Probed): Promise<void> {
    const { rules, position } = probed.game;
    clearTimeout(this.timer);
    this.shown = probed;
    const tables = tablesOf(rules);
    const probe = await tables.tablebase.probe(position);
    if (this.shown !== probed) return;
    if (probe.ok) {
      this.solving?.stop();
      this.solving = undefined;
      this.fill(probed, tables, probe.value);
      this.reply(probed, probe.value);
    } else this.explain(probed, tables, probe.problem);
  }

  private fill(probed: Probed, tables: PageTables, probe: Probe): void {
    const { rules, position } = probed.game;
    const side = rules.turn(position);
    const table = probe.table;
    refill(
      this.body,
      element(
        'p',
        { class: `verdict ${outcomeName(probe.value)}` },
        probe.ending ? 'The game is over.' : verdictWords(side, probe.value),
      ),
      element(
        'p',
        { class: 'source' },
        table
          ? element('a', { href: `#endgames=${rules.name}/${table}` }, `All of ${table}`)
          : 'No table is needed.',
      ),
      probe.value.wdl !== 0 && !probe.ending && this.lineButton(probed, tables),
      this.moveTable(probed, probe),
    );
  }

  private moveTable({ game, over }: Probed, { moves }: Probe): HTMLElement {
    const rows = moves.map((probed) => {
      const { move, san, legal, value } = probed;
      const words = value ? valueWords(value) : forbiddenWords(game, move);
      const name = button(san, () => this.events.onMove(move), {
        disabled: !legal || over,
        onmouseenter: () => this.point(probed),
        onfocus: () => this.point(probed),
        onmouseleave: () => this.events.onArrows([]),
        onblur: () => this.events.onArrows([]),
      });
      return element(
        'tr',
        { class: value ? outcomeName(value) : 'forbidden' },
        element('th', { scope: 'row' }, name),
        element('td', {}, words),
      );
    });
    const caption = rows.length === 0 ? 'There are no moves.' : 'Every move, the best first';
    return element(
      'div',
      { class: 'move-table', tabindex: 0, role: 'region', 'aria-label': caption },
      element('table', {}, element('caption', {}, caption), element('tbody', {}, ...rows)),
    );
  }

  private point({ move, legal }: ProbedMove): void {
    this.events.onArrows([{ from: move.from, to: move.to, color: legal ? 'blue' : 'amber' }]);
  }

  private lineButton({ game: { rules, position } }: Probed, tables: PageTables): HTMLElement {
    const place = element('div', { class: 'best-line' });
    const show = async () => {
      const line = await tables.tablebase.bestLine(position);
      if (!line.ok) return place.replaceChildren(element('p', {}, `${line.problem.message}.`));
      const words = numberedMoves(
        line.value.map(({ san }) => san),
        rules.turn(position) !== 0,
      );
      place.replaceChildren(
        element('p', { tabindex: -1, class: 'line' }, words.join(' ')),
        element('p', {}, `${plies(line.value.length)}. The first of equally good moves is shown.`),
      );
      place.querySelector<HTMLElement>('.line')?.focus();
    };
    place.append(button('Show the best line', () => void show()));
    return place;
  }

  /** The tables' own move where it is theirs. */
  private reply({ game, over }: Probed, { moves }: Probe): void {
    const best = moves[0];
    if (!this.plays(game.turn) || over || !best?.legal) return;
    this.timer = setTimeout(() => this.events.onMove(best.move), MOVE_DELAY);
  }

  private explain(probed: Probed, tables: PageTables, problem: Problem): void {
    const { rules, position } = probed.game;
    const men: Man[] = [];
    rules.visitMen(position, (_, man) => men.push(man));
    const { name } = orient(men, rules.army).material;
    // A file of another version, or a damaged one, can be done without too.
    const missing = problem.code === 'missing-table';
    const unusable = missing || problem.code.startsWith('mtb-');
    const why = missing ? undefined : element('p', { class: 'problem' }, `${problem.message}.`);
    if (!unusable) refill(this.body, why);
    else if (men.length > MOST_MEN_HERE) {
      refill(
        this.body,
        why ?? element('p', {}, `There is no table ${name} here.`),
        tooManyMen(rules, name, men.length),
      );
    } else if (!this.solving || this.solvingTable !== `${rules.name}/${name}`) {
      this.solving?.stop();
      this.solvingTable = `${rules.name}/${name}`;
      const solving = new Solving(tables, name, () => this.shown && void this.show(this.shown));
      this.solving = solving;
      refill(this.body, why, solving.element);
      if (men.length <= MEN_AT_ONCE) void solving.start();
    }
  }
}

function verdictWords(side: Color, value: Value): string {
  const { wdl, dtm } = value;
  if (wdl === 0) return `${sideName(side)} to move: a draw.`;
  return `${sideName(wdl > 0 ? side : opposite(side))} wins in ${plies(dtm)}.`;
}

function forbiddenWords({ rules, choices }: Game, move: Move): string {
  const refutation = choices.get(rules.makeUci(move))?.refutation;
  return refutation ? `illegal: allows ${refutation.san}` : 'illegal';
}
