import { type Block, openBlock, sealBlock } from './blocks.ts';
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

/**
 * Groups planes, by number and empty where there is none, into sealed blocks. `levels`: of the list of these blocks.
 */
export function planeBlocks(identity: number, planes: readonly Uint8Array[], levels: 1 | 2) {
  const total = planes.reduce((sum, { length }) => sum + length, 0);
  const most = Math.max(LEAST_BYTES, Math.min(MOST_BYTES[levels], total / BLOCKS));
  const blocks: Uint8Array[] = [];
  const entries: Entry[] = [];
  let group = new PlaneGroup();
  /** The first number of the group. */
  let from = 0;
  const close = () => {
    if (group.count === 0) return;
    const block = sealBlock(identity, from, group.bytes());
    blocks.push(block);
    entries.push({ count: group.count, length: block.length });
    from += group.count;
    group = new PlaneGroup();
  };
  for (const plane of planes) {
    const full = group.planes === MOST_PLANES || group.size + plane.length > most;
    if (plane.length > 0 && full) close();
    group.add(plane);
  }
  close();
  return { blocks, entries };
}

/** Planes of a block in the making: their lengths, a run of absent ones as 0 and their number, then their bytes. */
class PlaneGroup {
  /** Numbers with and without a plane. */
  count = 0;
  private readonly present: Uint8Array[] = [];
  private readonly lengths: number[] = [];
  private absent = 0;
  private bytesOfPlanes = 0;

  get planes(): number {
    return this.present.length;
  }

  /** About how many bytes it takes. */
  get size(): number {
    return this.lengths.length + this.bytesOfPlanes;
  }

  add(plane: Uint8Array): void {
    this.count++;
    if (plane.length === 0) {
      this.absent++;
      return;
    }
    this.endRun();
    pushVarint(this.lengths, plane.length);
    this.present.push(plane);
    this.bytesOfPlanes += plane.length;
  }

  bytes(): Uint8Array {
    this.endRun();
    const { lengths, present } = this;
    const bytes = new Uint8Array(this.size);
    bytes.set(lengths);
    let at = lengths.length;
    for (const plane of present) {
      bytes.set(plane, at);
      at += plane.length;
    }
    return bytes;
  }

  private endRun(): void {
    if (this.absent === 0) return;
    this.lengths.push(0);
    pushVarint(this.lengths, this.absent);
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
