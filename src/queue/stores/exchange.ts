import { fail, ok, type Result } from '../../board/result.ts';
import { interrupted } from '../../format/mtb/source.ts';
import { fetchReason } from '../../probe/httpRequest.ts';

/** What a server answers, read whole. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface ExchangeOptions {
  readonly fetch: typeof fetch;
  /** Milliseconds until the answer is there. */
  readonly timeout: number;
  readonly signal: AbortSignal | undefined;
}

/** Lists of tables are some hundred KiB. */
const MOST_ANSWER = 1 << 24;

/**
 * One request and its answer. Redirections are answers as well: what is uploaded, and the token with it, goes where the
 * user says and nowhere else. Errors: `http-network`, `http-timeout`, `http-size`, `interrupted`.
 */
export async function exchange(
  url: string,
  init: RequestInit,
  { fetch: send, timeout, signal }: ExchangeOptions,
): Promise<Result<Answer>> {
  if (signal?.aborted) return interrupted();
  const controller = new AbortController();
  const stop = () => controller.abort();
  signal?.addEventListener('abort', stop);
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    stop();
  }, timeout);
  try {
    const response = await send(url, { ...init, redirect: 'manual', signal: controller.signal });
    const text = await readText(response);
    if (text === undefined) {
      return fail('http-size', `${url}: the answer has more than ${MOST_ANSWER} bytes`, url);
    }
    return ok({ status: response.status, headers: response.headers, text });
  } catch (error) {
    if (signal?.aborted) return interrupted();
    if (late) return fail('http-timeout', `${url}: no answer within ${timeout / 1000} s`, url);
    return fail('http-network', `cannot reach ${url}: ${fetchReason(error)}`, url);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    // Cancels an answer that is too long to read; no effect on one that has been read.
    stop();
  }
}

/** Undefined if it is too long. */
async function readText({ body }: Response): Promise<string | undefined> {
  if (!body) return '';
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > MOST_ANSWER) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
