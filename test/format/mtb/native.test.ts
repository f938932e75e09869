import fc from 'fast-check';
import { inflateSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { unwrap } from '../../../src/board/result.ts';
import { type BlockCodec, portableCodec } from '../../../src/format/mtb/blocks.ts';
import {
  checkNative,
  checkNativeStart,
  decodeNative,
  nativeFormat,
  readStatistics,
  startBytes,
} from '../../../src/format/mtb/native.ts';
import { openStart } from '../../../src/format/mtb/nativeStart.ts';
import { readCodes, type StartedFile } from '../../../src/format/mtb/readCodes.ts';
import { parseStart } from '../../../src/format/mtb/startParts.ts';
import { zlibCodec } from '../../../src/store/zlibCodec.ts';
import { countTable } from '../../../src/table/statistics.ts';
import type { Table } from '../../../src/table/table.ts';
import { PlyValues, SlabValues } from '../../../src/table/values.ts';
import { runs } from '../../thorough.ts';
import {
  chessEndgame,
  haveSameValues,
  joined,
  madeUpTable,
  nativeFile,
  withValues,
} from '../madeUp.ts';
import { small, smallBytes, smallHeader, startEnd, viewOf } from './smallFile.ts';

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** A large table of the set solver's codes of one or two bytes: several blocks per side. */
function codesTable(Codes: typeof Int8Array | typeof Int16Array = Int8Array): Table {
  const known = codesTables.get(Codes);
  if (known) return known;
  const endgame = chessEndgame('KQvkr');
  const side = (turn: number) => {
    const codes = new Codes(endgame.placements.size);
    for (let i = 0; i < codes.length; i++) codes[i] = ((i * 7 + turn) >> 9) % 250;
    return new SlabValues(codes);
  };
  const table = { ...endgame, values: [side(0), side(1)] as const };
  codesTables.set(Codes, table);
  return table;
}
const codesTables = new Map<typeof Int8Array | typeof Int16Array, Table>();

/** Codecs that read each other's blocks. */
const codecs: readonly [string, BlockCodec][] = [
  ['the codec that runs everywhere', portableCodec],
  ['Node’s', zlibCodec],
];

describe('a table survives the round trip', () => {
  test.each(['KQvk', 'KPvk'])('%s', async (name) => {
    const table = madeUpTable(name);
    const bytes = await joined(nativeFormat.encode(table));
    const read = unwrap(await nativeFormat.decode(bytes, chessEndgame(name)));
    expect(haveSameValues(read, table)).toBe(true);
  });

  test('with any values', async () => {
    const { size } = small.placements;
    const side = fc.int16Array({ minLength: size, maxLength: size });
    await fc.assert(
      fc.asyncProperty(side, side, async (white, black) => {
        const { values } = withValues(small, white, black);
        const bytes = await joined(nativeFormat.encode({ ...small, values }));
        expect(unwrap(await nativeFormat.decode(bytes, small)).values).toEqual(values);
      }),
      runs(100),
    );
  });

  test.each(
    codecs.flatMap(([one, writer]) =>
      codecs.map(([other, reader]) => [one, other, writer, reader] as const),
    ),
  )('in several blocks, written by %s and read by %s', async (_, __, writer, reader) => {
    const table = codesTable();
    const read = unwrap(await decodeNative(await nativeFile(table, writer), table, reader));
    expect(haveSameValues(read, table)).toBe(true);
  });

  const sizes = [
    ['a byte', Int8Array],
    ['two bytes', Int16Array],
  ] as const;
  test.each(sizes)('in codes of the same size: %s', async (_, Codes) => {
    const table = codesTable(Codes);
    const read = unwrap(await nativeFormat.decode(await joined(nativeFormat.encode(table)), table));
    for (const side of read.values) expect((side as SlabValues).codes).toBeInstanceOf(Codes);
    expect(haveSameValues(read, table)).toBe(true);
  });

  test('from inside a larger buffer, at an odd address', async () => {
    const around = Uint8Array.from([7, ...smallBytes, 7]);
    const bytes = around.subarray(1, -1);
    expect(haveSameValues(unwrap(await nativeFormat.decode(bytes, small)), small)).toBe(true);
  });

  test('with its rule set and endgame', async () => {
    const { rules, material, placements } = unwrap(await nativeFormat.decode(smallBytes, small));
    expect({ rules, material, placements }).toEqual({
      rules: 'small',
      material: small.material,
      placements: small.placements,
    });
  });
});

test.each(codecs)('%s inflates to the expected size or not at all', async (_, codec) => {
  const bytes = Uint8Array.from({ length: 1000 }, (_, i) => i % 7);
  const deflated = await codec.deflate(bytes, 1);
  expect(Uint8Array.from((await codec.inflate(deflated, 1000))!)).toEqual(bytes);
  for (const size of [999, 1001]) expect(await codec.inflate(deflated, size)).toBeUndefined();
  expect(await codec.inflate(deflated.subarray(0, -2), 1000)).toBeUndefined();
  expect(await codec.inflate(Uint8Array.of(7, 7, 7), 3)).toBeUndefined();
});

describe('the file', () => {
  test('identifies itself in its first bytes', () => {
    expect(text(smallBytes.subarray(0, 3))).toBe('MTB');
    expect(smallBytes[3]).toBe(5);
    const size = viewOf(smallBytes).getUint32(8, true);
    const inflated = inflateSync(smallBytes.subarray(12, startEnd - 4));
    expect(inflated).toHaveLength(size);
    const json = inflated.subarray(4, 4 + viewOf(inflated).getUint32(0, true));
    expect(JSON.parse(text(json))).toEqual(smallHeader);
  });

  test('names its values and its index', async () => {
    const headerOf = async (table: Table) =>
      unwrap(parseStart(await joined(nativeFormat.encode(table)))).header;
    const slabs = { index: 'slabs', size: 462 * 64 * 64 };
    expect(await headerOf(codesTable())).toMatchObject({ ...slabs, values: 'codes' });
    const wide = codesTable(Int16Array);
    expect(await headerOf(wide)).toMatchObject({ ...slabs, values: 'wide codes' });
  });

  test('stores more values than a byte can have with the low byte first', async () => {
    const values = Int16Array.from({ length: small.placements.size }, (_, i) => 0x0102 + i);
    const bytes = await joined(nativeFormat.encode(withValues(small, values, values)));
    const { list } = unwrap(openStart(bytes, bytes.length, small));
    const { at, length } = list.block(0);
    const first = inflateSync(bytes.subarray(at + 4, at + length));
    expect([first.length, ...first.subarray(0, 4)]).toEqual([2 * values.length, 2, 1, 3, 1]);
    const read = unwrap(await decodeNative(bytes, small));
    expect(read.values[0]).toEqual(new PlyValues(values));
  });

  test('is written as its start and then each of its blocks', async () => {
    const table = codesTable();
    const lengths: number[] = [];
    for await (const chunk of nativeFormat.encode(table)) lengths.push(chunk.length);
    const blocks = 2 * Math.ceil(table.placements.size / 2 ** 15);
    expect(blocks).toBe(116);
    expect(lengths).toHaveLength(1 + blocks);
    expect(lengths[0]).toBeLessThan(1024);
  });

  test('is read for one side alone on request, even if the other is damaged', async () => {
    const table = codesTable();
    const bytes = await joined(nativeFormat.encode(table));
    bytes[bytes.length - 1]! ^= 1;
    const start = unwrap(openStart(bytes, bytes.length, table));
    const file: StartedFile = {
      ...{ start, codec: portableCodec },
      read: ({ from, bytes: length }) => bytes.subarray(from, from + length),
    };
    const side = () => new Int8Array(table.placements.size);
    const white = side();
    unwrap(await readCodes(file, { sides: [white, undefined], slices: undefined }));
    expect(Buffer.from(white).equals(Buffer.from((table.values[0] as SlabValues).codes))).toBe(
      true,
    );
    const both = await readCodes(file, { sides: [white, side()], slices: undefined });
    expect(both).toMatchObject({ ok: false, problem: { code: 'mtb-checksum' } });
  });
});

describe('statistics', () => {
  const statistics = countTable(small);
  const bytes = nativeFile(small, portableCodec, statistics);

  test('are read from the beginning of a file that has them', async () => {
    const beginning = (await bytes).subarray(0, startBytes(await bytes));
    expect(unwrap(readStatistics(beginning, small))).toEqual(statistics);
    expect(haveSameValues(unwrap(await nativeFormat.decode(await bytes, small)), small)).toBe(true);
  });

  test('are undefined if the file has none, and a problem if the file is of another table', async () => {
    expect(unwrap(readStatistics(smallBytes, small))).toBeUndefined();
    expect(readStatistics(await bytes, { ...small, rules: 'chess' })).toMatchObject({
      problem: { code: 'mtb-rules' },
    });
    expect(readStatistics((await bytes).subarray(0, 50), small)).toMatchObject({
      problem: { code: 'mtb-truncated' },
    });
  });
});

describe('the beginning of a file', () => {
  const table = codesTable();
  const whole = joined(nativeFormat.encode(table));
  const check = async (change: (start: Uint8Array) => Uint8Array, size?: number) => {
    const bytes = await whole;
    const start = change(bytes.slice(0, startBytes(bytes)));
    return checkNativeStart(start, size ?? bytes.length, table);
  };
  const same = (start: Uint8Array) => start;

  test('gives the same result for a sound file as the whole file', async () => {
    expect(startBytes(await whole)).toBeLessThan((await whole).length);
    expect(await check(same)).toEqual(checkNative(await whole, table));
    expect((await check(same)).ok).toBe(true);
  });

  test('reveals a file cut short or too long, and an altered header or block list', async () => {
    const { length } = await whole;
    expect(await check(same, length - 1)).toMatchObject({
      problem: { code: 'mtb-truncated', text: String(length - 1) },
    });
    expect(await check(same, length + 1)).toMatchObject({ problem: { code: 'mtb-checksum' } });
    const end = startBytes(await whole);
    for (const at of [8, 20, end - 5, end - 1]) {
      const flipped = await check((start) => start.with(at, start[at]! ^ 1));
      expect(flipped).toMatchObject({ problem: { code: 'mtb-checksum' } });
    }
    expect(await check((start) => start.subarray(0, 40), 40)).toMatchObject({
      problem: { code: 'mtb-truncated', text: '40' },
    });
  });

  test('does not reveal an altered block, which reading the block does', async () => {
    const bytes = (await whole).with(-1, (await whole).at(-1)! ^ 1);
    const start = bytes.subarray(0, startBytes(bytes));
    expect(checkNativeStart(start, bytes.length, table).ok).toBe(true);
    expect(checkNative(bytes, table).ok).toBe(false);
  });
});
