import { type Failure, fail } from '../board/result.ts';

/** The problem of a worker that died. */
export function crashed(worker: string, error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  return fail('crash', `${worker} died: ${message}`);
}
