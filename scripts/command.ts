import { type Command, InvalidArgumentError } from 'commander';
import { InputError } from '../src/board/result.ts';
import { exitCodeOf } from '../src/cli/exitCode.ts';

/** Reads numbers of men, at most so many: `3,4`. */
export function menUpTo(most: 5 | 6): (text: string) => number[] {
  const known = [3, 4, 5, 6].filter((count) => count <= most);
  return (text) => {
    const counts = text.split(',').map(Number);
    if (counts.every((count) => known.includes(count))) return counts;
    const listed = known.join(', ').replace(/, (\d)$/, ' and $1');
    throw new InvalidArgumentError(`It must be of ${listed}, such as 3,4.`);
  };
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
