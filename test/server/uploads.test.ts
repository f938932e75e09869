import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { encodeNative } from '../../src/format/mtb/encodeNative.ts';
import { nativeFormat } from '../../src/format/mtb/native.ts';
import { chess } from '../../src/rules/chess.ts';
import { endgameOf } from '../../src/rules/endgame.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { countTable } from '../../src/table/statistics.ts';
import type { Table } from '../../src/table/table.ts';
import { PlyValues, SlabValues } from '../../src/table/values.ts';
import { joined } from '../format/madeUp.ts';
import { bytesOf, newFolder, serve, TOKEN, tableOf } from '../queue/stores/stores.ts';
import { onSmallDisk } from '../smallDisk.ts';
import { materialOf } from '../solve/solved.ts';
import { digestOf, filesIn, put, queen } from './uploading.ts';

describe('a table', () => {
  test('is created, is there when it comes again, and other bytes are a conflict', async () => {
    const dir = newFolder();
    const { address } = await serve(dir);
    expect((await put(address, queen)).status).toBe(201);
    expect((await put(address, queen)).status).toBe(200);
    const other = await put(
      address,
      queen.map((byte) => byte ^ 1),
    );
    expect(other).toMatchObject({ status: 409, code: 'conflict' });
    expect(new Uint8Array(readFileSync(join(dir, 'metachess/KQvk.mtb')))).toEqual(queen);
    expect(filesIn(dir)).toEqual(['KQvk.mtb']);
    const answer = await fetch(`${address}/metachess?fen=8/8/8/2K5/k7/8/4Q3/8_b_-_-`);
    expect(await answer.json()).toMatchObject({ wdl: -1, dtm: 6 });
  });

  test('comes in pieces, each where the last one ended, and the server tells where that is', async () => {
    const dir = newFolder();
    const { address } = await serve(dir);
    const size = queen.length;
    const piece = (from: number, to: number) => {
      const range = `bytes ${from}-${to - 1}/${size}`;
      return put(address, queen.subarray(from, to), { range }, queen);
    };
    const question = () => put(address, new Uint8Array(), { range: `bytes */${size}` }, queen);
    const offset = ({ status, headers }: Awaited<ReturnType<typeof put>>) => [
      status,
      headers.get('Upload-Offset'),
    ];
    expect(offset(await question())).toEqual([202, '0']);
    expect(offset(await piece(0, 1000))).toEqual([202, '1000']);
    expect(filesIn(dir)).toHaveLength(1);
    expect(filesIn(dir)[0]).toMatch(/^\.KQvk\.mtb\.[0-9a-f]{64}\.upload$/);
    expect(await (await fetch(`${address}/tables`)).json()).toMatchObject({ metachess: [] });
    expect((await fetch(`${address}/tables/metachess/KQvk.mtb`)).status).toBe(404);
    // Neither a gap nor an overlap.
    for (const from of [999, 1001, 0]) {
      const wrong = await piece(from, 1500);
      expect(wrong.code).toBe('offset');
      expect(offset(wrong)).toEqual([409, '1000']);
    }
    // Another file of this name is apart from it.
    const other = queen.map((byte) => byte ^ 1);
    const begun = await put(address, other.subarray(0, 10), { range: `bytes 0-9/${size}` }, other);
    expect(offset(begun)).toEqual([202, '10']);
    expect(offset(await question())).toEqual([202, '1000']);
    expect((await piece(1000, size)).status).toBe(201);
    expect((await question()).status).toBe(200);
    expect(new Uint8Array(readFileSync(join(dir, 'metachess/KQvk.mtb')))).toEqual(queen);
  });

  test('goes on when the server has started again, also one that was complete', async () => {
    const dir = newFolder();
    const first = await serve(dir);
    const range = `bytes 0-999/${queen.length}`;
    await put(first.address, queen.subarray(0, 1000), { range }, queen);
    await first.close(0);
    const { address } = await serve(dir);
    const question = () =>
      put(address, new Uint8Array(), { range: `bytes */${queen.length}` }, queen);
    expect((await question()).headers.get('Upload-Offset')).toBe('1000');
    const [part] = filesIn(dir);
    writeFileSync(join(dir, 'metachess', part!), queen);
    expect((await question()).status).toBe(201);
  });

  test('that takes long to check is asked for until it is', async () => {
    const { address } = await serve(newFolder(), TOKEN, { answer: 0 });
    let answer = await put(address, queen);
    expect([answer.status, answer.headers.get('Upload-Offset')]).toEqual([202, `${queen.length}`]);
    const range = `bytes */${queen.length}`;
    for (let asked = 0; answer.status === 202 && asked < 500; asked++) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      answer = await put(address, new Uint8Array(), { range }, queen);
    }
    expect([200, 201]).toContain(answer.status);
  });

  test('abandoned for a day makes room for the next one', async () => {
    const dir = newFolder();
    const { address } = await serve(dir);
    const other = queen.map((byte) => byte ^ 1);
    const range = `bytes 0-9/${queen.length}`;
    await put(address, other.subarray(0, 10), { range }, other);
    const [part] = filesIn(dir);
    const yesterday = Date.now() / 1000 - 25 * 60 * 60;
    utimesSync(join(dir, 'metachess', part!), yesterday, yesterday);
    expect((await put(address, queen)).status).toBe(201);
    expect(filesIn(dir)).toEqual(['KQvk.mtb']);
  });
});

/** The table of a file. */
async function read(name: string, rules = metachess): Promise<Table> {
  const endgame = endgameOf(rules, materialOf(rules, name));
  return unwrap(await nativeFormat.decode(new Uint8Array(bytesOf(tableOf(name, rules))), endgame));
}

/** A file of a table, with the statistics that its values have. */
function encoded(table: Table, statistics = countTable(table)): Promise<Uint8Array> {
  return joined(encodeNative(table, statistics));
}

/** One region of values changed: wins that take longer. */
async function forgedRegion(): Promise<Table> {
  const table = await read('KQvk');
  const codes = Int8Array.from((table.values[0] as SlabValues).codes);
  const from = Math.floor(codes.length / 3);
  for (let at = from; at < from + codes.length / 50; at++) {
    if (codes[at]! > 0 && codes[at]! < 20) codes[at]!++;
  }
  return { ...table, values: [new SlabValues(codes), table.values[1]] };
}

test.each<[string, string, () => Promise<Uint8Array>]>([
  ['whose last block is damaged', 'mtb-checksum', async () => queen.with(queen.length - 1, 0)],
  ['that is cut off', 'mtb-truncated', async () => queen.subarray(0, queen.length - 3)],
  ['that is none', 'mtb-magic', async () => new Uint8Array(Buffer.alloc(500, 'no table'))],
  ['of another name', 'mtb-table', async () => new Uint8Array(bytesOf(tableOf('KRvk')))],
  ['of another game', 'mtb-rules', async () => new Uint8Array(bytesOf(tableOf('KQvk', chess)))],
  [
    'of other rules with the same name',
    'mtb-fingerprint',
    async () => encoded({ ...(await read('KQvk')), fingerprint: '0123456789abcdef' }),
  ],
  [
    'with the statistics of other values',
    'statistics',
    async () => encoded(await read('KQvk'), countTable(await forgedRegion())),
  ],
  ['of which one region is forged', 'values', async () => encoded(await forgedRegion())],
  [
    'whose every win is a ply too long',
    'values',
    async () => {
      const table = await read('KQvk');
      const shift = (turn: 0 | 1) =>
        new PlyValues(
          Int16Array.from({ length: table.placements.size }, (_, i) => {
            const value = table.values[turn].at(i);
            return value > 0 ? value + 2 : value;
          }),
        );
      return encoded({ ...table, values: [shift(0), shift(1)] });
    },
  ],
])('a file %s is refused, and nothing of it stays', async (_, code, make) => {
  const dir = newFolder();
  const { address } = await serve(dir, TOKEN, { sample: 2000 });
  const file = await make();
  expect(await put(address, file)).toMatchObject({ status: 422, code });
  expect(filesIn(dir)).toEqual([]);
  expect((await put(address, queen)).status).toBe(201);
});

test('a large table is checked without decoding it whole', async () => {
  const dir = newFolder();
  const { address } = await serve(dir, TOKEN, { wholeBytes: 0, sampleOfLarge: 1000 });
  const forged = await encoded(await forgedRegion());
  expect(await put(address, forged)).toMatchObject({ status: 422, code: 'values' });
  expect((await put(address, queen)).status).toBe(201);
});

test('without the tables that its moves lead to, a table cannot be checked, and says so', async () => {
  const dir = newFolder();
  const { address } = await serve(dir);
  const pawn = new Uint8Array(bytesOf(tableOf('KPvk')));
  const early = await put(address, pawn, { path: '/tables/metachess/KPvk.mtb' });
  expect(early).toMatchObject({ status: 409, code: 'missing-table' });
  expect(early.message).toMatch(/KPvk is checked with KQvk, .*: upload these first/);
  expect(filesIn(dir)).toEqual([]);
});

test('a body whose digest is another is refused, so that it is sent again', async () => {
  const dir = newFolder();
  const { address } = await serve(dir);
  const sent = await put(address, queen, { digest: digestOf(new Uint8Array(5)) });
  expect(sent).toMatchObject({ status: 422, code: 'digest' });
  expect(filesIn(dir)).toEqual([]);
});

test('a body that is longer than announced does not get into the table', async () => {
  const dir = newFolder();
  const { address } = await serve(dir);
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  socket.write(
    `PUT /tables/metachess/KQvk.mtb HTTP/1.1\r\nHost: ${hostname}\r\n` +
      `Authorization: Bearer ${TOKEN}\r\nRepr-Digest: ${digestOf(queen)}\r\n` +
      `Content-Length: ${queen.length}\r\n\r\n`,
  );
  socket.write(queen);
  socket.write(Buffer.alloc(1000, 'more'));
  const answer = Buffer.concat(await socket.toArray()).toString();
  // What follows is another request, and none.
  expect(answer).toMatch(/HTTP\/1.1 400 /);
  for (const name of filesIn(dir)) {
    const come = new Uint8Array(readFileSync(join(dir, 'metachess', name)));
    expect(come).toEqual(queen.subarray(0, come.length));
  }
});

test('more uploads at once than the server takes are asked to wait', async () => {
  const { address } = await serve(newFolder(), TOKEN, { atOnce: 1 });
  const { hostname, port } = new URL(address);
  const slow = connect(Number(port), hostname);
  slow.write(
    `PUT /tables/metachess/KRvk.mtb HTTP/1.1\r\nHost: ${hostname}\r\n` +
      `Authorization: Bearer ${TOKEN}\r\nRepr-Digest: ${digestOf(queen)}\r\n` +
      'Content-Length: 100\r\n\r\nbegun',
  );
  await expect
    .poll(async () => (await put(address, queen.subarray(0, 9), { range: 'bytes 0-8/99' })).code)
    .toBe('busy');
  slow.destroy();
  await expect.poll(async () => (await put(address, queen)).status).toBe(201);
});

test('a full disk is told, and keeps no part of a table', async (context) => {
  const dir = newFolder();
  await onSmallDisk(context, dir, '8k', async () => {
    const { address } = await serve(dir);
    mkdirSync(join(dir, 'metachess'));
    writeFileSync(join(dir, 'metachess/filler'), Buffer.alloc(4096));
    expect((await put(address, queen)).status).toBe(201);
    const path = '/tables/metachess/KRvk.mtb';
    const full = await put(address, new Uint8Array(bytesOf(tableOf('KRvk'))), { path });
    expect(full).toMatchObject({
      status: 507,
      code: 'write',
      message: 'no space left on the disk',
    });
    expect(filesIn(dir).sort()).toEqual(['KQvk.mtb', 'filler']);
  });
});
