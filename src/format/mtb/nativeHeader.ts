import crc32 from 'crc-32';
import { inflateSync } from 'fflate';
import { type Failure, fail, ok, type Result } from '../../chess/result.ts';
import type { Statistics } from '../../table/statistics.ts';
import type { Endgame } from '../../table/table.ts';
import type { SlabCode } from '../../table/values.ts';
import type { Layout } from '../planes/planes.ts';

export const MAGIC = 'MTB';
export const VERSION = 3;
/** Magic, version, length of the start, its length inflated. */
export const PREFIX_BYTES = 12;
export const CRC_BYTES = 4;
/** Far above what a start needs: a greater length is a corrupted one, not a sign of a truncated file. */
const START_LIMIT = 1 << 20;
const INFLATED_LIMIT = 1 << 24;

/** A table file's description of itself, as JSON. */
export interface Header {
  readonly rules: string;
  /** The rule set's fingerprint: see {@link Endgame}. */
  readonly fingerprint?: string;
  readonly table: string;
  readonly men: number;
  readonly squares: number;
  /** The number of indices for each side to move. */
  readonly size: number;
  /** The scheme of the index (see {@link Endgame}'s placements). */
  readonly index: string;
  /** {@link SlabCode} of one byte or of two, or two-byte ValueCode. */
  readonly values: 'codes' | 'wide codes' | 'plies';
  readonly coding: PlainCoding | PlanesCoding;
  readonly statistics?: Statistics;
}

/** Values as they are, in deflated blocks of `blockBytes`. */
interface PlainCoding {
  readonly kind: 'deflate';
  readonly blockBytes: number;
}

/** Planes, predicted and coded by rank; `codes` by rank, from 1. */
export interface PlanesCoding extends Layout {
  readonly kind: 'planes';
  readonly codes: readonly SlabCode[];
}

/** A file's start, inflated: its header and what follows it there. */
export interface Start {
  readonly header: Header;
  /** See planeModel.ts; empty without planes. */
  readonly model: Uint8Array;
  /** See native.ts. */
  readonly list: Uint8Array;
  /** Bytes of the file up to its blocks. */
  readonly length: number;
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
    return fail('mtb-version', message, String(version));
  }
  if (bytes.length < PREFIX_BYTES) return truncated(bytes.length, `at least ${PREFIX_BYTES}`);
  const length = viewOf(bytes).getUint32(MAGIC.length + 1, true);
  if (length > START_LIMIT || length < PREFIX_BYTES + CRC_BYTES) {
    const limit = `it has at least ${PREFIX_BYTES + CRC_BYTES} and at most ${START_LIMIT}`;
    return fail('mtb-header', `the file says that its start has ${length} bytes: ${limit}`);
  }
  return ok(length);
}

/**
 * Reads a file's start; further bytes are ignored.
 * Errors: `mtb-magic`, `mtb-version`, `mtb-truncated`, `mtb-checksum`, `mtb-header`.
 */
export function parseStart(bytes: Uint8Array): Result<Start> {
  const found = startLength(bytes);
  if (!found.ok) return found;
  const length = found.value;
  if (bytes.length < length) return truncated(bytes.length, `at least ${length}`);
  const checked = length - CRC_BYTES;
  if (crc32.buf(bytes.subarray(0, checked)) !== viewOf(bytes).getInt32(checked, true)) {
    return altered('the header does not fit its checksum');
  }
  const size = viewOf(bytes).getUint32(MAGIC.length + 5, true);
  const parts = size <= INFLATED_LIMIT ? inflate(bytes.subarray(PREFIX_BYTES, checked), size) : [];
  if (parts?.length !== 3) return fail('mtb-header', 'malformed header: it cannot be inflated');
  const [json, model, list] = parts as [Uint8Array, Uint8Array, Uint8Array];
  const text = new TextDecoder().decode(json);
  const header = parseHeader(text);
  if (!header) return fail('mtb-header', `malformed header: ${text.slice(0, 200)}`, text);
  return ok({ header, model, list, length });
}

/** The parts of a start, each after its length in four bytes. Undefined if the bytes are not that. */
function inflate(bytes: Uint8Array, size: number): Uint8Array[] | undefined {
  let inflated: Uint8Array;
  try {
    inflated = inflateSync(bytes, { out: new Uint8Array(size) });
  } catch {
    return undefined;
  }
  const parts: Uint8Array[] = [];
  for (let at = 0; at < inflated.length; ) {
    if (at + 4 > inflated.length) return undefined;
    const length = viewOf(inflated).getUint32(at, true);
    if (at + 4 + length > inflated.length) return undefined;
    parts.push(inflated.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return parts;
}

function parseHeader(text: string): Header | undefined {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof found !== 'object' || found === null) return undefined;
  const header = found as Partial<Record<keyof Header, unknown>>;
  const texts = [header.rules, header.table, header.index];
  const numbers = [header.men, header.squares, header.size];
  const sound =
    texts.every((text) => typeof text === 'string') &&
    ['string', 'undefined'].includes(typeof header.fingerprint) &&
    numbers.every((number) => Number.isSafeInteger(number) && (number as number) > 0) &&
    ['codes', 'wide codes', 'plies'].includes(header.values as string) &&
    isCoding(header.coding, header);
  return sound ? (found as Header) : undefined;
}

function isCoding(found: unknown, { men, values }: Partial<Record<keyof Header, unknown>>) {
  if (typeof found !== 'object' || found === null) return false;
  const coding = found as Partial<Record<string, unknown>>;
  const isInteger = (value: unknown, least: number, most: number) =>
    Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
  if (coding.kind === 'deflate') return isInteger(coding.blockBytes, 1024, 1 << 20);
  const slots = (men as number) - 1;
  const least = values === 'codes' ? -128 : -32768;
  return (
    coding.kind === 'planes' &&
    values !== 'plies' &&
    isInteger(coding.row, 0, slots) &&
    isInteger(coding.lane, 0, slots) &&
    coding.row !== coding.lane &&
    isInteger(coding.first, 0, 1) &&
    Array.isArray(coding.codes) &&
    coding.codes.length > 0 &&
    coding.codes.length <= MOST_CODES &&
    coding.codes.every((code) => isInteger(code, least, -1 - least))
  );
}

/** The most ranks that the coder has room for. */
const MOST_CODES = 1023;

/** The reason why a file is not the table of this endgame, or undefined. */
export function mismatch(header: Header, endgame: Endgame): Failure | undefined {
  const { material, placements } = endgame;
  const expected = {
    rules: endgame.rules,
    table: material.name,
    men: material.men.length,
    squares: placements.squareCount,
    size: placements.size,
    index: placements.scheme,
  };
  const { rules, table, fingerprint } = header;
  if (rules !== expected.rules) {
    return fail('mtb-rules', `a table of ${rules}, not of ${expected.rules}`, rules);
  }
  if (fingerprint && endgame.fingerprint && fingerprint !== endgame.fingerprint) {
    const found = `a table of other rules that are called ${rules} too`;
    const prints = `their fingerprint is ${fingerprint}, not ${endgame.fingerprint}`;
    return fail('mtb-fingerprint', `${found}: ${prints}`, fingerprint);
  }
  if (table !== expected.table) {
    return fail('mtb-table', `the table ${table}, not ${expected.table}`, table);
  }
  for (const field of ['men', 'squares', 'size', 'index'] as const) {
    if (header[field] !== expected[field]) {
      const found = `the header of ${table} says ${field} ${header[field]}`;
      return fail('mtb-header', `${found}: it should be ${expected[field]}`, `${header[field]}`);
    }
  }
  return undefined;
}

export function truncated(found: number, expected: string): Failure {
  const message = `truncated table file: ${found} bytes found, ${expected} expected`;
  return fail('mtb-truncated', message, String(found));
}

export function altered(what: string): Failure {
  return fail('mtb-checksum', `altered table file: ${what}`);
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
