import crc32 from 'crc-32';
import { deflateSync, inflateSync } from 'fflate';
import type { Failure } from '../../chess/result.ts';
import { altered, CRC_BYTES, viewOf } from './nativeHeader.ts';

/** A run of a file that is read and checked as a whole: a CRC-32, then the bytes that it covers. */
export interface Block {
  /** Its offset in the file; its length there in bytes. */
  readonly at: number;
  readonly length: number;
  /** Its part of the table, from number `from` on: planes, or bytes of values, one side's after the other's. */
  readonly from: number;
  readonly count: number;
}

export function sealBlock(body: Uint8Array): Uint8Array {
  const block = new Uint8Array(CRC_BYTES + body.length);
  viewOf(block).setInt32(0, crc32.buf(body), true);
  block.set(body, CRC_BYTES);
  return block;
}

/** The contents of a block; undefined if they do not match its checksum. */
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
  /** `size`: of the result, in bytes. May throw on bytes that are not a deflate stream. */
  inflate(bytes: Uint8Array, size: number): Uint8Array | Promise<Uint8Array>;
}

/** A codec in JavaScript, for every platform. */
export const portableCodec = {
  deflate: (bytes: Uint8Array): Uint8Array => deflateSync(bytes, { level: 1 }),
  inflate: (bytes: Uint8Array, size: number): Uint8Array =>
    inflateSync(bytes, { out: new Uint8Array(size) }),
};

/** Blocks processed concurrently: enough to keep a pool of threads busy. */
export const AT_ONCE = 8;
