import type { Statistics } from '../../table/statistics.ts';
import type { Endgame, Table } from '../../table/table.ts';
import { PlyValues, SlabValues, type Values } from '../../table/values.ts';
import type { ListedCoding, PlanesCoding } from '../planes/coding.ts';
import { chooseListedCoding, choosePlaneCoding, type PlaneCoding } from '../planes/encodePlanes.ts';
import { listValues } from '../planes/listedRanks.ts';
import { PlaneEncoder } from '../planes/planeEncoder.ts';
import { hasListedPlanes, hasPlanes } from '../planes/planeEndgame.ts';
import { MOST_LIST_BYTES } from './blockList.ts';
import { type BlockCodec, PLAIN_BLOCK_BYTES, portableCodec } from './blocks.ts';
import { derivedOf } from './derived.ts';
import type { ByteCoding, Header, PlainCoding } from './nativeHeader.ts';
import { kindOf, PlainCut, plainBlocks } from './plainBlocks.ts';
import { entryOf, groupsOf, planeBlock } from './planeBlocks.ts';
import { identityOf, makeStart, type StartParts } from './startParts.ts';
import { FIRST_BYTES } from './tableFile.ts';
import { type Entry, packList, packLists } from './writeList.ts';

/**
 * The file of a table, as small as possible. `statistics` go into the header, so that they can be read without values.
 * `most`: see {@link assemblePlanes}.
 */
export async function* encodeNative(
  table: Table,
  statistics?: Statistics,
  most = FIRST_BYTES,
): AsyncGenerator<Uint8Array> {
  const coded = codePlanes(table, statistics) ?? codeListedPlanes(table);
  if (coded) {
    yield* assemblePlanes(table, statistics, coded, most);
    return;
  }
  const { start, blocks } = layOutPlain(table, portableCodec, statistics, most);
  const all: Uint8Array[] = [];
  for await (const block of blocks) all.push(block);
  yield start;
  yield* all;
}

/** All planes of a table, coded. */
export interface CodedPlanes {
  readonly coding: PlanesCoding | ListedCoding;
  /** The model, as bytes. */
  readonly model: Uint8Array;
  /** By number; empty if there is none. */
  readonly planes: readonly Uint8Array[];
}

/** Codes the planes of a table; undefined if its values are not those of the set solver. */
function codePlanes(table: Table, statistics?: Statistics): CodedPlanes | undefined {
  const [white, black] = table.values;
  const areCodes = white instanceof SlabValues && black instanceof SlabValues;
  if (!areCodes || !hasPlanes(table)) return undefined;
  const values = [white.codes, black.codes] as const;
  const chosen = choosePlaneCoding(table, values, statistics);
  if (!chosen) return undefined;
  const encoder = new PlaneEncoder(table, chosen.shape, values);
  encoder.useModel(chosen.model);
  const planes = encoder.encode(0, encoder.planes.count);
  return planes && { coding: codingOf(chosen), model: chosen.model, planes };
}

/** Codes the planes of a table of plies; undefined if its board or its pieces have none. */
export function codeListedPlanes(table: Table): CodedPlanes | undefined {
  const [white, black] = table.values;
  const arePlies = white instanceof PlyValues && black instanceof PlyValues;
  if (!arePlies || !hasListedPlanes(table)) return undefined;
  const plies = [white.plies, black.plies] as const;
  for (const guarded of [true, false]) {
    const chosen = chooseListedCoding(table, plies, guarded);
    if (!chosen) continue;
    const { shape, model } = chosen;
    const encoder = new PlaneEncoder(table, shape, plies);
    encoder.useModel(model);
    const planes = encoder.encode(0, encoder.planes.count);
    if (planes) return { coding: { kind: 'listed planes', ...shape }, model, planes };
  }
  return undefined;
}

export function codingOf({ shape }: PlaneCoding): PlanesCoding {
  return { kind: 'planes', ...shape };
}

/**
 * The file of a table whose planes are coded. Its start has the list of blocks if both take at most `most` bytes;
 * otherwise the list is in blocks of its own, at the end of the file.
 */
export function* assemblePlanes(
  table: Table,
  statistics: Statistics | undefined,
  { coding, model, planes }: CodedPlanes,
  most = FIRST_BYTES,
): Generator<Uint8Array> {
  const lengths = planes.map(({ length }) => length);
  const known = { coding, model, statistics, kind: kindOf(table.values[0]) };
  const { identity, start, groups, lists } = layOutPlanes(table, known, lengths, most);
  yield start;
  for (const group of groups()) {
    yield planeBlock(identity, group, planes.slice(group.from, group.from + group.count));
  }
  yield* lists;
}

/** What a file's start says of its planes. */
export interface PlanesStart extends Pick<CodedPlanes, 'coding' | 'model'> {
  readonly kind: Header['values'];
  readonly statistics: Statistics | undefined;
}

/**
 * The same of planes that are not in memory. `lengths`: by number, 0 if there is no plane. `read` is asked for the planes from
 * one number up to another, in order.
 */
export function* streamPlanes(
  endgame: Endgame,
  known: PlanesStart,
  lengths: ArrayLike<number>,
  read: (from: number, to: number) => readonly Uint8Array[],
): Generator<Uint8Array> {
  const { identity, start, groups, lists } = layOutPlanes(endgame, known, lengths, FIRST_BYTES);
  yield start;
  for (const group of groups()) {
    yield planeBlock(identity, group, read(group.from, group.from + group.count));
  }
  yield* lists;
}

/** What a file has before and after its blocks: known as soon as the planes' lengths are. */
function layOutPlanes(
  endgame: Endgame,
  { coding, model, kind, statistics }: PlanesStart,
  lengths: ArrayLike<number>,
  most: number,
) {
  const parts: StartParts = [makeHeader(endgame, kind, coding, statistics), model];
  const identity = identityOf(parts);
  const entries = (levels: 1 | 2) => Array.from(groupsOf(lengths, levels), entryOf);
  const start = makeStart([...parts, packList(entries(1))], 9);
  if (start.length <= most) {
    return { identity, start, groups: () => groupsOf(lengths, 1), lists: [] };
  }
  const { list, blocks: lists } = packLists(identity, entries(2));
  const groups = () => groupsOf(lengths, 2);
  return { identity, start: makeStart([...parts, list], 9), groups, lists };
}

/**
 * The file of a table in deflated blocks: fast to write. Its start, which comes first, is completed while the blocks
 * are made: a writer that can write it last need not buffer them. `count`: of blocks, without those of lists.
 * `most`: see {@link assemblePlanes}.
 */
export function layOutPlain(
  table: Table,
  codec: BlockCodec,
  statistics?: Statistics,
  most = FIRST_BYTES,
) {
  const coding = plainCoding(table.values);
  const header = makeHeader(table, kindOf(table.values[0]), coding, statistics);
  const parts: StartParts = [header, new Uint8Array()];
  const identity = identityOf(parts);
  const { size } = table.placements;
  const cut = new PlainCut({ values: kindOf(table.values[0]), size, coding });
  // Not deflated, so that its length depends on that of the list only, whose greatest is known.
  const room = (list: number) => makeStart([...parts, new Uint8Array(list)], 0).length;
  const whole = room(mostListBytes(cut.blocks));
  const inStart = whole <= most;
  const start = new Uint8Array(inStart ? whole : room(mostListsBytes(cut.blocks)));
  const filling = async function* () {
    const entries: Entry[] = [];
    yield* plainBlocks(identity, table.values, cut, codec, entries);
    const lists = inStart ? undefined : packLists(identity, entries);
    if (lists) yield* lists.blocks;
    start.set(makeStart([...parts, lists?.list ?? packList(entries)], 0, start.length));
  };
  return { start, blocks: filling(), count: cut.blocks };
}

/** A byte for each value in plies, if there are few enough; codes are bytes already, and the set solver is in a hurry. */
function plainCoding(values: readonly [Values, Values]): PlainCoding | ByteCoding {
  const blockBytes = PLAIN_BLOCK_BYTES;
  const [white, black] = values;
  const listed =
    white instanceof PlyValues && black instanceof PlyValues
      ? ([listValues(white.plies), listValues(black.plies)] as const)
      : [];
  const [ranks, others] = listed;
  return ranks && others && !ranks.isShort && !others.isShort
    ? { kind: 'bytes', blockBytes, ranks: [ranks.values, others.values] }
    : { kind: 'deflate', blockBytes };
}

/** The most bytes of a list of plain blocks: of each a count of 1 and a length of up to three bytes. */
function mostListBytes(blocks: number): number {
  return 8 + 4 * blocks;
}

/** The most bytes of the list of its list blocks, none of which tells of fewer than a thousand blocks. */
function mostListsBytes(blocks: number): number {
  return 8 + 16 * Math.ceil(blocks / (MOST_LIST_BYTES / 4 - 1));
}

function makeHeader(
  endgame: Endgame,
  kind: Header['values'],
  coding: Header['coding'],
  statistics: Statistics | undefined,
): Uint8Array {
  const { rules, fingerprint, material } = endgame;
  const header: Header = {
    rules,
    ...(fingerprint ? { fingerprint } : {}),
    table: material.name,
    ...derivedOf(endgame),
    values: kind,
    coding,
    ...(statistics ? { statistics } : {}),
  };
  return new TextEncoder().encode(JSON.stringify(header));
}
