import type { Color } from '../../pieces/army.ts';
import type { Placements } from '../../table/placements.ts';
import type { Table } from '../../table/table.ts';
import { UNCOVERED, type ValueCode } from '../../table/value.ts';
import type { Values } from '../../table/values.ts';
import { CHUNK_BYTES, type ExportFormat } from '../format.ts';

/**
 * NumPy arrays, one file a side to move: `NAME-w.npy` and `NAME-b.npy`, of shape (64,) * n in C order, indexed by the
 * pieces' squares in slot order, with every order of identical pieces. NPY version 1.0 with the data from a multiple of
 * 64 bytes on, so that `numpy.load(path, mmap_mode="r")` maps the file and reads only what is accessed.
 * (https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html)
 *
 * A value `v` is for the side to move: 0 drawn; v > 0 won in v - 1 plies; v < 0 lost in -v - 1 plies; the least
 * number of the type (-128, -32768) no position. The type is int8 if every value of both sides fits, otherwise int16,
 * little-endian.
 */
export const npyFormat: ExportFormat = {
  name: 'npy',
  extension: '.npy',
  about: 'NumPy arrays, one file a side (NAME-w.npy, NAME-b.npy), by the squares in slot order.',
  files(table) {
    const type = typeOf(table);
    return ([0, 1] as const).map((turn) => ({
      suffix: turn === 0 ? '-w' : '-b',
      chunks: encodeSide(table, turn, type),
    }));
  },
};

type ArrayType = 'int8' | 'int16';

/** The least number of int8 is no position: values go up to 127 on both sides of zero. */
const MOST_INT8 = 127;

function typeOf({ values }: Table): ArrayType {
  const fits = (side: Values) => {
    for (let index = 0; index < side.length; index++) {
      const code = side.at(index);
      if (code !== UNCOVERED && (code > MOST_INT8 || code < -MOST_INT8)) return false;
    }
    return true;
  };
  return values.every(fits) ? 'int8' : 'int16';
}

function* encodeSide(table: Table, turn: Color, type: ArrayType): Generator<Uint8Array> {
  const { material, placements } = table;
  const { squareCount } = placements;
  const men = material.men.length;
  yield makeHeader(type, new Array<number>(men).fill(squareCount));
  const values = table.values[turn];
  const width = type === 'int8' ? 1 : 2;
  const rowsAtOnce = Math.max(1, Math.floor(CHUNK_BYTES / (squareCount * width)));
  const rows = squareCount ** (men - 1);
  const squares: number[] = new Array(men).fill(0);
  for (let from = 0; from < rows; from += rowsAtOnce) {
    const count = Math.min(rowsAtOnce, rows - from);
    const chunk = new ArrayChunk(count * squareCount, type);
    for (let row = 0; row < count; row++) {
      const distinct = placeRow(from + row, squares, squareCount);
      if (distinct) fillRow(chunk, row * squareCount, squares, placements, values);
    }
    yield chunk.bytes;
  }
}

/** Writes to `squares` where row `row` of the array has all pieces but the last. True if no two share a square. */
function placeRow(row: number, squares: number[], squareCount: number): boolean {
  const last = squares.length - 1;
  let rest = row;
  for (let slot = last - 1; slot >= 0; slot--) {
    squares[slot] = rest % squareCount;
    rest = Math.floor(rest / squareCount);
  }
  for (let slot = 1; slot < last; slot++) {
    if (squares.indexOf(squares[slot]!) < slot) return false;
  }
  return true;
}

function fillRow(
  chunk: ArrayChunk,
  at: number,
  squares: number[],
  placements: Placements,
  values: Values,
): void {
  const last = squares.length - 1;
  for (let square = 0; square < placements.squareCount; square++) {
    squares[last] = square;
    if (squares.indexOf(square) < last) continue;
    chunk.put(at + square, values.at(placements.index(squares)));
  }
}

/** A run of an array, initially without positions. */
class ArrayChunk {
  readonly bytes: Uint8Array<ArrayBuffer>;
  private readonly view: DataView | undefined;

  constructor(length: number, type: ArrayType) {
    const none = 0x80;
    if (type === 'int8') {
      this.bytes = new Uint8Array(length).fill(none);
      return;
    }
    this.bytes = new Uint8Array(2 * length);
    for (let i = 1; i < this.bytes.length; i += 2) this.bytes[i] = none;
    this.view = new DataView(this.bytes.buffer);
  }

  put(at: number, code: ValueCode): void {
    if (code === UNCOVERED) return;
    if (this.view) this.view.setInt16(2 * at, code, true);
    else this.bytes[at] = code;
  }
}

const MAGIC = [0x93, ...new TextEncoder().encode('NUMPY'), 1, 0];
const LENGTH_BYTES = 2;
/** The data begins at a multiple of this. */
const ALIGNMENT = 64;

/** The magic string, the version, the length of the dict that follows (2 bytes, little-endian), the dict and spaces. */
function makeHeader(type: ArrayType, shape: readonly number[]): Uint8Array {
  const descr = type === 'int8' ? '|i1' : '<i2';
  const dict = `{'descr': '${descr}', 'fortran_order': False, 'shape': (${shape.join(', ')}), }`;
  const before = MAGIC.length + LENGTH_BYTES;
  const end = '\n';
  const size = Math.ceil((before + dict.length + end.length) / ALIGNMENT) * ALIGNMENT;
  const text = dict.padEnd(size - before - end.length) + end;
  const header = new Uint8Array(size);
  header.set(MAGIC);
  header[MAGIC.length] = text.length & 0xff;
  header[MAGIC.length + 1] = text.length >> 8;
  header.set(new TextEncoder().encode(text), before);
  return header;
}
