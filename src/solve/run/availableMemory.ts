import { totalmem } from 'node:os';

/** The share of the memory that is used by default. */
const DEFAULT_SHARE = 0.75;

/** The most bytes that a solver uses by default: three quarters of what the machine or the container has. */
export function defaultMemory(): number {
  return DEFAULT_SHARE * availableMemory(totalmem(), process.constrainedMemory());
}

/**
 * The machine's memory `total`, or a container's `limit`, in bytes. Without a limit Node returns undefined, 0 or a huge
 * number, depending on its version: Node 20 returns about 2^64.
 */
export function availableMemory(total: number, limit: number | undefined): number {
  return limit !== undefined && limit > 0 && limit < total ? limit : total;
}
