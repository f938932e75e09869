import { fail } from '../board/result.ts';
import { EXIT } from './exitCode.ts';

/** SIGHUP: the terminal is closed, or the connection to it is lost. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** What a shell reports for a process that SIGHUP ended. */
const HUNG_UP = 129;

/** Ctrl-C often arrives twice at once, as from npx, and so does SIGHUP, from the terminal and from the shell. */
const ONE_INTERRUPT_MS = 500;

let hungUp = false;

/**
 * Runs work with a signal that Ctrl-C aborts, for work that must clean up before it ends. A second Ctrl-C ends the
 * process at once.
 */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  let first = 0;
  const interrupt = (name: NodeJS.Signals) => {
    if (!stop.signal.aborted) {
      first = performance.now();
      hungUp = name === 'SIGHUP';
      stop.abort();
    } else if (name !== 'SIGHUP' && performance.now() - first > ONE_INTERRUPT_MS) {
      process.exit(EXIT.interrupted);
    }
  };
  for (const name of signals) process.on(name, interrupt);
  try {
    return await work(stop.signal);
  } finally {
    for (const name of signals) process.removeListener(name, interrupt);
  }
}

/** The exit code of work that was interrupted: 130, or 129 if the terminal went away. */
export function interruptedCode(): number {
  return hungUp ? HUNG_UP : EXIT.interrupted;
}

export const interrupted = fail('interrupted', 'interrupted');
