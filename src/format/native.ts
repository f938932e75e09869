import crc32 from 'crc-32';
import { type Failure, fail, ok, type Result } from '../chess/result.ts';
import type { Endgame, Table } from '../table/table.ts';
import { CHUNK_BYTES, type TableFormat } from './format.ts';

/**
 * A table as it is, checksummed. All numbers are little-endian, whatever the machine:
 *
 *     MTB, version (1 byte), length of the header (4 bytes)
 *     header, JSON in UTF-8: {"rules":"metachess","table":"KQvk","men":3,"squares":64,"size":40960}
 *     CRC-32 of all that (4 bytes)
 *     value codes, White to move: size * 2 bytes
 *     value codes, Black to move: size * 2 bytes
 *     CRC-32 of the value codes (4 bytes)
 *
 * Errors: `mtb-magic`, `mtb-version`, `mtb-truncated`, `mtb-checksum`, `mtb-header`, `mtb-rules`, `mtb-table`.
 */
export const nativeFormat: TableFormat = {
  name: 'mtb',
  extension: '.mtb',
  about: 'metatb’s own table file, checksummed.',
  encode,
  decode,
};

const MAGIC = 'MTB';
const VERSION = 1;
/** Magic, version, length of the header. */
const PREFIX_BYTES = 8;
const CRC_BYTES = 4;
const VALUE_BYTES = 2;
/** Far above what a header needs, so that an altered length is not taken for a truncated file. */
const HEADER_LIMIT = 4096;

interface Header {
  readonly rules: string;
  readonly table: string;
  readonly men: number;
  readonly squares: number;
  readonly size: number;
}

function* encode(table: Table): Generator<Uint8Array> {
  yield makeHead(headerOf(table));
  let checksum = 0;
  const step = CHUNK_BYTES / VALUE_BYTES;
  for (const values of table.values) {
    for (let from = 0; from < values.length; from += step) {
      const chunk = makeValues(values.subarray(from, from + step));
      checksum = crc32.buf(chunk, checksum);
      yield chunk;
    }
  }
  yield makeChecksum(checksum);
}

function decode(bytes: Uint8Array, endgame: Endgame): Result<Table> {
  const head = parseHead(bytes);
  if (!head.ok) return head;
  const { header, length } = head.value;
  const other = mismatch(header, endgame);
  if (other) return other;
  const sideBytes = header.size * VALUE_BYTES;
  const end = length + 2 * sideBytes;
  if (bytes.length < end + CRC_BYTES) return truncated(bytes, `${end + CRC_BYTES}`);
  if (bytes.length > end + CRC_BYTES) {
    return altered(`${bytes.length - end - CRC_BYTES} bytes follow the end of the table`);
  }
  if (crc32.buf(bytes.subarray(length, end)) !== viewOf(bytes).getInt32(end, true)) {
    return altered('the values do not fit their checksum');
  }
  const values = [
    parseValues(bytes.subarray(length, length + sideBytes)),
    parseValues(bytes.subarray(length + sideBytes, end)),
  ] as const;
  const { rules, material, placements } = endgame;
  return ok({ rules, material, placements, values });
}

function headerOf({ rules, material, placements }: Endgame): Header {
  const { squareCount, size } = placements;
  return { rules, table: material.name, men: material.men.length, squares: squareCount, size };
}

function makeHead(header: Header): Uint8Array {
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

/** The header, and the number of bytes up to the values. */
function parseHead(bytes: Uint8Array): Result<{ header: Header; length: number }> {
  for (let i = 0; i < Math.min(MAGIC.length, bytes.length); i++) {
    if (bytes[i] !== MAGIC.charCodeAt(i)) {
      return fail('mtb-magic', `not a table file: it does not begin with ${MAGIC}`);
    }
  }
  if (bytes.length <= MAGIC.length) return truncated(bytes, `at least ${PREFIX_BYTES}`);
  const version = bytes[MAGIC.length]!;
  if (version !== VERSION) {
    const message = `a table file of version ${version}: this program reads version ${VERSION}`;
    return fail('mtb-version', message, String(version));
  }
  if (bytes.length < PREFIX_BYTES) return truncated(bytes, `at least ${PREFIX_BYTES}`);
  const jsonBytes = viewOf(bytes).getUint32(MAGIC.length + 1, true);
  if (jsonBytes > HEADER_LIMIT) {
    const limit = `it has at most ${HEADER_LIMIT}`;
    return fail('mtb-header', `the header says that it has ${jsonBytes} bytes: ${limit}`);
  }
  const checked = PREFIX_BYTES + jsonBytes;
  const length = checked + CRC_BYTES;
  if (bytes.length < length) return truncated(bytes, `at least ${length}`);
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
  const { rules, table, men, squares, size } = found as Partial<Record<keyof Header, unknown>>;
  if (typeof rules !== 'string' || typeof table !== 'string') return undefined;
  if (typeof men !== 'number' || typeof squares !== 'number' || typeof size !== 'number') {
    return undefined;
  }
  return { rules, table, men, squares, size };
}

/** What keeps a file from being the table of this endgame. */
function mismatch(header: Header, endgame: Endgame): Failure | undefined {
  const expected = headerOf(endgame);
  const { rules, table } = header;
  if (rules !== expected.rules) {
    return fail('mtb-rules', `a table of ${rules}, not of ${expected.rules}`, rules);
  }
  if (table !== expected.table) {
    return fail('mtb-table', `the table ${table}, not ${expected.table}`, table);
  }
  for (const field of ['men', 'squares', 'size'] as const) {
    if (header[field] !== expected[field]) {
      const found = `the header of ${table} says ${field} ${header[field]}`;
      return fail('mtb-header', `${found}: it should be ${expected[field]}`, `${header[field]}`);
    }
  }
  return undefined;
}

function truncated(bytes: Uint8Array, expected: string): Failure {
  const message = `truncated table file: ${bytes.length} bytes found, ${expected} expected`;
  return fail('mtb-truncated', message, String(bytes.length));
}

function altered(what: string): Failure {
  return fail('mtb-checksum', `altered table file: ${what}`);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function makeChecksum(checksum: number): Uint8Array {
  const bytes = new Uint8Array(CRC_BYTES);
  viewOf(bytes).setInt32(0, checksum, true);
  return bytes;
}

// A view with the byte order spelled out, rather than a copy that only little-endian machines may make:
// 5.2 million values take 20 ms.
function makeValues(values: Int16Array): Uint8Array {
  const bytes = new Uint8Array(values.length * VALUE_BYTES);
  const view = viewOf(bytes);
  for (let i = 0; i < values.length; i++) view.setInt16(i * VALUE_BYTES, values[i]!, true);
  return bytes;
}

function parseValues(bytes: Uint8Array): Int16Array {
  const view = viewOf(bytes);
  const values = new Int16Array(bytes.length / VALUE_BYTES);
  for (let i = 0; i < values.length; i++) values[i] = view.getInt16(i * VALUE_BYTES, true);
  return values;
}
