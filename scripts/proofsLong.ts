/**
 * `npm run proofs:long`: every proof that takes long, with all of its cases. tables/proofs holds what has passed: after an
 * interruption the same command goes on there. Changed sources begin again.
 */
import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { EXIT } from '../src/cli/exitCode.ts';
import { wholeNumber } from '../src/cli/optionValues.ts';
import { runScript } from './command.ts';
import { commitOf, keyOf, type Outcome, type Part, ProofRecord, runParts } from './longProofs.ts';

const DIR = join('tables', 'proofs');
/** Where `packed` makes all tables; the parts after it find them there. */
const TABLES = join(DIR, 'packed');
const vitest = [process.execPath, 'node_modules/vitest/vitest.mjs', 'run'] as const;
const proofs = [...vitest, '--config', 'vitest.proofs.config.ts'] as const;

const parts: readonly Part[] = [
  { name: 'unit', command: [...vitest, '--project', 'unit'] },
  { name: 'kernel', command: [...vitest, '--project', 'kernel'] },
  { name: 'solve', command: [...vitest, '--project', 'solve'] },
  { name: 'cli', command: [...vitest, '--project', 'cli'] },
  {
    name: 'proofs',
    command: [...proofs, ...['fiveMen*', 'games', 'general*', 'python', 'packed'].flatMap(exclude)],
  },
  { name: 'games', command: [...proofs, 'games'] },
  { name: 'general', command: [...proofs, 'general'] },
  { name: 'python', command: [...proofs, 'python'] },
  { name: 'packed', command: [process.execPath, 'dist/scripts/packed.js', '--dir', TABLES] },
  { name: 'five', command: [...proofs, 'fiveMen'] },
  { name: 'reproduce', command: [process.execPath, 'dist/scripts/reproduce.js', '--dir', TABLES] },
];

function exclude(proof: string): string[] {
  return ['--exclude', `**/${proof}.proof.ts`];
}

interface Settings {
  readonly list?: boolean;
  readonly fresh?: boolean;
  readonly seed?: number;
}

const program = new Command('npm run proofs:long --')
  .description('Runs every proof that takes long, with all of its cases.')
  .option('--list', 'list the parts, and which have passed, and run nothing')
  .option('--fresh', 'run the parts that have passed, too')
  .option('--seed <number>', 'what samples are drawn with', wholeNumber)
  .action(async ({ list, fresh, seed }: Settings) => {
    if (fresh && !list) await rm(DIR, { recursive: true, force: true });
    const key = keyOf(String(seed ?? 'default'));
    if (list) return listParts(await ProofRecord.read(DIR, key));
    const commit = commitOf();
    console.log(`proofs of ${commit}`);
    const record = await ProofRecord.open(DIR, key, commit);
    const outcomes = await runParts(parts, record, (part) => passes(part, seed), print);
    console.log('');
    for (const outcome of outcomes) print(outcome);
    if (outcomes.some(({ result }) => result === 'failed')) process.exitCode = EXIT.failure;
  });

function listParts(record: ProofRecord | undefined): void {
  for (const { name, command } of parts) {
    const seconds = record?.secondsOf(name);
    const state = seconds === undefined ? '' : `passed in ${seconds} s`;
    console.log(`${name.padEnd(10)} ${state.padEnd(18)} ${command.slice(1).join(' ')}`);
  }
}

function print({ name, seconds, result }: Outcome): void {
  console.log(`${name.padEnd(10)} ${String(seconds).padStart(6)} s  ${result}`);
}

/** Runs a part over all of its cases, on the build that is there. */
function passes({ command: [file, ...args] }: Part, seed: number | undefined): Promise<boolean> {
  const env = {
    ...process.env,
    METATB_THOROUGH: '1',
    METATB_BUILT: '1',
    METATB_PROOFS_DIR: TABLES,
    ...(seed === undefined ? {} : { METATB_SEED: String(seed) }),
  };
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { env, stdio: 'inherit' });
    const stop = (signal: NodeJS.Signals) => {
      child.kill(signal);
      process.exit(EXIT.interrupted);
    };
    process.once('SIGINT', stop).once('SIGTERM', stop);
    child.once('error', reject).once('exit', (code) => {
      process.off('SIGINT', stop).off('SIGTERM', stop);
      resolve(code === 0);
    });
  });
}

await runScript(program);
