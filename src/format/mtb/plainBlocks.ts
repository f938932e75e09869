import { UNCOVERED, type ValueCode } from '../../table/value.ts';
import { PlyValues, type SlabCodes, SlabValues, type Values } from '../../table/values.ts';
import { AT_ONCE, type BlockCodec, sealBlock } from './blocks.ts';
import { viewOf } from './bytes.ts';
import type { ByteCoding, Header, PlainCoding } from './nativeHeader.ts';
import type { Entry } from './writeList.ts';

export function kindOf(values: Values): Header['values'] {
  if (!(values instanceof SlabValues)) return 'plies';
  return values.codes instanceof Int8Array ? 'codes' : 'wide codes';
}

export function widthOf({ values }: Pick<Header, 'values'>): 1 | 2 {
  return values === 'codes' ? 1 : 2;
}

/** What of a header says how values lie in plain blocks. */
export interface PlainHeader extends Pick<Header, 'values' | 'size'> {
  readonly coding: PlainCoding | ByteCoding;
}

/** Has a header this kind of blocks? */
export function isPlain(header: Pick<Header, 'values' | 'size' | 'coding'>): header is PlainHeader {
  return header.coding.kind === 'deflate' || header.coding.kind === 'bytes';
}

/** How the values of a table, all with White to move first, are cut into blocks. */
export class PlainCut {
  readonly header: PlainHeader;
  private readonly width: number;
  private readonly sideBytes: number;
  private readonly blockBytes: number;
  private readonly perSide: number;

  constructor(header: PlainHeader) {
    const { coding, size } = header;
    this.header = header;
    this.width = coding.kind === 'bytes' ? 1 : widthOf(header);
    this.sideBytes = size * this.width;
    this.blockBytes = coding.blockBytes;
    this.perSide = Math.ceil(this.sideBytes / coding.blockBytes);
  }

  get blocks(): number {
    return 2 * this.perSide;
  }

  blockOf(side: 0 | 1, index: number): number {
    return side * this.perSide + Math.floor((index * this.width) / this.blockBytes);
  }

  /** The values of a block: of this side, from this index and this byte of the side's values on, so many bytes. */
  part(block: number) {
    const side: 0 | 1 = block < this.perSide ? 0 : 1;
    const from = (block - side * this.perSide) * this.blockBytes;
    const bytes = Math.min(this.blockBytes, this.sideBytes - from);
    return { side, from, bytes, first: from / this.width };
  }
}

/** Sealed blocks of unmodelled values, some of them made at once. Each is noted in `entries` as it is yielded. */
export async function* plainBlocks(
  identity: number,
  sides: readonly [Values, Values],
  cut: PlainCut,
  codec: BlockCodec,
  entries: Entry[],
): AsyncGenerator<Uint8Array> {
  const { coding } = cut.header;
  const level = coding.kind === 'bytes' ? 6 : 1;
  const bytes = sides.map((values, side) =>
    coding.kind === 'bytes' ? listedBytes(values, coding.ranks[side]!) : bytesOf(values),
  );
  for (let i = 0; i < cut.blocks; i += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, cut.blocks - i) }, async (_, j) => {
      const { side, from, bytes: length } = cut.part(i + j);
      const deflated = await codec.deflate(bytes[side]!.subarray(from, from + length), level);
      return sealBlock(identity, i + j, deflated);
    });
    for (const block of await Promise.all(some)) {
      entries.push({ count: 1, length: block.length });
      yield block;
    }
  }
}

export function asValues({ values }: Pick<Header, 'values'>, numbers: SlabCodes): Values {
  return values === 'plies' && numbers instanceof Int16Array
    ? new PlyValues(numbers)
    : new SlabValues(numbers);
}

/** The numbers that these bytes of a side are; codes of one byte are not copied. Undefined if they cannot be. */
export function numbersOf(
  { values, coding }: PlainHeader,
  side: 0 | 1,
  bytes: Uint8Array,
): SlabCodes | undefined {
  if (coding.kind === 'bytes') {
    const listed = Int16Array.of(UNCOVERED, ...coding.ranks[side]);
    const numbers = new Int16Array(bytes.length);
    for (let i = 0; i < bytes.length; i++) {
      if (bytes[i]! >= listed.length) return undefined;
      numbers[i] = listed[bytes[i]!]!;
    }
    return numbers;
  }
  if (values === 'codes') {
    return new Int8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length);
  }
  const view = viewOf(bytes);
  const numbers = new Int16Array(bytes.length / 2);
  for (let i = 0; i < numbers.length; i++) numbers[i] = view.getInt16(2 * i, true);
  return numbers;
}

/** The places of values in a list, from 1 on. */
function listedBytes(values: Values, listed: readonly ValueCode[]): Uint8Array<ArrayBuffer> {
  const places = new Uint8Array(65536);
  for (const [i, value] of listed.entries()) places[value & 0xffff] = 1 + i;
  const bytes = new Uint8Array(values.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = places[values.at(i) & 0xffff]!;
  return bytes;
}

/** Values as bytes, little-endian; codes of one byte are not copied. */
function bytesOf(values: Values): Uint8Array<ArrayBuffer> {
  if (values instanceof SlabValues) return bytesOfCodes(values.codes);
  return lowFirst(values.length, (i) => values.at(i));
}

function bytesOfCodes(codes: SlabCodes): Uint8Array<ArrayBuffer> {
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
