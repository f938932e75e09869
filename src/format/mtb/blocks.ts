import crc32 from 'crc-32';
import { deflateSync, inflateSync } from 'fflate';
import { CRC_BYTES, viewOf } from './bytes.ts';

/** A run of a file that is read and checked as a whole: a CRC-32, then the bytes that it covers. */
export interface Block {
  readonly number: number;
  /** Its offset in the file; its length there in bytes. */
  readonly at: number;
  readonly length: number;
  /** Its parts of the table, from number `from` on: planes, or runs of values. */
  readonly from: number;
  readonly count: number;
}

/** The longest block that is read, in bytes: a bound on what one probe decodes. */
export const MOST_BLOCK_BYTES = 1 << 16;
/** Bytes of values in a plain block: some 12 KiB deflated. None has more, so that incompressible ones have room. */
export const PLAIN_BLOCK_BYTES = 1 << 15;

/**
 * A block of these bytes. Its checksum also covers the file's identity and the number of its first part, so that a
 * block is detected in another place or another file.
 */
export function sealBlock(identity: number, from: number, body: Uint8Array): Uint8Array {
  const block = new Uint8Array(CRC_BYTES + body.length);
  viewOf(block).setInt32(0, checksum(identity, from, body), true);
  block.set(body, CRC_BYTES);
  return block;
}

/** The contents of a block; undefined if they do not match its checksum. */
export function openBlock(
  identity: number,
  from: number,
  bytes: Uint8Array,
): Uint8Array | undefined {
  if (bytes.length < CRC_BYTES) return undefined;
  const body = bytes.subarray(CRC_BYTES);
  return checksum(identity, from, body) === viewOf(bytes).getInt32(0, true) ? body : undefined;
}

function checksum(identity: number, from: number, body: Uint8Array): number {
  const place = new Uint8Array(8);
  viewOf(place).setUint32(0, identity, true);
  viewOf(place).setUint32(4, from, true);
  return crc32.buf(body, crc32.buf(place));
}

/** Of values of two bytes, level 6 takes six times as long as 1 and saves a quarter; of bytes, three times. */
export type DeflateLevel = 1 | 6;

/** Compresses blocks; a platform's own is faster than the one that runs everywhere. */
export interface BlockCodec {
  deflate(bytes: Uint8Array, level: DeflateLevel): Uint8Array | Promise<Uint8Array>;
  /**
   * Undefined unless the bytes are a deflate stream of `size` bytes; whatever they are, it makes at most one byte more.
   */
  inflate(
    bytes: Uint8Array,
    size: number,
  ): Uint8Array | undefined | Promise<Uint8Array | undefined>;
}

/** A codec in JavaScript, for every platform. */
export const portableCodec = {
  deflate: (bytes: Uint8Array, level: DeflateLevel): Uint8Array => deflateSync(bytes, { level }),
  inflate(bytes: Uint8Array, size: number): Uint8Array | undefined {
    try {
      // The byte more shows a result that is too long, of which fflate drops the rest.
      const inflated = inflateSync(bytes, { out: new Uint8Array(size + 1) });
      return inflated.length === size ? inflated : undefined;
    } catch {
      return undefined;
    }
  },
};

/** Blocks processed concurrently: enough to keep a pool of threads busy. */
export const AT_ONCE = 8;
