import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FileServer } from '../probe/fileServer.ts';
import { layTables, makeFolder, metatb, metatbJson } from './metatb.ts';

/** `--dir` as the address of a web server with such a folder. */

const folder = makeFolder();
const dir = join(folder, 'tables');
const server = await FileServer.start();
const fen = '8/8/8/2K5/k7/8/4Q3/8 b - -';

beforeAll(() => layTables(dir, ['KQvk']));
beforeEach(() => {
  const file = readFileSync(join(dir, 'metachess', 'KQvk.mtb'));
  server.reset('metachess', new Map([['KQvk', file]]));
});

describe('with tables on a web server', () => {
  test.each(['probe', 'line'])('%s prints the same as with a folder', async (command) => {
    const here = await metatbJson(command, fen, '--dir', dir);
    expect(await metatbJson(command, fen, '--dir', server.url)).toEqual(here);
    expect(server.requests.length).toBeGreaterThan(0);
  });

  test('the address may come from METATB_DIR', async () => {
    const ran = await metatb(['probe', fen], { env: { METATB_DIR: server.url } });
    expect(ran).toMatchObject({ status: 0, stderr: '' });
    expect(ran.stdout).toContain('Black loses in 6 plies');
  });

  test('a table that the server does not have is missing', async () => {
    const rook = '8/8/8/4k3/8/8/8/K2R4 w';
    const { status, stderr } = await metatb(['probe', rook, '--dir', server.url]);
    expect(status).toBe(4);
    expect(stderr).toMatch(/no metachess table KRvk/);
  });

  test('a server error is a failure, reported in one line', async () => {
    server.behave = ({ response }) => response.writeHead(503).end();
    const { status, stdout, stderr } = await metatb(['line', fen, '--dir', server.url]);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^metatb: http.*KQvk\.mtb: the server says 503 Service Unavailable\n$/);
  });

  test.each([
    ['generate', 'KQvk'],
    ['stats', 'KQvk'],
    ['export', 'KQvk'],
    ['verify', 'KQvk'],
  ])('%s needs a folder', async (...args) => {
    const { status, stdout, stderr } = await metatb([...args, '--dir', server.url]);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^metatb: --dir is the web address http.*: only probe and line read/);
    expect(server.requests).toEqual([]);
  });
});
