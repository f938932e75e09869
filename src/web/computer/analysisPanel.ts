import type { Game } from '../../play/game.ts';
import type { Analysis, Line } from '../../search/analysis.ts';
import type { Engine } from '../../search/engine.ts';
import { element } from '../dom.ts';
import { keep, readKept } from '../kept.ts';
import { sentence } from '../sentence.ts';
import { count } from '../tables/valueWords.ts';
import { AnalysisLine } from './analysisLine.ts';
import { Analyst } from './analyst.ts';
import type { ComputerEvents } from './computerEvents.ts';
import { evaluationOf } from './scoreWords.ts';

const MOST_LINES = 5;
const USUAL_LINES = 3;
/** How many lines the visitor wants. */
const KEY = 'metatb-lines';

/** What the search thinks of the position on the board: how deep it is, the best lines, the bar and the arrow on the board. */
export class AnalysisPanel {
  readonly element: HTMLElement;
  private readonly events: ComputerEvents;
  private readonly analyst: Analyst;
  private readonly depth = element('span', { class: 'depth' });
  private readonly speed = element('span', { class: 'speed' });
  private readonly problem = element('p', { class: 'problem', role: 'alert' });
  private readonly list = element('ol', { class: 'lines', 'aria-label': 'Best lines' });
  private readonly lines: readonly AnalysisLine[];
  private readonly wanted: HTMLSelectElement;
  private shown: Game | undefined;
  private arrow = '';
  private on = false;

  constructor(engine: Engine, events: ComputerEvents) {
    this.events = events;
    this.analyst = new Analyst(engine, {
      onReport: (found) => this.report(found),
      onProblem: ({ message }) => {
        this.problem.textContent = sentence(message);
      },
    });
    this.lines = Array.from({ length: MOST_LINES }, () => new AnalysisLine(events.onLine));
    const kept = Number(readKept(KEY) ?? USUAL_LINES);
    this.wanted = element(
      'select',
      {
        onchange: () => {
          keep(KEY, this.wanted.value);
          this.restart();
        },
      },
      ...this.lines.map((_, i) => element('option', { selected: i + 1 === kept }, String(i + 1))),
    );
    this.element = element(
      'section',
      { class: 'analysis card', 'aria-label': 'Analysis', hidden: true },
      element(
        'div',
        { class: 'head' },
        this.depth,
        this.speed,
        element('label', { class: 'picker' }, element('span', {}, 'Lines'), this.wanted),
      ),
      this.problem,
      this.list,
    );
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) this.rest();
      else if (this.element.isConnected) this.goOn();
    });
  }

  get isOn(): boolean {
    return this.on;
  }

  turn(on: boolean, game: Game): void {
    this.on = on;
    this.element.hidden = !on;
    this.shown = undefined;
    if (on) this.show(game);
    else {
      this.analyst.rest();
      this.events.onEvaluation(undefined);
      this.events.onArrows([]);
    }
  }

  /** Another position is on the board, or the same one is drawn again. */
  show(game: Game): void {
    if (!this.on) return;
    this.arrow = '';
    if (game === this.shown) this.goOn();
    else {
      this.shown = game;
      this.restart();
    }
  }

  /** Stops until {@link show}. */
  rest(): void {
    this.analyst.rest();
  }

  private goOn(): void {
    if (this.on) this.analyst.goOn();
  }

  private restart(): void {
    const { shown } = this;
    if (!shown) return;
    this.problem.textContent = '';
    const number = Number(this.wanted.value);
    this.list.replaceChildren(...this.lines.slice(0, number).map((line) => line.element));
    for (const line of this.lines) line.clear();
    const { ending, words } = shown.status;
    this.depth.textContent = ending ? 'The game is over' : 'Depth 0';
    this.speed.textContent = '';
    this.list.hidden = ending !== undefined;
    if (ending) {
      this.analyst.rest();
      const side = ending.wdl > 0 === (shown.turn === 0) ? 1 : 0;
      this.events.onEvaluation({ white: ending.wdl === 0 ? 0.5 : side, words });
    } else this.analyst.begin(shown, number);
  }

  private report({ depth, nodes, milliseconds, lines }: Analysis): void {
    const { shown } = this;
    if (!shown) return;
    this.depth.textContent = `Depth ${depth}`;
    this.speed.textContent = speedWords(nodes, milliseconds);
    for (const [i, line] of this.lines.entries()) line.show(shown, lines[i]);
    const [best] = lines;
    if (!best) return;
    this.events.onEvaluation(evaluationOf(best.score, shown.turn));
    this.showArrow(shown, best);
  }

  /** Not drawn again while it stays the same: what the visitor looks at on the board has arrows of its own. */
  private showArrow(game: Game, { moves: [uci] }: Line): void {
    if (uci === this.arrow) return;
    this.arrow = uci!;
    const move = game.choices.get(uci!)?.move;
    // A pass is no arrow.
    const isDrawn = move && move.from !== move.to;
    this.events.onArrows(isDrawn ? [{ from: move.from, to: move.to, color: 'blue' }] : []);
  }
}

/** `350 kN/s`: thousands of positions a second. */
function speedWords(nodes: number, milliseconds: number): string {
  if (milliseconds === 0) return '';
  return `${count(Math.round(nodes / milliseconds))} kN/s`;
}
