import crc32 from 'crc-32';
import { deflateSync, inflateSync } from 'fflate';
import { ok, type Result } from '../chess/result.ts';
import type { Statistics } from '../table/statistics.ts';
import type { Endgame, Table } from '../table/table.ts';
import { PlyValues, SlabValues, type Values } from '../table/values.ts';
import type { TableFormat } from './format.ts';
import {
  altered,
  HEAD_LIMIT,
  type Head,
  type Header,
  makeHead,
  mismatch,
  parseHead,
  truncated,
  viewOf,
} from './nativeHeader.ts';
import type { TableFile } from './tableFile.ts';

/**
 * A table in compressed blocks, checksummed. All numbers are little-endian, whatever the machine:
 *
 *     MTB, version (1 byte), length of the header (4 bytes)
 *     header, JSON in UTF-8 (see nativeHeader.ts)
 *     CRC-32 of all that (4 bytes)
 *     for each block its length in the file and the CRC-32 of its bytes there (4 bytes each)
 *     CRC-32 of that list (4 bytes)
 *     blocks: `blockBytes` bytes of values each, the last of a side fewer, deflated (RFC 1951);
 *       first all with White to move, then all with Black to move
 *
 * Values are codes of one byte, wide codes of two, or plies of two (header: `values`; see values.ts).
 * Errors: `mtb-magic`, `mtb-version`, `mtb-truncated`, `mtb-checksum`, `mtb-header`, `mtb-rules`, `mtb-table`.
 */
export const nativeFormat: TableFormat = {
  name: 'mtb',
  extension: '.mtb',
  about: 'metatb’s own table file: compressed, checksummed.',
  encode,
  decode: (bytes, endgame) => decodeNative(bytes, endgame),
};

/** Compresses blocks; a platform's own is faster than the one that runs everywhere. */
export interface BlockCodec {
  deflate(bytes: Uint8Array): Uint8Array | Promise<Uint8Array>;
  /** `size`: of the result, in bytes. May throw on bytes that are not deflated. */
  inflate(bytes: Uint8Array, size: number): Uint8Array | Promise<Uint8Array>;
}

/** Runs everywhere. */
export const portableCodec: BlockCodec = {
  deflate: (bytes) => deflateSync(bytes, { level: 1 }),
  inflate: (bytes, size) => inflateSync(bytes, { out: new Uint8Array(size) }),
};

const BLOCK_BYTES = 1 << 18;
const ENTRY_BYTES = 8;
const CRC_BYTES = 4;
/** Blocks in work at once: enough to keep a pool of threads busy. */
const AT_ONCE = 8;

async function* encode(table: Table): AsyncGenerator<Uint8Array> {
  const { head, list, blocks } = layOut(table, portableCodec);
  const all: Uint8Array[] = [];
  for await (const block of blocks) all.push(block);
  yield head;
  yield list;
  yield* all;
}

/**
 * A table file in parts. The list of blocks, which stands before them, is filled while they are made: whoever can
 * write it last need not hold the blocks. `statistics` go into the header, where they can be had without values.
 */
export function layOut(table: Table, codec: BlockCodec, statistics?: Statistics) {
  const { rules, material, placements, values } = table;
  const header: Header = {
    rules,
    table: material.name,
    men: material.men.length,
    squares: placements.squareCount,
    size: placements.size,
    index: placements.scheme,
    values: kindOf(values[0]),
    blockBytes: BLOCK_BYTES,
    ...(statistics ? { statistics } : {}),
  };
  const sources = values.flatMap((side) => slices(bytesOf(side)));
  const list = new Uint8Array(sources.length * ENTRY_BYTES + CRC_BYTES);
  return { head: makeHead(header), list, blocks: makeBlocks(sources, codec, list) };
}

async function* makeBlocks(
  sources: readonly Uint8Array[],
  codec: BlockCodec,
  list: Uint8Array,
): AsyncGenerator<Uint8Array> {
  const view = viewOf(list);
  for (let i = 0; i < sources.length; i += AT_ONCE) {
    const some = sources.slice(i, i + AT_ONCE);
    const blocks = await Promise.all(some.map((part) => codec.deflate(part)));
    for (const [j, block] of blocks.entries()) {
      view.setUint32((i + j) * ENTRY_BYTES, block.length, true);
      view.setInt32((i + j) * ENTRY_BYTES + 4, crc32.buf(block), true);
      yield block;
    }
  }
  view.setInt32(list.length - CRC_BYTES, crc32.buf(list.subarray(0, -CRC_BYTES)), true);
}

function kindOf(values: Values): Header['values'] {
  if (!(values instanceof SlabValues)) return 'plies';
  return values.codes instanceof Int8Array ? 'codes' : 'wide codes';
}

function bytesOf(values: Values): Uint8Array {
  if (values instanceof SlabValues && values.codes instanceof Int8Array) {
    const { buffer, byteOffset, byteLength } = values.codes;
    return new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
  }
  const bytes = new Uint8Array(2 * values.length);
  const view = viewOf(bytes);
  // Wide codes as they are, other values by their plies.
  const number =
    values instanceof SlabValues ? (i: number) => values.codes[i]! : (i: number) => values.at(i);
  for (let i = 0; i < values.length; i++) view.setInt16(2 * i, number(i), true);
  return bytes;
}

function slices(bytes: Uint8Array): Uint8Array[] {
  const found: Uint8Array[] = [];
  for (let from = 0; from < bytes.length; from += BLOCK_BYTES) {
    found.push(bytes.subarray(from, from + BLOCK_BYTES));
  }
  return found;
}

export async function decodeNative(
  bytes: Uint8Array,
  endgame: Endgame,
  codec: BlockCodec = portableCodec,
): Promise<Result<Table>> {
  const head = parseHead(bytes);
  if (!head.ok) return head;
  const { header } = head.value;
  const other = mismatch(header, endgame);
  if (other) return other;
  const sides = [0, 1].map(() => new Uint8Array(sideBytesOf(header))) as [Uint8Array, Uint8Array];
  const read = await readBlocks(bytes, head.value, [true, true], codec, (side, from, part) => {
    sides[side].set(part, from);
  });
  if (!read.ok) return read;
  const { rules, material, placements } = endgame;
  const values = [valuesOf(header, sides[0]), valuesOf(header, sides[1])] as const;
  return ok({ rules, material, placements, values });
}

/** Takes the values of one block: those from byte `from` on of a side. */
export type TakeBlock = (side: 0 | 1, from: number, bytes: Uint8Array) => void;

/** A block in a file, and the run of a side's value bytes that it holds. */
interface Block {
  readonly side: 0 | 1;
  readonly from: number;
  readonly size: number;
  readonly bytes: Uint8Array;
  /** Where it stands in the file. */
  readonly at: number;
  readonly length: number;
  readonly checksum: number;
}

/** Reads the values of a file whose head is known, block by block, of the sides that are asked for. */
export async function readBlocks(
  bytes: Uint8Array,
  head: Head,
  sides: readonly [boolean, boolean],
  codec: BlockCodec,
  take: TakeBlock,
): Promise<Result<undefined>> {
  const blocks = listBlocks(bytes, head);
  if (!blocks.ok) return blocks;
  const wanted = blocks.value.filter(({ side }) => sides[side]);
  const inflate = async (block: Block): Promise<boolean> => {
    if (crc32.buf(block.bytes) !== block.checksum) return false;
    const part = await codec.inflate(block.bytes, block.size);
    if (part.length === block.size) take(block.side, block.from, part);
    return part.length === block.size;
  };
  for (let i = 0; i < wanted.length; i += AT_ONCE) {
    const some = wanted.slice(i, i + AT_ONCE);
    const done = await Promise.all(some.map((block) => inflate(block).catch(() => false)));
    if (done.includes(false)) return altered('a block does not fit its checksum');
  }
  return ok(undefined);
}

/** Checks all that can be checked of a file without decompressing it. */
export function checkNative(bytes: Uint8Array, endgame: Endgame): Result<Header> {
  const head = parseHead(bytes);
  if (!head.ok) return head;
  const { header } = head.value;
  const blocks = mismatch(header, endgame) ?? listBlocks(bytes, head.value);
  if (!blocks.ok) return blocks;
  const sound = blocks.value.every((block) => crc32.buf(block.bytes) === block.checksum);
  return sound ? ok(header) : altered('a block does not fit its checksum');
}

/**
 * Checks the beginning of a file of `size` bytes: its header, its list of blocks, and that it is as long as they say.
 * `start` must hold {@link startBytes}.
 */
export function checkNativeStart(
  start: Uint8Array,
  size: number,
  endgame: Endgame,
): Result<Header> {
  const head = parseHead(start);
  if (!head.ok) return head;
  const { header } = head.value;
  const blocks = mismatch(header, endgame) ?? listBlocks(start, head.value, size);
  return blocks.ok ? ok(header) : blocks;
}

/** Bytes from the beginning of a table's file that hold its header and its list of blocks. */
export function startBytes({ placements }: Endgame): number {
  const blocks = 2 * Math.ceil((2 * placements.size) / BLOCK_BYTES);
  return HEAD_LIMIT + blocks * ENTRY_BYTES + CRC_BYTES;
}

/** `size`: of the file, of which `bytes` may be the beginning only. */
function listBlocks(
  bytes: Uint8Array,
  { header, length }: Head,
  size = bytes.length,
): Result<readonly Block[]> {
  const { blockBytes } = header;
  const sideBytes = sideBytesOf(header);
  const perSide = Math.ceil(sideBytes / blockBytes);
  const listEnd = length + 2 * perSide * ENTRY_BYTES;
  let at = listEnd + CRC_BYTES;
  if (bytes.length < at) return truncated(bytes.length, `at least ${at}`);
  const view = viewOf(bytes);
  if (crc32.buf(bytes.subarray(length, listEnd)) !== view.getInt32(listEnd, true)) {
    return altered('the list of blocks does not fit its checksum');
  }
  const blocks: Block[] = [];
  for (let i = 0; i < 2 * perSide; i++) {
    const entry = length + i * ENTRY_BYTES;
    const end = at + view.getUint32(entry, true);
    const from = (i % perSide) * blockBytes;
    blocks.push({
      side: i < perSide ? 0 : 1,
      from,
      size: Math.min(blockBytes, sideBytes - from),
      bytes: bytes.subarray(at, end),
      at,
      length: end - at,
      checksum: view.getInt32(entry + 4, true),
    });
    at = end;
  }
  if (size < at) return truncated(size, `${at}`);
  if (size > at) return altered(`${size - at} bytes follow the end of the table`);
  return ok(blocks);
}

/**
 * Reads the beginning of a file of `size` bytes. A number is how many first bytes that takes, where `start` has fewer.
 */
export function openTableFile(
  start: Uint8Array,
  size: number,
  endgame: Endgame,
): Result<TableFile | number> {
  const needed = Math.min(size, startBytes(endgame));
  if (start.length < needed) return ok(needed);
  const head = parseHead(start);
  if (!head.ok) return head;
  const { header } = head.value;
  const list = mismatch(header, endgame) ?? listBlocks(start, head.value, size);
  if (!list.ok) return list;
  const blocks = list.value;
  const width = header.values === 'codes' ? 1 : 2;
  const perSide = blocks.length / 2;
  return ok({
    endgame,
    statistics: header.statistics,
    bytes: size,
    blocks: blocks.length,
    blockOf: (side, index) => side * perSide + Math.floor((index * width) / header.blockBytes),
    range: (block) => ({ from: blocks[block]!.at, bytes: blocks[block]!.length }),
    decode(block, bytes) {
      const { checksum, size: valueBytes, from } = blocks[block]!;
      if (crc32.buf(bytes) !== checksum) return altered('a block does not fit its checksum');
      const values = valuesOf(header, inflateSync(bytes, { out: new Uint8Array(valueBytes) }));
      const first = from / width;
      return ok({ bytes: valueBytes, value: (_, index) => values.at(index - first) });
    },
  });
}

function sideBytesOf({ size, values }: Header): number {
  return size * (values === 'codes' ? 1 : 2);
}

function valuesOf(header: Header, bytes: Uint8Array): Values {
  if (header.values === 'codes') return new SlabValues(new Int8Array(bytes.buffer));
  const view = viewOf(bytes);
  const numbers = new Int16Array(bytes.length / 2);
  for (let i = 0; i < numbers.length; i++) numbers[i] = view.getInt16(2 * i, true);
  return header.values === 'plies' ? new PlyValues(numbers) : new SlabValues(numbers);
}

/** The statistics in a file's header, undefined where it has none. Needs only the file's beginning. */
export function readStatistics(
  bytes: Uint8Array,
  endgame: Endgame,
): Result<Statistics | undefined> {
  const head = parseHead(bytes);
  if (!head.ok) return head;
  return mismatch(head.value.header, endgame) ?? ok(head.value.header.statistics);
}
