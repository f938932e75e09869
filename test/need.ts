import type { TestContext } from 'vitest';
import { whole } from './thorough.ts';

/** Skips the test with a warning if what it needs is not there; where every test must run it fails. */
export function need(context: TestContext, found: boolean, what: string): void {
  if (found) return;
  const message = `${what} not found: '${context.task.name}' is not tested`;
  if (whole) throw new Error(message);
  console.warn(message);
  context.skip(message);
}
