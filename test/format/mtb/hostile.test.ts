import fc from 'fast-check';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { unwrap } from '../../../src/board/result.ts';
import { sealBlock } from '../../../src/format/mtb/blocks.ts';
import { encodeNative } from '../../../src/format/mtb/encodeNative.ts';
import { checkNative, decodeNative } from '../../../src/format/mtb/native.ts';
import { openTableFile } from '../../../src/format/mtb/openTableFile.ts';
import { openPlanes } from '../../../src/format/mtb/planeBlocks.ts';
import type { TableFile } from '../../../src/format/mtb/tableFile.ts';
import { pushVarint } from '../../../src/format/mtb/varint.ts';
import { PlaneTable } from '../../../src/format/planes/planeTable.ts';
import { chess } from '../../../src/rules/chess.ts';
import type { Endgame } from '../../../src/table/table.ts';
import { plainFileOf } from '../../probe/files.ts';
import { type SetTable, solveBySets } from '../../solve/setTables.ts';
import { runs } from '../../thorough.ts';
import { joined } from '../madeUp.ts';
import { contentsOf, forge, sealedBlocks } from './forged.ts';

// Files that someone made on purpose: all of their checksums are right.

const names = ['KBvk', 'KNvk', 'KPvk'] as const;
let tables: ReadonlyMap<string, SetTable>;
let table: SetTable;
const packed = new Map<string, Uint8Array>();
const plain = new Map<string, Uint8Array>();

beforeAll(async () => {
  tables = await solveBySets(chess, names);
  table = tables.get('KBvk')!;
  for (const name of names) {
    packed.set(name, await joined(encodeNative(tables.get(name)!, tables.get(name)!.statistics)));
    plain.set(name, await plainFileOf(tables.get(name)!));
  }
}, 120_000);

const files = [
  ['packed', packed],
  ['plain', plain],
] as const;
const altered = { ok: false, problem: { code: 'mtb-checksum' } };

function opened(bytes: Uint8Array, endgame: Endgame = table): TableFile {
  const file = unwrap(openTableFile(bytes, bytes.length, endgame));
  if (typeof file === 'number') throw new Error('the reader needs more bytes than the file has');
  return file;
}

function varints(...numbers: readonly number[]): Uint8Array {
  const bytes: number[] = [];
  for (const number of numbers) pushVarint(bytes, number);
  return Uint8Array.from(bytes);
}

describe.each(files)('a %s file is refused', (_, made) => {
  test('with two blocks exchanged, each with its own checksum', async () => {
    const pawn = tables.get('KPvk')!;
    const bytes = made.get('KPvk')!;
    const contents = contentsOf(bytes, pawn);
    const [first, second, ...rest] = sealedBlocks(bytes, pawn);
    const exchanged = [
      { ...second!, count: first!.count },
      { ...first!, count: second!.count },
    ];
    const forged = forge({ ...contents, blocks: [...exchanged, ...rest] });
    expect(checkNative(forged, pawn)).toMatchObject(altered);
    expect(await decodeNative(forged, pawn)).toMatchObject(altered);
    const file = opened(forged, pawn);
    const { from, bytes: length } = file.range(0);
    expect(file.decode(0, forged.subarray(from, from + length))).toMatchObject(altered);
  });

  test('with blocks of another table of the same size', async () => {
    const contents = contentsOf(made.get('KBvk')!, table);
    const [first, ...rest] = contents.blocks;
    const [other] = sealedBlocks(made.get('KNvk')!, tables.get('KNvk')!);
    const blocks = [{ ...other!, count: first!.count }, ...rest];
    expect(await decodeNative(forge({ ...contents, blocks }), table)).toMatchObject(altered);
  });

  test('with the header or the model of another file before its blocks', async () => {
    const bytes = made.get('KBvk')!;
    const contents = contentsOf(bytes, table);
    const blocks = sealedBlocks(bytes, table);
    const header = JSON.stringify({ ...JSON.parse(contents.header), weather: 'fine' });
    expect(await decodeNative(forge({ ...contents, blocks, header }), table)).toMatchObject(
      altered,
    );
    expect((await decodeNative(forge({ ...contents, header }), table)).ok).toBe(true);
  });

  test.each([
    ['men', 4],
    ['squares', 63],
    ['size', 1],
    ['size', 2 ** 40],
    ['index', 'symmetric'],
    ['symmetry', 'files'],
    ['symmetry', undefined],
    ['pieces', { K: {}, B: {} }],
    ['pieces', undefined],
    ['pieces', 7],
  ])('if its %s contradicts its name: %j', (field, says) => {
    const contents = contentsOf(made.get('KBvk')!, table);
    const header = JSON.stringify({ ...JSON.parse(contents.header), [field]: says });
    const forged = checkNative(forge({ ...contents, header }), table);
    expect(forged).toMatchObject({ ok: false, problem: { code: 'mtb-header' } });
  });

  test.each(['00000000', undefined])('if its fingerprint is %s', (fingerprint) => {
    const contents = contentsOf(made.get('KBvk')!, table);
    const header = JSON.stringify({ ...JSON.parse(contents.header), fingerprint });
    const forged = checkNative(forge({ ...contents, header }), table);
    expect(forged).toMatchObject({ ok: false, problem: { code: 'mtb-fingerprint' } });
  });

  test('by the name of a piece that moves otherwise', () => {
    const contents = contentsOf(made.get('KBvk')!, table);
    const header = JSON.parse(contents.header);
    header.pieces.B = { rides: [[1, 1]] };
    expect(
      checkNative(forge({ ...contents, header: JSON.stringify(header) }), table),
    ).toMatchObject({
      problem: { message: expect.stringContaining('says pieces.B {"rides":[[1,1]]}') },
    });
  });

  test('or read, without an exception, whatever a field of its header says', async () => {
    const contents = contentsOf(made.get('KBvk')!, table);
    const header = JSON.parse(contents.header);
    const keys = (of: object) => fc.constantFrom(...Object.keys(of));
    const any = fc.oneof(
      fc.tuple(keys(header), fc.jsonValue()).map(([key, value]) => ({ ...header, [key]: value })),
      fc.tuple(keys(header.coding), fc.oneof(fc.jsonValue(), fc.nat(3))).map(([key, value]) => ({
        ...header,
        coding: { ...header.coding, [key]: value },
      })),
    );
    await fc.assert(
      fc.asyncProperty(any, async (each) => {
        const forged = forge({ ...contents, header: JSON.stringify(each) });
        const read = await decodeNative(forged, table);
        if (!read.ok) expect(read.problem.code).toMatch(/^mtb-/);
      }),
      runs(30),
    );
  });
});

describe('what a probe of a packed file decodes is bounded:', () => {
  const packedWith = (change: (body: Uint8Array, count: number) => Uint8Array) => {
    const contents = contentsOf(packed.get('KBvk')!, table);
    const [first, ...rest] = contents.blocks;
    const { count } = first!;
    return forge({ ...contents, blocks: [{ count, body: change(first!.body, count) }, ...rest] });
  };
  const decoded = (forged: Uint8Array) => {
    const file = opened(forged);
    const { from, bytes } = file.range(0);
    return file.decode(0, forged.subarray(from, from + bytes));
  };

  test('a block of more than 64 KiB is refused before it is read', () => {
    const forged = packedWith(() => new Uint8Array((1 << 16) - 3));
    const problem = { code: 'mtb-header', message: expect.stringContaining('no list of blocks') };
    expect(openTableFile(forged, forged.length, table)).toMatchObject({ problem });
    expect(
      openTableFile(
        packedWith(() => new Uint8Array(60_000)),
        1e6,
        table,
      ),
    ).not.toMatchObject({
      problem,
    });
  });

  test('so is one of more than 32 planes', () => {
    const planesIn = (planes: number) => {
      const body = Uint8Array.from([...Array(planes).fill(1), 0, 100, ...Array(planes).fill(7)]);
      const block = { number: 3, from: 1000, count: planes + 100, at: 0, length: 0 };
      return openPlanes(5, block, sealBlock(5, 1000, body))?.size;
    };
    expect([planesIn(32), planesIn(33), planesIn(60)]).toEqual([32, undefined, undefined]);
  });

  test.each<[string, (count: number) => Uint8Array]>([
    ['a run of absent planes that is too long', (count) => varints(0, count + 1)],
    ['one that is too short', (count) => varints(0, count - 1)],
    ['one of no planes', (count) => varints(0, 0, 0, count)],
    ['one without a length', () => varints(0)],
    ['a plane that is too long', (count) => varints(9, 0, count - 1)],
    ['bytes that are in no plane', (count) => varints(0, count, 7)],
  ])('%s is refused', (_, body) => {
    expect(decoded(packedWith((_, count) => body(count)))).toMatchObject(altered);
  });

  test('a plane that cannot be decoded is tried once, however many of its values are asked', () => {
    const forged = packedWith((body) => body.map((byte, at) => (at > body.length / 2 ? 0 : byte)));
    const file = opened(forged);
    const block = unwrap(decoded(forged));
    const tries = vi.spyOn(PlaneTable.prototype, 'decode');
    const asked = Array.from({ length: table.placements.size }, (_, index) => {
      const squares = table.material.men.map(() => 0);
      table.placements.squares(index, squares);
      return { ...file.spotOf(0, squares) };
    });
    const own = asked.filter(({ part }) => file.blockOf(part) === 0);
    const values = own.map(({ part, cell }) => block.part(part)?.value(0, cell));
    expect(values).toContain(undefined);
    expect(values.length).toBeGreaterThan(32);
    expect(tries.mock.calls.length).toBeLessThanOrEqual(32);
    tries.mockRestore();
  });
});
