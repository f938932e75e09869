/**
 * `npm run durations -- FILE...`: writes src/queue/measured.ts, from which the queue expects how long tables take, from what
 * `metatb generate --json` or `metatb queue status --json` printed. Measurements of games that are not in the files stay.
 */
import { readFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { Command } from 'commander';
import { unwrap } from '../src/board/result.ts';
import { measurements } from '../src/queue/measured.ts';
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
  .argument('<files...>', 'what metatb generate --json or metatb queue status --json printed')
  .option('--machine <name>', 'where it was measured', machine)
  .option('--date <date>', 'when', new Date().toISOString().slice(0, 10))
  .option('--command <command>', 'what made the tables', 'metatb generate --men 5')
  .option('-o, --out <file>', 'the file', 'src/queue/measured.ts')
  .action(async (files: readonly string[], settings: Settings) => {
    const { out, ...where } = settings;
    const taken = new Map<string, ReadonlyMap<string, number>>();
    for (const file of files) {
      for (const { rules, seconds } of unwrap(readTaken(await readFile(file, 'utf8')))) {
        taken.set(rules, new Map([...(taken.get(rules) ?? []), ...seconds]));
      }
    }
    const others = measurements.filter(({ rules }) => !taken.has(rules));
    const measured = [...taken].map(([rules, seconds]) => {
      return { rules, ...where, seconds: secondsText(seconds) };
    });
    // Games are scaled from the first: the one of the default stays there.
    const all = [...measured, ...others].sort((a, b) => placeOf(a.rules) - placeOf(b.rules));
    unwrap(await writeWhole(out, [new TextEncoder().encode(makeMeasuredFile(all))]));
    for (const [rules, seconds] of taken)
      console.log(`${rules}: ${seconds.size} tables, in ${out}`);
  });

function placeOf(rules: string): number {
  return rules === defaultGame.name ? 0 : 1;
}

await runScript(program);
