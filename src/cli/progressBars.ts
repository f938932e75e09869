import { MultiBar, type Options, SingleBar } from 'cli-progress';
import { formatBytes } from '../format/byteCount.ts';
import type { CheckpointEvent, GenerateEvent, ProgressEvent } from '../solve/generation.ts';
import { type Output, plural, short } from './output.ts';

/** A share of the work is known: tables with pawns, the reference solver, packing. */
const SHARE = '{table} {bar} {percentage}%  {detail}  eta {eta_formatted}';
/** No share is known, because the number of a table's plies is not known in advance, nor that of its draws. */
const PLIES = '{table} {detail}';

/** Shows the progress of generation on stderr: bars on a terminal, otherwise one line a table; nothing if quiet. */
export class ProgressBars {
  private readonly output: Output;
  private readonly multi: MultiBar | undefined;
  private readonly bars = new Map<string, SingleBar>();
  /** The time of each table's first progress. */
  private readonly began = new Map<string, number>();
  /** The table that is being solved, once it has made progress. */
  private current: string | undefined;

  constructor(output: Output) {
    this.output = output;
    if (!wantsBars(output)) return;
    this.multi = new MultiBar({ ...style, format: SHARE, hideCursor: true });
  }

  show(event: GenerateEvent): void {
    switch (event.kind) {
      case 'plan':
        if (event.steps.length > 1) {
          this.print(`the plan has ${plural(event.steps.length, 'table')}`);
        }
        break;
      case 'damaged':
        this.print(`${event.problem.message}: solving it again`);
        break;
      case 'checkpoint':
        this.print(describeCheckpoint(event));
        break;
      case 'progress': {
        const { table, done, total, ply } = event;
        this.current = table;
        this.update(table, done, total, this.detail(event), ply ? PLIES : SHARE);
        break;
      }
      case 'solved':
        this.remove(event.table);
        if (event.table === this.current) this.current = undefined;
        this.print(`${event.table} solved in ${event.seconds?.toFixed(1)} s`);
        break;
      case 'packing': {
        const { done, total } = event;
        this.update('packing', done, total, event.table ?? '', SHARE);
        if (done === total) this.remove('packing');
        break;
      }
    }
  }

  /** To be called after Ctrl-C: the work takes a moment to end in order. */
  stopping(): void {
    const table = this.current ? ` ${this.current}` : '';
    this.print(`stopping${table}: another Ctrl-C ends at once, without a checkpoint`);
  }

  /** `ply 34, 12.3 M positions decided, 5.1 M/s`. */
  private detail({ table, done, ply }: ProgressEvent): string {
    const now = performance.now();
    const began = this.began.get(table) ?? now;
    this.began.set(table, began);
    const rate = now > began ? `, ${short((done * 1000) / (now - began))}/s` : '';
    return ply
      ? `ply ${ply}, ${short(done)} positions decided${rate}`
      : `${short(done)} positions${rate}`;
  }

  /** Updates a bar, which appears at its first progress: until then its table waits for a worker. */
  private update(name: string, done: number, total: number, detail: string, format: string): void {
    if (!this.multi) return;
    const payload = { table: name.padEnd(7), detail };
    const bar = this.bars.get(name) ?? this.multi.create(total, 0, payload, { format });
    this.bars.set(name, bar);
    bar.update(done, payload);
  }

  private remove(name: string): void {
    const bar = this.bars.get(name);
    if (bar) this.multi?.remove(bar);
    this.bars.delete(name);
  }

  private print(text: string): void {
    if (this.multi) this.multi.log(`${text}\n`);
    else this.output.remark(text);
  }

  close(): void {
    // The last line is printed with the next update, and there would be none.
    this.multi?.update();
    this.multi?.stop();
  }
}

function describeCheckpoint(event: CheckpointEvent): string {
  const { table } = event;
  switch (event.action) {
    case 'writing':
      return `${table}: writing a checkpoint of ${formatBytes(event.bytes)}`;
    case 'resumed':
      return `${table}: found a checkpoint, going on after step ${event.pliesDone}`;
    case 'discarded':
      return `${table}: its checkpoint cannot be used, starting from the beginning: ${event.reason}`;
    case 'removed':
      return `${table}: removed its checkpoint, the table is finished`;
  }
}

/** One bar on a terminal's stderr for work of one thread, or undefined if there should be none. */
export function singleBar(
  output: Output,
  format = '{bar} {percentage}%  eta {eta_formatted}',
): SingleBar | undefined {
  if (!wantsBars(output)) return undefined;
  // Do not hide the cursor: Ctrl-C ends such work without a chance to restore it.
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
  // An interrupted run must not leave a terminal that cuts off long lines.
  linewrap: true,
  // At first there is no estimate: cli-progress has 'NULL' or 'INF' for the seconds then.
  formatTime: (seconds) => (Number.isFinite(seconds) ? minutes(seconds) : '?'),
};

/** `1:05` for 65 seconds. */
function minutes(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
}
