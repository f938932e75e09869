import { PlyValues, type SlabCodes, SlabValues, type Values } from '../../table/values.ts';
import {
  AT_ONCE,
  type Block,
  type BlockCodec,
  openBlock,
  portableCodec,
  sealBlock,
} from './blocks.ts';
import { type Header, viewOf } from './nativeHeader.ts';

/** Bytes of values in a block: some 25 KiB deflated. */
export const PLAIN_BLOCK_BYTES = 1 << 16;

export function kindOf(values: Values): Header['values'] {
  if (!(values instanceof SlabValues)) return 'plies';
  return values.codes instanceof Int8Array ? 'codes' : 'wide codes';
}

export function widthOf({ values }: Pick<Header, 'values'>): 1 | 2 {
  return values === 'codes' ? 1 : 2;
}

const ENTRY_BYTES = 4;

/**
 * Blocks of unmodelled values, all with White to move first, and the list of their lengths, filled as they are made.
 */
export function plainBlocks(sides: readonly [Values, Values], codec: BlockCodec) {
  const parts = sides.flatMap((side) => slices(bytesOf(side)));
  const list = new Uint8Array(parts.length * ENTRY_BYTES);
  return { list, blocks: makeBlocks(parts, codec, viewOf(list)) };
}

async function* makeBlocks(
  parts: readonly Uint8Array[],
  codec: BlockCodec,
  list: DataView,
): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < parts.length; i += AT_ONCE) {
    const some = parts.slice(i, i + AT_ONCE);
    const deflated = await Promise.all(some.map((part) => codec.deflate(part)));
    for (const [j, body] of deflated.entries()) {
      const block = sealBlock(body);
      list.setUint32((i + j) * ENTRY_BYTES, block.length, true);
      yield block;
    }
  }
}

/** Parses a list of blocks; undefined if it is malformed. `at`: the offset of the first block. */
export function listPlain(
  list: Uint8Array,
  at: number,
  sideBytes: number,
  blockBytes: number,
): Block[] | undefined {
  const perSide = Math.ceil(sideBytes / blockBytes);
  if (list.length !== 2 * perSide * ENTRY_BYTES) return undefined;
  const view = viewOf(list);
  const blocks: Block[] = [];
  let end = at;
  for (let i = 0; i < 2 * perSide; i++) {
    const inSide = (i % perSide) * blockBytes;
    const length = view.getUint32(i * ENTRY_BYTES, true);
    const from = (i < perSide ? 0 : sideBytes) + inSide;
    blocks.push({ at: end, length, from, count: Math.min(blockBytes, sideBytes - inSide) });
    end += length;
  }
  return blocks;
}

/** The bytes of values in a block; undefined if it is corrupted. */
export function openPlain(bytes: Uint8Array, count: number): Uint8Array | undefined {
  const body = openBlock(bytes);
  if (!body) return undefined;
  try {
    // Left-over or missing bytes mean that this is not what was deflated.
    const part = portableCodec.inflate(body, count);
    return part.length === count ? part : undefined;
  } catch {
    return undefined;
  }
}

/** Bytes of values, as Values. */
export function valuesOf(header: Header, bytes: Uint8Array): Values {
  if (header.values === 'codes') {
    return new SlabValues(
      new Int8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length),
    );
  }
  const view = viewOf(bytes);
  const numbers = new Int16Array(bytes.length / 2);
  for (let i = 0; i < numbers.length; i++) numbers[i] = view.getInt16(2 * i, true);
  return header.values === 'plies' ? new PlyValues(numbers) : new SlabValues(numbers);
}

/** Values as bytes, little-endian; codes of one byte are not copied. */
function bytesOf(values: Values): Uint8Array<ArrayBuffer> {
  if (values instanceof SlabValues) return bytesOfCodes(values.codes);
  return lowFirst(values.length, (i) => values.at(i));
}

export function bytesOfCodes(codes: SlabCodes): Uint8Array<ArrayBuffer> {
  if (codes instanceof Int16Array) return lowFirst(codes.length, (i) => codes[i]!);
  const { buffer, byteOffset, byteLength } = codes;
  return new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
}

function lowFirst(length: number, number: (i: number) => number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(2 * length);
  const view = viewOf(bytes);
  for (let i = 0; i < length; i++) view.setInt16(2 * i, number(i), true);
  return bytes;
}

function slices(bytes: Uint8Array): Uint8Array[] {
  const found: Uint8Array[] = [];
  for (let from = 0; from < bytes.length; from += PLAIN_BLOCK_BYTES) {
    found.push(bytes.subarray(from, from + PLAIN_BLOCK_BYTES));
  }
  return found;
}
