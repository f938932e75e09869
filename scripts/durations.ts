/**
 * `npm run durations -- FILE`: writes src/queue/measured.ts, from which the queue expects how long tables take, from what
 * `metatb queue status --json` printed. Measurements of games that are not in the file stay.
 */
import { readFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { Command } from 'commander';
import { unwrap } from '../src/board/result.ts';
import { type Measurement, measurements } from '../src/queue/measured.ts';
import { defaultGame } from '../src/rules/registry.ts';
import { writeWhole } from '../src/store/folder.ts';
import { runScript } from './command.ts';
import { makeMeasuredFile, readTaken, secondsText } from './durationsFile.ts';

interface Settings {
  readonly machine: string;
  readonly date: string;
  readonly command: string;
  readonly out: string;
}

const machine = `${availableParallelism()} cores of ${cpus()[0]?.model.trim() ?? 'an unknown kind'}`;

const program = new Command('npm run durations --')
  .description('Writes how long tables take, from which the queue expects how long others will.')
  .argument('<file>', 'what metatb queue status --json printed, once the tables were made')
  .option('--machine <name>', 'where it was measured', machine)
  .option('--date <date>', 'when', new Date().toISOString().slice(0, 10))
  .option(
    '--command <command>',
    'what made the tables',
    'metatb generate --men 5 --queue, by one metatb work',
  )
  .option('-o, --out <file>', 'the file', 'src/queue/measured.ts')
  .action(async (file: string, settings: Settings) => {
    const { out, ...where } = settings;
    const taken = unwrap(readTaken(await readFile(file, 'utf8')));
    const measured = taken.map(({ rules, seconds, jobSeconds }): Measurement => {
      return {
        ...{ rules, ...where },
        jobSeconds: Number(jobSeconds.toPrecision(2)),
        seconds: secondsText(seconds),
      };
    });
    const others = measurements.filter(
      (each) => !measured.some(({ rules }) => rules === each.rules),
    );
    // Games are scaled from the first: the one of the default stays there.
    const all = [...measured, ...others].sort((a, b) => placeOf(a.rules) - placeOf(b.rules));
    unwrap(await writeWhole(out, [new TextEncoder().encode(makeMeasuredFile(all))]));
    for (const { rules, seconds } of taken) {
      console.log(`${rules}: ${seconds.size} tables, in ${out}`);
    }
  });

function placeOf(rules: string): number {
  return rules === defaultGame.name ? 0 : 1;
}

await runScript(program);
