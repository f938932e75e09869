/**
 * `npm run atlas`: generates every table of 3, 4 and 5 men under metachess and chess and reports what is in them and
 * what metachess changes: tables/ATLAS.md for people, tables/atlas.json for programs. DIR/atlas/NAME.json keeps the study
 * of an endgame: after an interruption the same command resumes there.
 */
import { join } from 'node:path';
import { Command } from 'commander';
import { unwrap } from '../src/board/result.ts';
import { interrupted, interruptible } from '../src/cli/interrupt.ts';
import { byteSize, wholeNumber } from '../src/cli/optionValues.ts';
import { plural } from '../src/cli/output.ts';
import { Tablebase } from '../src/probe/tablebase.ts';
import { chess } from '../src/rules/chess.ts';
import { metachess } from '../src/rules/metachess.ts';
import type { RuleSet } from '../src/rules/ruleset.ts';
import { generateInFolder } from '../src/solve/inFolder.ts';
import { type PlannedTable, planTables } from '../src/solve/plan.ts';
import { FileSource } from '../src/store/fileSource.ts';
import { writeWhole } from '../src/store/folder.ts';
import { TableStore } from '../src/store/tableStore.ts';
import { type EndgameStudy, type Studied, studyEndgame } from '../src/study/endgameStudy.ts';
import { allMaterials, type Material } from '../src/table/material.ts';
import { makeAtlasPage } from './atlasPage.ts';
import { AtlasRecords } from './atlasRecords.ts';
import { menCounts, runScript } from './command.ts';
import { type MadeTable, sweep } from './sweep.ts';

/** The rule set that the atlas is about, and the one that it is compared with. */
const rulesStudied = [metachess, chess] as const;

interface Settings {
  readonly men: readonly number[];
  readonly dir: string;
  readonly out: string;
  readonly sweep?: boolean;
  readonly threads?: number;
  readonly memory?: number;
}

const program = new Command('npm run atlas --')
  .description('Studies every endgame under metachess and chess: ATLAS.md and atlas.json.')
  .option('-m, --men <counts>', 'how many men, such as 3,4', menCounts, [3, 4, 5])
  .option('-d, --dir <folder>', 'where tables are, and what is known of them', 'tables')
  .option('-o, --out <folder>', 'where to write ATLAS.md and atlas.json', 'tables')
  .option('--sweep', 'make and study one endgame at a time, and delete tables of 5 men after')
  .option('-t, --threads <count>', 'workers (default: one a core)', wholeNumber)
  .option('--memory <size>', 'the most that solving may use, such as 6GiB', byteSize)
  .action((settings: Settings) =>
    interruptible(async (signal) => {
      const atlas = new Atlas(settings, signal);
      await atlas.run();
    }),
  );

/** One run of the command. */
class Atlas {
  private readonly settings: Settings;
  private readonly signal: AbortSignal;
  private readonly records: AtlasRecords;
  /** Endgames asked for, each after those that it leads to. */
  private readonly wanted: readonly PlannedTable[];
  private readonly made = new Map<string, Set<string>>();

  constructor(settings: Settings, signal: AbortSignal) {
    this.settings = settings;
    this.signal = signal;
    this.records = new AtlasRecords(settings.dir);
    const materials = settings.men
      .flatMap((men) => allMaterials(men, metachess))
      .filter(({ men }) => !metachess.isSettled(men));
    const names = new Set(materials.map(({ name }) => name));
    this.wanted = planTables(metachess, materials).filter(({ material }) =>
      names.has(material.name),
    );
  }

  async run(): Promise<void> {
    const { records, settings, wanted } = this;
    await records.load(wanted.map(({ material }) => material.name));
    const ahead = wanted.filter(({ material }) => !records.get(material.name));
    const done = wanted.length - ahead.length;
    if (done > 0) console.log(`${plural(done, 'endgame')} studied before`);
    const batches = settings.sweep ? ahead.map((step) => [step]) : [ahead];
    for (const batch of batches) {
      for (const rules of rulesStudied) await this.generate(rules, batch);
      for (const { material } of batch) await this.study(material);
      if (settings.sweep) await this.sweep();
    }
    await this.write();
  }

  private async generate(rules: RuleSet, steps: readonly PlannedTable[]): Promise<void> {
    if (steps.length === 0) return;
    const { dir, threads, memory } = this.settings;
    const wanted = steps.map(({ material }) => material);
    const tables = await generateInFolder(rules, wanted, {
      dir,
      signal: this.signal,
      onEvent: (event) => {
        if (event.kind !== 'solved') return;
        console.log(`${rules.name.padEnd(9)} ${event.table.padEnd(7)} solved`);
        this.madeFor(event.table).add(rules.name);
      },
      ...(threads === undefined ? {} : { threads }),
      ...(memory === undefined ? {} : { memory }),
    });
    unwrap(tables);
  }

  private async study(material: Material): Promise<void> {
    if (this.signal.aborted) unwrap(interrupted);
    const began = performance.now();
    const ours = await this.read(metachess, material);
    const theirs = await this.read(chess, material);
    const read = performance.now();
    const study = unwrap(await studyEndgame(ours, theirs));
    await this.records.add(study, [...this.madeFor(material.name)]);
    const seconds = (from: number, to: number) => `${((to - from) / 1000).toFixed(1)} s`;
    console.log(
      `${material.name.padEnd(17)} read in ${seconds(began, read)}, studied in ${seconds(read, performance.now())}`,
    );
  }

  private async read(rules: RuleSet, material: Material): Promise<Studied> {
    const { dir } = this.settings;
    const table = unwrap(await new TableStore(rules, dir).read(material));
    const source = new FileSource(rules, dir);
    return { rules, table, tablebase: new Tablebase(rules, source) };
  }

  private async sweep(): Promise<void> {
    const { records, wanted, settings } = this;
    const ahead = wanted.filter(({ material }) => !records.get(material.name));
    const made = wanted.flatMap(({ material }): MadeTable[] => {
      const { name } = material;
      const by = new Set([...this.madeFor(name), ...(records.get(name)?.made ?? [])]);
      return rulesStudied
        .filter((rules) => by.has(rules.name))
        .map((rules) => ({ material, store: new TableStore(rules, settings.dir) }));
    });
    await sweep(made, ahead);
  }

  private madeFor(table: string): Set<string> {
    const made = this.made.get(table) ?? new Set<string>();
    this.made.set(table, made);
    return made;
  }

  private async write(): Promise<void> {
    const { records, wanted, settings } = this;
    const studies = wanted.flatMap(({ material }) => records.get(material.name)?.study ?? []);
    const page = join(settings.out, 'ATLAS.md');
    const data = join(settings.out, 'atlas.json');
    const text = makeAtlasPage(studies);
    for (const [path, content] of [
      [page, text],
      [data, makeJson(studies)],
    ] as const) {
      unwrap(await writeWhole(path, [new TextEncoder().encode(content)]));
    }
    console.log(`${plural(studies.length, 'endgame')}: ${page}, ${data}`);
  }
}

/** One endgame a line, so that what changes can be seen. */
function makeJson(studies: readonly EndgameStudy[]): string {
  const [ours, theirs] = rulesStudied.map(({ name }) => name);
  const lines = studies.map((study) => JSON.stringify(study));
  const head = `"ours":${JSON.stringify(ours)},"theirs":${JSON.stringify(theirs)}`;
  return `{${head},"endgames":[\n${lines.join(',\n')}\n]}\n`;
}

await runScript(program);
