import type { Problem } from '../board/result.ts';

/** The exit codes that the command line promises. */
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
  queue: EXIT.failure,
  store: EXIT.failure,
  token: EXIT.failure,
  conflict: EXIT.failure,
  refused: EXIT.failure,
  forged: EXIT.failure,
  version: EXIT.failure,
  job: EXIT.failure,
  busy: EXIT.failure,
  write: EXIT.failure,
  read: EXIT.failure,
  changed: EXIT.failure,
  crash: EXIT.failure,
  bug: EXIT.failure,
};

/** The exit code for a problem. A problem that is not of the machine, a file or a server is one of the request. */
export function exitCodeOf({ code }: Problem): number {
  const sourceIsBad = /^(mtb|pkl|http)-/.test(code);
  return exitCodes[code] ?? (sourceIsBad ? EXIT.failure : EXIT.usage);
}
