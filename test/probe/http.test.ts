import { gzipSync } from 'node:zlib';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { HttpSource } from '../../src/probe/httpSource.ts';
import { Tablebase } from '../../src/probe/tablebase.ts';
import { chess } from '../../src/rules/chess.ts';
import { madeUpTable } from '../format/madeUp.ts';
import { type Behaviour, inRanges, whole } from './fileServer.ts';
import { filesOf, read } from './files.ts';
import { all, files, inQueen, prober, queen, rook, server, valueIn, valuesIn } from './served.ts';

beforeEach(() => server.reset('chess', files));

describe('tables on a server', () => {
  it('give the same values as in memory', async () => {
    expect((await prober().values(all)).map(unwrap)).toEqual(await valuesIn(files));
  });

  it('are requested in ranges that do not overlap, and not again once they are cached', async () => {
    const base = prober();
    unwrap(await base.value(queen));
    const asked = server.requests.length;
    expect(server.bytes).toBeLessThanOrEqual(files.get('KQvk')!.length);
    expect(server.requests[0]).toBe('/tables/chess/KQvk.mtb bytes=0-20479');
    unwrap(await base.value(queen));
    expect(server.requests).toHaveLength(asked);
  });

  it('are requested once for all probes of the same block', async () => {
    const alone = prober();
    unwrap(await alone.value(queen));
    const once = [...server.requests];
    server.reset('chess', files);
    const base = prober();
    await Promise.all(Array.from({ length: 20 }, () => base.value(queen)));
    expect(server.requests).toEqual(once);
  });

  it('are requested by at most six requests at a time', async () => {
    const names = ['KQvk', 'KRvk', 'KBvk', 'KNvk', 'KPvk'];
    server.reset('chess', await filesOf(names.map((name) => madeUpTable(name))));
    server.behave = (asked) => setTimeout(() => inRanges(asked), 5);
    const positions = [...'QRBNP'].flatMap((man) =>
      ['w', 'b'].map((side) => read(`8/8/4k3/8/8/${man}7/8/K7 ${side} - - 0 1`)),
    );
    for (const value of await prober().values(positions)) unwrap(value);
    expect(server.most).toBeLessThanOrEqual(6);
    expect(server.most).toBeGreaterThan(1);
  });

  it('are requested once more if the server hangs up once', async () => {
    let hungUp = false;
    server.behave = (asked) => {
      if (hungUp) return inRanges(asked);
      hungUp = true;
      asked.response.destroy();
    };
    expect(unwrap(await prober().value(queen))).toEqual(inQueen);
    expect(server.requests[1]).toBe(server.requests[0]);
  });

  it('may have an address with a trailing slash and a query', async () => {
    const source = new HttpSource(chess, `${server.url}/?key=1`);
    unwrap(await source.open('KQvk'));
    expect(server.requests[0]).toContain('/tables/chess/KQvk.mtb?key=1');
  });
});

describe('a server without ranges', () => {
  beforeEach(() => {
    server.behave = whole;
  });

  it('sends each file once, whole', async () => {
    const base = prober();
    for (let i = 0; i < 3; i++) {
      expect((await base.values(all)).map(unwrap)).toEqual(await valuesIn(files));
    }
    expect(server.requests).toHaveLength(all.length);
  });

  it('may compress the file', async () => {
    server.behave = ({ response, file }) =>
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(file));
    expect(unwrap(await prober().value(queen))).toEqual(inQueen);
  });

  it('is asked again for files that the cache has dropped', async () => {
    const wholeBytes = Math.max(...[...files.values()].map(({ length }) => length));
    const source = new HttpSource(chess, server.url, { wholeBytes });
    const queens = unwrap(await source.open('KQvk'))!;
    unwrap(await source.open('KRvk'));
    const size = files.get('KQvk')!.length;
    const range = { from: size - 10, bytes: 10 };
    expect(unwrap(await queens.read(range))).toEqual(files.get('KQvk')!.subarray(-10));
    expect(server.requests).toHaveLength(3);
  });

  it('cannot send a file that is too large', async () => {
    const answer = await prober({ wholeBytes: 1000 }).value(queen);
    expect(answer).toMatchObject({ ok: false, problem: { code: 'http-size' } });
  });

  it('cannot send a file that is too large once it is decompressed', async () => {
    server.behave = ({ response }) =>
      response
        .writeHead(200, { 'Content-Encoding': 'gzip' })
        .end(gzipSync(new Uint8Array(1 << 24)));
    const answer = await prober({ wholeBytes: 1 << 20 }).value(queen);
    expect(answer).toMatchObject({ ok: false, problem: { code: 'http-size' } });
  });
});

describe('a file that changes on the server', () => {
  // Large enough that opening it does not read Black's values.
  const pawn = read('8/8/4k3/8/8/8/4P3/K7 w - - 0 1');
  const other = read('8/8/4k3/8/8/8/4P3/K7 b - - 0 1');
  let before: ReadonlyMap<string, Uint8Array>;
  let after: ReadonlyMap<string, Uint8Array>;
  beforeAll(async () => {
    before = await filesOf([madeUpTable('KPvk')]);
    after = await filesOf([madeUpTable('KPvk', 1)]);
  });
  beforeEach(() => server.reset('chess', before));

  const versions: readonly (readonly [string, (version: string) => Record<string, string>])[] = [
    ['with its ETag', (version) => ({ ETag: `"${version}"` })],
    ['with its date', (version) => ({ 'Last-Modified': `${version} Nov 2026` })],
    ['and shows it only by its checksums', () => ({})],
    ['under the same weak ETag', () => ({ ETag: 'W/"1"' })],
  ];

  const served = (headers: Record<string, string>): Behaviour => {
    return (asked) => {
      for (const [name, value] of Object.entries(headers)) asked.response.setHeader(name, value);
      inRanges(asked);
    };
  };

  it.each(versions)('%s is opened again, and no old value is returned', async (_, headers) => {
    const base = prober();
    server.behave = served(headers('1'));
    expect(unwrap(await base.value(pawn))).toEqual(await valueIn(before, pawn));
    server.reset('chess', after);
    server.behave = served(headers('2'));
    expect(unwrap(await base.value(other))).toEqual(await valueIn(after, other));
    expect(unwrap(await base.value(pawn))).toEqual(await valueIn(after, pawn));
  });

  it('at each request is an error', async () => {
    let version = 0;
    server.behave = (asked) => served({ ETag: `"${version++}"` })(asked);
    expect(await prober().value(other)).toMatchObject({ ok: false, problem: { code: 'changed' } });
    expect(server.requests.length).toBeLessThanOrEqual(6);
  });

  it('by disappearing is missing', async () => {
    const base = prober();
    unwrap(await base.value(pawn));
    server.reset('chess', new Map());
    expect(await base.value(other)).toMatchObject({
      ok: false,
      problem: { code: 'missing-table' },
    });
  });

  it('by becoming shorter is opened again', async () => {
    const base = prober();
    unwrap(await base.value(pawn));
    server.reset('chess', new Map([['KPvk', before.get('KPvk')!.subarray(0, 100)]]));
    expect(await base.value(other)).toMatchObject({
      ok: false,
      problem: { code: 'mtb-truncated' },
    });
  });
});

describe('a cancelled request', () => {
  /** Holds answers back until `open` is called. */
  function gate(): { open: () => void; asked: Promise<void> } {
    let [open, seen] = [() => {}, () => {}];
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const asked = new Promise<void>((resolve) => {
      seen = resolve;
    });
    server.behave = (request) => {
      seen();
      void opened.then(() => inRanges(request));
    };
    return { open, asked };
  }
  const interrupted = { ok: false, problem: { code: 'interrupted' } };

  it('does not cancel what others wait for', async () => {
    const { open, asked } = gate();
    const base = prober();
    const controller = new AbortController();
    const first = base.value(queen, { signal: controller.signal });
    const second = base.value(queen);
    await asked;
    controller.abort();
    expect(await first).toMatchObject(interrupted);
    open();
    expect(unwrap(await second)).toEqual(inQueen);
    expect(server.abandoned).toBe(0);
  });

  it('ends the HTTP request if no other waits for it', async () => {
    const { asked } = gate();
    const controller = new AbortController();
    const base = prober();
    const both = [1, 2].map(() => base.value(queen, { signal: controller.signal }));
    await asked;
    controller.abort();
    for (const each of both) expect(await each).toMatchObject(interrupted);
    await expect.poll(() => server.abandoned).toBe(1);
    server.behave = inRanges;
    expect(unwrap(await base.value(queen))).toEqual(inQueen);
  });

  it('is every request of a tablebase whose signal aborts', async () => {
    const { asked } = gate();
    const controller = new AbortController();
    const { signal } = controller;
    const base = new Tablebase(chess, new HttpSource(chess, server.url), { signal });
    const answers = [base.value(queen), base.probe(rook), base.values(all)];
    await asked;
    controller.abort();
    expect(await answers[0]).toMatchObject(interrupted);
    expect(await answers[1]).toMatchObject(interrupted);
    expect(await answers[2]).toMatchObject([interrupted, interrupted, interrupted]);
  });

  it('that was cancelled before it began sends nothing', async () => {
    const signal = AbortSignal.abort();
    expect(await prober().value(queen, { signal })).toMatchObject(interrupted);
    expect(server.requests).toEqual([]);
  });
});
