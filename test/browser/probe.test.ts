import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { MemorySource } from '../../src/probe/memorySource.ts';
import type { Probe } from '../../src/probe/probe.ts';
import { Tablebase } from '../../src/probe/tablebase.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { servePage } from '../../tools/pageServer.ts';
import { type Behaviour, FileServer, inRanges } from '../probe/fileServer.ts';
import { filesOf, read } from '../probe/files.ts';
import { solveBySets } from '../solve/setTables.ts';
import { connect, hasBrowser } from './browser.ts';
import type { Page as Probing } from './page.ts';

const fens = [
  '8/8/8/4k3/8/8/8/K2Q4 w - - 0 1',
  '8/8/8/2K5/k7/8/4Q3/8 b - - 0 1',
  '8/8/4k3/8/8/8/8/KR6 w - - 0 1',
  '8/8/4K3/8/8/8/8/kr6 b - - 0 1',
  '8/4k3/8/8/8/4P3/8/K7 b - - 0 1',
];

// Evaluated in the page, where page.ts has put it.
declare const probeHere: Probing['probeHere'];

const server = await FileServer.start();

describe.skipIf(!hasBrowser())('a page in Chromium', () => {
  let browser: Browser;
  let root: string;
  let pages: { url: string; close: () => Promise<unknown> };
  let page: Page;
  let files: ReadonlyMap<string, Uint8Array>;
  let expected: Probe[];

  beforeAll(async () => {
    const tables = await solveBySets(metachess, ['KPvk']);
    files = await filesOf([...tables.values()]);
    const base = new Tablebase(metachess, new MemorySource(files));
    expected = (await base.probeMany(fens.map(read))).map(unwrap);
    browser = await connect();
    root = await mkdtemp(join(tmpdir(), 'metatb-probe-'));
    await cp(inject('libraryPage'), root, { recursive: true });
    const folder = join(root, 'tables', 'metachess');
    await mkdir(folder, { recursive: true });
    for (const [name, file] of files) await writeFile(join(folder, `${name}.mtb`), file);
    pages = await servePage(root, false);
    page = await browser.newPage();
    await page.goto(pages.url);
  });
  afterAll(async () => {
    await browser?.close();
    await pages?.close();
    await rm(root, { recursive: true, force: true });
  });
  beforeEach(() => server.reset('metachess', files));

  const probed = (url: string) =>
    page.evaluate(([url, ...fens]) => probeHere('metachess', url!, fens), [url, ...fens]);

  /** The headers of a server that lets pages of other origins read its files. */
  const shared =
    (behave: Behaviour, exposed: string): Behaviour =>
    (asked) => {
      asked.response.setHeader('Access-Control-Allow-Origin', '*');
      asked.response.setHeader('Access-Control-Expose-Headers', exposed);
      asked.response.setHeader('ETag', '"1"');
      behave(asked);
    };

  it('probes the tables of a server with ranges, of another origin, without preflight', async () => {
    server.behave = shared(inRanges, 'Content-Range, ETag');
    const { probes, now } = await probed(server.url);
    expect(probes.map(unwrap)).toEqual(asJson(expected));
    expect(now).toBe(fens.length);
    expect(server.requests.every((request) => request.includes('.mtb bytes='))).toBe(true);
    expect(new Set(server.requests).size).toBe(server.requests.length);
  });

  it('probes the tables of a server without ranges, and requests each once', async () => {
    const asked: string[] = [];
    const note = (request: { url(): string }) => asked.push(request.url().split('/').at(-1)!);
    page.on('request', note);
    const { probes, now } = await probed('tables');
    page.off('request', note);
    expect(probes.map(unwrap)).toEqual(asJson(expected));
    expect(now).toBe(fens.length);
    expect(asked.sort()).toEqual(['KPvk.mtb', 'KQvk.mtb', 'KRvk.mtb']);
  });

  it('reports a server that hides the headers it needs', async () => {
    server.behave = shared(inRanges, 'ETag');
    const { probes } = await probed(server.url);
    const answer = probes[0]!;
    expect(answer).toMatchObject({ ok: false, problem: { code: 'http-range' } });
    if (!answer.ok) expect(answer.problem.message).toContain('Access-Control-Expose-Headers');
  });

  it('reports a server that does not share with other origins', async () => {
    const { probes } = await probed(server.url);
    expect(probes[0]).toMatchObject({ ok: false, problem: { code: 'http-network' } });
  });

  it('reports a missing table', async () => {
    const { probes } = await probed(`${new URL('elsewhere', pages.url)}`);
    expect(probes[0]).toMatchObject({ ok: false, problem: { code: 'missing-table' } });
  });
});

/** As it comes from the page: without values that JSON lacks. */
function asJson(probes: readonly Probe[]): unknown {
  return JSON.parse(JSON.stringify(probes));
}
