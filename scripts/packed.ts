/**
 * `npm run proofs:packed`: solves every table of chess and metachess of 3, 4 and 5 men, packs it into a file, reads the file as
 * a whole and compares every code with the solver's, which are still in memory. DIR/passed.json records the tables whose codes
 * are the same: after an interruption the same command resumes there. Changed sources begin again.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { ok, type Result, unwrap } from '../src/board/result.ts';
import { interruptible } from '../src/cli/interrupt.ts';
import { byteSize, wholeNumber } from '../src/cli/optionValues.ts';
import { plural, thousands } from '../src/cli/output.ts';
import { chess } from '../src/rules/chess.ts';
import { endgameOf } from '../src/rules/endgame.ts';
import { metachess } from '../src/rules/metachess.ts';
import type { RuleSet } from '../src/rules/ruleset.ts';
import { FolderTables } from '../src/solve/folderTables.ts';
import { generate } from '../src/solve/generate.ts';
import { interrupted } from '../src/solve/generation.ts';
import { defaultMemory } from '../src/solve/run/availableMemory.ts';
import { type AfterPacking, NodeThreads } from '../src/solve/run/nodeThreads.ts';
import { SetTeam } from '../src/solve/run/setTeam.ts';
import { TableStore } from '../src/store/tableStore.ts';
import { threadCount } from '../src/store/threads.ts';
import { allMaterials, type Material, parseMaterial } from '../src/table/material.ts';
import { menUpTo, runScript } from './command.ts';
import { commitOf, keyOf, ProofRecord } from './longProofs.ts';
import { comparePacked } from './packedCodes.ts';

const ruleSets = [chess, metachess];

/** What a table's codes and its file depend on, and this proof. */
const PROVED = [
  ...['chess', 'format', 'kernel', 'rules', 'solve', 'store', 'table'].map((dir) => `src/${dir}`),
  ...['scripts', 'package-lock.json'],
];

interface Settings {
  readonly rules?: string;
  readonly men: readonly number[];
  readonly dir: string;
  readonly threads?: number;
  readonly memory?: number;
}

const program = new Command('npm run proofs:packed --')
  .description('Compares every code of packed tables with what was solved.')
  .argument('[tables...]', 'only these tables, such as KQRvkr, and those that they depend on')
  .addOption(
    new Option('-r, --rules <name>', 'one rule set only').choices(ruleSets.map(({ name }) => name)),
  )
  .addOption(
    new Option('-m, --men <counts>', 'how many men, such as 3,4, if no tables are named')
      .argParser(menUpTo(5))
      .default([3, 4, 5]),
  )
  .option('-d, --dir <folder>', 'where tables are made', join('tables', 'packed'))
  .option('-t, --threads <count>', 'workers (default: one a core)', wholeNumber)
  .option('--memory <size>', 'the most that solving may use, such as 6GiB', byteSize)
  .action(async (names: readonly string[], settings: Settings) => {
    const { rules: only, men, dir } = settings;
    const record = await ProofRecord.open(dir, keyOf('', PROVED), commitOf());
    for (const rules of ruleSets.filter(({ name }) => !only || name === only)) {
      const wanted =
        names.length > 0
          ? names.map((name) => unwrap(parseMaterial(name, rules)).material)
          : men
              .flatMap((count) => allMaterials(count, rules))
              .filter((material) => !rules.isSettled(material.men));
      await interruptible((signal) => new PackedProof(rules, settings, record, signal).run(wanted));
    }
  });

/** The proof of one rule set. */
class PackedProof {
  private readonly rules: RuleSet;
  private readonly settings: Settings;
  private readonly record: ProofRecord;
  private readonly signal: AbortSignal;
  private readonly store: TableStore;
  private readonly threads: number;
  /** One table after another: a whole one takes as much memory as solving it. */
  private comparing: Promise<unknown> = Promise.resolve();
  private comparingSeconds = 0;

  constructor(rules: RuleSet, settings: Settings, record: ProofRecord, signal: AbortSignal) {
    this.rules = rules;
    this.settings = settings;
    this.record = record;
    this.signal = signal;
    this.store = new TableStore(rules, settings.dir);
    this.threads = unwrap(threadCount(settings.threads));
  }

  async run(wanted: readonly Material[]): Promise<void> {
    const { rules, store } = this;
    const began = performance.now();
    const remaining = wanted.filter(({ name }) => !this.hasPassed(name));
    const before = wanted.length - remaining.length;
    if (before > 0) console.log(`${plural(before, 'table')} of ${rules.name} compared before`);
    // Of a file alone it is unknown what was solved.
    for (const { name } of remaining) await rm(store.path(name), { force: true });
    unwrap(await this.generate(remaining));
    this.conclude(wanted, (performance.now() - began) / 1000);
  }

  private async generate(remaining: readonly Material[]): Promise<Result<unknown>> {
    const { rules, signal } = this;
    const { dir, memory = defaultMemory() } = this.settings;
    const team = new NodeThreads(rules, dir, this.threads, this.inTurn);
    const home = new FolderTables(rules, dir);
    const solver = new SetTeam(rules, team, memory);
    try {
      return await generate(rules, remaining, home, () => solver, { complete: false, signal });
    } finally {
      await home.close();
    }
  }

  private readonly inTurn: AfterPacking = (table) => {
    const compared = this.comparing.then(() => this.compare(table));
    this.comparing = compared.catch(() => {});
    return compared;
  };

  private readonly compare: AfterPacking = async (table) => {
    if (this.signal.aborted) return interrupted();
    const { name } = table.material;
    const began = performance.now();
    const compared = await comparePacked(this.store, table, this.threads);
    if (!compared.ok) return compared;
    const seconds = (performance.now() - began) / 1000;
    this.comparingSeconds += seconds;
    await this.record.add(`${this.rules.name} ${name}`, seconds);
    const codes = table.codes[0].length + table.codes[1].length;
    console.log(
      `${this.rules.name} ${name.padEnd(7)} ${thousands(codes).padStart(13)} codes as solved, compared in ${seconds.toFixed(2)} s`,
    );
    return ok(undefined);
  };

  private hasPassed(name: string): boolean {
    return this.record.secondsOf(`${this.rules.name} ${name}`) !== undefined;
  }

  private conclude(wanted: readonly Material[], runSeconds: number): void {
    const { rules } = this;
    const passed = wanted.filter(({ name }) => this.hasPassed(name));
    const codes = passed.reduce(
      (sum, material) => sum + 2 * endgameOf(rules, material).placements.size,
      0,
    );
    const peak = process.resourceUsage().maxRSS / 2 ** 20;
    console.log(
      [
        `${plural(passed.length, 'table')} of ${rules.name}, ${thousands(codes)} codes: all as solved`,
        `this run took ${runSeconds.toFixed(1)} s, ${this.comparingSeconds.toFixed(1)} s of them reading and comparing, and at most ${peak.toFixed(1)} GiB of memory`,
      ].join('\n'),
    );
  }
}

await runScript(program);
