import { MultiBar, type Options, SingleBar } from 'cli-progress';
import type { GenerateEvent } from '../solve/generate.ts';
import { type Output, plural, short } from './output.ts';

type Progress = Extract<GenerateEvent, { kind: 'progress' }>;

/** Shows how generation goes: bars on a terminal, a line a table elsewhere, nothing when quiet. All on stderr. */
export class ProgressBars {
  private readonly output: Output;
  private readonly multi: MultiBar | undefined;
  private readonly bars = new Map<string, SingleBar>();
  /** When a table's first progress came. */
  private readonly began = new Map<string, number>();

  constructor(output: Output) {
    this.output = output;
    if (!wantsBars(output)) return;
    const format = '{table} {bar} {percentage}%  {detail}  eta {eta_formatted}';
    this.multi = new MultiBar({ ...style, format, hideCursor: true });
  }

  show(event: GenerateEvent): void {
    switch (event.kind) {
      case 'plan':
        if (event.steps.length > 1) this.say(`the plan has ${plural(event.steps.length, 'table')}`);
        break;
      case 'damaged':
        this.say(`${event.problem.message}: solving it anew`);
        break;
      case 'progress':
        this.barOf(event.table, event.total)?.update(event.done, { detail: this.detail(event) });
        break;
      case 'solved': {
        const bar = this.bars.get(event.table);
        if (bar) this.multi?.remove(bar);
        this.say(`${event.table} solved in ${event.seconds?.toFixed(1)} s`);
        break;
      }
    }
  }

  /** `ply 34, 12.3 M positions, 5.1 M/s`. */
  private detail({ table, done, ply }: Progress): string {
    const now = performance.now();
    const began = this.began.get(table) ?? now;
    this.began.set(table, began);
    const rate = now > began ? `, ${short((done * 1000) / (now - began))}/s` : '';
    return `${ply ? `ply ${ply}, ` : ''}${short(done)} positions${rate}`;
  }

  /** A table's bar, from its first progress on: until then it waits for a worker. */
  private barOf(table: string, total: number): SingleBar | undefined {
    const bar =
      this.bars.get(table) ?? this.multi?.create(total, 0, { table: table.padEnd(7), detail: '' });
    if (bar) this.bars.set(table, bar);
    return bar;
  }

  private say(text: string): void {
    if (this.multi) this.multi.log(`${text}\n`);
    else this.output.remark(text);
  }

  close(): void {
    // What was said last is printed with the next update, and there would be none.
    this.multi?.update();
    this.multi?.stop();
  }
}

/** One bar on a terminal's stderr for work of one thread, undefined where it is not wanted. */
export function singleBar(
  output: Output,
  format = '{bar} {percentage}%  eta {eta_formatted}',
): SingleBar | undefined {
  if (!wantsBars(output)) return undefined;
  // The cursor stays: such work leaves Ctrl-C no moment in which to bring it back.
  const bar = new SingleBar({ ...style, format });
  bar.start(1, 0);
  return bar;
}

function wantsBars({ quiet }: Output): boolean {
  // A dumb terminal, such as an editor's, prints the codes that move the cursor.
  return !quiet && process.stderr.isTTY === true && process.env.TERM !== 'dumb';
}

const style: Options = {
  stream: process.stderr,
  barsize: 16,
  barCompleteChar: '█',
  barIncompleteChar: '░',
  clearOnComplete: true,
  autopadding: true,
  // Whoever is interrupted must not leave a terminal that cuts off long lines.
  linewrap: true,
  // Nothing can be foretold at first: cli-progress has 'NULL' or 'INF' for the seconds then.
  formatTime: (seconds) => (Number.isFinite(seconds) ? minutes(seconds) : '?'),
};

/** `1:05` for 65 seconds. */
function minutes(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
}
