/** What is wrong with an input: a stable code for programs, a sentence for people, and the offending text. */
export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly text: string;
}

/** The outcome of anything that reads input. Bad input is a value; only bugs throw. */
export type Result<T> = { readonly ok: true; readonly value: T } | Failure;

export interface Failure {
  readonly ok: false;
  readonly problem: Problem;
}

export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function fail(code: string, message: string, text = ''): Failure {
  return { ok: false, problem: { code, message, text } };
}

/** A problem thrown, for a caller that can report it. */
export class InputError extends Error {
  override readonly name = 'InputError';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** The problem that was thrown. Throws everything else again: that is a bug. */
export function failureOf(error: unknown): Failure {
  if (error instanceof InputError) return { ok: false, problem: error.problem };
  throw error;
}

/** The value, or an {@link InputError} thrown: for callers that pass problems on by throwing. */
export function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new InputError(result.problem);
}
