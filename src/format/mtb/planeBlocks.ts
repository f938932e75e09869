import { type Block, openBlock, sealBlock } from './blocks.ts';
import { CRC_BYTES, joined } from './bytes.ts';
import { pushVarint, VarintReader } from './varint.ts';
import type { Entry } from './writeList.ts';

/**
 * A block is closed once it holds a thousandth of the table, within bounds: so lists of blocks stay short, and what a
 * cold probe reads takes at most 32 KiB together, with the first bytes of the file and, if there is one, a list block.
 */
const [LEAST_BYTES, BLOCKS] = [4096, 1024] as const;
const MOST_BYTES: Readonly<Record<1 | 2, number>> = { 1: 12_000, 2: 8000 };
/** The most planes in a block: they are decoded one by one, but cached together. */
const MOST_PLANES = 32;
/** The bytes of a number that has no plane. */
export const NO_PLANE = new Uint8Array();

/** Planes that a block holds together. */
export interface PlaneGroup {
  /** The first number, and how many there are with and without a plane. */
  readonly from: number;
  readonly count: number;
  /** The lengths of its planes, as bytes. */
  readonly head: readonly number[];
  /** Bytes of its planes. */
  readonly bytes: number;
}

/**
 * Groups planes by their lengths, by number and 0 where there is none. `levels`: of the list of the blocks.
 */
export function* groupsOf(lengths: ArrayLike<number>, levels: 1 | 2): Generator<PlaneGroup> {
  let total = 0;
  for (let number = 0; number < lengths.length; number++) total += lengths[number]!;
  const most = Math.max(LEAST_BYTES, Math.min(MOST_BYTES[levels], total / BLOCKS));
  let group = new GrowingGroup(0);
  for (let number = 0; number < lengths.length; number++) {
    const length = lengths[number]!;
    const full = group.planes === MOST_PLANES || group.size + length > most;
    if (length > 0 && full && group.count > 0) {
      yield group.end();
      group = new GrowingGroup(number);
    }
    group.add(length);
  }
  if (group.count > 0) yield group.end();
}

export function entryOf({ count, head, bytes }: PlaneGroup): Entry {
  return { count, length: CRC_BYTES + head.length + bytes };
}

/** The block of a group. `planes`: their bytes, one after another. */
export function planeBlock(
  identity: number,
  { from, head }: PlaneGroup,
  planes: readonly Uint8Array[],
): Uint8Array {
  return sealBlock(identity, from, joined([Uint8Array.from(head), ...planes]));
}

/** A group in the making: its head has lengths of planes, and a run of absent ones as 0 and their number. */
class GrowingGroup {
  count = 0;
  planes = 0;
  private readonly from: number;
  private readonly head: number[] = [];
  private absent = 0;
  private bytes = 0;

  constructor(from: number) {
    this.from = from;
  }

  /** About how many bytes it takes. */
  get size(): number {
    return this.head.length + this.bytes;
  }

  add(length: number): void {
    this.count++;
    if (length === 0) {
      this.absent++;
      return;
    }
    this.endRun();
    pushVarint(this.head, length);
    this.planes++;
    this.bytes += length;
  }

  end(): PlaneGroup {
    this.endRun();
    const { from, count, head, bytes } = this;
    return { from, count, head, bytes };
  }

  private endRun(): void {
    if (this.absent === 0) return;
    this.head.push(0);
    pushVarint(this.head, this.absent);
    this.absent = 0;
  }
}

/** The planes of a block by number; undefined if it is corrupted. Numbers without a plane are left out. */
export function openPlanes(
  identity: number,
  { from, count }: Pick<Block, 'from' | 'count'>,
  bytes: Uint8Array,
): ReadonlyMap<number, Uint8Array> | undefined {
  const body = openBlock(identity, from, bytes);
  if (!body) return undefined;
  const reader = new VarintReader(body);
  const lengths = new Map<number, number>();
  let done = 0;
  while (done < count) {
    const length = reader.next();
    if (length === undefined || lengths.size > MOST_PLANES) return undefined;
    const absent = length === 0 ? reader.next() : undefined;
    if (length > 0) lengths.set(from + done, length);
    else if (!absent) return undefined;
    done += absent ?? 1;
  }
  if (done > count || lengths.size > MOST_PLANES) return undefined;
  const planes = new Map<number, Uint8Array>();
  let { at } = reader;
  for (const [plane, length] of lengths) {
    planes.set(plane, body.subarray(at, at + length));
    at += length;
  }
  return at === body.length ? planes : undefined;
}
