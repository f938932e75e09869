/**
 * `npm run durations -- FILE`: adds to src/queue/measured.ts, from which the queue expects how long tables take, what `metatb queue status
 * --json` or `metatb generate --json` printed. Measurements of other tables stay.
 */
import { readFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { Command } from 'commander';
import { unwrap } from '../src/board/result.ts';
import { type Measurement, measurements } from '../src/queue/measured.ts';
import { writeWhole } from '../src/store/folder.ts';
import { runScript } from './command.ts';
import { makeMeasuredFile, readTaken, secondsText, withMeasurements } from './durationsFile.ts';

interface Settings {
  readonly machine: string;
  readonly date: string;
  readonly command?: string;
  readonly out: string;
}

const thisMachine = `${availableParallelism()} cores of ${cpus()[0]?.model.trim() ?? 'an unknown kind'}`;

const program = new Command('npm run durations --')
  .description('Writes how long tables take, from which the queue expects how long others will.')
  .argument(
    '<file>',
    'what metatb queue status --json printed, once the tables were made, or metatb generate --json',
  )
  .option('--machine <name>', 'where it was measured', thisMachine)
  .option('--date <date>', 'when', new Date().toISOString().slice(0, 10))
  .option('--command <command>', 'what made the tables')
  .option('-o, --out <file>', 'the file', 'src/queue/measured.ts')
  .action(async (file: string, settings: Settings) => {
    const { out, machine, date } = settings;
    const taken = unwrap(readTaken(await readFile(file, 'utf8')));
    const measured = taken.map(({ rules, seconds, jobSeconds }): Measurement => {
      const { command = commandOf(jobSeconds) } = settings;
      return {
        ...{ rules, machine, date, command },
        ...(jobSeconds === undefined ? {} : { jobSeconds: Number(jobSeconds.toPrecision(2)) }),
        seconds: secondsText(seconds),
      };
    });
    const all = withMeasurements(measurements, measured);
    unwrap(await writeWhole(out, [new TextEncoder().encode(makeMeasuredFile(all))]));
    for (const { rules, seconds } of taken) {
      console.log(`${rules}: ${seconds.size} tables, in ${out}`);
    }
  });

function commandOf(jobSeconds: number | undefined): string {
  return jobSeconds === undefined
    ? 'metatb generate'
    : 'metatb generate --queue, by one metatb work';
}

await runScript(program);
