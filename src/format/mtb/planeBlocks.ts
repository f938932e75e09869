import { type Block, openBlock, sealBlock } from './blocks.ts';
import { pushVarint, VarintReader } from './varint.ts';

/**
 * A block is closed once it holds a thousandth of the table, within these bounds: so lists of blocks stay short, and a
 * block and the first bytes of a file take at most 32 KiB together.
 */
const [LEAST_BYTES, MOST_BYTES, BLOCKS] = [4096, 12_000, 1024] as const;
/** The most planes in a block: they are decoded one by one, but cached together. */
const MOST_PLANES = 32;

/**
 * Groups planes into blocks. A block has the length of each plane (0 for none), then the planes. The list has
 * the number of blocks, how many planes each has, and how many bytes.
 */
export function planeBlocks(planes: readonly Uint8Array[]) {
  const total = planes.reduce((sum, { length }) => sum + length, 0);
  const target = Math.max(LEAST_BYTES, Math.min(MOST_BYTES, total / BLOCKS));
  const blocks: Uint8Array[] = [];
  const counts: number[] = [];
  let [from, bytes, filled] = [0, 0, 0];
  const close = (to: number) => {
    if (to > from) {
      blocks.push(sealPlanes(planes.slice(from, to)));
      counts.push(to - from);
    }
    [from, bytes, filled] = [to, 0, 0];
  };
  for (const [i, { length }] of planes.entries()) {
    if (length > 0 && (bytes + length > target || filled === MOST_PLANES)) close(i);
    bytes += length;
    if (length > 0) filled++;
  }
  close(planes.length);
  const list: number[] = [];
  pushVarint(list, blocks.length);
  for (const count of counts) pushVarint(list, count);
  for (const block of blocks) pushVarint(list, block.length);
  return { blocks, list: Uint8Array.from(list) };
}

function sealPlanes(planes: readonly Uint8Array[]): Uint8Array {
  const lengths: number[] = [];
  for (const plane of planes) pushVarint(lengths, plane.length);
  const body = new Uint8Array(planes.reduce((sum, { length }) => sum + length, lengths.length));
  body.set(lengths);
  let at = lengths.length;
  for (const plane of planes) {
    body.set(plane, at);
    at += plane.length;
  }
  return sealBlock(body);
}

/**
 * Parses a list of blocks; undefined if it is malformed. `at`: the offset of the first block; `planes`: their number.
 */
export function listPlanes(list: Uint8Array, at: number, planes: number): Block[] | undefined {
  const reader = new VarintReader(list);
  const size = reader.next() ?? 0;
  if (2 * size > list.length) return undefined;
  const counts = Array.from({ length: size }, () => reader.next());
  const blocks: Block[] = [];
  let [end, from] = [at, 0];
  for (const count of counts) {
    const length = reader.next();
    if (!count || !length) return undefined;
    blocks.push({ at: end, length, from, count });
    end += length;
    from += count;
  }
  return from === planes && reader.at === list.length ? blocks : undefined;
}

/** The planes of a block; undefined if it is corrupted. */
export function openPlanes(bytes: Uint8Array, count: number): Uint8Array[] | undefined {
  const body = openBlock(bytes);
  if (!body || count > body.length) return undefined;
  const reader = new VarintReader(body);
  const lengths = Array.from({ length: count }, () => reader.next() ?? body.length + 1);
  let { at } = reader;
  const planes = lengths.map((length) => {
    const plane = body.subarray(at, at + length);
    at += length;
    return plane;
  });
  return at === body.length ? planes : undefined;
}
