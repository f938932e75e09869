import type { CoordinateEvent } from '../queue/coordinate.ts';
import { describePace, progressOf } from '../queue/progress.ts';
import type { GameState, QueueState } from '../queue/state.ts';
import { type Output, plural, printable } from './output.ts';
import { singleBar } from './progressBars.ts';

/** Without a terminal a line says how things are, so often. */
const LINE_MS = 60_000;

/** What machines do, on stderr: a bar on a terminal, otherwise lines. */
export class RunProgress {
  private readonly output: Output;
  private readonly queue: string;
  private readonly bar: ReturnType<typeof singleBar>;
  private lineAt = performance.now() + LINE_MS;
  private wasAlone = false;

  /** `queue`: its address as people may read it. */
  constructor(output: Output, queue: string) {
    this.output = output;
    this.queue = queue;
    this.bar = singleBar(output, '{bar} {percentage}%  {detail}');
  }

  show(event: CoordinateEvent): void {
    switch (event.kind) {
      case 'planned': {
        const { tasks } = event.run;
        const there = event.found > 0 ? `, ${event.found} of them are there` : '';
        if (event.found + tasks.length > 1) {
          this.print(`the plan has ${plural(event.found + tasks.length, 'table')}${there}`);
        }
        break;
      }
      case 'done': {
        const { table, seconds = null, machine = '?' } = event.table;
        this.print(
          seconds === null
            ? `${table} is in the store`
            : `${table} solved in ${seconds.toFixed(1)} s by ${machine}`,
        );
        break;
      }
      case 'failed':
        this.output.complain(`${event.table} has failed: ${event.problem.message}`);
        break;
      case 'forgotten':
        this.print('the queue has lost the plan: planning again');
        break;
      case 'state':
        this.state(event.state, event.game);
        break;
    }
  }

  private state(state: QueueState, game: GameState): void {
    const now = performance.now();
    const isAlone = state.machines.length === 0;
    if (isAlone && !this.wasAlone) {
      const right = "'metatb work' with this --queue and --store joins";
      this.print(`no machine works for ${this.queue}: ${right}`);
    }
    this.wasAlone = isAlone;
    this.bar?.update(shareOf(game), { detail: detailOf(game, state) });
    if (this.bar || now < this.lineAt) return;
    this.lineAt = now + LINE_MS;
    this.print(detailOf(game, state));
  }

  private print(text: string): void {
    // The bar is drawn again with the next state.
    if (this.bar) process.stderr.write('\r\x1b[K');
    this.output.remark(text);
  }

  close(): void {
    this.bar?.stop();
  }
}

/** `12 of 35 tables, 3 of 3 machines at work, 41.0 tables a minute, about 2 min remain, KQRvkr KQRvkq`. */
function detailOf(game: GameState, state: QueueState): string {
  const { tables } = game;
  const progress = progressOf(game, state);
  const done = `${progress.counts.done} of ${plural(tables.length, 'table')}`;
  const running = tables.flatMap(({ table, state: is }) => (is === 'running' ? [table] : []));
  const names = running.length > 0 ? [running.join(' ')] : [];
  return printable([done, ...describePace(progress, state), ...names].join(', '));
}

/** How much of a plan is done, by what its tables are expected to take, from 0 to 1. */
function shareOf({ tables }: GameState): number {
  let [done, all] = [0, 0];
  for (const { state, share = 0, expectedSeconds } of tables) {
    all += expectedSeconds;
    done += expectedSeconds * (state === 'done' ? 1 : share);
  }
  return all === 0 ? 0 : done / all;
}
