import crc32 from 'crc-32';
import { deflateSync } from 'fflate';
import { ok, type Result } from '../chess/result.ts';
import type { Statistics } from '../table/statistics.ts';
import type { Endgame, Table } from '../table/table.ts';
import { ILLEGAL, type SlabCodes, SlabValues } from '../table/values.ts';
import { alteredBlock, type Block, openBlock } from './blocks.ts';
import { choosePlaneCoding, encodePlane } from './encodePlanes.ts';
import type { TableFormat } from './format.ts';
import {
  CRC_BYTES,
  type Header,
  MAGIC,
  mismatch,
  type PlanesCoding,
  PREFIX_BYTES,
  parseStart,
  startLength,
  VERSION,
  viewOf,
} from './nativeHeader.ts';
import { openStart } from './nativeStart.ts';
import {
  bytesOfCodes,
  kindOf,
  openPlain,
  PLAIN_BLOCK_BYTES,
  plainBlocks,
  valuesOf,
  widthOf,
} from './plainBlocks.ts';
import { openPlanes, planeBlocks } from './planeBlocks.ts';
import { hasPlanes, PlaneTable } from './planeTable.ts';

export { openTableFile } from './openTableFile.ts';

/**
 * A table as a start and blocks, all of it checksummed: FORMAT.md is its specification. Errors: `mtb-magic`,
 * `mtb-version`, `mtb-truncated`, `mtb-checksum`, `mtb-header`, `mtb-rules`, `mtb-fingerprint`, `mtb-table`.
 */
export const nativeFormat: TableFormat = {
  name: 'mtb',
  extension: '.mtb',
  about: 'metatb’s own table file: compressed, checksummed.',
  encode: (table) => encodeNative(table),
  decode: (bytes, endgame) => decodeNative(bytes, endgame),
};

/** The file of a table: its start, then its blocks. `statistics` go into the header, to be had without values. */
export function encodeNative(table: Table, statistics?: Statistics): Iterable<Uint8Array> {
  return assembleNative(table, statistics, codePlanes(table));
}

/** All planes of a table, coded. */
export interface CodedPlanes {
  readonly coding: PlanesCoding;
  /** The model, as bytes. */
  readonly packed: Uint8Array;
  /** By number; empty where there is none. */
  readonly planes: readonly Uint8Array[];
}

/** Undefined where the values are not those of the set solver. */
function codePlanes(table: Table): CodedPlanes | undefined {
  const [white, black] = table.values;
  const areCodes = white instanceof SlabValues && black instanceof SlabValues;
  if (!areCodes || !hasPlanes(table)) return undefined;
  const values = [white.codes, black.codes] as const;
  const chosen = choosePlaneCoding(table, values);
  if (!chosen) return undefined;
  const { layout, codes, model, packed } = chosen;
  const source = new PlaneTable(table, layout, codes, model);
  const planes: Uint8Array[] = [];
  for (let number = 0; number < source.planes.count; number++) {
    const plane = encodePlane(source, number, values);
    if (!plane) return undefined;
    planes.push(plane);
  }
  return { coding: { kind: 'planes', ...layout, codes }, packed, planes };
}

/** The file of a table whose planes are coded; undefined: whose values are put there as they are. */
export function* assembleNative(
  table: Table,
  statistics: Statistics | undefined,
  coded: CodedPlanes | undefined,
): Generator<Uint8Array> {
  const { rules, fingerprint, material, placements, values } = table;
  const coding = coded?.coding ?? { kind: 'deflate', blockBytes: PLAIN_BLOCK_BYTES };
  const { list, blocks } = coded ? planeBlocks(coded.planes) : plainBlocks(values);
  const header: Header = {
    rules,
    ...(fingerprint ? { fingerprint } : {}),
    table: material.name,
    men: material.men.length,
    squares: placements.squareCount,
    size: placements.size,
    index: placements.scheme,
    values: kindOf(values[0]),
    coding,
    ...(statistics ? { statistics } : {}),
  };
  yield makeStart(header, coded?.packed ?? new Uint8Array(), list);
  yield* blocks;
}

/** Three parts, each after its length, deflated, between the prefix and a checksum. */
function makeStart(header: Header, model: Uint8Array, list: Uint8Array): Uint8Array {
  const parts = [new TextEncoder().encode(JSON.stringify(header)), model, list];
  const inflated = new Uint8Array(parts.reduce((sum, { length }) => sum + 4 + length, 0));
  let at = 0;
  for (const part of parts) {
    viewOf(inflated).setUint32(at, part.length, true);
    inflated.set(part, at + 4);
    at += 4 + part.length;
  }
  const deflated = deflateSync(inflated, { level: 9 });
  const start = new Uint8Array(PREFIX_BYTES + deflated.length + CRC_BYTES);
  for (let i = 0; i < MAGIC.length; i++) start[i] = MAGIC.charCodeAt(i);
  start[MAGIC.length] = VERSION;
  viewOf(start).setUint32(MAGIC.length + 1, start.length, true);
  viewOf(start).setUint32(MAGIC.length + 5, inflated.length, true);
  start.set(deflated, PREFIX_BYTES);
  const checked = start.length - CRC_BYTES;
  viewOf(start).setInt32(checked, crc32.buf(start.subarray(0, checked)), true);
  return start;
}

/** Errors: those of {@link nativeFormat}. */
export function decodeNative(bytes: Uint8Array, endgame: Endgame): Result<Table> {
  const read = readSides(bytes, endgame, [true, true]);
  if (!read.ok) return read;
  const { header, sides } = read.value;
  const [white, black] = sides.map((side) => valuesOf(header, side!));
  return ok({ ...endgame, values: [white!, black!] });
}

/** Takes values of a side: those from byte `from` on. */
export type TakeBlock = (side: 0 | 1, from: number, bytes: Uint8Array) => void;

/** Reads the codes of a file, as bytes, of the sides that are asked for. Errors: those of {@link nativeFormat}. */
export function readBlocks(
  bytes: Uint8Array,
  endgame: Endgame,
  wanted: readonly [boolean, boolean],
  take: TakeBlock,
): Result<undefined> {
  const read = readSides(bytes, endgame, wanted);
  if (!read.ok) return read;
  for (const [side, values] of read.value.sides.entries())
    if (values) take(side as 0 | 1, 0, values);
  return ok(undefined);
}

interface Sides {
  readonly header: Header;
  /** By side to move: all values as bytes, the low one first; undefined where not asked for. */
  readonly sides: readonly (Uint8Array<ArrayBuffer> | undefined)[];
}

function readSides(
  bytes: Uint8Array,
  endgame: Endgame,
  wanted: readonly [boolean, boolean],
): Result<Sides> {
  const start = openStart(bytes, bytes.length, endgame);
  if (!start.ok) return start;
  const { header, blocks, planes } = start.value;
  const sideBytes = header.size * widthOf(header);
  const bytesOf = ({ at, length }: Block) => bytes.subarray(at, at + length);
  if (planes) {
    const codes = wanted.map((want) => (want ? noPositions(header) : undefined));
    for (const block of blocks) {
      const parts = openPlanes(bytesOf(block), block.count);
      if (!parts?.every((part, i) => planes.unload(block.from + i, part, codes))) {
        return alteredBlock();
      }
    }
    return ok({ header, sides: codes.map((side) => side && bytesOfCodes(side)) });
  }
  const sides = wanted.map((want) => (want ? new Uint8Array(sideBytes) : undefined));
  for (const block of blocks) {
    const side = sides[Math.floor(block.from / sideBytes)];
    const part = side && openPlain(bytesOf(block), block.count);
    if (side && !part) return alteredBlock();
    if (side && part) side.set(part, block.from % sideBytes);
  }
  return ok({ header, sides });
}

function noPositions({ values, size }: Header): SlabCodes {
  return (values === 'codes' ? new Int8Array(size) : new Int16Array(size)).fill(ILLEGAL);
}

/** Checks all that can be checked of a file without decoding it. */
export function checkNative(bytes: Uint8Array, endgame: Endgame): Result<Header> {
  const start = openStart(bytes, bytes.length, endgame);
  if (!start.ok) return start;
  const { header, blocks } = start.value;
  const sound = blocks.every(({ at, length }) => openBlock(bytes.subarray(at, at + length)));
  return sound ? ok(header) : alteredBlock();
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
  const found = openStart(start, size, endgame);
  return found.ok ? ok(found.value.header) : found;
}

/** How many bytes from the beginning of a file hold its start; so many as are there where they do not tell. */
export function startBytes(bytes: Uint8Array): number {
  const length = startLength(bytes);
  return length.ok ? length.value : bytes.length;
}

/** The statistics in a file's header, undefined where it has none. Needs only the file's start. */
export function readStatistics(
  bytes: Uint8Array,
  endgame: Endgame,
): Result<Statistics | undefined> {
  const start = parseStart(bytes);
  if (!start.ok) return start;
  return mismatch(start.value.header, endgame) ?? ok(start.value.header.statistics);
}
