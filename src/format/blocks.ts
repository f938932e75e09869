import crc32 from 'crc-32';
import { deflateSync, inflateSync } from 'fflate';
import type { Failure } from '../chess/result.ts';
import { altered, CRC_BYTES, viewOf } from './nativeHeader.ts';

/** A run of a file that is read and checked as a whole: a CRC-32, and what that is of. */
export interface Block {
  /** Its offset in the file, and its bytes there. */
  readonly at: number;
  readonly length: number;
  /** What it holds of the table: planes, or bytes of values of both sides one after another; from which on, and how many. */
  readonly from: number;
  readonly count: number;
}

export function sealBlock(body: Uint8Array): Uint8Array {
  const block = new Uint8Array(CRC_BYTES + body.length);
  viewOf(block).setInt32(0, crc32.buf(body), true);
  block.set(body, CRC_BYTES);
  return block;
}

/** What a block holds; undefined if it does not fit its checksum. */
export function openBlock(bytes: Uint8Array): Uint8Array | undefined {
  if (bytes.length < CRC_BYTES) return undefined;
  const body = bytes.subarray(CRC_BYTES);
  return crc32.buf(body) === viewOf(bytes).getInt32(0, true) ? body : undefined;
}

export function alteredBlock(): Failure {
  return altered('a block does not fit its checksum');
}

/** Compresses blocks; a platform's own is faster than the one that runs everywhere. */
export interface BlockCodec {
  deflate(bytes: Uint8Array): Uint8Array | Promise<Uint8Array>;
  /** `size`: of the result, in bytes. May throw on bytes that are not deflated. */
  inflate(bytes: Uint8Array, size: number): Uint8Array | Promise<Uint8Array>;
}

/** Runs everywhere. */
export const portableCodec = {
  deflate: (bytes: Uint8Array): Uint8Array => deflateSync(bytes, { level: 1 }),
  inflate: (bytes: Uint8Array, size: number): Uint8Array =>
    inflateSync(bytes, { out: new Uint8Array(size) }),
};

/** Blocks in work at once: enough to keep a pool of threads busy. */
export const AT_ONCE = 8;
