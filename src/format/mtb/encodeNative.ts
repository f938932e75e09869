import crc32 from 'crc-32';
import { deflateSync } from 'fflate';
import type { Statistics } from '../../table/statistics.ts';
import type { Table } from '../../table/table.ts';
import { SlabValues } from '../../table/values.ts';
import { choosePlaneCoding, encodePlane } from '../planes/encodePlanes.ts';
import { hasPlanes, PlaneTable } from '../planes/planeTable.ts';
import { type BlockCodec, portableCodec } from './blocks.ts';
import {
  CRC_BYTES,
  type Header,
  MAGIC,
  type PlanesCoding,
  PREFIX_BYTES,
  VERSION,
  viewOf,
} from './nativeHeader.ts';
import { kindOf, PLAIN_BLOCK_BYTES, plainBlocks } from './plainBlocks.ts';
import { planeBlocks } from './planeBlocks.ts';

/**
 * The file of a table, as small as possible. `statistics` go into the header, so that they can be read without values.
 */
export async function* encodeNative(
  table: Table,
  statistics?: Statistics,
): AsyncGenerator<Uint8Array> {
  const coded = codePlanes(table);
  if (coded) {
    yield* assemblePlanes(table, statistics, coded);
    return;
  }
  const { start, blocks } = layOutPlain(table, portableCodec, statistics);
  const all: Uint8Array[] = [];
  for await (const block of blocks) all.push(block);
  yield start;
  yield* all;
}

/** All planes of a table, coded. */
export interface CodedPlanes {
  readonly coding: PlanesCoding;
  /** The model, as bytes. */
  readonly packed: Uint8Array;
  /** By number; empty if there is none. */
  readonly planes: readonly Uint8Array[];
}

/** Codes the planes of a table; undefined if its values are not those of the set solver. */
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

/** The file of a table whose planes are coded. */
export function* assemblePlanes(
  table: Table,
  statistics: Statistics | undefined,
  { coding, packed, planes }: CodedPlanes,
): Generator<Uint8Array> {
  const { list, blocks } = planeBlocks(planes);
  yield makeStart([makeHeader(table, coding, statistics), packed, list], 9);
  yield* blocks;
}

/**
 * The file of a table in deflated blocks: fast to write. Its start, which comes first, is completed while the blocks
 * are made: a writer that can write it last need not buffer them.
 */
export function layOutPlain(table: Table, codec: BlockCodec, statistics?: Statistics) {
  const coding = { kind: 'deflate', blockBytes: PLAIN_BLOCK_BYTES } as const;
  const header = makeHeader(table, coding, statistics);
  const { list, blocks } = plainBlocks(table.values, codec);
  // Not deflated, so that its length does not depend on the list, which is not known yet.
  const make = () => makeStart([header, new Uint8Array(), list], 0);
  const start = make();
  const filling = async function* () {
    yield* blocks;
    start.set(make());
  };
  return { start, blocks: filling() };
}

function makeHeader(
  { rules, fingerprint, material, placements, values }: Table,
  coding: Header['coding'],
  statistics: Statistics | undefined,
): Uint8Array {
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
  return new TextEncoder().encode(JSON.stringify(header));
}

/** Header, model and list of blocks, each after its length, deflated, between the prefix and a checksum. */
function makeStart(parts: readonly Uint8Array[], level: 0 | 9): Uint8Array {
  const inflated = new Uint8Array(parts.reduce((sum, { length }) => sum + 4 + length, 0));
  let at = 0;
  for (const part of parts) {
    viewOf(inflated).setUint32(at, part.length, true);
    inflated.set(part, at + 4);
    at += 4 + part.length;
  }
  const deflated = deflateSync(inflated, { level });
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
