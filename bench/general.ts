/** `npm run bench:general`: measures the general set solver, and checks that its tables are right. */
import { availableParallelism, cpus } from 'node:os';
import { Command } from 'commander';
import { wholeNumber } from '../src/cli/optionValues.ts';
import { failOn } from './faults.ts';
import { contestsFor, contestsOf } from './generalContests.ts';
import { type MeasuredContest, measureContest } from './generalMeasured.ts';
import { type GeneralMeasurements, generalReport } from './generalReport.ts';

interface Settings {
  readonly tries: number;
  readonly threads: number;
  readonly long?: boolean;
  readonly json?: boolean;
}

const program = new Command('npm run bench:general --')
  .description(
    'Measures the general set solver beside that of chess and what is asked of it, and checks counts. Goals may be missed; counts may not.',
  )
  .argument('[names...]', 'tables of those that are measured, such as KQRvkr KYvkr (default: all)')
  .option('--tries <count>', 'tries of each measurement; medians count', wholeNumber, 3)
  .option('-t, --threads <count>', 'of whole commands, and of large tables', wholeNumber, 2)
  .option('--long', 'five men with a fairy piece, too')
  .option('--json', 'print one JSON object')
  .action(bench);

await program.parseAsync();

async function bench(names: readonly string[], settings: Settings): Promise<void> {
  const { tries, threads, long = false, json } = settings;
  const chosen = contestsOf(contestsFor(threads, long), names);
  const known = chosen.flatMap(({ entries }) => entries.map(({ table }) => table));
  const unknown = names.find((name) => !known.includes(name));
  if (unknown) program.error(`error: ${unknown} is not measured here`);
  const contests: MeasuredContest[] = [];
  for (const each of chosen) contests.push(await measureContest(each, tries));
  const machine = { cpu: cpus()[0]!.model, cores: availableParallelism(), node: process.version };
  const measurements: GeneralMeasurements = { machine, tries, contests };
  process.stdout.write(`${json ? JSON.stringify(measurements) : generalReport(measurements)}\n`);
  const entries = contests.flatMap((each) => each.entries);
  failOn(
    new Set(
      entries.flatMap(({ game, table, faults }) =>
        faults.map((fault) => `${game} ${table}: ${fault}`),
      ),
    ),
  );
}
