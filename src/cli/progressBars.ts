import { MultiBar, type SingleBar } from 'cli-progress';
import type { GenerateEvent } from '../solve/generate.ts';
import { type Output, plural } from './output.ts';

/** Shows how generation goes: bars on a terminal, a line a table elsewhere, nothing when quiet. All on stderr. */
export class ProgressBars {
  private readonly output: Output;
  private readonly multi: MultiBar | undefined;
  private readonly bars = new Map<string, SingleBar>();

  constructor(output: Output) {
    this.output = output;
    if (output.quiet || !process.stderr.isTTY) return;
    this.multi = new MultiBar({
      stream: process.stderr,
      format: '{table} {bar} {percentage}%  {duration_formatted}  eta {eta_formatted}',
      barsize: 32,
      hideCursor: true,
      clearOnComplete: true,
      autopadding: true,
    });
  }

  show(event: GenerateEvent): void {
    switch (event.kind) {
      case 'plan':
        if (event.steps.length > 1) this.say(`${plural(event.steps.length, 'table')} to see to`);
        break;
      case 'damaged':
        this.say(`${event.problem.message}: solving it anew`);
        break;
      case 'start': {
        const bar = this.multi?.create(1, 0, { table: event.table.padEnd(7) });
        if (bar) this.bars.set(event.table, bar);
        break;
      }
      case 'progress': {
        const bar = this.bars.get(event.table);
        bar?.setTotal(event.total);
        bar?.update(event.done);
        break;
      }
      case 'solved': {
        const bar = this.bars.get(event.table);
        if (bar) this.multi?.remove(bar);
        this.say(`${event.table} solved in ${event.seconds?.toFixed(1)} s`);
        break;
      }
    }
  }

  private say(text: string): void {
    if (this.multi) this.multi.log(`${text}\n`);
    else this.output.remark(text);
  }

  close(): void {
    this.multi?.stop();
  }
}
