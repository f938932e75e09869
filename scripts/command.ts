import { type Command, InvalidArgumentError } from 'commander';
import { InputError } from '../src/board/result.ts';
import { exitCodeOf } from '../src/cli/exitCode.ts';

/** Reads numbers of men: `3,4`. */
export function menCounts(text: string): number[] {
  const counts = text.split(',').map(Number);
  if (counts.every((count) => [3, 4, 5].includes(count))) return counts;
  throw new InvalidArgumentError('It must be of 3, 4 and 5, such as 3,4.');
}

/** Runs a script's command; a problem is printed and decides the exit code. */
export async function runScript(program: Command): Promise<void> {
  try {
    await program.parseAsync();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    console.error(error.message);
    process.exitCode = exitCodeOf(error.problem);
  }
}
