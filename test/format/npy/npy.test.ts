import { writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { npyFormat } from '../../../src/format/npy/npy.ts';
import { readTable, type Table } from '../../../src/table/table.ts';
import { UNCOVERED } from '../../../src/table/value.ts';
import { need } from '../../need.ts';
import { needPython } from '../../python3.ts';
import { thorough, whole } from '../../thorough.ts';
import { heldBytes } from '../held.ts';
import {
  chessEndgame,
  joined,
  type MadeUpTable,
  madeUpTable,
  smallEndgame,
  smallTable,
  withValues,
} from '../madeUp.ts';
import { inFolder, python } from '../pickle/python.ts';

interface NpyArray {
  readonly descr: string;
  readonly shape: readonly number[];
  readonly data: Int8Array | Int16Array;
}

/** An independent reader after the published description of NPY 1.0. */
function parseNpy(bytes: Uint8Array<ArrayBuffer>): NpyArray {
  expect([...bytes.subarray(0, 8)]).toEqual([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0]);
  const dataAt = 10 + bytes[8]! + 256 * bytes[9]!;
  expect(dataAt % 64).toBe(0);
  const header = new TextDecoder('ascii').decode(bytes.subarray(10, dataAt));
  const match =
    /^\{'descr': '([^']+)', 'fortran_order': False, 'shape': \(([\d, ]+)\), \} *\n$/.exec(header);
  expect(match, header).not.toBeNull();
  const descr = match![1]!;
  const shape = match![2]!.split(', ').map(Number);
  expect(['|i1', '<i2']).toContain(descr);
  const data =
    descr === '|i1'
      ? new Int8Array(bytes.buffer, dataAt)
      : // The machine and the file are both little-endian.
        new Int16Array(bytes.buffer, dataAt);
  expect(data.length).toBe(shape.reduce((product, length) => product * length, 1));
  return { descr, shape, data };
}

async function arraysOf(table: Table): Promise<readonly [NpyArray, NpyArray]> {
  const files = npyFormat.files(table);
  expect(files.map(({ suffix }) => suffix)).toEqual(['-w', '-b']);
  const [white, black] = [await joined(files[0]!.chunks), await joined(files[1]!.chunks)];
  return [parseNpy(white), parseNpy(black)];
}

/** The first place of an array that differs from the table, or undefined. */
function firstUnlike(table: Table, turn: 0 | 1, { shape, data, descr }: NpyArray) {
  const none = descr === '|i1' ? -128 : -32768;
  for (let at = 0; at < data.length; at++) {
    let rest = at;
    const squares = shape.map(() => 0);
    for (let slot = shape.length - 1; slot >= 0; slot--) {
      squares[slot] = rest % shape[slot]!;
      rest = Math.floor(rest / shape[slot]!);
    }
    const distinct = new Set(squares).size === squares.length;
    const code = distinct ? readTable(table, turn, squares) : UNCOVERED;
    const expected = code === UNCOVERED ? none : code;
    if (data[at] !== expected) return { squares, expected, found: data[at] };
  }
  return undefined;
}

describe.each<[string, () => MadeUpTable, string, number[]]>([
  ['KQvk', () => madeUpTable('KQvk', 0, 126), '|i1', [64, 64, 64]],
  ['KQvk with a long win', () => madeUpTable('KQvk', 0, 300), '<i2', [64, 64, 64]],
  ['KPvk', () => madeUpTable('KPvk'), '|i1', [64, 64, 64]],
  ['KNNvk on 4x4', () => smallTable(smallEndgame('KNNvk')), '|i1', [16, 16, 16, 16]],
  ['KPvkp on 4x4', () => smallTable(smallEndgame('KPvkp'), 0, 200), '<i2', [16, 16, 16, 16]],
])('the arrays of %s', (_, make, descr, shape) => {
  test('hold every value at its squares and nothing elsewhere', async () => {
    const table = make();
    const arrays = await arraysOf(table);
    for (const turn of [0, 1] as const) {
      expect(arrays[turn]).toMatchObject({ descr, shape });
      expect(firstUnlike(table, turn, arrays[turn])).toBeUndefined();
    }
  });
});

test.each([
  ['a win in 126', 127, '|i1'],
  ['a win in 127', 128, '<i2'],
  ['a loss in 126', -127, '|i1'],
  ['a loss in 127, which one byte cannot distinguish from no position', -128, '<i2'],
])('%s on one side decides the type of both', async (_, code, descr) => {
  const endgame = smallEndgame('KQvk');
  const empty = () => new Int16Array(endgame.placements.size).fill(UNCOVERED);
  const black = empty();
  black[endgame.placements.index([0, 2, 9])] = code;
  const arrays = await arraysOf(withValues(endgame, empty(), black));
  expect(arrays.map((array) => array.descr)).toEqual([descr, descr]);
  expect(firstUnlike(withValues(endgame, empty(), black), 1, arrays[1])).toBeUndefined();
});

test('the bytes come in chunks that share no buffer', () => {
  const [white] = npyFormat.files(madeUpTable('KQvk'));
  const chunks = [...(white!.chunks as Iterable<Uint8Array>)];
  expect(chunks.length).toBeGreaterThan(4);
  expect(Math.max(...chunks.map((chunk) => chunk.length))).toBeLessThanOrEqual(65536);
  expect(new Set(chunks.map(({ buffer }) => buffer)).size).toBe(chunks.length);
});

test.runIf(whole)('five men take no more memory than three: chunks are made on demand', () => {
  const endgame = chessEndgame('KQvk');
  const men = [...endgame.material.men, ...endgame.material.men.slice(1)];
  const { placements } = endgame;
  const five = {
    ...endgame,
    material: { name: 'five', men },
    placements: {
      ...placements,
      squareCount: 64,
      size: 1,
      scheme: '',
      index: () => 0,
      squares: () => {},
      orbit: () => 1,
    },
  };
  const table = withValues(five, Int16Array.of(1), Int16Array.of(1));
  const [white] = npyFormat.files(table);
  const before = heldBytes();
  const enough = thorough ? 2 ** 28 : 2 ** 25;
  let [bytes, most, chunks] = [0, 0, 0];
  for (const chunk of white!.chunks as Iterable<Uint8Array>) {
    bytes += chunk.length;
    if (++chunks % 128 === 0) most = Math.max(most, heldBytes() - before);
    if (bytes > enough) break;
  }
  expect(bytes).toBeGreaterThan(enough);
  expect(most).toBeLessThan(2 ** 24);
});

const reading = `
import ast, mmap, struct, sys
with open(sys.argv[1], 'rb') as file:
    magic, major, minor, length = struct.unpack('<6sBBH', file.read(10))
    header = ast.literal_eval(file.read(length).decode('latin1'))
    data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
assert (magic, major, minor) == (b'\\x93NUMPY', 1, 0)
assert set(header) == {'descr', 'fortran_order', 'shape'}
def at(*squares):
    place = 0
    for size, square in zip(header['shape'], squares):
        place = place * size + square
    return struct.unpack_from('<b', data, 10 + length + place)[0]
print(header['descr'], header['fortran_order'], header['shape'], at(34, 12, 24), at(34, 34, 24))
`;

test("Python's struct and ast read it without NumPy", async (context) => {
  needPython(context);
  const table = madeUpTable('KQvk');
  const bytes = await joined(npyFormat.files(table)[1]!.chunks);
  const value = readTable(table, 1, [34, 12, 24]);
  await inFolder((path) => {
    writeFileSync(path('KQvk-b.npy'), bytes);
    const said = python(reading, path('KQvk-b.npy'));
    expect(said).toBe(`|i1 False (64, 64, 64) ${value} -128`);
  });
});

const mapping = `
import sys
try:
    import numpy
except ImportError:
    print('no numpy')
    sys.exit()
array = numpy.load(sys.argv[1], mmap_mode='r')
print(type(array).__name__, array.dtype, array.shape, array[34, 12, 24], array[34, 34, 24])
`;

test('NumPy maps it without loading', async (context) => {
  needPython(context);
  const table = madeUpTable('KQvk', 0, 300);
  const bytes = await joined(npyFormat.files(table)[0]!.chunks);
  const value = readTable(table, 0, [34, 12, 24]);
  await inFolder((path) => {
    writeFileSync(path('KQvk-w.npy'), bytes);
    const said = python(mapping, path('KQvk-w.npy'));
    need(context, said !== 'no numpy', 'NumPy');
    expect(said).toBe(`memmap int16 (64, 64, 64) ${value} -32768`);
  });
});
