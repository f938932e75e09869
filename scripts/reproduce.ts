/**
 * `npm run reproduce`: generates every table of orthodox chess of 3, 4 and 5 men and compares it with what others have
 * published. DIR/chess/reproduced.json records what was compared: after an interruption the same command resumes there.
 */
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Command } from 'commander';
import { published, unlikePublished } from '../figures/published.ts';
import { fail, InputError, unwrap } from '../src/board/result.ts';
import { EXIT } from '../src/cli/exitCode.ts';
import { interruptible } from '../src/cli/interrupt.ts';
import { byteSize, wholeNumber } from '../src/cli/optionValues.ts';
import { plural, thousands } from '../src/cli/output.ts';
import { chess } from '../src/rules/chess.ts';
import type { GenerateEvent } from '../src/solve/generation.ts';
import { generateInFolder } from '../src/solve/inFolder.ts';
import { type PlannedTable, planTables } from '../src/solve/plan.ts';
import { TableStore } from '../src/store/tableStore.ts';
import { allMaterials, type Material, parseMaterial } from '../src/table/material.ts';
import { positionsIn } from '../src/table/statistics.ts';
import { menUpTo, runScript } from './command.ts';
import { type Reproduced, ReproduceRecord } from './reproduceRecord.ts';
import { sweep } from './sweep.ts';

interface Settings {
  readonly men: readonly number[];
  readonly dir: string;
  readonly sweep?: boolean;
  readonly threads?: number;
  readonly memory?: number;
}

const program = new Command('npm run reproduce --')
  .description('Generates the tables of orthodox chess and compares them with published figures.')
  .option('-m, --men <counts>', 'how many men, such as 3,4', menUpTo(5), [3, 4, 5])
  .option('-d, --dir <folder>', 'where tables are', 'tables')
  .option('--sweep', 'delete tables of 5 men that were made and are no longer needed')
  .option('-t, --threads <count>', 'workers (default: one a core)', wholeNumber)
  .option('--memory <size>', 'the most to use, such as 6GiB', byteSize)
  .action(async (settings: Settings) => {
    const store = new TableStore(chess, settings.dir);
    const path = join(dirname(store.path('')), 'reproduced.json');
    const reproduction = new Reproduction(settings, store, await ReproduceRecord.open(path));
    process.exitCode = await reproduction.run();
  });

/** One run of the command. */
class Reproduction {
  private readonly settings: Settings;
  private readonly store: TableStore;
  private readonly record: ReproduceRecord;
  private readonly wanted: readonly Material[];
  /** Tables still to be solved or compared. */
  private readonly ahead = new Map<string, PlannedTable>();
  private comparing: Promise<void> = Promise.resolve();

  constructor(settings: Settings, store: TableStore, record: ReproduceRecord) {
    this.settings = settings;
    this.store = store;
    this.record = record;
    this.wanted = settings.men
      .flatMap((men) => allMaterials(men, chess))
      .filter(({ men }) => !chess.isSettled(men));
  }

  /** The exit code. */
  async run(): Promise<number> {
    const began = performance.now();
    const remaining = this.wanted.filter(({ name }) => !this.record.get(name));
    const done = this.wanted.length - remaining.length;
    if (done > 0) console.log(`${plural(done, 'table')} compared before`);
    const steps = await this.stepsTo(remaining);
    for (const step of steps) this.ahead.set(step.material.name, step);
    await this.sweep();
    await this.generate(remaining);
    return this.conclude((performance.now() - began) / 1000);
  }

  private async generate(remaining: readonly Material[]): Promise<void> {
    const { dir, threads, memory } = this.settings;
    await interruptible(async (signal) => {
      const made = await generateInFolder(chess, remaining, {
        dir,
        solver: 'sets',
        complete: false,
        signal,
        onEvent: (event) => this.onEvent(event),
        ...(threads === undefined ? {} : { threads }),
        ...(memory === undefined ? {} : { memory }),
      });
      await this.comparing;
      unwrap(made);
    });
  }

  /** The tables, and those that missing ones are built on: tables that were swept are made again only for these. */
  private async stepsTo(tables: readonly Material[]): Promise<readonly PlannedTable[]> {
    const plan = planTables(chess, tables);
    const wanted = new Set(tables.map(({ name }) => name));
    // Backwards, so that a table comes after those that need it.
    for (const { material, needs } of plan.toReversed()) {
      if (!wanted.has(material.name)) continue;
      const there = await stat(this.store.path(material.name)).catch(() => undefined);
      if (!there) for (const name of needs) wanted.add(name);
    }
    return plan.filter(({ material }) => wanted.has(material.name));
  }

  private onEvent(event: GenerateEvent): void {
    if (event.kind === 'damaged') {
      const again = `${event.problem.message}: delete it and run this again`;
      throw new InputError(fail(event.problem.code, again, event.table).problem);
    }
    if (event.kind !== 'solved' && event.kind !== 'found') return;
    const { seconds = null, solveSeconds = null } = event.kind === 'solved' ? event : {};
    const { material } = this.ahead.get(event.table)!;
    this.comparing = this.comparing.then(() => this.compare(material, seconds, solveSeconds));
    // A failure is reported when `comparing` is awaited.
    this.comparing.catch(() => {});
  }

  private async compare(
    material: Material,
    seconds: number | null,
    solveSeconds: number | null,
  ): Promise<void> {
    const { name } = material;
    this.ahead.delete(name);
    if (published(name) && !this.record.get(name)) {
      const statistics = unwrap(await this.store.statistics(material));
      const differences = unlikePublished(material, statistics);
      const positions = positionsIn(statistics);
      await this.record.add(name, { positions, seconds, solveSeconds, differences });
      this.print(name, this.record.get(name)!);
    }
    await this.sweep();
  }

  private print(name: string, { positions, seconds, solveSeconds, differences }: Reproduced): void {
    const verdict = differences.length > 0 ? 'DIFFERS' : 'as published';
    const time =
      seconds === null
        ? 'there before'
        : `${solveSeconds?.toFixed(2)} s solving, ${seconds.toFixed(2)} s with files`;
    console.log(
      `${name.padEnd(7)} ${verdict}  ${thousands(positions).padStart(13)} positions  ${time}`,
    );
    for (const difference of differences) console.log(`        ${difference}`);
  }

  private async sweep(): Promise<void> {
    if (!this.settings.sweep) return;
    const { store } = this;
    const made = this.record.made.map((name) => {
      const { material } = unwrap(parseMaterial(name, chess));
      return { material, store };
    });
    await sweep(made, this.ahead.values());
  }

  private conclude(runSeconds: number): number {
    const all = this.wanted.flatMap(({ name }) => this.record.get(name) ?? []);
    const total = (figure: (each: Reproduced) => number | null) =>
      all.reduce((sum, each) => sum + (figure(each) ?? 0), 0);
    const different = all.filter(({ differences }) => differences.length > 0).length;
    const found = all.filter(({ seconds }) => seconds === null).length;
    const peak = process.resourceUsage().maxRSS / 2 ** 20;
    const verdict = different === 0 ? 'all as published' : `${different} NOT AS PUBLISHED`;
    console.log(
      [
        `${plural(all.length, 'table')}, ${thousands(total((each) => each.positions))} positions: ${verdict}`,
        `solving ${spell(total((each) => each.solveSeconds))}, with files ${spell(total((each) => each.seconds))}` +
          (found > 0 ? `, without ${plural(found, 'table')} found there` : ''),
        `this run took ${spell(runSeconds)} and at most ${peak.toFixed(1)} GiB of memory`,
      ].join('\n'),
    );
    return different === 0 ? 0 : EXIT.difference;
  }
}

/** `5.3 s`, `12.3 minutes`. */
function spell(seconds: number): string {
  return seconds < 100 ? `${seconds.toFixed(1)} s` : `${(seconds / 60).toFixed(1)} minutes`;
}

await runScript(program);
