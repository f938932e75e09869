import { CommanderError } from 'commander';
import { InputError } from '../chess/result.ts';
import { EXIT, exitCodeOf } from './exitCode.ts';
import { interruptedCode } from './interrupt.ts';
import { makeProgram } from './program.ts';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader that has seen enough, as in `metatb rules | head -1`, is no failure.
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`metatb: cannot write to stdout: ${error.message}\n`);
  process.exit(EXIT.failure);
});
// Nobody may be listening to the remarks; the work goes on.
process.stderr.on('error', () => {});

try {
  await makeProgram().parseAsync();
} catch (error) {
  process.exitCode = report(error);
}

function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.usage;
  if (error instanceof InputError) {
    process.stderr.write(`metatb: ${error.message}\n`);
    const { code } = error.problem;
    return code === 'interrupted' ? interruptedCode() : exitCodeOf(error.problem);
  }
  process.stderr.write(`metatb: this is a bug in metatb, please report it\n${stackOf(error)}\n`);
  return EXIT.failure;
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
