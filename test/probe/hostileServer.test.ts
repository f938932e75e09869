import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { HttpSource } from '../../src/probe/httpSource.ts';
import { Tablebase } from '../../src/probe/tablebase.ts';
import { chess } from '../../src/rules/chess.ts';
import { runs } from '../thorough.ts';
import { type Behaviour, inRanges } from './fileServer.ts';
import { read } from './files.ts';
import { files, inQueen, inRook, prober, queen, rook, server } from './served.ts';

beforeEach(() => server.reset('chess', files));

/** Sends altered bytes as the requested range. */
const sending =
  (change: (bytes: Uint8Array) => Uint8Array, headers: Record<string, string> = {}): Behaviour =>
  ({ response, file, first, last }) => {
    const range = `bytes ${first}-${last}/${file.length}`;
    response.writeHead(206, { 'Content-Range': range, ...headers });
    response.end(change(file.subarray(first, last + 1)));
  };

const saying =
  (text: (first: number, last: number, size: number) => string | undefined): Behaviour =>
  ({ response, file, first, last }) => {
    const range = text(first, last, file.length);
    response.writeHead(206, range === undefined ? {} : { 'Content-Range': range });
    response.end(file.subarray(first, last + 1));
  };

// [what the server does, behaviour, code, part of the message]
const bad: readonly (readonly [string, Behaviour, string, RegExp])[] = [
  ['forbids', ({ response }) => response.writeHead(403).end(), 'http-status', /403 Forbidden/],
  ['fails', ({ response }) => response.writeHead(500).end(), 'http-status', /500/],
  ['never answers', () => {}, 'http-timeout', /no answer within 0\.2 s/],
  ['stalls in the middle', stopping, 'http-timeout', /no answer/],
  ['sends a byte now and then', dripping, 'http-timeout', /no answer/],
  ['hangs up', ({ response }) => response.destroy(), 'http-network', /cannot reach/],
  ['hangs up in the middle', hangingUp, 'http-network', /cannot reach/],
  ['sends more than the range', sending((bytes) => twice(bytes)), 'http-range', /more came/],
  ['sends less', sending((bytes) => bytes.subarray(1)), 'http-range', /bytes were to come/],
  ['sends nothing', sending(() => new Uint8Array(0)), 'http-range', /0 came/],
  ['does not name the range', saying(() => undefined), 'http-range', /Expose-Headers/],
  [
    'names only half of the range',
    saying((first) => `bytes ${first}-`),
    'http-range',
    /Content-Range/,
  ],
  ['hides the size', saying((first, last) => `bytes ${first}-${last}/*`), 'http-range', /SIZE/],
  [
    'sends another range',
    saying((first, last, size) => `bytes ${first + 1}-${last}/${size}`),
    'http-range',
    /was asked for/,
  ],
  [
    'sends a shorter range than it could',
    ({ response, file }) =>
      response
        .writeHead(206, { 'Content-Range': `bytes 0-9/${file.length}` })
        .end(file.subarray(0, 10)),
    'http-range',
    /was asked for/,
  ],
  [
    'sends part of a compressed file',
    sending((bytes) => gzipSync(bytes), { 'Content-Encoding': 'gzip' }),
    'http-encoding',
    /gzip/,
  ],
  [
    'has an empty file',
    ({ response }) => response.writeHead(416, { 'Content-Range': 'bytes */0' }).end(),
    'mtb-truncated',
    /0 bytes/,
  ],
  ['sends a web page instead', page, 'mtb-magic', /not a table file/],
  ['redirects in circles', circle, 'http-network', /redirect/],
];

function stopping({ response, file, first, last }: Parameters<Behaviour>[0]): void {
  const length = last - first + 1;
  response.writeHead(206, {
    'Content-Range': `bytes ${first}-${last}/${file.length}`,
    'Content-Length': length,
  });
  response.write(file.subarray(first, first + (length >> 1)));
}

function dripping({ response, file, first, last }: Parameters<Behaviour>[0]): void {
  response.writeHead(206, { 'Content-Range': `bytes ${first}-${last}/${file.length}` });
  let at = first;
  const timer = setInterval(() => response.write(file.subarray(at, ++at)), 20);
  response.on('close', () => clearInterval(timer));
}

function hangingUp(asked: Parameters<Behaviour>[0]): void {
  stopping(asked);
  setTimeout(() => asked.response.destroy(), 20);
}

function page({ response }: Parameters<Behaviour>[0]): void {
  response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><p>Sign in first');
}

function circle({ response }: Parameters<Behaviour>[0]): void {
  response.writeHead(302, { Location: '/tables/chess/KQvk.mtb' }).end();
}

function twice(bytes: Uint8Array): Uint8Array {
  return Uint8Array.from([...bytes, ...bytes]);
}

describe('a server that', () => {
  it.each(bad)('%s is reported', async (_, behave, code, message) => {
    server.behave = behave;
    // Short only if it has to expire: a busy machine is slow to answer, too.
    const timeout = code === 'http-timeout' ? 200 : 60_000;
    const answer = await prober({ timeout }).value(queen);
    expect(answer).toMatchObject({ ok: false, problem: { code } });
    if (!answer.ok) expect(answer.problem.message).toMatch(message);
  });

  it('does not have a table is a missing table, as with a folder', async () => {
    const knight = read('8/8/4k3/8/8/8/8/K2N4 w - - 0 1');
    expect(await prober().value(knight)).toMatchObject({
      ok: false,
      problem: { code: 'missing-table', text: 'KNvk' },
    });
  });

  it('is not running is reported', async () => {
    const gone = createServer();
    await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
    const { port } = gone.address() as AddressInfo;
    await new Promise((resolve) => gone.close(resolve));
    const source = new HttpSource(chess, `http://127.0.0.1:${port}`);
    expect(await new Tablebase(chess, source).value(queen)).toMatchObject({
      ok: false,
      problem: { code: 'http-network' },
    });
  });

  it.each(['', 'tables', 'ftp://example.org', 'http://', 'https://[', 'data:,x'])(
    "cannot exist is reported: '%s'",
    async (url) => {
      expect(await new Tablebase(chess, new HttpSource(chess, url)).value(queen)).toMatchObject({
        ok: false,
        problem: { code: 'url', text: url },
      });
    },
  );

  it('has failed is tried again the next time', async () => {
    const base = prober();
    server.behave = ({ response }) => response.writeHead(503).end();
    expect((await base.value(queen)).ok).toBe(false);
    server.behave = inRanges;
    expect(unwrap(await base.value(queen))).toEqual(inQueen);
  });
});

describe('whatever a range holds', () => {
  it('the answer is right or it is an error', async () => {
    const damage = fc.record({
      request: fc.nat(3),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      flip: fc.integer({ min: 0, max: 255 }),
      cut: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
      size: fc.option(fc.nat(100_000)),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 3 }), async (damages) => {
        let request = 0;
        server.behave = ({ response, file, first, last }) => {
          const now = damages.find((each) => each.request === request) ?? { at: 0, flip: 0 };
          request++;
          const bytes = file.slice(first, last + 1);
          bytes[Math.min(bytes.length - 1, Math.floor(now.at * bytes.length))]! ^= now.flip;
          const size = 'size' in now ? (now.size ?? file.length) : file.length;
          const end = 'cut' in now && now.cut ? Math.floor(now.cut * bytes.length) : bytes.length;
          response.writeHead(206, { 'Content-Range': `bytes ${first}-${last}/${size}` });
          response.end(bytes.subarray(0, end));
        };
        const base = prober({ timeout: 60_000 });
        const [inQueens, inRooks] = await base.values([queen, rook]);
        if (inQueens!.ok) expect(inQueens!.value).toEqual(inQueen);
        if (inRooks!.ok) expect(inRooks!.value).toEqual(inRook);
      }),
      runs(150),
    );
  });
});
