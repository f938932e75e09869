import { conversionRoomBytes } from '../../kernel/conversionRoom.ts';
import { slabsAtOnceOf } from '../../kernel/kernelFrame.ts';
import type { KernelMemory } from '../../kernel/kernelMemory.ts';
import { SETS_A_SIDE } from '../../kernel/layout.ts';
import type { CodeBytes } from '../../table/values.ts';
import { codeBytesFor } from '../sets/distanceBits.ts';
import type { LayoutShape } from '../sets/layout.ts';
import { GroupCodes } from './groupCodes.ts';
import { Log } from './log.ts';
import { PageStore } from './pages.ts';
import { pagesOfSets, passing } from './window.ts';
import { Rows, type WindowRooms, type WindowShape } from './windowPasses.ts';

/** A piece that slabs fix third leads to 63 others: they are one task. */
const THIRD_SLABS = 64;
/** Places of a pair of kings that one move leads to, and its own. */
const KINGS_REACH = 1 + 8;
/** Pages of a task otherwise. */
const TASK_PAGES = 8;
/** About how many bytes a log has for each placement of a side: 0.5 for KQRvkr, 0.9 for KQvkr (bench/window.ts). */
const LOG_BYTES = 1;
/** About how many bytes are kept of each code of a group. */
export const CODES_BYTES = 0.5;
/** Bytes of a window for copies of pages, if it has so many: of what is left pages are not copied. */
const COPIES_BYTES = 64 << 20;
/** Of shapes that only places are counted of. */
export const NO_BITS = { distanceBits: 0, conversionBits: 0 };
/** What a word's bytes may be written beyond: see src/kernel/assembly/packedWords.ts. */
const MORE_BYTES = 8;
/** Groups that the moves of a pawn lead to, which take nothing: one step and two. */
const STEPS_OF_PAWN = 2;

/** The shape of a layout as a window has it. */
export function windowShape(
  { slabs, dimensions, pawnless, fixedCount }: LayoutShape,
  bits: Pick<WindowShape, 'distanceBits' | 'conversionBits'>,
  forbids: boolean,
): WindowShape {
  const slabsAtOnce = slabsAtOnceOf(dimensions);
  const third = pawnless && fixedCount > 2;
  const slabsOfTask = third ? THIRD_SLABS : TASK_PAGES * slabsAtOnce;
  const slabCodes = 64 ** dimensions;
  return {
    slabs,
    slabsAtOnce,
    slabsOfTask,
    slabBytes: dimensions === 1 ? 16 : 8 * 64 ** (dimensions - 1),
    slabCodes,
    taskCodes: Math.min(slabs, slabsOfTask) * slabCodes,
    planes: dimensions === 3 ? 64 : 1,
    ...bits,
    forbids,
    third,
  };
}

/** The most bytes of the record of one set of a slab, and of all conversions of one side. */
function recordBytes({ slabBytes, planes, conversionBits }: WindowShape): [number, number] {
  const head = 16 + 8 * planes;
  // Of each placement a byte, and of its word another: no two records have the same.
  return [head + (slabBytes * 9) / 8, 2 ** (conversionBits + 1) * head + 2 * 8 * slabBytes];
}

/** The most bytes of a chunk of the log that holds one set. */
function chunkBytesOf(shape: WindowShape): number {
  return Math.ceil(shape.slabsOfTask * recordBytes(shape)[0]);
}

/** The most bytes of the chunks that the moves in a task lead to, both sides. */
function reachedBytes(shape: WindowShape): number {
  const { slabs, slabsOfTask, third } = shape;
  // Slabs that fix a third piece go with their kings.
  const most = third ? KINGS_REACH : KINGS_REACH * slabsOfTask;
  return 2 * Math.min(most, Math.ceil(slabs / slabsOfTask)) * chunkBytesOf(shape);
}

/** `codeBytes`: of the table; `pawns`: their number. */
export function allocateRooms(
  memory: KernelMemory,
  shape: WindowShape,
  codeBytes: CodeBytes,
  pawns: number,
): WindowRooms {
  const { slabs, slabsAtOnce, slabsOfTask, slabBytes, planes, conversionBits, third } = shape;
  const [set, conversions] = recordBytes(shape);
  const page = slabsAtOnce * slabBytes;
  const chunkBytes = chunkBytesOf(shape);
  const [lists, entries] = conversionRoomBytes(slabsAtOnce, slabBytes, conversionBits);
  const both = (bytes: number) => [memory.allocate(bytes), memory.allocate(bytes)] as const;
  const codes = shape.taskCodes * codeBytes;
  return {
    passing: memory.allocate(2 * passing.length * page),
    conversions: { lists: memory.allocate(lists), entries: memory.allocate(entries) },
    chunks: both(chunkBytes),
    chunkBytes,
    records: memory.allocate(Math.ceil(Math.max(set, conversions)) + MORE_BYTES),
    ends: memory.allocate(12 * 2 ** (conversionBits + 1)),
    sources: memory.allocate(4 * 128),
    frontiers: {
      sets: both(slabsOfTask * slabBytes),
      flags: both(slabsOfTask * planes),
      decided: both(page),
      decidedFlags: both(slabsAtOnce * planes),
      third: memory.allocate(third ? slabsOfTask * (slabBytes + planes) : 0),
      records: memory.allocate(4 * 2 * slabs),
      chunks: memory.allocate(reachedBytes(shape)),
      chunksBytes: reachedBytes(shape),
    },
    codes: both(codes),
    targets: Array.from({ length: STEPS_OF_PAWN * pawns }, () => memory.allocate(codes)),
  };
}

/** The most pages that one side's unmoves into a page are found from. */
function mostSources({ slabs, slabsAtOnce, third }: WindowShape): number {
  const pages = Math.ceil(slabs / slabsAtOnce);
  const kings = KINGS_REACH;
  if (third) {
    // A page has slabs of one pair of kings, or of several whole pairs; a king's move may scatter the third piece's squares.
    const most = slabsAtOnce === 1 ? kings + THIRD_SLABS - 1 : (kings * THIRD_SLABS) / slabsAtOnce;
    return Math.min(pages, most);
  }
  // Neighbours of a page of many small slabs may lie on any other.
  return slabsAtOnce === 1 ? Math.min(pages, kings) : pages;
}

/** The fewest bytes of a window that solve a table: what two sides read and write of a page in one ply. */
export function leastWindow(layout: LayoutShape, workers: number): number {
  const shape = windowShape(layout, NO_BITS, true);
  const places = 2 * (mostSources(shape) + 3);
  return workers * places * shape.slabsAtOnce * shape.slabBytes;
}

/**
 * The most bytes of all pages that are kept outside of a window at a time, and about how many the log of a group takes, and the
 * codes of all groups. `size`: placements of a side in all groups; without pawns there is one, and no codes are kept.
 */
export function storeBytes(
  layout: LayoutShape,
  groupSize: number,
  size: number,
): [pages: number, log: number] {
  const shape = windowShape(layout, NO_BITS, true);
  const codes = layout.pawnless ? 0 : CODES_BYTES * 2 * size;
  return [
    pagesOfSets(shape) * shape.slabsAtOnce * shape.slabBytes,
    LOG_BYTES * 2 * groupSize + codes,
  ];
}

/** Divides a window: places of each worker for copies of pages, and homes of pages that all workers find there. */
export function divideWindow(
  layout: LayoutShape,
  bytes: number,
  workers: number,
): { readonly places: number; readonly homes: number } {
  const { slabsAtOnce, slabBytes } = windowShape(layout, NO_BITS, true);
  const pageBytes = slabsAtOnce * slabBytes;
  const copies = Math.min(bytes, Math.max(COPIES_BYTES, leastWindow(layout, workers)));
  const places = Math.floor(copies / workers / pageBytes);
  return { places, homes: Math.floor((bytes - copies) / pageBytes) };
}

/** About how many bytes of the kernel's memory solving through a window takes, besides the window itself. */
export function windowBytes(layout: LayoutShape, distanceBits: number, workers: number): number {
  const shape = windowShape(layout, { distanceBits, conversionBits: distanceBits }, true);
  const { slabs, slabsAtOnce, slabsOfTask, slabBytes, taskCodes, planes } = shape;
  const tasks = Math.ceil(slabs / slabsOfTask);
  const codes = (2 + STEPS_OF_PAWN * layout.pawns) * taskCodes * codeBytesFor(distanceBits);
  const [set, conversions] = recordBytes(shape);
  const [lists, entries] = conversionRoomBytes(slabsAtOnce, slabBytes, distanceBits);
  const page = slabsAtOnce * slabBytes;
  const own =
    2 * passing.length * page +
    lists +
    entries +
    2 * chunkBytesOf(shape) +
    reachedBytes(shape) +
    (3 * slabsOfTask + 2 * slabsAtOnce) * (slabBytes + planes) +
    Math.max(set, conversions) +
    codes +
    4 * slabsAtOnce * planes * 2 ** distanceBits +
    slabs * (256 + 4 * 2 * SETS_A_SIDE);
  const shared =
    4 * PageStore.words(pagesOfSets(shape)) +
    Log.bytes(new Rows(distanceBits).count, tasks) +
    (layout.pawns > 0 ? GroupCodes.bytes(layout.groups * tasks) : 0) +
    16 * slabs * (planes + 1);
  return workers * own + shared + (1 << 20);
}
