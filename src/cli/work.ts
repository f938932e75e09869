import { type Command, Option } from 'commander';
import { unwrap } from '../board/result.ts';
import { formatBytes } from '../format/byteCount.ts';
import type { MachineEvent } from '../queue/machine.ts';
import { endgameOf } from '../rules/endgame.ts';
import { defaultMemory } from '../solve/run/availableMemory.ts';
import { threadCount } from '../store/threads.ts';
import type { Material } from '../table/material.ts';
import { interruptible } from './interrupt.ts';
import { byteSize, duration, folderName } from './optionValues.ts';
import { type Output, plural } from './output.ts';
import { ProgressBars } from './progressBars.ts';
import {
  checkStore,
  queueAddressOf,
  queueOption,
  queueVersion,
  storeOf,
  storeOption,
  withQueue,
} from './queueSettings.ts';
import {
  memoryOption,
  type OutputSettings,
  outputOf,
  threadsOption,
  windowOption,
  withOutput,
} from './settings.ts';
import { smallDiskText } from './smallDiskText.ts';

interface WorkSettings extends OutputSettings {
  readonly store?: string;
  readonly scratch: string;
  readonly scratchSize: number;
  readonly memory?: number;
  readonly window?: number;
  readonly threads?: number;
  readonly lease: number;
  readonly untilDone?: boolean;
}

const SCRATCH_SIZE = 20 * 2 ** 30;
const LEASE_MS = 30_000;

export function addWork(program: Command): void {
  const command = program
    .command('work')
    .description('solve endgames as one of many machines, as a queue says')
    .addOption(queueOption())
    .addOption(storeOption())
    .addOption(threadsOption())
    .addOption(memoryOption())
    .addOption(windowOption())
    .addOption(
      new Option(
        '--scratch <folder>',
        'where subtables, checkpoints and what a window leaves out are kept',
      )
        .argParser(folderName)
        .default('metatb-work')
        .env('METATB_SCRATCH'),
    )
    .addOption(
      new Option('--scratch-size <size>', 'how much of that is kept between jobs')
        .argParser(byteSize)
        .default(SCRATCH_SIZE, '20GiB'),
    )
    .addOption(
      new Option('--lease <time>', 'after this silence another machine may take the job')
        .argParser(duration)
        .default(LEASE_MS, '30s'),
    )
    .option('--until-done', 'end when nothing is left to do')
    .addHelpText('after', help)
    .action((settings: WorkSettings, self: Command) =>
      run(settings, self, queueVersion(program.version() ?? '')),
    );
  withOutput(command);
}

const help = `
'metatb generate ... --queue ADDRESS --store ADDRESS' says what is to be made; any number of machines may
join and leave. A job comes with its game; tables that it needs are fetched from the store, and what is
made is put there. METATB_TOKEN is the token of a web server that takes tables (metatb serve --accept);
s3:// takes AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and AWS_ENDPOINT_URL.

Ctrl-C gives the job back; a large table's checkpoint is kept in the scratch folder. A job of a machine
that was killed goes to another one when its lease has run out.

How much memory and disk jobs take 'metatb generate ... --queue ADDRESS --store ADDRESS --dry-run' tells.
A machine with more memory than a job needs takes less of the disk.

Examples:
  metatb work --queue redis://big.example.org --store /mnt/tables
  METATB_TOKEN=... metatb work --queue rediss://big.example.org --store https://big.example.org/tables`;

async function run(settings: WorkSettings, self: Command, version: string): Promise<void> {
  const output = outputOf(settings);
  const { scratch: folder, scratchSize, lease, untilDone = false } = settings;
  const { memory = defaultMemory(), window } = settings;
  const threads = unwrap(threadCount(settings.threads));
  const address = await queueAddressOf(self);
  const store = await storeOf(settings.store);
  // Loaded only here: the queue's library takes longer than a probe.
  const { Machine } = await import('../queue/machine.ts');
  const { Scratch } = await import('../queue/scratch.ts');
  const scratch = unwrap(await Scratch.open(folder, scratchSize));
  const reporter = new Reporter(output, memory);
  try {
    const made = await interruptible(async (signal) => {
      await checkStore(store, output, signal);
      return withQueue(address, output, (redis) => {
        const onEvent = (event: MachineEvent) => reporter.show(event);
        const work = {
          store,
          scratch,
          threads,
          memory,
          version,
          lease,
          untilDone,
          signal,
          onEvent,
          ...(window === undefined ? {} : { window }),
        };
        return new Machine(redis, work).work();
      });
    });
    const tables = unwrap(made);
    output.result({ store: store.name, tables }, () => `stored ${plural(tables.length, 'table')}`);
  } finally {
    reporter.close();
    await scratch.close();
  }
}

/** Tells on stderr what a machine does. */
class Reporter {
  private readonly output: Output;
  private readonly memory: number;
  private bars: ProgressBars | undefined;
  private idle = '';

  constructor(output: Output, memory: number) {
    this.output = output;
    this.memory = memory;
  }

  show(event: MachineEvent): void {
    if (event.kind !== 'idle') this.idle = '';
    switch (event.kind) {
      case 'joined':
        this.output.remark(`this machine is ${event.name}`);
        break;
      case 'idle':
        this.remarkOnce(this.idleText(event.tooLarge));
        break;
      case 'job': {
        const { rules } = event;
        this.bars = new ProgressBars(
          this.output,
          (material: Material) => endgameOf(rules, material).placements.size,
        );
        break;
      }
      case 'solver':
        this.bars?.show(event.event);
        break;
      case 'stored':
        if (event.seconds === null) this.output.remark(`${event.table} is in the store`);
        break;
      case 'waiting':
        this.remarkOnce(`${event.problem.message}: trying again`);
        break;
      case 'smallDisk':
        this.output.remark(smallDiskText(event));
        break;
      case 'finished':
        this.close();
        break;
      case 'failed':
        this.output.complain(event.problem.message);
        break;
      case 'lost':
        this.output.complain('this machine was silent for too long: its job is another one’s now');
        break;
    }
  }

  close(): void {
    this.bars?.close();
    this.bars = undefined;
  }

  private idleText(tooLarge: number): string {
    if (tooLarge === 0) return 'waiting for work';
    const need = formatBytes(tooLarge, Math.ceil);
    return `waiting: what is left needs --memory ${need}, and this machine has ${formatBytes(this.memory, Math.floor)}`;
  }

  private remarkOnce(text: string): void {
    if (text !== this.idle) this.output.remark(text);
    this.idle = text;
  }
}
