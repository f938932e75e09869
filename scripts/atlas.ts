/**
 * `npm run atlas`: generates tables under metachess and chess, by default every one of 3, 4 and 5 men, and reports what is
 * in them and what metachess changes: tables/ATLAS.md for people, tables/atlas.json for programs. What atlas.json has is not
 * studied again. DIR/atlas/NAME.json keeps the study of an endgame: after an interruption the same command resumes there.
 */
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { unwrap } from '../src/board/result.ts';
import { interrupted, interruptible } from '../src/cli/interrupt.ts';
import { byteSize, wholeNumber } from '../src/cli/optionValues.ts';
import { Output, plural } from '../src/cli/output.ts';
import { ProgressBars } from '../src/cli/progressBars.ts';
import { compareTables } from '../src/cli/study/compareTables.ts';
import { findLongest } from '../src/cli/study/findLongest.ts';
import { findZugzwangs } from '../src/cli/study/findZugzwangs.ts';
import type { TableContext } from '../src/cli/tableArgument.ts';
import { Tablebase } from '../src/probe/tablebase.ts';
import { chess } from '../src/rules/chess.ts';
import { endgameOf } from '../src/rules/endgame.ts';
import { metachess } from '../src/rules/metachess.ts';
import type { RuleSet } from '../src/rules/ruleset.ts';
import { generateInFolder } from '../src/solve/inFolder.ts';
import { type PlannedTable, planTables } from '../src/solve/plan.ts';
import { FileSource } from '../src/store/fileSource.ts';
import { writeWhole } from '../src/store/folder.ts';
import { type ReadOptions, TableStore } from '../src/store/tableStore.ts';
import { type EndgameStudy, type Studied, studyEndgame } from '../src/study/endgameStudy.ts';
import { allMaterials, type Material, parseMaterial } from '../src/table/material.ts';
import { makeAtlasPage } from './atlasPage.ts';
import { AtlasRecords, VERSION } from './atlasRecords.ts';
import { menUpTo, runScript } from './command.ts';
import { type MadeTable, sweep } from './sweep.ts';

/** The rule set that the atlas is about, and the one that it is compared with. */
const rulesStudied = [metachess, chess] as const;

/** Reads names of endgames: `KRBvkrn,KRRvkrb`. */
function materials(text: string): Material[] {
  return text.split(',').map((name) => {
    const parsed = parseMaterial(name, metachess);
    if (!parsed.ok) throw new InvalidArgumentError(parsed.problem.message);
    return parsed.value.material;
  });
}

/** For progress. */
const output = new Output(false, false);

interface Settings {
  readonly men: readonly number[];
  readonly also: readonly Material[];
  readonly anew?: boolean;
  readonly dir: string;
  readonly out: string;
  readonly sweep?: boolean;
  readonly threads?: number;
  readonly memory?: number;
}

const program = new Command('npm run atlas --')
  .description('Studies every endgame under metachess and chess: ATLAS.md and atlas.json.')
  .option('-m, --men <counts>', 'how many men, such as 3,4', menUpTo(6), [3, 4, 5])
  .option('-a, --also <names>', 'endgames besides, such as KRBvkrn,KRRvkrb', materials, [])
  .option('-d, --dir <folder>', 'where tables are, and what is known of them', 'tables')
  .option('-o, --out <folder>', 'where to write ATLAS.md and atlas.json', 'tables')
  .option('--anew', 'study what atlas.json has once more')
  .option(
    '--sweep',
    'make and study one endgame at a time, and delete tables of 5 men or more after',
  )
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
    this.records = new AtlasRecords(
      settings.dir,
      settings.anew ? undefined : join(settings.out, 'atlas.json'),
    );
    const materials = [...settings.men.flatMap(endgamesOf), ...settings.also];
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
    console.log(`${rules.title}: tables`);
    const placementsOf = (material: Material) => endgameOf(rules, material).placements.size;
    const bars = new ProgressBars(output, placementsOf);
    const tables = await generateInFolder(rules, wanted, {
      dir,
      signal: this.signal,
      onEvent: (event) => {
        bars.show(event);
        if (event.kind === 'solved') this.madeFor(event.table).add(rules.name);
      },
      ...(threads === undefined ? {} : { threads }),
      ...(memory === undefined ? {} : { memory }),
    }).finally(() => bars.close());
    unwrap(tables);
  }

  private async study(material: Material): Promise<void> {
    if (this.signal.aborted) unwrap(interrupted);
    const began = performance.now();
    const [ours, theirs] = [this.contextOf(metachess, material), this.contextOf(chess, material)];
    const { signal } = this;
    const options = { examples: 1, signal, ...this.reading };
    const { pairs } = unwrap(await compareTables(output, ours, theirs, options));
    const read = performance.now();
    const study = unwrap(await studyEndgame(this.studied(ours), this.studied(theirs), pairs));
    await this.records.add(study, [...this.madeFor(material.name)]);
    const seconds = (from: number, to: number) => `${((to - from) / 1000).toFixed(1)} s`;
    console.log(
      `${material.name.padEnd(17)} compared in ${seconds(began, read)}, studied in ${seconds(read, performance.now())}`,
    );
  }

  private contextOf(rules: RuleSet, material: Material): TableContext {
    return { rules, material, output, store: new TableStore(rules, this.settings.dir) };
  }

  private studied(context: TableContext): Studied {
    const { rules, material, store } = context;
    const { reading } = this;
    return {
      rules,
      material,
      tablebase: new Tablebase(rules, new FileSource(rules, store.dir)),
      longest: async (winner) => (await findLongest(context, { count: 1, winner }, reading))[0],
      zugzwangs: () => findZugzwangs(context, { examples: 1 }, reading),
    };
  }

  private get reading(): ReadOptions {
    const { threads } = this.settings;
    return threads === undefined ? {} : { threads };
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
    const { records, settings } = this;
    const { studies } = records;
    const page = join(settings.out, 'ATLAS.md');
    const data = join(settings.out, 'atlas.json');
    const whole = [3, 4, 5, 6].filter((men) =>
      endgamesOf(men).every(({ name }) => records.get(name)),
    );
    const text = makeAtlasPage(studies, whole);
    for (const [path, content] of [
      [page, text],
      [data, makeJson(studies)],
    ] as const) {
      unwrap(await writeWhole(path, [new TextEncoder().encode(content)]));
    }
    console.log(`${plural(studies.length, 'endgame')}: ${page}, ${data}`);
  }
}

/** Of so many men, those that are not settled. */
function endgamesOf(men: number): readonly Material[] {
  return allMaterials(men, metachess).filter((each) => !metachess.isSettled(each.men));
}

/** One endgame a line, so that what changes can be seen. */
function makeJson(studies: readonly EndgameStudy[]): string {
  const [ours, theirs] = rulesStudied.map(({ name }) => name);
  const lines = studies.map((study) => JSON.stringify(study));
  const head = `"version":${VERSION},"ours":${JSON.stringify(ours)},"theirs":${JSON.stringify(theirs)}`;
  return `{${head},"endgames":[\n${lines.join(',\n')}\n]}\n`;
}

await runScript(program);
