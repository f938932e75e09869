import { deflateSync, inflateSync } from 'fflate';
import { PlyValues, type SlabCodes, SlabValues, type Values } from '../table/values.ts';
import { type Block, openBlock, sealBlock } from './blocks.ts';
import { type Header, viewOf } from './nativeHeader.ts';
import { pushVarint, VarintReader } from './varint.ts';

/** Some 25 KiB when deflated, of tables of plies. */
export const PLAIN_BLOCK_BYTES = 1 << 16;

export function kindOf(values: Values): Header['values'] {
  if (!(values instanceof SlabValues)) return 'plies';
  return values.codes instanceof Int8Array ? 'codes' : 'wide codes';
}

export function widthOf({ values }: Pick<Header, 'values'>): 1 | 2 {
  return values === 'codes' ? 1 : 2;
}

/** Blocks of values as they are, first all with White to move; and the list of their lengths. */
export function plainBlocks(sides: readonly [Values, Values]) {
  const blocks = sides
    .flatMap((side) => slices(bytesOf(side)))
    .map((part) => sealBlock(deflateSync(part, { level: 6 })));
  const list: number[] = [];
  for (const block of blocks) pushVarint(list, block.length);
  return { blocks, list: Uint8Array.from(list) };
}

/** Undefined where the list is none. `at`: where the first block stands. */
export function listPlain(
  list: Uint8Array,
  at: number,
  sideBytes: number,
  blockBytes: number,
): Block[] | undefined {
  const blocks: Block[] = [];
  const reader = new VarintReader(list);
  let end = at;
  for (let from = 0; from < 2 * sideBytes; ) {
    const inSide = from % sideBytes;
    const count = Math.min(blockBytes, sideBytes - inSide);
    const length = reader.next();
    if (!length) return undefined;
    blocks.push({ at: end, length, from, count });
    end += length;
    from += count;
  }
  return reader.at === list.length ? blocks : undefined;
}

/** The values of a block; undefined where it is altered. */
export function openPlain(bytes: Uint8Array, count: number): Uint8Array<ArrayBuffer> | undefined {
  const body = openBlock(bytes);
  if (!body) return undefined;
  const out = new Uint8Array(count);
  try {
    // Bytes that are left over or lacking would not be what was deflated.
    return inflateSync(body, { out }).length === count ? out : undefined;
  } catch {
    return undefined;
  }
}

/** Bytes of values, as Values. */
export function valuesOf(header: Header, bytes: Uint8Array<ArrayBuffer>): Values {
  if (header.values === 'codes') {
    return new SlabValues(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length));
  }
  const view = viewOf(bytes);
  const numbers = new Int16Array(bytes.length / 2);
  for (let i = 0; i < numbers.length; i++) numbers[i] = view.getInt16(2 * i, true);
  return header.values === 'plies' ? new PlyValues(numbers) : new SlabValues(numbers);
}

/** Values as bytes, the low one first; codes of one byte are not copied. */
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
