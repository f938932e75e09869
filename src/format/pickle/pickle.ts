import type { Square } from '../../board/board.ts';
import { BLACK, WHITE } from '../../pieces/army.ts';
import { makePositionCode, type PositionCode, squareBits } from '../../table/positionCode.ts';
import type { Table } from '../../table/table.ts';
import { parseValueCode, UNCOVERED, type ValueCode } from '../../table/value.ts';
import type { TableFormat } from '../format.ts';
import { Opcode, OpcodeWriter } from './pickleOpcodes.ts';
import { decodePickle } from './pickleReader.ts';

/**
 * A pickled dict `{position_code: (wdl, dtm)}` of Python's built-in ints and tuples, for `pickle.load` alone: every
 * position of the whole board, with every order of identical pieces, keys ascending (so Black to move first). Protocol
 * 4 without frames, which are optional: 7 bytes an entry for 4 men. (The format of the Metachess page.)
 */
export const pickleFormat: TableFormat = {
  name: 'pkl',
  extension: '.pkl',
  about: 'Python’s pickle of a dict {position_code: (wdl, dtm)}, the whole board.',
  encode,
  decode: decodePickle,
};

const PROTOCOL = 4;
/** Entries set by one SETITEMS, as in Python's own pickler. */
const BATCH = 1000;
/** The most bytes that an entry takes: key, a new tuple of two numbers, and the opcodes around a batch. */
const ENTRY_BYTES = 10 + 12 + 2;

function* encode(table: Table): Generator<Uint8Array> {
  const { placements } = table;
  const { squareCount } = placements;
  const bits = squareBits(squareCount);
  const last = table.material.men.length - 1;
  const occupied = new Uint8Array(squareCount);
  const writer = new OpcodeWriter();
  const entries = new EntryWriter(writer);
  writer.byte(Opcode.PROTO);
  writer.byte(PROTOCOL);
  writer.byte(Opcode.EMPTY_DICT);
  for (const turn of [BLACK, WHITE] as const) {
    const values = table.values[turn];
    // One row of keys: the last piece visits every square while all others stay.
    for (const squares of placementsOf(last, squareCount)) {
      if (writer.room < squareCount * ENTRY_BYTES) yield writer.take();
      const row = makePositionCode(turn, squares, bits) * 2 ** bits;
      const placed = [...squares, 0];
      for (const square of squares) occupied[square] = 1;
      for (let square = 0; square < squareCount; square++) {
        if (occupied[square] === 1) continue;
        placed[last] = square;
        const code = values.at(placements.index(placed));
        if (code !== UNCOVERED) entries.write(row + square, code);
      }
      for (const square of squares) occupied[square] = 0;
    }
  }
  entries.close();
  writer.byte(Opcode.STOP);
  yield writer.take();
}

/** All ways to place `men` men on distinct squares, in ascending order of position codes. Reuses the yielded array. */
function* placementsOf(men: number, squareCount: number): Generator<readonly Square[]> {
  const squares: Square[] = new Array(men).fill(0);
  for (let number = 0; number < squareCount ** men; number++) {
    let rest = number;
    for (let slot = men - 1; slot >= 0; slot--) {
      squares[slot] = rest % squareCount;
      rest = Math.floor(rest / squareCount);
    }
    if (squares.every((square, slot) => squares.indexOf(square) === slot)) yield squares;
  }
}

/** Writes entries of a dict, in batches. */
class EntryWriter {
  private readonly writer: OpcodeWriter;
  private batched = 0;
  /** For each value, at `code - UNCOVERED`, where the memo has its tuple; -1 where it is yet to be written. */
  private readonly memo = new Int32Array(0x10000).fill(-1);
  private memoized = 0;

  constructor(writer: OpcodeWriter) {
    this.writer = writer;
  }

  write(key: PositionCode, code: ValueCode): void {
    if (this.batched === BATCH) this.close();
    if (this.batched++ === 0) this.writer.byte(Opcode.MARK);
    this.writer.int(key);
    this.value(code);
  }

  /** Equal values are one tuple: 2 bytes rather than 7, and Python makes a hundred tuples and not millions. */
  private value(code: ValueCode): void {
    const { writer, memo } = this;
    const known = memo[code - UNCOVERED]!;
    if (known >= 0) {
      writer.get(known);
      return;
    }
    const { wdl, dtm } = parseValueCode(code);
    writer.int(wdl);
    writer.int(dtm);
    writer.byte(Opcode.TUPLE2);
    writer.byte(Opcode.MEMOIZE);
    memo[code - UNCOVERED] = this.memoized++;
  }

  close(): void {
    if (this.batched > 0) this.writer.byte(Opcode.SETITEMS);
    this.batched = 0;
  }
}
