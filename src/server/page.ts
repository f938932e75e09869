import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Context, Hono } from 'hono';

/** One file of the page, as it is sent. */
interface PageFile {
  readonly type: string;
  readonly etag: string;
  /** Its name contains a hash of its contents: it never changes. */
  readonly lasting: boolean;
  readonly plain: Uint8Array<ArrayBuffer>;
  /** Compressed forms, by the name of the encoding. */
  readonly packed: Map<string, Promise<Uint8Array<ArrayBuffer>>>;
}

/** The files of the pages by their address below the server's root; `''` is the board. */
export type PageFiles = ReadonlyMap<string, PageFile>;

/** Where `npm run build` puts the page, relative to the compiled server in `dist/src`, bundled or not. */
const BUILT = fileURLToPath(new URL('../../web', import.meta.url));

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};

/**
 * Allows only the page's own files, and no script or style in its text. WebAssembly is the solver; the pieces on the
 * board are pictures in the style sheet (data:).
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const headers: Readonly<Record<string, string>> = {
  'Content-Security-Policy': POLICY,
  // Cross-origin isolation: without it browsers do not share memory between workers.
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
};

/** Reads the page; empty without that folder, as in a build of the library alone. */
export async function readPage(folder: string = BUILT): Promise<PageFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => join(parentPath, name));
  const built = new Set(paths);
  const read = paths
    .filter((path) => types[extname(path)])
    .map(async (path) => {
      const address = path.slice(folder.length + 1).replaceAll('\\', '/');
      const file = pageFile(address, await bytesOf(path));
      const compressed = `${path}.br`;
      if (built.has(compressed)) file.packed.set('br', Promise.resolve(await bytesOf(compressed)));
      return [address === 'index.html' ? '' : address, file] as const;
    });
  return new Map(await Promise.all(read));
}

async function bytesOf(path: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(path));
}

function pageFile(address: string, plain: Uint8Array<ArrayBuffer>): PageFile {
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 16);
  return {
    type: types[extname(address)]!,
    etag: `"${hash}"`,
    lasting: /(^|\/)assets\//.test(address),
    plain,
    packed: new Map(),
  };
}

/** In our order of preference. */
const packers: ReadonlyMap<string, (bytes: Uint8Array) => Promise<Uint8Array>> = new Map([
  ['br', promisify<Uint8Array, Buffer>(brotliCompress)],
  ['gzip', promisify<Uint8Array, Buffer>(gzip)],
]);

/** Compresses each file once, at its first request, if the build has not. */
function pack({ packed, plain }: PageFile, encoding: string): Promise<Uint8Array<ArrayBuffer>> {
  const known = packed.get(encoding);
  if (known) return known;
  const work = packers.get(encoding)!(plain).then((bytes) => new Uint8Array(bytes));
  packed.set(encoding, work);
  return work;
}

/** What is below this address is the page of a queue: a server without one does not have it. */
export const QUEUE_FILES = 'queue/';

/** Serves the board at the root. Only files that were read have an address. */
export function addPage(app: Hono, files: PageFiles): void {
  for (const [address, file] of files) {
    if (address.startsWith(QUEUE_FILES)) continue;
    app.on(['GET', 'HEAD'], `/${address}`, (c) => sendFile(c, file));
  }
  const page = files.get('');
  if (page) app.on(['GET', 'HEAD'], '/index.html', (c) => sendFile(c, page));
}

/** Answers with a file of a page, compressed if the client accepts that. */
export async function sendFile(c: Context, file: PageFile): Promise<Response> {
  const { type, etag, lasting, plain } = file;
  const encoding = preferred(c.req.header('Accept-Encoding') ?? '');
  const answer: Record<string, string> = {
    ...headers,
    'Content-Type': type,
    // Weak: other encodings of the same file have the same tag.
    ETag: `W/${etag}`,
    Vary: 'Accept-Encoding',
    'Cache-Control': lasting ? 'public, max-age=31536000, immutable' : 'no-cache',
  };
  if (c.req.header('If-None-Match')?.includes(etag)) return c.body(null, 304, answer);
  const bytes = encoding === undefined ? plain : await pack(file, encoding);
  if (encoding !== undefined) answer['Content-Encoding'] = encoding;
  answer['Content-Length'] = String(bytes.length);
  return c.req.method === 'HEAD' ? c.body(null, 200, answer) : c.body(bytes, 200, answer);
}

/** The first of our encodings that the client accepts (RFC 9110, 12.5.3; `q=0` refuses). */
function preferred(accepted: string): string | undefined {
  const refused = /;\s*q=0(\.0*)?\s*$/i;
  const names = accepted
    .split(',')
    .filter((each) => !refused.test(each))
    .map((each) => each.split(';')[0]!.trim().toLowerCase());
  return [...packers.keys()].find((name) => names.includes(name));
}
