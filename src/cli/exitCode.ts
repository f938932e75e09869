import type { Problem } from '../chess/result.ts';

/** What the command line promises of its exit codes. */
export const EXIT = {
  failure: 1,
  usage: 2,
  difference: 3,
  missingTable: 4,
  interrupted: 130,
} as const;

const exitCodes: Readonly<Record<string, number>> = {
  'missing-table': EXIT.missingTable,
  interrupted: EXIT.interrupted,
  // A pickle that gives mirror images different values cannot agree with a table.
  'pkl-symmetry': EXIT.difference,
  write: EXIT.failure,
  read: EXIT.failure,
  changed: EXIT.failure,
  crash: EXIT.failure,
  bug: EXIT.failure,
};

/** The exit code for a problem: what is not the fault of the machine, of a file or of a server is that of the question. */
export function exitCodeOf({ code }: Problem): number {
  const sourceIsBad = /^(mtb|pkl|http)-/.test(code);
  return exitCodes[code] ?? (sourceIsBad ? EXIT.failure : EXIT.usage);
}
