import { fail } from '../chess/result.ts';

const signals = ['SIGINT', 'SIGTERM'] as const;

/**
 * Does the work with a signal that Ctrl-C sets, for work that has to tidy up before it ends. A second Ctrl-C ends the
 * process at once.
 */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const interrupt = () => stop.abort();
  for (const name of signals) process.once(name, interrupt);
  try {
    return await work(stop.signal);
  } finally {
    for (const name of signals) process.removeListener(name, interrupt);
  }
}

export const interrupted = fail('interrupted', 'interrupted');
