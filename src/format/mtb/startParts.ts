import crc32 from 'crc-32';
import { deflateSync } from 'fflate';
import { fail, ok, type Problem, type Result } from '../../board/result.ts';
import { portableCodec } from './blocks.ts';
import { CRC_BYTES, viewOf } from './bytes.ts';
import { altered, truncated } from './damage.ts';
import { type Header, parseHeader } from './nativeHeader.ts';

const MAGIC = 'MTB';
/** The version of the format. */
export const VERSION = 5;
/** Magic, version, length of the start, its length inflated. */
export const PREFIX_BYTES = 12;
/**
 * Far above what a start needs: a greater length is a corrupted one, not a sign of a truncated file. What the greatest
 * can be inflated to takes a tenth of a second.
 */
const START_LIMIT = 1 << 16;
const INFLATED_LIMIT = 1 << 20;
/** Deflated bytes stand for at most so many each. */
const MOST_RATIO = 1032;

/** A file's start, inflated. */
export interface Start {
  readonly header: Header;
  /** See planeModel.ts; empty without planes. */
  readonly model: Uint8Array;
  /** See blockList.ts. */
  readonly list: Uint8Array;
  /** What the checksums of blocks bind them to: see {@link identityOf}. */
  readonly identity: number;
  /** The CRC-32 of the whole start, which holds the checksums of all that follows: tells versions of a file apart. */
  readonly checksum: number;
  /** Bytes of the file up to its blocks. */
  readonly length: number;
}

/** Header and model as bytes: what a writer knows of a file before its first block. */
export type StartParts = readonly [header: Uint8Array, model: Uint8Array];

/** The CRC-32 of header and model: all that the contents of a block depend on. */
export function identityOf([header, model]: StartParts): number {
  return crc32.buf(model, crc32.buf(header)) >>> 0;
}

/** How many bytes of a file its start takes. Errors: `mtb-magic`, `mtb-version`, `mtb-truncated`, `mtb-header`. */
export function startLength(bytes: Uint8Array): Result<number> {
  for (let i = 0; i < Math.min(MAGIC.length, bytes.length); i++) {
    if (bytes[i] !== MAGIC.charCodeAt(i)) {
      return fail('mtb-magic', `not a table file: it does not begin with ${MAGIC}`);
    }
  }
  if (bytes.length <= MAGIC.length) return truncated(bytes.length, `at least ${PREFIX_BYTES}`);
  const version = bytes[MAGIC.length]!;
  if (version !== VERSION) {
    const message = `a table file of version ${version}: this program reads version ${VERSION}`;
    const newer = version > VERSION ? ', and a newer one has written it' : '';
    return fail('mtb-version', message + newer, String(version));
  }
  if (bytes.length < PREFIX_BYTES) return truncated(bytes.length, `at least ${PREFIX_BYTES}`);
  const length = viewOf(bytes).getUint32(MAGIC.length + 1, true);
  if (length > START_LIMIT || length < PREFIX_BYTES + CRC_BYTES) {
    const limit = `it has at least ${PREFIX_BYTES + CRC_BYTES} and at most ${START_LIMIT}`;
    return fail('mtb-header', `the file says that its start has ${length} bytes: ${limit}`);
  }
  return ok(length);
}

/** Has an older version of this program written the file? Then the table has to be generated again. */
export function isOutdated({ code, text }: Problem): boolean {
  return code === 'mtb-version' && Number(text) < VERSION;
}

/**
 * Reads a file's start; further bytes are ignored.
 * Errors: `mtb-magic`, `mtb-version`, `mtb-truncated`, `mtb-checksum`, `mtb-header`, `mtb-requires`.
 */
export function parseStart(bytes: Uint8Array): Result<Start> {
  const found = startLength(bytes);
  if (!found.ok) return found;
  const length = found.value;
  if (bytes.length < length) return truncated(bytes.length, `at least ${length}`);
  const checked = length - CRC_BYTES;
  const checksum = viewOf(bytes).getInt32(checked, true);
  if (crc32.buf(bytes.subarray(0, checked)) !== checksum) {
    return altered('the header does not fit its checksum');
  }
  const size = viewOf(bytes).getUint32(MAGIC.length + 5, true);
  const parts = inflate(bytes.subarray(PREFIX_BYTES, checked), size);
  if (parts?.length !== 3) return fail('mtb-header', 'malformed header: it cannot be inflated');
  const [json, model, list] = parts as [Uint8Array, Uint8Array, Uint8Array];
  const header = parseHeader(new TextDecoder().decode(json));
  if (!header.ok) return header;
  const identity = identityOf([json, model]);
  return ok({ header: header.value, model, list, identity, checksum, length });
}

/** The parts of a start, each after its length in four bytes. Undefined if the bytes are not that. */
function inflate(bytes: Uint8Array, size: number): Uint8Array[] | undefined {
  if (size > Math.min(INFLATED_LIMIT, MOST_RATIO * bytes.length)) return undefined;
  // After the deflated bytes may follow zeros.
  const inflated = portableCodec.inflate(bytes, size);
  if (!inflated) return undefined;
  const parts: Uint8Array[] = [];
  for (let at = 0; at < inflated.length; ) {
    if (at + 4 > inflated.length || parts.length === 3) return undefined;
    const length = viewOf(inflated).getUint32(at, true);
    if (at + 4 + length > inflated.length) return undefined;
    parts.push(inflated.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return parts;
}

/**
 * Header, model and list of blocks, each after its length, deflated, between the prefix and a checksum. `length`: of
 * the whole; zeros fill it up. Throws if it is too small.
 */
export function makeStart(
  parts: readonly [...StartParts, list: Uint8Array],
  level: 0 | 9,
  length?: number,
): Uint8Array {
  const inflated = new Uint8Array(parts.reduce((sum, part) => sum + 4 + part.length, 0));
  let at = 0;
  for (const part of parts) {
    viewOf(inflated).setUint32(at, part.length, true);
    inflated.set(part, at + 4);
    at += 4 + part.length;
  }
  const deflated = deflateSync(inflated, { level });
  const start = new Uint8Array(length ?? PREFIX_BYTES + deflated.length + CRC_BYTES);
  for (let i = 0; i < MAGIC.length; i++) start[i] = MAGIC.charCodeAt(i);
  start[MAGIC.length] = VERSION;
  viewOf(start).setUint32(MAGIC.length + 1, start.length, true);
  viewOf(start).setUint32(MAGIC.length + 5, inflated.length, true);
  const checked = start.length - CRC_BYTES;
  start.subarray(0, checked).set(deflated, PREFIX_BYTES);
  viewOf(start).setInt32(checked, crc32.buf(start.subarray(0, checked)), true);
  return start;
}
