import type { Problem } from '../chess/result.ts';

/** What the command line promises of its exit codes. */
export const EXIT = {
  failure: 1,
  usage: 2,
  difference: 3,
  missingTable: 4,
  interrupted: 130,
} as const;

/** The exit code for a problem: what is not the fault of the machine or of a file is that of the question. */
export function exitCodeOf({ code }: Problem): number {
  if (code === 'missing-table') return EXIT.missingTable;
  if (code === 'interrupted') return EXIT.interrupted;
  const failure = ['write', 'read', 'crash'].includes(code) || /^(mtb|pkl)-/.test(code);
  return failure ? EXIT.failure : EXIT.usage;
}
