import { MultiBar, type Options, SingleBar } from 'cli-progress';
import { formatBytes } from '../format/byteCount.ts';
import type { CheckpointEvent, GenerateEvent, ProgressEvent } from '../solve/generation.ts';
import type { Material } from '../table/material.ts';
import { type Output, plural, short } from './output.ts';

/**
 * Shows the progress of generation on stderr: a bar of all that is solved and packed on a terminal, and otherwise one line a
 * table; nothing if quiet.
 */
export class ProgressBars {
  private readonly output: Output;
  private readonly multi: MultiBar | undefined;
  private readonly bar: SingleBar | undefined;
  private readonly work: Work;
  /** The time of each table's first progress. */
  private readonly began = new Map<string, number>();
  /** The table that is being solved, once it has made progress, and what is known of it. */
  private current: { readonly table: string; readonly detail: string } | undefined;

  /** `placementsOf`: the number of placements of a table, for one side to move. */
  constructor(output: Output, placementsOf: (material: Material) => number) {
    this.output = output;
    this.work = new Work(placementsOf);
    if (!wantsBars(output)) return;
    const format = '{bar} {percentage}%  {detail}  eta {eta_formatted}';
    this.multi = new MultiBar({ ...style, format, hideCursor: true });
    this.bar = this.multi.create(1, 0, { detail: '' });
  }

  show(event: GenerateEvent): void {
    this.work.note(event);
    switch (event.kind) {
      case 'plan':
        if (event.steps.length > 1) {
          this.print(`the plan has ${plural(event.steps.length, 'table')}`);
        }
        break;
      case 'damaged':
        this.print(`${event.problem.message}: solving it again`);
        break;
      case 'fallback':
        this.print(describeFallback(event.table, event.reason));
        break;
      case 'long':
        this.print(`${event.table}: longer mates than expected, going on with more room for them`);
        break;
      case 'checkpoint':
        this.print(describeCheckpoint(event));
        break;
      case 'progress':
        this.current = { table: event.table, detail: this.detail(event) };
        break;
      case 'packing':
        this.ended(event.table);
        break;
      case 'solved':
        this.ended(event.table);
        this.print(`${event.table} solved in ${event.seconds?.toFixed(1)} s`);
        break;
    }
    const { packing } = this.work;
    const details = [this.current?.detail ?? [], packing ? `packing ${packing}` : []].flat();
    this.bar?.update(this.work.share, { detail: details.join(', ') });
  }

  private ended(table: string): void {
    if (table === this.current?.table) this.current = undefined;
  }

  /** To be called after Ctrl-C: the work takes a moment to end in order. */
  stopping(): void {
    const table = this.current ? ` ${this.current.table}` : '';
    this.print(`stopping${table}: another Ctrl-C ends at once, and nothing more is kept`);
  }

  /** `KQRvkr ply 34, 12.3 M positions decided, 5.1 M/s`. */
  private detail({ table, done, ply }: ProgressEvent): string {
    const now = performance.now();
    const began = this.began.get(table) ?? now;
    this.began.set(table, began);
    const rate = now > began ? `, ${short((done * 1000) / (now - began))}/s` : '';
    return ply
      ? `${table} ply ${ply}, ${short(done)} positions decided${rate}`
      : `${table} ${short(done)} positions${rate}`;
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

/** How far a run has come. Solving counts as much as packing. */
export class Work {
  private readonly placementsOf: (material: Material) => number;
  /** By table that is to be made: its placements, and the shares of them that are solved and packed. */
  private readonly tables = new Map<string, { size: number; solved: number; packed: number }>();

  constructor(placementsOf: (material: Material) => number) {
    this.placementsOf = placementsOf;
  }

  note(event: GenerateEvent): void {
    if (event.kind === 'plan') {
      for (const { material } of event.steps) {
        this.tables.set(material.name, { size: this.placementsOf(material), solved: 0, packed: 0 });
      }
      return;
    }
    const table = this.tables.get(event.table);
    if (!table) return;
    if (event.kind === 'found') this.tables.delete(event.table);
    // The number of draws is not known in advance: at the last ply of a table less than all of it is decided.
    if (event.kind === 'progress') table.solved = event.done / event.total;
    if (event.kind === 'packing') [table.solved, table.packed] = [1, event.done / event.total];
    if (event.kind === 'solved') [table.solved, table.packed] = [1, 1];
  }

  /** From 0 to 1. */
  get share(): number {
    let [done, total] = [0, 0];
    for (const { size, solved, packed } of this.tables.values()) {
      done += size * (solved + packed);
      total += 2 * size;
    }
    return total === 0 ? 0 : done / total;
  }

  /** The first table that is solved and partly packed. */
  get packing(): string | undefined {
    for (const [name, { packed }] of this.tables) if (packed > 0 && packed < 1) return name;
    return undefined;
  }
}

/** `reason`: why sets do not take the table. */
export function describeFallback(table: string, reason: string): string {
  return `${table}: solved one position at a time, by the reference solver: ${reason}`;
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
