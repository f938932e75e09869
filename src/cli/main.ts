import { EXIT } from './exitCode.ts';
import { runCommandLine } from './program.ts';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader that stops early, as in `metatb rules | head -1`, is no failure.
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`metatb: cannot write to stdout: ${error.message}\n`);
  process.exit(EXIT.failure);
});
// The reader of stderr may stop too; the work goes on.
process.stderr.on('error', () => {});

await runCommandLine(process.argv.slice(2));
