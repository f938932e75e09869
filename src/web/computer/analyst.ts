import type { Problem } from '../../board/result.ts';
import type { Game } from '../../play/game.ts';
import type { Analysis } from '../../search/analysis.ts';
import type { Engine } from '../../search/engine.ts';

export interface AnalystEvents {
  readonly onReport: (found: Analysis) => void;
  readonly onProblem: (problem: Problem) => void;
}

/** What ends the analysis of a position: deeper or longer, it only makes phones warm. */
const MOST_DEPTH = 30;
const MOST_MS = 60_000;
/** Between two reports, in milliseconds: nobody reads faster. */
const REPORT_MS = 100;

interface Task {
  readonly game: Game;
  readonly lines: number;
}

/** Analyses one position after the other: a new one takes the place of the one before. */
export class Analyst {
  private readonly engine: Engine;
  private readonly events: AnalystEvents;
  private task: Task | undefined;
  /** What the engine works on: another object each time, also when the same task is taken up again. */
  private running: object | undefined;
  private isDone = false;
  private latest: Analysis | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(engine: Engine, events: AnalystEvents) {
    this.engine = engine;
    this.events = events;
  }

  begin(game: Game, lines: number): void {
    this.task = { game, lines };
    this.isDone = false;
    this.dropReport();
    if (this.running) this.engine.stop();
    else void this.run();
  }

  /** Stops; {@link goOn} takes the position up again. */
  rest(): void {
    this.dropReport();
    if (!this.running) return;
    this.running = undefined;
    this.engine.stop();
  }

  /** Unless the position's analysis still runs, or has reached its limits. */
  goOn(): void {
    if (!this.running && this.task && !this.isDone) void this.run();
  }

  private async run(): Promise<void> {
    const task = this.task!;
    const run = {};
    this.running = run;
    const { game, lines } = task;
    const limits = { lines, depth: MOST_DEPTH, milliseconds: MOST_MS };
    this.engine.configure({ usesTables: true });
    const found = await this.engine.analyze(game, limits, (found) => this.reportSoon(task, found));
    // It was stopped for good, or taken up again since.
    if (this.running !== run) return;
    this.running = undefined;
    if (this.task !== task) return this.run();
    this.isDone = true;
    if (found.ok) this.reportSoon(task, found.value);
    else this.events.onProblem(found.problem);
  }

  private reportSoon(task: Task, found: Analysis): void {
    if (task !== this.task) return;
    this.latest = found;
    this.timer ??= setTimeout(() => {
      const { latest } = this;
      this.dropReport();
      if (latest) this.events.onReport(latest);
    }, REPORT_MS);
  }

  private dropReport(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.latest = undefined;
  }
}
