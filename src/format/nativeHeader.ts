import crc32 from 'crc-32';
import { type Failure, fail, ok, type Result } from '../chess/result.ts';
import type { Statistics } from '../table/statistics.ts';
import type { Endgame } from '../table/table.ts';

const MAGIC = 'MTB';
const VERSION = 2;
/** Magic, version, length of the header. */
const PREFIX_BYTES = 8;
const CRC_BYTES = 4;
/** Far above what a header needs, so that an altered length is not taken for a truncated file. */
const HEADER_LIMIT = 1 << 17;

/** The most bytes that a head can have. */
export const HEAD_LIMIT = PREFIX_BYTES + HEADER_LIMIT + CRC_BYTES;

/** What a table file says of itself, as JSON. */
export interface Header {
  readonly rules: string;
  readonly table: string;
  readonly men: number;
  readonly squares: number;
  /** Indices a side. */
  readonly size: number;
  /** The scheme of the index (see {@link Endgame}'s placements). */
  readonly index: string;
  /** {@link SlabCode} of one byte or of two, or two-byte {@link ValueCode}. */
  readonly values: 'codes' | 'wide codes' | 'plies';
  /** Bytes of values in a block. */
  readonly blockBytes: number;
  readonly statistics?: Statistics;
}

/** A header and the number of bytes up to what follows it. */
export interface Head {
  readonly header: Header;
  readonly length: number;
}

export function makeHead(header: Header): Uint8Array {
  const json = new TextEncoder().encode(JSON.stringify(header));
  const head = new Uint8Array(PREFIX_BYTES + json.length + CRC_BYTES);
  for (let i = 0; i < MAGIC.length; i++) head[i] = MAGIC.charCodeAt(i);
  head[MAGIC.length] = VERSION;
  viewOf(head).setUint32(MAGIC.length + 1, json.length, true);
  head.set(json, PREFIX_BYTES);
  const checked = head.subarray(0, -CRC_BYTES);
  head.set(makeChecksum(crc32.buf(checked)), checked.length);
  return head;
}

/** Needs the beginning of a file only. Errors: `mtb-magic`, `mtb-version`, `mtb-truncated`, `mtb-checksum`, `mtb-header`. */
export function parseHead(bytes: Uint8Array): Result<Head> {
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
  const jsonBytes = viewOf(bytes).getUint32(MAGIC.length + 1, true);
  if (jsonBytes > HEADER_LIMIT) {
    const limit = `it has at most ${HEADER_LIMIT}`;
    return fail('mtb-header', `the header says that it has ${jsonBytes} bytes: ${limit}`);
  }
  const checked = PREFIX_BYTES + jsonBytes;
  const length = checked + CRC_BYTES;
  if (bytes.length < length) return truncated(bytes.length, `at least ${length}`);
  if (crc32.buf(bytes.subarray(0, checked)) !== viewOf(bytes).getInt32(checked, true)) {
    return altered('the header does not fit its checksum');
  }
  const text = new TextDecoder().decode(bytes.subarray(PREFIX_BYTES, checked));
  const header = parseHeader(text);
  return header ? ok({ header, length }) : fail('mtb-header', `malformed header: ${text}`, text);
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
  const numbers = [header.men, header.squares, header.size, header.blockBytes];
  const sound =
    texts.every((text) => typeof text === 'string') &&
    numbers.every((number) => Number.isSafeInteger(number) && (number as number) > 0) &&
    ['codes', 'wide codes', 'plies'].includes(header.values as string);
  return sound ? (found as Header) : undefined;
}

/** What keeps a file from being the table of this endgame. */
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
  const { rules, table } = header;
  if (rules !== expected.rules) {
    return fail('mtb-rules', `a table of ${rules}, not of ${expected.rules}`, rules);
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

function makeChecksum(checksum: number): Uint8Array {
  const bytes = new Uint8Array(CRC_BYTES);
  viewOf(bytes).setInt32(0, checksum, true);
  return bytes;
}
