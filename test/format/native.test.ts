import crc32 from 'crc-32';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unwrap } from '../../src/chess/result.ts';
import { nativeFormat } from '../../src/format/native.ts';
import type { Endgame } from '../../src/table/table.ts';
import {
  chessEndgame,
  haveSameValues,
  joined,
  madeUpTable,
  smallEndgame,
  smallTable,
} from './madeUp.ts';

const small = smallTable(smallEndgame('KQvk'));
const smallBytes = joined(nativeFormat.encode(small));
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const jsonEnd = 8 + new DataView(smallBytes.buffer).getUint32(4, true);

function codeOf(bytes: Uint8Array, endgame: Endgame = small): string {
  const result = nativeFormat.decode(bytes, endgame);
  return result.ok ? 'read' : result.problem.code;
}

/** A file with this header, its checksum right, and the values of the small table. */
function withHeader(header: string): Uint8Array {
  const json = new TextEncoder().encode(header);
  const head = Uint8Array.from([...smallBytes.subarray(0, 8), ...json]);
  new DataView(head.buffer).setUint32(4, json.length, true);
  const checksum = new Uint8Array(4);
  new DataView(checksum.buffer).setInt32(0, crc32.buf(head), true);
  return Uint8Array.from([...head, ...checksum, ...smallBytes.subarray(jsonEnd + 4)]);
}

describe('a table comes back as it was', () => {
  test.each(['KQvk', 'KPvk'])('%s', (name) => {
    const table = madeUpTable(name);
    const bytes = joined(nativeFormat.encode(table));
    expect(haveSameValues(unwrap(nativeFormat.decode(bytes, chessEndgame(name))), table)).toBe(
      true,
    );
  });

  test('with any values at all', () => {
    const side = fc.int16Array({
      minLength: small.placements.size,
      maxLength: small.placements.size,
    });
    fc.assert(
      fc.property(side, side, (white, black) => {
        const bytes = joined(nativeFormat.encode({ ...small, values: [white, black] }));
        expect(unwrap(nativeFormat.decode(bytes, small)).values).toEqual([white, black]);
      }),
    );
  });

  test('from the middle of other bytes, at an odd address', () => {
    const around = Uint8Array.from([7, ...smallBytes, 7]);
    const bytes = around.subarray(1, -1);
    expect(haveSameValues(unwrap(nativeFormat.decode(bytes, small)), small)).toBe(true);
  });

  test('with the rule set and the endgame that were asked for', () => {
    const { rules, material, placements } = unwrap(nativeFormat.decode(smallBytes, small));
    expect({ rules, material, placements }).toEqual({
      rules: 'small',
      material: small.material,
      placements: small.placements,
    });
  });
});

describe('the file', () => {
  test('says what it is in its first bytes', () => {
    expect(text(smallBytes.subarray(0, 3))).toBe('MTB');
    expect(smallBytes[3]).toBe(1);
    expect(JSON.parse(text(smallBytes.subarray(8, jsonEnd)))).toEqual({
      rules: 'small',
      table: 'KQvk',
      men: 3,
      squares: 16,
      size: small.placements.size,
    });
  });

  test('holds values with the low byte first', () => {
    const values = [new Int16Array(small.placements.size).fill(0x0102), small.values[1]] as const;
    const bytes = joined(nativeFormat.encode({ ...small, values }));
    expect([...bytes.subarray(jsonEnd + 4, jsonEnd + 6)]).toEqual([2, 1]);
  });

  test('comes in chunks of 64 KiB at most', () => {
    const chunks = [...nativeFormat.encode(madeUpTable('KPvk'))];
    expect(chunks.length).toBeGreaterThan(8);
    for (const chunk of chunks) expect(chunk.length).toBeLessThanOrEqual(65536);
  });
});

describe('a problem has its own code', () => {
  test.each([
    ['nothing', new Uint8Array(), 'mtb-truncated', '0 bytes found, at least 8 expected'],
    [
      'another kind of file',
      new TextEncoder().encode('PK\u0003\u0004'),
      'mtb-magic',
      'not a table',
    ],
    [
      'another version',
      smallBytes.with(3, 2),
      'mtb-version',
      'of version 2: this program reads version 1',
    ],
    ['an altered header', smallBytes.with(20, 0x21), 'mtb-checksum', 'header'],
    ['an altered value', smallBytes.with(jsonEnd + 9, 77), 'mtb-checksum', 'values'],
    ['an altered checksum', smallBytes.with(-1, smallBytes.at(-1)! ^ 1), 'mtb-checksum', 'values'],
    ['bytes after the end', Uint8Array.from([...smallBytes, 0]), 'mtb-checksum', '1 bytes follow'],
    ['a header of a gigabyte', smallBytes.with(7, 0x40), 'mtb-header', 'at most 4096'],
    [
      'a header that is no JSON',
      withHeader('{"rules"'),
      'mtb-header',
      'malformed header: {"rules"',
    ],
    ['a header that is null', withHeader('null'), 'mtb-header', 'malformed header: null'],
    ['a header without a table', withHeader('{"rules":"small"}'), 'mtb-header', 'malformed header'],
    [
      'another size',
      withHeader('{"rules":"small","table":"KQvk","men":3,"squares":16,"size":5}'),
      'mtb-header',
      `the header of KQvk says size 5: it should be ${small.placements.size}`,
    ],
  ])('%s', (_, bytes, code, words) => {
    const result = nativeFormat.decode(bytes, small);
    expect(result).toMatchObject({ ok: false, problem: { code } });
    if (!result.ok) expect(result.problem.message).toContain(words);
  });

  test('another rule set and another endgame than asked for', () => {
    expect(nativeFormat.decode(smallBytes, { ...small, rules: 'chess' })).toMatchObject({
      problem: { code: 'mtb-rules', message: 'a table of small, not of chess', text: 'small' },
    });
    expect(nativeFormat.decode(smallBytes, smallEndgame('KRvk'))).toMatchObject({
      problem: { code: 'mtb-table', message: 'the table KQvk, not KRvk', text: 'KQvk' },
    });
  });

  test('a file cut short anywhere, with the bytes that it has', () => {
    for (let length = 0; length < smallBytes.length; length++) {
      const result = nativeFormat.decode(smallBytes.subarray(0, length), small);
      expect(result).toMatchObject({ problem: { code: 'mtb-truncated', text: String(length) } });
    }
    const result = nativeFormat.decode(smallBytes.subarray(0, -1), small);
    const found = `${smallBytes.length - 1} bytes found, ${smallBytes.length} expected`;
    expect(result).toMatchObject({ problem: { message: `truncated table file: ${found}` } });
  });
});

describe('whatever the bytes', () => {
  test('no flipped bit passes', () => {
    for (let at = 0; at < smallBytes.length; at++) {
      for (let bit = 0; bit < 8; bit++) {
        expect(codeOf(smallBytes.with(at, smallBytes[at]! ^ (1 << bit)))).not.toBe('read');
      }
    }
  });

  test('random ones are a problem and not an exception', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.uint8Array({ maxLength: 200 }).map((rest) => Uint8Array.from([77, 84, 66, 1, ...rest])),
    );
    fc.assert(
      fc.property(bytes, (each) => {
        expect(codeOf(each)).toMatch(/^mtb-/);
      }),
    );
  });

  test('a random header with the right checksum is a problem and not an exception', () => {
    const header = fc.oneof(fc.json(), fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(header, (each) => {
        expect(codeOf(withHeader(each))).toMatch(/^mtb-/);
      }),
    );
  });
});
