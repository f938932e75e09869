import { type Failure, fail, ok, type Problem, type Result } from '../../board/result.ts';
import { nativeFormat } from '../../format/mtb/native.ts';
import { interrupted, type Source } from '../../format/mtb/source.ts';
import { isUnavailable, unavailable } from '../../probe/httpRequest.ts';
import { HttpSource } from '../../probe/httpSource.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { type Digest, digestOf } from '../../store/digest.ts';
import { TableStore } from '../../store/tableStore.ts';
import { conflict } from './conflict.ts';
import { type Answer, type ExchangeOptions, exchange } from './exchange.ts';
import { readBytes } from './localBytes.ts';
import { isPassing, waitAfter, waited } from './patience.ts';
import type { LocalTable, SharedStore, StoredTable } from './sharedStore.ts';

export interface HttpStoreOptions {
  /** Used in place of the platform's own. */
  readonly fetch?: typeof fetch;
  /** Milliseconds until a request is answered: above what a server allows for one, and for its check of a table. */
  readonly timeout?: number;
  /** Sent in one request. */
  readonly pieceBytes?: number;
  /** How often an upload that makes no progress is tried again before its problem is the caller's. */
  readonly tries?: number;
}

const TIMEOUT_MS = 60_000;
const PIECE_BYTES = 8 << 20;
/** A line that is slow, or cuts often, gets smaller pieces. */
const LEAST_PIECE = 1 << 18;
/** A file up to this size is sent at once, without asking first whether the server has some of it. */
const SMALL_BYTES = 1 << 20;
const TRIES = 4;
/** How often to look whether the server has checked a table: it answers after some 20 seconds if it has not. */
const MOST_LOOKS = 200;

/** A file on its way to the server. */
interface Upload {
  readonly url: string;
  readonly path: string;
  readonly digest: Digest;
  /** Bytes that the server has; undefined if it is to be asked. */
  at: number | undefined;
  pieceBytes: number;
}

/** The tables of `metatb serve --accept`. docs/server.md tells how they are uploaded. */
export class HttpStore implements SharedStore {
  readonly name: string;
  private readonly token: string;
  private readonly options: Required<HttpStoreOptions>;

  /** `url`: of the server's list of tables, `http://host:8080/tables`. */
  constructor(url: string, token: string, options: HttpStoreOptions = {}) {
    const { fetch = globalThis.fetch, timeout = TIMEOUT_MS } = options;
    const { pieceBytes = PIECE_BYTES, tries = TRIES } = options;
    this.name = url;
    this.token = token;
    this.options = { fetch, timeout, pieceBytes, tries };
  }

  async check(signal?: AbortSignal): Promise<Result<undefined>> {
    const { name } = this;
    const answer = await this.ask(name, { method: 'GET' }, signal);
    if (!answer.ok) return answer;
    const { status, headers, text } = answer.value;
    if (status === 200 && isList(text)) {
      if (headers.has('Upload-Limit')) return ok(undefined);
      return fail('store', `${name} takes no tables: start it with metatb serve --accept`, name);
    }
    const said = this.problemOf(name, answer.value);
    if (status !== 404 && status !== 200) return said;
    const right = 'it should be like http://localhost:8080/tables';
    return fail('store', `${name} is no list of tables of metatb serve: ${right}`, name);
  }

  source(rules: RuleSet): Source {
    const { fetch, timeout } = this.options;
    return new HttpSource(rules, this.name, { fetch, timeout });
  }

  async put(
    { rules, material, dir }: LocalTable,
    signal?: AbortSignal,
  ): Promise<Result<StoredTable>> {
    const path = new TableStore(rules, dir).path(material.name);
    const digest = await digestOf(path, signal);
    if (!digest.ok) return digest;
    if (!digest.value) return fail('read', `cannot read ${path}: it is missing`, path);
    const file = encodeURIComponent(`${material.name}${nativeFormat.extension}`);
    const url = `${this.name}/${encodeURIComponent(rules.folder)}/${file}`;
    const at = digest.value.bytes <= SMALL_BYTES ? 0 : undefined;
    const { pieceBytes, tries } = this.options;
    const upload: Upload = { url, path, digest: digest.value, at, pieceBytes };
    for (let failed = 0, most = 0; ; ) {
      const sent = await this.send(upload, signal);
      if (sent.ok || !isPassing(sent.problem)) return sent;
      const known = upload.at ?? 0;
      failed = known > most ? 0 : failed + 1;
      most = Math.max(most, known);
      if (failed > tries) return sent;
      if (!(await waited(waitAfter(sent.problem, failed), signal))) return interrupted();
      // The server knows best how much of a broken piece has come.
      upload.at = undefined;
      upload.pieceBytes = Math.max(Math.min(LEAST_PIECE, pieceBytes), upload.pieceBytes >> 1);
    }
  }

  /** Sends what the server lacks, piece by piece, until it has taken the table or there is a problem. */
  private async send(
    upload: Upload,
    signal: AbortSignal | undefined,
  ): Promise<Result<StoredTable>> {
    const { bytes: total } = upload.digest;
    const most = MOST_LOOKS + 2 * Math.ceil(total / upload.pieceBytes);
    for (let asked = 0; asked < most; asked++) {
      const { at } = upload;
      const asks = at === undefined || at >= total;
      const body = asks
        ? ok(undefined)
        : await readBytes(upload.path, at, Math.min(upload.pieceBytes, total - at));
      if (!body.ok) return body;
      const range = body.value ? `${at}-${at! + body.value.length - 1}` : '*';
      const answer = await this.ask(
        upload.url,
        {
          method: 'PUT',
          body: body.value ?? new Uint8Array(),
          headers: {
            'Content-Range': `bytes ${range}/${total}`,
            'Repr-Digest': `sha-256=:${Buffer.from(upload.digest.sha256, 'hex').toString('base64')}:`,
          },
        },
        signal,
      );
      if (!answer.ok) return answer;
      const { status, headers } = answer.value;
      if (status === 200 || status === 201) return ok({ ...upload.digest, there: status === 200 });
      const offset = offsetOf(headers, total);
      // 409 with an offset: the piece does not begin where the upload ends, after another machine's piece, perhaps.
      const goesOn = status === 202 || (status === 409 && codeOf(answer.value) === 'offset');
      if (!goesOn || offset === undefined) return this.problemOf(upload.url, answer.value);
      upload.at = offset;
    }
    return fail('http-timeout', `${upload.url}: the server comes to no end with the table`);
  }

  private async ask(
    url: string,
    init: RequestInit & { readonly headers?: Readonly<Record<string, string>> },
    signal: AbortSignal | undefined,
  ): Promise<Result<Answer>> {
    const options: ExchangeOptions = { ...this.options, signal };
    const headers = { ...init.headers, Authorization: `Bearer ${this.token}` };
    return exchange(url, { ...init, headers }, options);
  }

  /** What an answer other than success means to the caller. */
  private problemOf(url: string, answer: Answer): Failure {
    const { status, headers } = answer;
    const said = errorOf(answer);
    const says = `${url}: ${said?.message ?? `the server says ${status}`}`;
    if (said?.code === 'busy') return fail('busy', says, headers.get('Retry-After') ?? '');
    if (isUnavailable(status)) return unavailable(says, headers);
    if (status === 401) {
      return fail('token', `${this.name} does not accept the token in METATB_TOKEN`, this.name);
    }
    if (said?.code === 'digest') return fail('http-network', says, url);
    if (status === 507) return fail('write', says, url);
    if (status >= 500) return unavailable(says, headers);
    if (status >= 300 && status < 400) {
      const where = 'the server sends elsewhere: give the address where the tables are';
      return fail('store', `${url}: ${where}`, url);
    }
    if (!said) return fail('store', `${says}: it is no metatb serve, or a proxy stands before it`);
    if (said.code === 'conflict') return conflict(url);
    return fail(said.code === 'no-uploads' || status === 421 ? 'store' : 'refused', says, url);
  }
}

/** Undefined if the server does not say how much it has. */
function offsetOf(headers: Headers, total: number): number | undefined {
  const offset = headers.get('Upload-Offset') ?? '';
  return /^\d{1,15}$/.test(offset) && Number(offset) <= total ? Number(offset) : undefined;
}

function isList(text: string): boolean {
  const found = parsed(text);
  return typeof found === 'object' && found !== null && Object.values(found).every(Array.isArray);
}

function codeOf(answer: Answer): string | undefined {
  return errorOf(answer)?.code;
}

/** The problem in an answer of metatb serve. */
function errorOf({ text }: Answer): Omit<Problem, 'text'> | undefined {
  const { error } = (parsed(text) ?? {}) as { readonly error?: Partial<Problem> };
  const { code, message } = error ?? {};
  if (typeof code !== 'string' || typeof message !== 'string') return undefined;
  return { code, message: message.slice(0, 1000) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
