import { fail, ok, type Result } from '../../board/result.ts';
import { type CodesRoom, storeCodes } from '../../index/slices.ts';
import type { PlaneSink, ScannedPlane } from '../planes/planeScan.ts';
import { PlaneTable } from '../planes/planeTable.ts';
import type { BlockList } from './blockList.ts';
import { AT_ONCE, type Block, type BlockCodec, openBlock } from './blocks.ts';
import { alteredBlock } from './damage.ts';
import type { OpenStart } from './nativeStart.ts';
import { numbersOf, type PlainCut, widthOf } from './plainBlocks.ts';
import { NO_PLANE, openPlanes } from './planeBlocks.ts';
import type { Sharing } from './sharing.ts';
import { changed } from './source.ts';
import type { ByteRange } from './tableFile.ts';

/** A file whose start is read. */
export interface StartedFile {
  readonly start: OpenStart;
  /** Bytes of the file, fewer if it ends before. */
  readonly read: (range: ByteRange) => Uint8Array | Promise<Uint8Array>;
  readonly codec: BlockCodec;
}

/**
 * Reads the codes that a room has place for. It must have no position anywhere. Threads can share the work: each opens the
 * file and calls this with the same room. Errors: `mtb-checksum`, `mtb-values` if the room is for codes of another width,
 * and `changed` if the threads have opened different versions of the file.
 */
export async function readCodes(
  file: StartedFile,
  room: CodesRoom,
  work: Sharing = workAlone(),
): Promise<Result<undefined>> {
  const { header, checksum, parts } = file.start;
  if (!work.agree(checksum)) return changed();
  const width = widthOf(header);
  if (room.sides.some((side) => side && side.BYTES_PER_ELEMENT !== width)) {
    const found = `the file holds codes of ${8 * width} bits`;
    return fail('mtb-values', `${found}, and the room is for codes of ${8 * (3 - width)} bits`);
  }
  const into =
    parts instanceof PlaneTable
      ? planesInto(file, parts, parts.roomIn(room))
      : plainInto(file, parts, room);
  return readBlocks(file, into, work);
}

/**
 * Hands the planes of a file to `use`, one after another: tables of any size can be looked through. Threads share the
 * work. Errors: `mtb-checksum`, and `changed`, see {@link readCodes}.
 */
export async function scanPlanes(
  file: StartedFile,
  planes: PlaneTable,
  use: (plane: ScannedPlane) => void,
  work: Sharing,
): Promise<Result<undefined>> {
  if (!work.agree(file.start.checksum)) return changed();
  return readBlocks(file, planesInto(file, planes, planes.scan(use)), work);
}

/** How many turns it takes to read a file. */
export function turnsOf({ blocks }: BlockList): number {
  return Math.ceil(blocks / AT_ONCE);
}

/** The blocks of each turn follow one another. */
async function readBlocks(
  file: StartedFile,
  into: Destination,
  work: Sharing,
): Promise<Result<undefined>> {
  const { list } = file.start;
  if (!addLists(list, await Promise.all(listRanges(list).map(file.read)))) return alteredBlock();
  for (let from = work.take() * AT_ONCE; from < list.blocks; from = work.take() * AT_ONCE) {
    const blocks = Array.from({ length: Math.min(AT_ONCE, list.blocks - from) }, (_, i) =>
      list.block(from + i),
    ).filter(into.wants);
    if (blocks.length > 0 && !(await readRun(file, blocks, into))) return alteredBlock();
  }
  return ok(undefined);
}

function workAlone(): Sharing {
  let next = 0;
  return { take: () => next++, agree: () => true };
}

/** Where blocks of a file go. */
interface Destination {
  wants(block: Block): boolean;
  /** False if the block is altered. */
  put(block: Block, bytes: Uint8Array): boolean | Promise<boolean>;
}

/** Reads blocks that follow one another. False if one is altered. */
async function readRun(
  { read }: StartedFile,
  blocks: readonly Block[],
  into: Destination,
): Promise<boolean> {
  const [{ at: from }, last] = [blocks[0]!, blocks.at(-1)!];
  const bytes = await read({ from, bytes: last.at + last.length - from });
  const done = blocks.map(async (block) => {
    const start = block.at - from;
    return into.put(block, bytes.subarray(start, start + block.length));
  });
  return !(await Promise.all(done)).includes(false);
}

function planesInto(
  { start: { identity } }: StartedFile,
  planes: PlaneTable,
  sink: PlaneSink,
): Destination {
  return {
    wants: ({ from, count }) => sink.mayWant?.(from, count) ?? true,
    put(block, bytes) {
      const found = openPlanes(identity, block, bytes);
      if (!found) return false;
      for (let number = block.from; number < block.from + block.count; number++) {
        if (!planes.unload(number, found.get(number) ?? NO_PLANE, sink)) return false;
      }
      return true;
    },
  };
}

function plainInto(
  { start: { identity }, codec }: StartedFile,
  cut: PlainCut,
  room: CodesRoom,
): Destination {
  return {
    wants: ({ number }) => room.sides[cut.part(number).side] !== undefined,
    async put(block, bytes) {
      const { side, first, bytes: length } = cut.part(block.number);
      const body = openBlock(identity, block.from, bytes);
      const part = body && (await codec.inflate(body, length));
      if (!part) return false;
      const numbers = numbersOf(cut.header, side, part);
      if (!numbers) return false;
      storeCodes(room, side, first, numbers);
      return true;
    },
  };
}

/** Where the blocks of a file's list are, if it has any. */
export function listRanges(list: BlockList): ByteRange[] {
  return Array.from({ length: list.lists }, (_, i) => list.rangeOfList(i));
}

/** False if one of these blocks of the list is altered. */
export function addLists(list: BlockList, blocks: readonly Uint8Array[]): boolean {
  return blocks.every((bytes, i) => list.add(i, bytes));
}
