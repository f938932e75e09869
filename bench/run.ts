/** `npm run bench`: measures how fast tables are made, and checks that they are right. */
import { availableParallelism, cpus, loadavg } from 'node:os';
import { Command, Option } from 'commander';
import { unwrap } from '../src/board/result.ts';
import { wholeNumber, wholeNumbers } from '../src/cli/optionValues.ts';
import { chess } from '../src/rules/chess.ts';
import { findRuleSet, gameNames } from '../src/rules/registry.ts';
import { parseMaterial } from '../src/table/material.ts';
import { measureAll4 } from './all4.ts';
import { measureCommands } from './commands.ts';
import { failOn } from './faults.ts';
import { compareWithLine, historyLine, parseHistory } from './history.ts';
import { HistoryFile } from './historyFile.ts';
import { type Measurements, report } from './report.ts';
import { measureTables } from './tables.ts';
import { compareWith } from './yardstick.ts';

/** Without pawns and with them, of four men and of five. */
const USUAL = ['KQvkr', 'KBNvk', 'KPvkp', 'KQvkp', 'KQRvkr', 'KRBvkn'];

interface Settings {
  readonly rules: string;
  readonly tries: number;
  readonly threads: readonly number[];
  readonly yardstick?: string;
  readonly all4?: boolean;
  readonly commands?: boolean;
  readonly all?: boolean;
  readonly record?: boolean;
  readonly json?: boolean;
}

const program = new Command('npm run bench --')
  .description('Measures how fast tables are made, and checks their counts.')
  .argument('[names...]', `tables (default: ${USUAL.join(' ')})`)
  .addOption(
    new Option('-r, --rules <name>', 'the rule set; others than chess are compared with chess')
      .choices(gameNames)
      .default('chess'),
  )
  .option('--tries <count>', 'tries of each measurement; the best counts', wholeNumber, 3)
  .option('-t, --threads <counts>', 'such as 1,2', wholeNumbers(256), [1, 2])
  .option('--yardstick <program>', 'compare four tables with this build of setwise.cpp instead')
  .option('--all4', 'solve all tables of 3 and 4 men in one process instead')
  .option('--commands', 'whole commands with their files instead, scaled by the yardstick if given')
  .option(
    '--all',
    'with --commands: all 145 tables too, once each in 16 GiB and in 2 GiB of memory',
  )
  .option('--record', 'add the medians to bench/history.jsonl, one line a release')
  .option('--json', 'print one JSON object')
  .action(bench);

await program.parseAsync();

async function bench(names: readonly string[], settings: Settings): Promise<void> {
  if (names.length > 0 && (settings.commands || settings.all4 || settings.yardstick)) {
    program.error(
      'error: --commands, --all4 and --yardstick measure tables of their own: name none',
    );
  }
  const load = loadavg()[0]!;
  const found = await measure(names, settings);
  const measurements: Measurements = {
    machine: {
      cpu: cpus()[0]!.model,
      cores: availableParallelism(),
      node: process.version,
      load,
    },
    tries: settings.tries,
    ...found,
  };
  process.stdout.write(`${settings.json ? JSON.stringify(measurements) : report(measurements)}\n`);
  const faults = Object.values(found).flatMap((rows) =>
    rows.flatMap(({ table, faults: each }) => (each ?? []).map((fault) => `${table}: ${fault}`)),
  );
  failOn(new Set(faults));
  if (found.tables) await compareWithHistory(measurements, settings);
}

/** Prints the medians beside the last line of the history, and adds them to it if asked to and all counts are right. */
async function compareWithHistory(
  measurements: Measurements,
  { json, record }: Settings,
): Promise<void> {
  const history = new HistoryFile('history.jsonl');
  const line = historyLine(measurements, history.version, history.commit(record));
  const last = unwrap(parseHistory(await history.read())).at(-1);
  if (last && !json) process.stdout.write(`\n${compareWithLine(line, last)}\n`);
  if (record && process.exitCode === undefined) await history.add(line);
}

async function measure(
  names: readonly string[],
  { tries, threads, yardstick, all4, ...settings }: Settings,
): Promise<Pick<Measurements, 'tables' | 'all4' | 'commands' | 'yardstick'>> {
  if (settings.commands) {
    const more = { withAll: settings.all ?? false, ...(yardstick ? { program: yardstick } : {}) };
    return { commands: await measureCommands(Math.max(...threads), tries, more) };
  }
  if (yardstick) return { yardstick: await compareWith(yardstick, Math.max(...threads), tries) };
  const rules = unwrap(findRuleSet(settings.rules));
  const both = rules.name === chess.name ? [chess] : [chess, rules];
  if (all4) return { all4: await measureAll4(both, threads, tries) };
  const tables = [];
  for (const name of names.length > 0 ? names : USUAL) {
    const { material } = unwrap(parseMaterial(name, rules));
    const wanted = threads.flatMap((count) =>
      both.map((each) => ({ rules: each, material, threads: count })),
    );
    tables.push(...(await measureTables(wanted, tries)));
  }
  return { tables };
}
