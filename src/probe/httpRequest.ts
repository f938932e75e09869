import { type Failure, fail, ok, type Result } from '../board/result.ts';
import { interrupted } from '../format/mtb/source.ts';
import type { ByteRange } from '../format/mtb/tableFile.ts';

/** Part of a file as a server gave it. */
export interface Part {
  /** The part of the requested range that the file has; the whole file if `whole`. */
  readonly bytes: Uint8Array;
  /** True if the server ignored the range and sent the whole file. */
  readonly whole: boolean;
  /** Bytes of the whole file. */
  readonly size: number;
  readonly etag: string | undefined;
}

export interface RequestOptions {
  readonly fetch: typeof fetch;
  /** Milliseconds allowed until the response begins, and for each MiB of it. */
  readonly timeout: number;
  /** The largest file to accept whole, in bytes. */
  readonly wholeBytes: number;
  readonly cache: RequestCache;
  readonly signal: AbortSignal | undefined;
}

/** The time limit starts again after this many bytes. */
const PROGRESS_BYTES = 1 << 20;

/**
 * Requests a range of a file; undefined if there is no such file. Sends neither If-Match nor If-Range: across origins
 * each would cost a preflight, and a failing If-Range a whole file. The caller compares versions instead.
 * Errors: `http-network`, `http-timeout`, `http-unavailable`, `http-status`, `http-range`, `http-encoding`, `http-size`,
 * `interrupted`.
 */
export async function requestPart(
  url: string,
  range: ByteRange,
  options: RequestOptions,
): Promise<Result<Part | undefined>> {
  const part = await requestOnce(url, range, options);
  // A server may close an idle connection just as it is reused: a second request may well succeed.
  const broken = !part.ok && part.problem.code === 'http-network';
  return broken && !options.signal?.aborted ? requestOnce(url, range, options) : part;
}

async function requestOnce(
  url: string,
  range: ByteRange,
  options: RequestOptions,
): Promise<Result<Part | undefined>> {
  const { signal, timeout } = options;
  if (signal?.aborted) return interrupted();
  const controller = new AbortController();
  const stop = () => controller.abort();
  signal?.addEventListener('abort', stop);
  let late = false;
  const expire = () => {
    late = true;
    controller.abort();
  };
  let timer = setTimeout(expire, timeout);
  const progress = () => {
    clearTimeout(timer);
    timer = setTimeout(expire, timeout);
  };
  try {
    const last = range.from + range.bytes - 1;
    const response = await options.fetch(url, {
      headers: { Range: `bytes=${range.from}-${last}` },
      cache: options.cache,
      signal: controller.signal,
    });
    return await readAnswer(url, range, response, options, progress);
  } catch (error) {
    if (late) return fail('http-timeout', `${url}: no answer within ${timeout / 1000} s`, url);
    if (signal?.aborted) return interrupted();
    return fail('http-network', `cannot reach ${url}: ${fetchReason(error)}`, url);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    // Cancels a response that is not going to be read; no effect on one that has been.
    controller.abort();
  }
}

async function readAnswer(
  url: string,
  range: ByteRange,
  response: Response,
  { wholeBytes }: RequestOptions,
  progress: () => void,
): Promise<Result<Part | undefined>> {
  const { status, statusText, headers } = response;
  const etag = versionOf(headers);
  if (status === 404 || status === 410) return ok(undefined);
  if (status === 416) return ok({ bytes: new Uint8Array(0), whole: false, size: 0, etag });
  if (status === 200) {
    const bytes = await readBody(response, wholeBytes, progress);
    if (!bytes) return tooLarge(url, wholeBytes);
    return ok({ bytes, whole: true, size: bytes.length, etag });
  }
  if (status !== 206) {
    const says = `${url}: the server says ${`${status} ${statusText}`.trim()}`;
    return isUnavailable(status) ? unavailable(says, headers) : fail('http-status', says, url);
  }
  const encoding = headers.get('Content-Encoding') ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    const message = `${url}: the server gives a range of a file in ${encoding}, not of the file`;
    return fail('http-encoding', message, encoding);
  }
  const given = parseContentRange(headers.get('Content-Range'));
  if (!given) {
    const found = headers.get('Content-Range') ?? 'none';
    const hint = 'for pages of other origins Access-Control-Expose-Headers must name it';
    return wrongRange(url, `Content-Range should be bytes FROM-TO/SIZE and is ${found}; ${hint}`);
  }
  const end = Math.min(range.from + range.bytes, given.size);
  const asked = `${range.from}-${end - 1}/${given.size}`;
  if (given.text !== asked) return wrongRange(url, `${asked} was asked for, ${given.text} came`);
  const bytes = await readBody(response, end - range.from, progress);
  if (bytes?.length !== end - range.from) {
    const found = bytes ? `${bytes.length}` : 'more';
    return wrongRange(url, `${end - range.from} bytes were to come, ${found} came`);
  }
  return ok({ bytes, whole: false, size: given.size, etag });
}

/** Is it a status of servers that are busy, starting again or behind a proxy that cannot reach them? */
export function isUnavailable(status: number): boolean {
  return [408, 425, 429, 502, 503, 504].includes(status);
}

/** The problem of a server that may answer later. Its text: after how many seconds, or empty if the server does not say. */
export function unavailable(message: string, headers: Headers): Failure {
  const seconds = headers.get('Retry-After') ?? '';
  return fail('http-unavailable', message, /^\d{1,6}$/.test(seconds) ? seconds : '');
}

/**
 * The tag that identifies this version of the file. Weak tags do not: they mean that responses are equivalent, not that
 * their bytes are equal.
 */
function versionOf(headers: Headers): string | undefined {
  const etag = headers.get('ETag');
  if (etag && !etag.startsWith('W/')) return etag;
  return headers.get('Last-Modified') ?? undefined;
}

function parseContentRange(
  header: string | null,
): { readonly text: string; readonly size: number } | undefined {
  const match = /^bytes (\d{1,15}-\d{1,15}\/(\d{1,15}))$/.exec(header ?? '');
  return match ? { text: match[1]!, size: Number(match[2]) } : undefined;
}

/** The response's body, or undefined if it is longer than `limit` bytes. */
async function readBody(
  { body }: Response,
  limit: number,
  progress: () => void,
): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  let mark = PROGRESS_BYTES;
  const reader = body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    chunks.push(read.value);
    length += read.value.length;
    if (length > limit) return undefined;
    if (length >= mark) {
      progress();
      mark = length + PROGRESS_BYTES;
    }
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

function tooLarge(url: string, limit: number): Failure {
  const message = `${url}: the server does not answer ranges, and the file has more than`;
  return fail('http-size', `${message} the ${limit} bytes that may be read whole`, url);
}

function wrongRange(url: string, what: string): Failure {
  return fail('http-range', `${url}: ${what}`, url);
}

/** The cause of a `fetch failed`, if the platform reports it. */
export function fetchReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return cause.message || ('code' in cause ? String(cause.code) : error.message);
}
