import { fail, ok, type Result } from '../../board/result.ts';
import { type CodesRoom, type Slices, sliced } from '../../index/slices.ts';
import type { Statistics } from '../../table/statistics.ts';
import type { Endgame, Table } from '../../table/table.ts';
import { UNCOVERED } from '../../table/value.ts';
import { ILLEGAL, type SlabCodes } from '../../table/values.ts';
import { formatBytes } from '../byteCount.ts';
import type { TableFormat } from '../format.ts';
import { type BlockCodec, openBlock, portableCodec } from './blocks.ts';
import { alteredBlock } from './damage.ts';
import { encodeNative } from './encodeNative.ts';
import { type Header, mismatch } from './nativeHeader.ts';
import { openStart } from './nativeStart.ts';
import { asValues, widthOf } from './plainBlocks.ts';
import { addLists, listRanges, readCodes } from './readCodes.ts';
import { parseStart, startLength } from './startParts.ts';
import type { ByteRange } from './tableFile.ts';

/**
 * A table as a start and blocks, all checksummed; FORMAT.md specifies it. Errors: `mtb-magic`,
 * `mtb-version`, `mtb-truncated`, `mtb-checksum`, `mtb-header`, `mtb-requires`, `mtb-rules`, `mtb-fingerprint`,
 * `mtb-table`, `memory`.
 */
export const nativeFormat: TableFormat = {
  name: 'mtb',
  extension: '.mtb',
  about: 'metatb’s own table file: compressed, checksummed.',
  encode: (table) => encodeNative(table),
  decode: (bytes, endgame) => decodeNative(bytes, endgame),
};

/** Errors: those of {@link nativeFormat}. */
export async function decodeNative(
  bytes: Uint8Array,
  endgame: Endgame,
  codec: BlockCodec = portableCodec,
): Promise<Result<Table>> {
  const start = openStart(bytes, bytes.length, endgame);
  if (!start.ok) return start;
  const { header } = start.value;
  const room = roomFor(header);
  if (!room.ok) return room;
  const read = ({ from, bytes: length }: ByteRange) => bytes.subarray(from, from + length);
  const done = await readCodes({ start: start.value, read, codec }, room.value);
  return done.ok ? ok(tableOf(endgame, header, room.value)) : done;
}

/** Room for all values of a table, or of slices of it, of both sides. */
export interface WholeRoom extends CodesRoom {
  readonly sides: readonly [SlabCodes, SlabCodes];
}

/** Numbers of an index that whole tables are read by have 31 bits. */
const MOST_NUMBERS = 2 ** 31;

/** Memory of a side, of at least so many bytes. */
export type Allocate = (bytes: number, side: 0 | 1) => ArrayBuffer | SharedArrayBuffer;

/** Memory in which all values of a file can be read, or slices of them, with no position anywhere. Errors: `memory`. */
export function roomFor(
  header: Header,
  allocate: Allocate = (bytes) => new ArrayBuffer(bytes),
  slices?: Slices,
): Result<WholeRoom> {
  const { table } = header;
  const size = slices ? sliced(slices) : header.size;
  const bytes = size * widthOf(header);
  const side = (which: 0 | 1) => {
    const memory = allocate(bytes, which);
    const codes =
      header.values === 'codes' ? new Int8Array(memory, 0, size) : new Int16Array(memory, 0, size);
    return codes.fill(header.values === 'plies' ? UNCOVERED : ILLEGAL);
  };
  try {
    if (size < MOST_NUMBERS) return ok({ sides: [side(0), side(1)], slices });
  } catch (error) {
    // More than the system has, or than Node lets one array have.
    if (!(error instanceof RangeError)) throw error;
  }
  const values = slices ? 'so many values' : 'all values';
  const all = `${values} of ${table}, ${formatBytes(2 * bytes, Math.ceil)}`;
  return fail('memory', `there is no room for ${all}: single positions can be probed`, table);
}

/** The table whose values were read. */
export function tableOf(endgame: Endgame, header: Header, { sides }: WholeRoom): Table {
  const [white, black] = sides;
  return { ...endgame, values: [asValues(header, white), asValues(header, black)] };
}

/** Checks all that can be checked of a file without decoding it. */
export function checkNative(bytes: Uint8Array, endgame: Endgame): Result<Header> {
  const start = openStart(bytes, bytes.length, endgame);
  if (!start.ok) return start;
  const { header, identity, list } = start.value;
  const part = ({ from, bytes: length }: ByteRange) => bytes.subarray(from, from + length);
  if (!addLists(list, listRanges(list).map(part))) return alteredBlock();
  for (let number = 0; number < list.blocks; number++) {
    const { at, length, from } = list.block(number);
    if (!openBlock(identity, from, bytes.subarray(at, at + length))) return alteredBlock();
  }
  return ok(header);
}

/**
 * Checks the start of a file of `size` bytes: its header, its list of blocks, and that they add up to `size`.
 * `start` must hold {@link startBytes}.
 */
export function checkNativeStart(
  start: Uint8Array,
  size: number,
  endgame: Endgame,
): Result<Header> {
  const found = openStart(start, size, endgame);
  return found.ok ? ok(found.value.header) : found;
}

/** The length of a file's start in bytes; that of `bytes` if they are too short to hold it. */
export function startBytes(bytes: Uint8Array): number {
  const length = startLength(bytes);
  return length.ok ? length.value : bytes.length;
}

/** The statistics in a file's header, undefined if it has none. Needs only the file's start. */
export function readStatistics(
  bytes: Uint8Array,
  endgame: Endgame,
): Result<Statistics | undefined> {
  const start = parseStart(bytes);
  if (!start.ok) return start;
  return mismatch(start.value.header, endgame) ?? ok(start.value.header.statistics);
}
