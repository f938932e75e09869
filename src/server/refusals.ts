import type { Context } from 'hono';
import { InputError, type Problem } from '../board/result.ts';
import { type Refusal, refusal } from './answer.ts';
import { isOutOfFiles } from './transfers.ts';

type ErrorStatus = 400 | 404 | 422 | 429 | 500 | 503;

/** The HTTP status that goes with a problem. */
export function statusOf({ code }: Problem): ErrorStatus {
  if (code === 'missing-table') return 404;
  if (code === 'castling' || code === 'stock' || code === 'not-covered') return 422;
  if (code === 'rate') return 429;
  if (code === 'busy') return 503;
  return isFault(code) ? 500 : 400;
}

/** Is the problem the server's fault rather than the client's? */
function isFault(code: string): boolean {
  return code === 'read' || code === 'changed' || code.startsWith('mtb-');
}

/**
 * The public form of a problem. Messages about files reveal folders and system errors of this machine: they go to
 * `onError`, and the client gets the code and a general sentence.
 */
export function publicProblem(problem: Problem, onError?: (error: Error) => void): Problem {
  const { code, message } = problem;
  if (!isFault(code)) return problem;
  onError?.(new InputError(problem));
  if (isOutOfFiles(message)) {
    const wait = 'the server has too many files open: ask again in a moment';
    return { code: 'busy', message: wait, text: '' };
  }
  return { code, message: sentences[code] ?? 'the table’s file is damaged', text: '' };
}

const sentences: Readonly<Record<string, string>> = {
  read: 'the table’s file cannot be read',
  changed: 'the table’s file was replaced while it was read: ask again',
};

/** Answers with a problem as JSON, and says when to ask again if that is worth trying. */
export function publicRefusal(c: Context, problem: Problem): Response & { _data?: Refusal } {
  const status = statusOf(problem);
  const again = status === 503 ? { 'Retry-After': '1' } : undefined;
  return c.json(refusal(problem), status, again);
}
