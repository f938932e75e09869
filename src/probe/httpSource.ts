import { fail, ok, type Result } from '../board/result.ts';
import { nativeFormat } from '../format/mtb/native.ts';
import { changed, type OpenOptions, type Source, type SourceFile } from '../format/mtb/source.ts';
import { type ByteRange, FIRST_BYTES } from '../format/mtb/tableFile.ts';
import { type Part, type RequestOptions, requestPart } from './httpRequest.ts';

export interface HttpOptions {
  /** Used in place of the platform's own. */
  readonly fetch?: typeof fetch;
  /** Milliseconds allowed until a response begins, and for each MiB of it. Default: 30,000. */
  readonly timeout?: number;
  /**
   * Files from a server that ignores ranges are downloaded and cached whole, up to this many bytes in all, the least
   * recently used evicted first. A file larger than this is an error. Default: 64 MiB.
   */
  readonly wholeBytes?: number;
}

/** Identifies a version of a file. */
type Version = Pick<SourceFile, 'size' | 'etag'>;

/**
 * The tables of one rule set on a web server, as files: `URL/metachess/KQvk.mtb`. Parts of them are fetched by range
 * requests.
 * Errors: `url`, `http-network`, `http-timeout`, `http-unavailable` (try again later), `http-status`, `http-range`,
 * `http-encoding`, `http-size`, `interrupted`, `changed`.
 */
export class HttpSource implements Source {
  private readonly folder: string;
  private readonly base: string;
  private readonly options: Required<HttpOptions>;
  /** Whole files by address, the most recently used last. */
  private readonly whole = new Map<string, Part>();
  private wholeUsed = 0;

  /** `url`: the folder that holds the rule set's folder; in a page it may be relative to the page's address. */
  constructor(rules: { readonly folder: string }, url: string, options: HttpOptions = {}) {
    this.folder = rules.folder;
    this.base = url;
    // A browser's fetch must be called as a method of the window.
    const { fetch = (...args) => globalThis.fetch(...args), timeout = 30_000 } = options;
    this.options = { fetch, timeout, wholeBytes: options.wholeBytes ?? 1 << 26 };
  }

  async open(
    table: string,
    { signal, fresh = false }: OpenOptions = {},
  ): Promise<Result<SourceFile | undefined>> {
    const address = this.address(table);
    if (!address.ok) return address;
    const url = address.value;
    if (fresh) this.forget(url);
    // The browser's cache may hold parts of an old version.
    const cache = fresh ? 'no-store' : 'default';
    const first = await this.request(url, { from: 0, bytes: FIRST_BYTES }, cache, signal);
    if (!first.ok) return first;
    if (!first.value) return ok(undefined);
    const { bytes, size, etag } = first.value;
    const version = { size, etag };
    return ok({
      ...version,
      start: bytes.slice(0, FIRST_BYTES),
      read: (range, signal) => this.read(url, version, range, cache, signal),
    });
  }

  private async read(
    url: string,
    version: Version,
    range: ByteRange,
    cache: RequestCache,
    signal: AbortSignal | undefined,
  ): Promise<Result<Uint8Array>> {
    const kept = this.kept(url);
    const part = kept ? ok(kept) : await this.request(url, range, cache, signal);
    if (!part.ok) return part;
    if (!part.value || !isSame(part.value, version)) return changed(url);
    const { bytes, whole } = part.value;
    return ok(whole ? bytes.subarray(range.from, range.from + range.bytes) : bytes);
  }

  private async request(
    url: string,
    range: ByteRange,
    cache: RequestCache,
    signal: AbortSignal | undefined,
  ): Promise<Result<Part | undefined>> {
    const options: RequestOptions = { ...this.options, cache, signal };
    const part = await requestPart(url, range, options);
    if (part.ok && part.value?.whole) this.keep(url, part.value);
    return part;
  }

  private kept(url: string): Part | undefined {
    const part = this.whole.get(url);
    if (!part) return undefined;
    this.whole.delete(url);
    this.whole.set(url, part);
    return part;
  }

  private keep(url: string, part: Part): void {
    this.forget(url);
    this.whole.set(url, part);
    this.wholeUsed += part.size;
    for (const oldest of this.whole.keys()) {
      if (this.wholeUsed <= this.options.wholeBytes) break;
      this.forget(oldest);
    }
  }

  private forget(url: string): void {
    this.wholeUsed -= this.whole.get(url)?.size ?? 0;
    this.whole.delete(url);
  }

  /** Errors: `url`. */
  private address(table: string): Result<string> {
    const page = typeof location === 'undefined' ? undefined : location.href;
    const url = URL.canParse(this.base, page) ? new URL(this.base, page) : undefined;
    if (!url || !/^https?:$/.test(url.protocol)) {
      const right = 'it should be like https://example.org/tables';
      return fail('url', `'${this.base}' is no web address: ${right}`, this.base);
    }
    const folder = url.pathname.replace(/\/+$/, '');
    const file = `${encodeURIComponent(table)}${nativeFormat.extension}`;
    url.pathname = `${folder}/${encodeURIComponent(this.folder)}/${file}`;
    return ok(url.href);
  }
}

/** Not every response identifies its version; then the blocks' checksums have to suffice. */
function isSame(a: Version, b: Version): boolean {
  const known = a.etag !== undefined && b.etag !== undefined;
  return a.size === b.size && (!known || a.etag === b.etag);
}
