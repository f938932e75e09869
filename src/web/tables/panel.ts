import type { Problem } from '../../board/result.ts';
import { type Color, opposite } from '../../pieces/army.ts';
import type { Game } from '../../play/game.ts';
import { sideName } from '../../play/words.ts';
import { piecesOn } from '../../position/position.ts';
import type { Probe } from '../../probe/probe.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { orient } from '../../table/material.ts';
import type { Value } from '../../table/value.ts';
import type { Outcome } from '../board/gauge.ts';
import { button, element, refill } from '../dom.ts';
import { endgamesHash } from '../route.ts';
import { sentence } from '../sentence.ts';
import { BestLine } from './bestLine.ts';
import { missingMaterial } from './missing.ts';
import { makeMoveTable } from './moveTable.ts';
import { type PageTables, tablesOf } from './pageTables.ts';
import type { Probed, TablesEvents } from './probed.ts';
import { Solving } from './solving.ts';
import { moveCount, outcomeName } from './valueWords.ts';

/** How long the tables wait before they move, in milliseconds: players should see what happens. */
const MOVE_DELAY = 400;

/** The tables' answer for the position on the board. */
export class TablesPanel {
  readonly element: HTMLElement;
  private readonly body = element('div', { class: 'body' });
  private readonly events: TablesEvents;
  private readonly sides: HTMLSelectElement;
  private solving: Solving | undefined;
  private line: BestLine | undefined;
  private shown: Probed | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(events: TablesEvents) {
    this.events = events;
    this.sides = element(
      'select',
      { onchange: () => this.shown && void this.show(this.shown) },
      element('option', { value: '' }, 'neither side'),
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

  /** No tables cover the position on the board. */
  leave(): void {
    this.shown = undefined;
    this.events.onOutcome(undefined);
    clearTimeout(this.timer);
    this.dropSolving();
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
      this.dropSolving();
      this.fill(probed, tables, probe.value);
      this.events.onOutcome(outcomeOf(probed.game.turn, probe.value.value));
      this.reply(probed, probe.value);
    } else {
      this.events.onOutcome(undefined);
      this.explain(probed, tables, probe.problem);
    }
  }

  private dropSolving(): void {
    this.solving?.stop();
    this.solving = undefined;
  }

  private fill(probed: Probed, tables: PageTables, probe: Probe): void {
    const { rules, turn } = probed.game;
    const { table, value, fiftyMoves, ending, moves } = probe;
    if (!this.line?.follow(probed)) this.line = undefined;
    const verdict = ending ? 'The game is over.' : verdictWords(turn, value);
    refill(
      this.body,
      element('p', { class: `verdict ${outcomeName(value)}` }, verdict),
      !ending &&
        fiftyMoves === 'may-end-first' &&
        element('p', { class: 'hint' }, moveRuleWords(rules)),
      element(
        'div',
        { class: 'source' },
        table
          ? element('a', { href: endgamesHash(rules.name, table) }, `All of ${table}`)
          : element('span', {}, 'No table is needed.'),
        this.line?.element ?? (value.wdl !== 0 && !ending && this.lineButton(probed, tables)),
      ),
      makeMoveTable(probed, moves, this.events),
    );
  }

  private lineButton(probed: Probed, tables: PageTables): HTMLElement {
    const place = element('div', {});
    const show = async () => {
      const line = await tables.tablebase.bestLine(probed.game.position);
      if (this.shown !== probed) return;
      if (!line.ok) return place.replaceChildren(element('p', {}, `${line.problem.message}.`));
      this.line = new BestLine(probed, line.value, this.events);
      place.replaceWith(this.line.element);
      this.line.element.querySelector<HTMLElement>('.line')?.focus();
    };
    place.append(button('Show the best line', () => void show()));
    return place;
  }

  /** Plays the tables' own move if it is their turn. */
  private reply({ game, over }: Probed, { moves }: Probe): void {
    const best = moves[0];
    if (!this.plays(game.turn) || over || !best?.legal) return;
    this.timer = setTimeout(() => this.events.onMove(best.move), MOVE_DELAY);
  }

  private explain({ game }: Probed, tables: PageTables, problem: Problem): void {
    const wanted = missingMaterial(game, problem);
    if (wanted && this.solving?.isOf(tables, wanted.name)) return;
    this.dropSolving();
    if (wanted) {
      const again = () => this.shown && void this.show(this.shown);
      this.solving = new Solving(tables, wanted, () => void again());
    }
    const why = problem.code !== 'missing-table' && sentence(problemWords(problem, game));
    refill(this.body, why && element('p', { class: 'problem' }, why), this.solving?.element);
  }
}

function problemWords({ code, message }: Problem, { rules, position }: Game): string {
  if (code !== 'http-network') return message;
  const { material } = orient(piecesOn(position), rules);
  return `the server cannot be reached, and this device has not kept all of ${material.name}`;
}

function moveRuleWords({ variant: { moveRule = 50 } }: RuleSet): string {
  return `The ${moveRule}-move rule may end it first: the tables ignore it, and it makes a draw of ${moveRule} moves without a capture or a pawn move.`;
}

function outcomeOf(side: Color, { wdl }: Value): Outcome {
  if (wdl === 0) return 'draw';
  return wdl > 0 ? side : opposite(side);
}

function verdictWords(side: Color, value: Value): string {
  const { wdl, dtm } = value;
  if (wdl === 0) return `${sideName(side)} to move: a draw.`;
  return `${sideName(wdl > 0 ? side : opposite(side))} wins in ${moveCount(dtm)}.`;
}
