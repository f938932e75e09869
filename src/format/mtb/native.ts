import { ok, type Result } from '../../chess/result.ts';
import type { Statistics } from '../../table/statistics.ts';
import type { Endgame, Table } from '../../table/table.ts';
import { ILLEGAL, type SlabCodes } from '../../table/values.ts';
import type { TableFormat } from '../format.ts';
import { PlaneTable } from '../planes/planeTable.ts';
import type { BlockList } from './blockList.ts';
import { AT_ONCE, type Block, type BlockCodec, openBlock, portableCodec } from './blocks.ts';
import { alteredBlock } from './damage.ts';
import { encodeNative } from './encodeNative.ts';
import { type Header, mismatch } from './nativeHeader.ts';
import { type OpenStart, openStart } from './nativeStart.ts';
import { bytesOfCodes, valuesOf, widthOf } from './plainBlocks.ts';
import { NO_PLANE, openPlanes } from './planeBlocks.ts';
import { parseStart, startLength } from './startParts.ts';

/**
 * A table as a start and blocks, all checksummed; FORMAT.md specifies it. Errors: `mtb-magic`,
 * `mtb-version`, `mtb-truncated`, `mtb-checksum`, `mtb-header`, `mtb-requires`, `mtb-rules`, `mtb-fingerprint`,
 * `mtb-table`.
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
  const sides = [0, 1].map(() => new Uint8Array(header.size * widthOf(header)));
  const read = await takeBlocks(bytes, start.value, [true, true], codec, (side, from, part) => {
    sides[side]!.set(part, from);
  });
  if (!read.ok) return read;
  const [white, black] = sides.map((side) => valuesOf(header, side));
  return ok({ ...endgame, values: [white!, black!] });
}

/** Receives bytes of a side's values, from byte `from` on. */
export type TakeBlock = (side: 0 | 1, from: number, bytes: Uint8Array) => void;

/** Reads the codes of a file, as bytes, for the requested sides. Errors: those of {@link nativeFormat}. */
export async function readBlocks(
  bytes: Uint8Array,
  endgame: Endgame,
  sides: readonly [boolean, boolean],
  codec: BlockCodec,
  take: TakeBlock,
): Promise<Result<undefined>> {
  const start = openStart(bytes, bytes.length, endgame);
  return start.ok ? takeBlocks(bytes, start.value, sides, codec, take) : start;
}

async function takeBlocks(
  bytes: Uint8Array,
  { header, identity, list, parts }: OpenStart,
  sides: readonly [boolean, boolean],
  codec: BlockCodec,
  take: TakeBlock,
): Promise<Result<undefined>> {
  if (!addLists(bytes, list)) return alteredBlock();
  const blocks = Array.from({ length: list.blocks }, (_, number) => list.block(number));
  const bytesOf = ({ at, length }: Block) => bytes.subarray(at, at + length);
  if (parts instanceof PlaneTable) {
    const codes = sides.map((wanted) => (wanted ? noPositions(header) : undefined));
    for (const block of blocks) {
      const planes = openPlanes(identity, block, bytesOf(block));
      if (!planes) return alteredBlock();
      for (let number = block.from; number < block.from + block.count; number++) {
        if (!parts.unload(number, planes.get(number) ?? NO_PLANE, codes)) return alteredBlock();
      }
    }
    for (const [side, found] of codes.entries()) {
      if (found) take(side as 0 | 1, 0, bytesOfCodes(found));
    }
    return ok(undefined);
  }
  const inflate = async (block: Block): Promise<boolean> => {
    const { side, from, bytes: length } = parts.part(block.number);
    const body = openBlock(identity, block.from, bytesOf(block));
    const part = body && (await codec.inflate(body, length));
    if (part?.length !== length) return false;
    take(side, from, part);
    return true;
  };
  const wanted = blocks.filter(({ number }) => sides[parts.part(number).side]);
  for (let i = 0; i < wanted.length; i += AT_ONCE) {
    const some = wanted.slice(i, i + AT_ONCE);
    const done = await Promise.all(some.map((block) => inflate(block).catch(() => false)));
    if (done.includes(false)) return alteredBlock();
  }
  return ok(undefined);
}

/** Reads the blocks of a file's list, if it has any. False if one is altered. */
function addLists(bytes: Uint8Array, list: BlockList): boolean {
  for (let i = 0; i < list.lists; i++) {
    const { from, bytes: length } = list.rangeOfList(i);
    if (!list.add(i, bytes.subarray(from, from + length))) return false;
  }
  return true;
}

function noPositions({ values, size }: Header): SlabCodes {
  return (values === 'codes' ? new Int8Array(size) : new Int16Array(size)).fill(ILLEGAL);
}

/** Checks all that can be checked of a file without decoding it. */
export function checkNative(bytes: Uint8Array, endgame: Endgame): Result<Header> {
  const start = openStart(bytes, bytes.length, endgame);
  if (!start.ok) return start;
  const { header, identity, list } = start.value;
  if (!addLists(bytes, list)) return alteredBlock();
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
