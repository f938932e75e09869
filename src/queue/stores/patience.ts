import { setTimeout as pause } from 'node:timers/promises';
import type { Problem, Result } from '../../board/result.ts';
import { interrupted } from '../../format/mtb/source.ts';

/** Problems that may be gone in a moment. A full disk (`write`) is none: somebody must make room. */
const PASSING = new Set(['http-network', 'http-timeout', 'http-unavailable', 'busy']);

const LEAST_MS = 250;
const MOST_MS = 10_000;
/** The longest wait that a server may ask for. */
const MOST_ASKED_MS = 60_000;

/** Is it worth while to try the same again in a moment? */
export function isPassing({ code }: Problem): boolean {
  return PASSING.has(code);
}

/** A wait after a problem that may pass. */
export interface Wait {
  readonly problem: Problem;
  readonly milliseconds: number;
}

export interface PatienceOptions {
  /** Milliseconds from the start after which the last problem is final. */
  readonly patience: number;
  readonly signal?: AbortSignal | undefined;
  /** Called before each wait, so that people can see why nothing happens. */
  readonly onWait?: (wait: Wait) => void;
}

/**
 * Calls `work` until it succeeds, or its problem is none that passes, or patience is at its end. Errors: those of `work`,
 * and `interrupted`.
 */
export async function withPatience<T>(
  work: () => Promise<Result<T>>,
  { patience, signal, onWait }: PatienceOptions,
): Promise<Result<T>> {
  const end = performance.now() + patience;
  for (let tries = 0; ; tries++) {
    const done = await work();
    if (done.ok || !isPassing(done.problem)) return done;
    const left = end - performance.now();
    if (left <= 0) return done;
    const milliseconds = Math.min(waitAfter(done.problem, tries), left);
    onWait?.({ problem: done.problem, milliseconds });
    if (!(await waited(milliseconds, signal))) return interrupted();
  }
}

/**
 * Milliseconds to wait after a problem, `tries` of which came before it: twice as long each time, and what the server asks
 * for if that is more. Random, so that machines that fail together do not come back together.
 */
export function waitAfter({ code, text }: Problem, tries: number): number {
  const most = Math.min(LEAST_MS * 2 ** tries, MOST_MS);
  const asked = code === 'http-unavailable' || code === 'busy' ? 1000 * (Number(text) || 0) : 0;
  return Math.max(most * (0.5 + Math.random() / 2), Math.min(asked, MOST_ASKED_MS));
}

/** False if the signal comes first. */
export async function waited(
  milliseconds: number,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  try {
    await pause(milliseconds, undefined, signal ? { signal } : {});
    return true;
  } catch {
    return false;
  }
}
