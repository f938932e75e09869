import { EXIT } from '../src/cli/exitCode.ts';

/** Prints what is wrong. The process fails if anything is. */
export function failOn(faults: Iterable<string>): void {
  for (const fault of faults) {
    process.stderr.write(`wrong: ${fault}\n`);
    process.exitCode = EXIT.difference;
  }
}
