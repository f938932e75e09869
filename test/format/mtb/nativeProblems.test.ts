import crc32 from 'crc-32';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unwrap } from '../../../src/board/result.ts';
import { checkNative, nativeFormat } from '../../../src/format/mtb/native.ts';
import { countTable, LISTED_WINS } from '../../../src/table/statistics.ts';
import type { Endgame } from '../../../src/table/table.ts';
import { runs } from '../../thorough.ts';
import { haveSameValues, smallEndgame } from '../madeUp.ts';
import { contentsOf, forge } from './forged.ts';
import { small, smallBytes, smallHeader, startEnd, viewOf } from './smallFile.ts';

async function problemOf(bytes: Uint8Array, endgame: Endgame = small) {
  const result = await nativeFormat.decode(bytes, endgame);
  if (result.ok) throw new Error('read');
  return result.problem;
}

const contents = contentsOf(smallBytes, small);
const counted = countTable(small);
const { longestWin, longestWinSquares } = counted.white;
/** A win of a header's list. */
const next = (number: number, wrong: object = {}) => ({
  plies: longestWin!,
  squares: longestWinSquares!.with(-1, number),
  ...wrong,
});

/** A zugzwang of a header, and a kind that has none. */
const lost = { squares: longestWinSquares!, white: null, black: 4 };
const kindless = { unique: 0, board: 0, deepest: [] };
/** Of the kind in which only Black loses, one or more. */
const told = (wrong: object) => [
  kindless,
  { unique: 1, board: 8, deepest: [lost], ...wrong },
  kindless,
];

/** A file with this header, correct checksums, and the values of the small table. */
const withHeader = (header: string) => forge({ ...contents, header });
/** The small file, its start saying that it inflates to so many bytes. */
function inflatedTo(size: number): Uint8Array {
  const bytes = smallBytes.slice();
  viewOf(bytes).setUint32(8, size, true);
  viewOf(bytes).setInt32(startEnd - 4, crc32.buf(bytes.subarray(0, startEnd - 4)), true);
  return bytes;
}
const inflatedSize = viewOf(smallBytes).getUint32(8, true);

const headerWith = (fields: object) => withHeader(JSON.stringify({ ...smallHeader, ...fields }));

describe('a problem has its own code', () => {
  test.each([
    ['an empty file', new Uint8Array(), 'mtb-truncated', '0 bytes found, at least 12 expected'],
    [
      'a file of another kind',
      new TextEncoder().encode('PK\u0003\u0004'),
      'mtb-magic',
      'not a table',
    ],
    [
      'another version',
      smallBytes.with(3, 2),
      'mtb-version',
      'of version 2: this program reads version 5',
    ],
    [
      'a newer version',
      smallBytes.with(3, 6),
      'mtb-version',
      'reads version 5, and a newer one has written it',
    ],
    ['an altered header', smallBytes.with(20, 0x21), 'mtb-checksum', 'header'],
    ['an altered value', smallBytes.with(startEnd + 9, 77), 'mtb-checksum', 'a block does not fit'],
    ['an altered end', smallBytes.with(-1, smallBytes.at(-1)! ^ 1), 'mtb-checksum', 'a block'],
    ['bytes after the end', Uint8Array.from([...smallBytes, 0]), 'mtb-checksum', '1 bytes follow'],
    ['a start of a gigabyte', smallBytes.with(7, 0x40), 'mtb-header', 'at most 65536'],
    [
      'a start that inflates to more than it says',
      inflatedTo(inflatedSize - 1),
      'mtb-header',
      'cannot be inflated',
    ],
    ['to less', inflatedTo(inflatedSize + 1), 'mtb-header', 'cannot be inflated'],
    ['to more than it can', inflatedTo(1032 * startEnd), 'mtb-header', 'cannot be inflated'],
    ['a start of many mebibytes', inflatedTo(2 ** 21), 'mtb-header', 'cannot be inflated'],
    [
      'a header that is not JSON',
      withHeader('{"rules"'),
      'mtb-header',
      'malformed header: {"rules"',
    ],
    ['a header that is null', withHeader('null'), 'mtb-header', 'malformed header: null'],
    ['a header without a table', withHeader('{"rules":"small"}'), 'mtb-header', 'malformed header'],
    [
      'blocks of no bytes',
      headerWith({ coding: { kind: 'deflate', blockBytes: 0 } }),
      'mtb-header',
      'malformed header',
    ],
    [
      'blocks that may not fit in the longest',
      headerWith({ coding: { kind: 'deflate', blockBytes: 1 << 16 } }),
      'mtb-header',
      'malformed header',
    ],
    [
      'blocks that cut a value in two',
      headerWith({ coding: { kind: 'deflate', blockBytes: 1025 } }),
      'mtb-header',
      'malformed header',
    ],
    [
      'an unknown coding',
      headerWith({ coding: { kind: 'cubes' } }),
      'mtb-requires',
      "requires 'the coding cubes', which",
    ],
    [
      'an unknown feature',
      headerWith({ requires: ['parents', 'x'] }),
      'mtb-requires',
      "requires 'parents', which",
    ],
    ['features that are no list', headerWith({ requires: 1 }), 'mtb-requires', "requires '1'"],
    ['unheard-of values', headerWith({ values: 'words' }), 'mtb-header', 'malformed header'],
    [
      'another size',
      headerWith({ size: 5 }),
      'mtb-header',
      `the header of KQvk says size 5: it should be ${small.placements.size}`,
    ],
    [
      'another index',
      headerWith({ index: 'slabs' }),
      'mtb-header',
      'the header of KQvk says index slabs: it should be symmetric',
    ],
    [
      'codes in an index that the set solver does not use',
      headerWith({ values: 'codes', coding: { kind: 'deflate', blockBytes: 32768 } }),
      'mtb-header',
      'says values codes: with this index it should be plies',
    ],
    [
      'a symmetry where the index tells it',
      headerWith({ symmetry: 'all' }),
      'mtb-header',
      'says symmetry all: it should be nothing',
    ],
    [
      'statistics that contradict themselves',
      headerWith({ statistics: { ...counted, white: { ...counted.white, wins: 7 } } }),
      'mtb-header',
      'its statistics contradict themselves',
    ],
    [
      'smaller blocks than the list covers',
      headerWith({ coding: { kind: 'deflate', blockBytes: 1024 } }),
      'mtb-header',
      'no list of blocks',
    ],
  ])('%s', async (_, bytes, code, words) => {
    const problem = await problemOf(bytes);
    expect(problem.code.startsWith(code)).toBe(true);
    expect(problem.message).toContain(words);
    // The quick check finds the same, since it needs no values.
    expect(checkNative(bytes, small)).toEqual({ ok: false, problem });
  });

  test.each([
    ['no list', 'e4'],
    ['no wins', [3]],
    ['a win longer than the longest', [next(1, { plies: 2 + longestWin! })]],
    ['a longer one after a shorter one', [next(1, { plies: 1 }), next(2, { plies: longestWin! })]],
    ['a square too few', [next(1, { squares: longestWinSquares!.slice(1) })]],
    ['no square', [next(1, { squares: longestWinSquares!.with(0, 64) })]],
    ['more than are told', Array.from({ length: LISTED_WINS }, (_, i) => next(i))],
  ])('statistics of which the next longest wins are %s', async (_, nextLongestWins) => {
    const white = { ...counted.white, nextLongestWins };
    expect(await problemOf(headerWith({ statistics: { ...counted, white } }))).toMatchObject({
      code: 'mtb-header',
      message: expect.stringContaining('its statistics contradict themselves'),
    });
  });

  test.each([
    ['no list', 'e4'],
    ['of two kinds', [kindless, kindless]],
    ['fewer than none', told({ unique: -1 })],
    ['more up to symmetry than on the board', told({ board: 0 })],
    ['more than there are placements', told({ unique: 1e9, board: 1e9 })],
    ['not told', told({ deepest: [] })],
    ['lost by the side that draws', told({ deepest: [{ ...lost, white: 2 }] })],
    ['drawn by the side that loses', told({ deepest: [{ ...lost, black: null }] })],
    ['a deeper one after another', told({ unique: 2, deepest: [lost, { ...lost, black: 6 }] })],
    ['a square too few', told({ deepest: [{ ...lost, squares: lost.squares.slice(1) }] })],
  ])('statistics of which the zugzwangs are %s', async (_, zugzwangs) => {
    expect(await problemOf(headerWith({ statistics: { ...counted, zugzwangs } }))).toMatchObject({
      code: 'mtb-header',
      message: expect.stringContaining('its statistics contradict themselves'),
    });
  });

  test('another rule set or endgame than requested', async () => {
    expect(await problemOf(smallBytes, { ...small, rules: 'chess' })).toMatchObject({
      code: 'mtb-rules',
      message: 'a table of small, not of chess',
      text: 'small',
    });
    expect(await problemOf(smallBytes, smallEndgame('KRvk'))).toMatchObject({
      code: 'mtb-table',
      message: 'the table KQvk, not KRvk',
      text: 'KQvk',
    });
  });

  test('a file cut short anywhere, with the number of bytes it has', async () => {
    for (let length = 0; length < smallBytes.length; length++) {
      const problem = await problemOf(smallBytes.subarray(0, length));
      expect(problem).toMatchObject({ code: 'mtb-truncated', text: String(length) });
    }
    const { message } = await problemOf(smallBytes.subarray(0, -1));
    const found = `${smallBytes.length - 1} bytes found, ${smallBytes.length} expected`;
    expect(message).toBe(`truncated table file: ${found}`);
  });
});

describe('a file is read with', () => {
  test.each([
    ['keys that this program does not know', headerWith({ weather: { wind: 3 }, requires: [] })],
    ['zeros that fill up its start', forge({ ...contents, padding: 1000 })],
    ['statistics', headerWith({ statistics: counted })],
    [
      'several of the longest wins',
      headerWith({
        statistics: { ...counted, white: { ...counted.white, nextLongestWins: [next(1)] } },
      }),
    ],
    ['zugzwangs', headerWith({ statistics: { ...counted, zugzwangs: told({}) } })],
  ])('%s', async (_, bytes) => {
    const read = unwrap(await nativeFormat.decode(bytes, small));
    expect(haveSameValues(read, small)).toBe(true);
  });
});

describe('whatever the bytes', () => {
  test('no flipped bit passes even the quick check', async () => {
    for (let at = 0; at < smallBytes.length; at++) {
      for (let bit = 0; bit < 8; bit++) {
        const flipped = smallBytes.with(at, smallBytes[at]! ^ (1 << bit));
        if (checkNative(flipped, small).ok) throw new Error(`bit ${bit} of byte ${at}`);
        if (bit === at % 8) expect((await problemOf(flipped)).code).toMatch(/^mtb-/);
      }
    }
  });

  test('random bytes are a problem, not an exception', async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.uint8Array({ maxLength: 200 }).map((rest) => Uint8Array.from([77, 84, 66, 4, ...rest])),
    );
    await fc.assert(
      fc.asyncProperty(bytes, async (each) => {
        expect((await problemOf(each)).code).toMatch(/^mtb-/);
      }),
      runs(100),
    );
  });

  test('a random header with a correct checksum is a problem, not an exception', async () => {
    // Not the block size: any number from the size of a side on gives the same single block.
    const field = fc.constantFrom('rules', 'table', 'men', 'squares', 'size', 'index', 'values');
    const header = fc.oneof(
      fc.json(),
      fc.string({ unit: 'binary' }),
      fc
        .tuple(field, fc.jsonValue())
        .filter(([name, value]) => value !== smallHeader[name])
        .map(([name, value]) => JSON.stringify({ ...smallHeader, [name]: value })),
    );
    await fc.assert(
      fc.asyncProperty(header, async (each) => {
        expect((await problemOf(withHeader(each))).code).toMatch(/^mtb-/);
      }),
      runs(100),
    );
  });
});
