import { type Failure, fail, ok, type Result } from '../../board/result.ts';
import { type Block, MOST_BLOCK_BYTES, openBlock } from './blocks.ts';
import { CRC_BYTES } from './bytes.ts';
import { altered, truncated } from './damage.ts';
import type { ByteRange } from './tableFile.ts';
import { VarintReader } from './varint.ts';

/** The longest block of a list, in bytes: with it and a block of values, a probe reads at most 32 KiB. */
export const MOST_LIST_BYTES = 1 << 12;

/** The number that seals a list's block: those of values count from 0. */
export function listNumber(list: number): number {
  return 2 ** 31 + list;
}

/** What a list of blocks has to agree with. */
export interface ListedFile {
  /** See identityOf. */
  readonly identity: number;
  /** Bytes of its start, after which the blocks begin, and of the whole. */
  readonly start: number;
  readonly size: number;
  /** The number of parts of the table that its blocks hold together. */
  readonly parts: number;
}

/** A run of the list, and the run of blocks that it tells of. */
interface Run {
  readonly firstBlock: number;
  readonly blocks: number;
  readonly from: number;
  readonly parts: number;
  readonly at: number;
  readonly bytes: number;
  /** Where it stands in the file; undefined if it is in the start. */
  readonly place: ByteRange | undefined;
  /** Undefined until it has been read. */
  entries: Entries | undefined;
}

/** By block: its first part, and its offset in the file; after the last, the end of both. */
interface Entries {
  readonly froms: Float64Array;
  readonly ats: Float64Array;
}

/** Where a file's blocks are. Of a large file, the list is in blocks of its own, which are read on demand. */
export class BlockList {
  readonly blocks: number;
  private readonly identity: number;
  private readonly runs: readonly Run[];
  /** The first part of each run, and the first block. */
  private readonly froms: Float64Array;
  private readonly firsts: Float64Array;

  private constructor(identity: number, runs: readonly Run[]) {
    this.identity = identity;
    this.runs = runs;
    this.blocks = runs.reduce((sum, { blocks }) => sum + blocks, 0);
    this.froms = Float64Array.from(runs, ({ from }) => from);
    this.firsts = Float64Array.from(runs, ({ firstBlock }) => firstBlock);
  }

  /** Reads the list in a start. Errors: `mtb-header`, `mtb-truncated`, `mtb-checksum`. */
  static parse(list: Uint8Array, file: ListedFile): Result<BlockList> {
    const reader = new VarintReader(list);
    const levels = reader.next();
    const runs = levels === 1 ? readAll(reader, file) : levels === 2 ? readRuns(reader, file) : [];
    const last = runs?.at(-1);
    if (!runs || !last || last.from + last.parts !== file.parts) {
      return fail('mtb-header', 'malformed header: it has no list of blocks');
    }
    const end = last.place ? last.place.from + last.place.bytes : last.at + last.bytes;
    return wrongSize(file.size, end) ?? ok(new BlockList(file.identity, runs));
  }

  /** The number of list blocks. */
  get lists(): number {
    return this.runs[0]!.place ? this.runs.length : 0;
  }

  /** The number of the block that holds a part; undefined until {@link unreadList} of it has been added. */
  blockOf(part: number): number | undefined {
    const { entries, firstBlock } = this.runs[lastNotAbove(this.froms, part)]!;
    return entries && firstBlock + lastNotAbove(entries.froms, part);
  }

  /** The list to add before {@link blockOf} knows a part; undefined if there is none. */
  unreadList(part: number): number | undefined {
    const list = lastNotAbove(this.froms, part);
    return this.runs[list]!.entries ? undefined : list;
  }

  rangeOfList(list: number): ByteRange {
    return this.runs[list]!.place!;
  }

  /** Adds a list block, read. False if it is altered. */
  add(list: number, bytes: Uint8Array): boolean {
    const run = this.runs[list]!;
    const body = openBlock(this.identity, listNumber(list), bytes);
    run.entries ??= body && readEntries(new VarintReader(body), run);
    return body !== undefined && run.entries !== undefined;
  }

  /** A block whose list has been added. */
  block(number: number): Block {
    const { entries, firstBlock } = this.runs[lastNotAbove(this.firsts, number)]!;
    const { froms, ats } = entries!;
    const i = number - firstBlock;
    const [from, at] = [froms[i]!, ats[i]!];
    return { number, at, length: ats[i + 1]! - at, from, count: froms[i + 1]! - from };
  }
}

/** The list of one level, all of it in the start. Undefined if it is malformed. */
function readAll(reader: VarintReader, { start, parts }: ListedFile): Run[] | undefined {
  const blocks = reader.next();
  if (!blocks || 2 * blocks > reader.left) return undefined;
  const run = { firstBlock: 0, blocks, from: 0, parts, at: start, place: undefined };
  const entries = readEntries(reader, { ...run, bytes: undefined });
  return entries && [{ ...run, bytes: entries.ats[blocks]! - start, entries }];
}

/** The list of the list's blocks. Undefined if it is malformed. */
function readRuns(reader: VarintReader, { start }: ListedFile): Run[] | undefined {
  const count = reader.next();
  if (!count || 4 * count > reader.left) return undefined;
  const column = () => Array.from({ length: count }, () => reader.next());
  const [blocks, parts, bytes, lengths] = [column(), column(), column(), column()];
  if (reader.left !== 0 || lengths.includes(undefined)) return undefined;
  const runs: Run[] = [];
  let [firstBlock, from, at] = [0, 0, start];
  let listAt = bytes.reduce((sum: number, each) => sum + each!, start);
  for (const [i, length] of lengths.entries()) {
    const run = { firstBlock, blocks: blocks[i]!, from, parts: parts[i]!, at, bytes: bytes[i]! };
    if (!isPossible(run, length!)) return undefined;
    runs.push({ ...run, place: { from: listAt, bytes: length! }, entries: undefined });
    firstBlock += run.blocks;
    from += run.parts;
    at += run.bytes;
    listAt += length!;
  }
  return runs;
}

/** Can a list block of so many bytes tell of this run? */
function isPossible({ blocks, parts, bytes }: Omit<Run, 'place' | 'entries'>, length: number) {
  const fits = length <= MOST_LIST_BYTES && 2 * blocks <= length - CRC_BYTES;
  return blocks > 0 && fits && parts >= blocks && bytes <= blocks * MOST_BLOCK_BYTES;
}

/** Counts of parts, then lengths. Undefined if they are not those of this run, whose `bytes` may be unknown. */
function readEntries(
  reader: VarintReader,
  run: Pick<Run, 'blocks' | 'from' | 'parts' | 'at'> & { readonly bytes: number | undefined },
): Entries | undefined {
  const { blocks } = run;
  const froms = new Float64Array(blocks + 1);
  const ats = new Float64Array(blocks + 1);
  [froms[0], ats[0]] = [run.from, run.at];
  for (let i = 0; i < blocks; i++) {
    const count = reader.next();
    if (!count) return undefined;
    froms[i + 1] = froms[i]! + count;
  }
  for (let i = 0; i < blocks; i++) {
    const length = reader.next() ?? 0;
    if (length <= CRC_BYTES || length > MOST_BLOCK_BYTES) return undefined;
    ats[i + 1] = ats[i]! + length;
  }
  const fits = run.bytes === undefined || ats[blocks] === run.at + run.bytes;
  return reader.left === 0 && fits && froms[blocks] === run.from + run.parts
    ? { froms, ats }
    : undefined;
}

function wrongSize(size: number, end: number): Failure | undefined {
  if (size < end) return truncated(size, `${end}`);
  return size > end ? altered(`${size - end} bytes follow the end of the table`) : undefined;
}

/** Index of the last element that is at most `value`, in an ascending array. */
function lastNotAbove(numbers: Float64Array, value: number): number {
  let [low, high] = [0, numbers.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! <= value) low = middle;
    else high = middle;
  }
  return low;
}
