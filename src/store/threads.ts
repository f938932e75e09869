import { availableParallelism } from 'node:os';
import { fail, ok, type Result } from '../board/result.ts';

/** More threads than this gain nothing: they share the slabs of one table, and each takes some 100 MiB. */
export const MOST_THREADS = 256;

/** Placements: tables with as many, of five men and more, are worth all threads. */
export const LARGE = 1 << 24;

/** The number of threads to use: `wanted`, by default one a core. Errors: `threads`. */
export function threadCount(wanted: number | undefined): Result<number> {
  if (wanted === undefined) return ok(Math.min(availableParallelism(), MOST_THREADS));
  if (Number.isInteger(wanted) && wanted >= 1 && wanted <= MOST_THREADS) return ok(wanted);
  const cores = availableParallelism();
  const why = `this machine runs ${cores} at once, and more than ${MOST_THREADS} are not supported`;
  return fail('threads', `${wanted} threads: ${why}`, String(wanted));
}
