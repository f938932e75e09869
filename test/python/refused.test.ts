import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { portableCodec } from '../../src/format/mtb/blocks.ts';
import { assemblePlanes, layOutPlain } from '../../src/format/mtb/encodeNative.ts';
import { decodeNative } from '../../src/format/mtb/native.ts';
import { openTableFile } from '../../src/format/mtb/openTableFile.ts';
import { pushVarint } from '../../src/format/mtb/varint.ts';
import type { PlanesCoding } from '../../src/format/planes/coding.ts';
import { LEAF, packModel, SYMBOLS, type TreeParts } from '../../src/format/planes/planeModel.ts';
import { slabOrder } from '../../src/format/planes/planeOrder.ts';
import { Planes } from '../../src/format/planes/planes.ts';
import { rankCount } from '../../src/format/planes/ranks.ts';
import { BLACK, type Color, WHITE } from '../../src/pieces/army.ts';
import { chess } from '../../src/rules/chess.ts';
import { endgameOf } from '../../src/rules/endgame.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { readTable, type Table } from '../../src/table/table.ts';
import { SlabValues } from '../../src/table/values.ts';
import { joined } from '../format/madeUp.ts';
import { contentsOf, forge } from '../format/mtb/forged.ts';
import { needPython } from '../python3.ts';
import { solveBySets } from '../solve/setTables.ts';
import { materialOf } from '../solve/solved.ts';
import { askLines } from './reader.ts';

beforeEach(needPython);

let folder: string;
let queen: Table;

beforeAll(async () => {
  queen = (await solveBySets(chess as RuleSet, ['KQvk'])).get('KQvk')!;
  folder = mkdtempSync(join(tmpdir(), 'metatb-refused-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const [K, Q, k, r] = [0, 1, 2, 3];
const sound: PlanesCoding = {
  ...{ kind: 'planes', row: k, lane: K, first: 0 },
  ...{ wins: 10, losses: 10, bars: false },
};

/** A tree whose leaves know one symbol, the escape, and one rank: all that it codes is a draw, and takes no bits. */
function drawing(features: readonly number[], set: 0 | 1, { wins, losses }: PlanesCoding) {
  const leaves = (features.length + 1) / 2;
  const levels = new Uint8Array(leaves * SYMBOLS);
  for (let leaf = 1; leaf <= leaves; leaf++) levels[leaf * SYMBOLS - 1] = 1;
  const escapes = new Uint8Array(rankCount({ wins, losses, bars: false }, set));
  // Ranks count from 1.
  escapes[(set === 0 ? losses : wins) + 3] = 1;
  const all = Uint8Array.from(features);
  return { features: all, thresholds: all.map(() => 0), levels, escapes } satisfies TreeParts;
}

/** So many splits, each of the leaf above the threshold of the one before. */
function chain(depth: number): number[] {
  return depth === 0 ? [LEAF] : [7, LEAF, ...chain(depth - 1)];
}

/** A number below so many equally likely ones, or the end of a stream: 1 of 4,096 says that there are corrections. */
type Coded = readonly [number, number] | 'corrected' | 'not corrected';

/** The stream of these symbols, first to last: FORMAT.md says how it is read. */
function stream(symbols: readonly Coded[]): Uint8Array {
  let state = 2 ** 15;
  const words: number[] = [];
  for (const symbol of symbols.toReversed()) {
    const [frequency, before] =
      symbol === 'corrected'
        ? [1, 4095]
        : symbol === 'not corrected'
          ? [4095, 0]
          : [4096 / symbol[1], (symbol[0] * 4096) / symbol[1]];
    for (; state >= frequency * 2 ** 19; state = Math.floor(state / 2 ** 16)) {
      words.push(state % 2 ** 16);
    }
    state = Math.floor(state / frequency) * 4096 + (state % frequency) + before;
  }
  const bytes = Buffer.alloc(4 + 2 * words.length);
  bytes.writeUInt32LE(state);
  for (const [i, word] of words.toReversed().entries()) bytes.writeUInt16LE(word, 4 + 2 * i);
  return bytes;
}

/** Of a cell of the coded side, or 4096 above of the other; by rank or else by code. */
type Correction = readonly [number, { readonly rank: number } | { readonly code: number }];

/** A plane of draws with these corrections. */
function corrected(...corrections: readonly Correction[]) {
  const all = corrections.flatMap(([cell, value], i): Coded[] => {
    const bytes = 'rank' in value ? [value.rank] : [0, (value.code >> 8) & 255, value.code & 255];
    const coded = bytes.map((byte) => [byte, 256] as const);
    const more = i + 1 < corrections.length ? 1 : 0;
    return [[cell >> 12, 2], [cell & 4095, 4096], ...coded, [more, 2]];
  });
  return stream(['corrected', ...all]);
}

interface Forged {
  readonly coding?: Partial<PlanesCoding>;
  /** Features of the first tree. */
  readonly features?: readonly number[];
  readonly change?: (first: TreeParts, second: TreeParts) => void;
  /** The first plane that there is. */
  readonly plane?: Uint8Array;
  readonly wide?: boolean;
}

/** A table of draws, all of whose checksums are right. */
function forgedFile(forged: Forged, table: Table = queen) {
  const { features = [LEAF], change, plane, wide = false } = forged;
  const coding = { ...sound, ...forged.coding };
  const { army, material } = table as Table & { army: (typeof chess)['army'] };
  const planes = new Planes(material, coding, slabOrder(material, army, coding));
  const none = stream(['not corrected']);
  const coded = Array.from({ length: planes.count }, (_, number) =>
    planes.squares(number) ? none : new Uint8Array(),
  );
  if (plane) coded[coded.indexOf(none)] = plane;
  const trees = [drawing(features, 0, coding), drawing([LEAF], 1, coding)] as const;
  change?.(...trees);
  const room = wide ? Int16Array : Int8Array;
  const values = table.values.map(({ length }) => new SlabValues(new room(length)));
  const of = { ...table, values: [values[0]!, values[1]!] as const };
  const model = packModel(trees);
  return joined(assemblePlanes(of, undefined, { coding, model, planes: coded }));
}

/** The number of positions that Python finds in a file, or what it says of it. */
function inPython(bytes: Uint8Array, name: string): string {
  return ask('read', bytes, name);
}

function ask(what: string, bytes: Uint8Array, name: string, lines?: readonly string[]): string {
  const path = join(mkdtempSync(join(folder, 'case-')), `${name}.mtb`);
  writeFileSync(path, bytes);
  return askLines([what, path], lines)[0]!;
}

/** The part of a file in which a prober finds a placement, and where; undefined if it is refused. */
function partOf(bytes: Uint8Array, { material }: Table, squares: readonly number[]) {
  const file = openTableFile(bytes, bytes.length, endgameOf(chess as RuleSet, material));
  if (!file.ok || typeof file.value === 'number') return undefined;
  const { part: number, cell } = file.value.spotOf(WHITE, squares);
  const block = file.value.blockOf(number)!;
  const { from, bytes: length } = file.value.range(block);
  const decoded = file.value.decode(block, bytes.subarray(from, from + length));
  const part = decoded.ok ? decoded.value.part(number) : undefined;
  return part && { part, cell };
}

/** A placement in the first plane, of a table with a rook too. */
const FIRST = [18, 0, 63, 7];

async function expectRead(bytes: Uint8Array): Promise<void> {
  expect(await decodeNative(bytes, queen)).toMatchObject({ ok: true });
  expect(partOf(bytes, queen, FIRST)).toBeDefined();
  expect(inPython(bytes, 'KQvk')).toBe('46137');
}

async function expectRefused(bytes: Uint8Array, python: RegExp, table = queen): Promise<void> {
  expect(await decodeNative(bytes, table)).toMatchObject({ ok: false });
  expect(partOf(bytes, table, FIRST)).toBeUndefined();
  const said = inPython(bytes, table.material.name);
  expect(said).toMatch(/^FormatError: /);
  expect(said).toMatch(python);
}

/** Cells of the first plane, where the queen is on a1: the kings on h8 and c3; and Black's on a1 too. */
const [POSITION, NOWHERE] = [63 * 64 + 18, 18];
/** The kings on g8 and c2, and their mirror images: on h7 and b3. */
const [TWIN, LOWER_TWIN] = [62 * 64 + 10, 55 * 64 + 17];

const FAR = { code: -100 };

/** All corrections that this plane can have. */
function everyCorrection(): Correction[] {
  const { men } = queen.material;
  return Array.from({ length: 8192 }, (_, i) => i)
    .filter((i) => chess.place(men, [i & 63, 0, (i >> 6) & 63], i < 4096 ? WHITE : BLACK).ok)
    .map((i) => [i, { code: -5 }]);
}

/** The table of draws, deflated, and what it consists of. */
async function deflated() {
  const { start, blocks } = layOutPlain(queen, portableCodec);
  const after = await joined(blocks);
  return contentsOf(await joined([start, after]), queen);
}

describe('both readers take', () => {
  it.each<[string, Forged]>([
    ['a table of draws', {}],
    ['the longest moves of bytes', { coding: { wins: 125, losses: 124 } }],
    ['the longest moves of two bytes', { coding: { wins: 1, losses: 248 }, wide: true }],
    ['48 splits above a leaf', { features: chain(48) }],
    ['the last feature', { features: [39, LEAF, LEAF] }],
    ['kings in the rows and lanes, none of them derived', { coding: { row: K, lane: k } }],
    ['a correction by rank', { plane: corrected([POSITION, { rank: 5 }]) }],
    ['corrections of twins', { plane: corrected([TWIN, FAR], [LOWER_TWIN, FAR]) }],
    ['a far code of two bytes', { plane: corrected([POSITION, { code: -300 }]), wide: true }],
  ])('%s', async (_, forged) => expectRead(await forgedFile(forged)));

  it('a correction of each value', async () => {
    const all = everyCorrection();
    expect(all.length).toBeGreaterThan(4096);
    await expectRead(await forgedFile({ plane: corrected(...all) }));
  });

  it('bytes behind what is deflated', async () => {
    const contents = await deflated();
    const blocks = contents.blocks.map((each) => ({ ...each, body: Buffer.of(...each.body, 7) }));
    await expectRead(forge({ ...contents, blocks }));
  });
});

/** What both readers say of one position. */
function valuesOf(bytes: Uint8Array, squares: readonly number[], turn: Color) {
  const { part, cell } = partOf(bytes, queen, squares)!;
  const said = ask('squares', bytes, 'KQvk', [[...squares, turn].join(' ')]);
  return [part.value(turn, cell), Number(said)];
}

describe('both readers find the same', () => {
  it.each([
    [-300, -591],
    [-131, -253],
    [-130, -251],
    [-129, -249],
    [-127, -1],
    [-126, -251],
    [125, 250],
    [127, 2],
    [128, 248],
    [129, 250],
    [130, 252],
  ])('where the code is %i', async (code, value) => {
    const bytes = await forgedFile({ plane: corrected([POSITION, { code }]), wide: true });
    expect(valuesOf(bytes, [18, 0, 63], WHITE)).toEqual([value, value]);
    expect(readTable(unwrap(await decodeNative(bytes, queen)), WHITE, [18, 0, 63])).toBe(value);
  });

  it('of twins, whatever captures say that the other side derives from', async () => {
    // Of the king's 60 captures only that with White's king on h7 is told of, and wins: twins have what g8 makes of it, nothing.
    const far = Array.from({ length: 64 }, (_, o) => o).filter((o) => o % 8 > 1 || o > 15);
    const rare = far.map((o) => (o === 55 ? 'corrected' : 'not corrected'));
    const bytes = await forgedFile({
      plane: stream([...rare, 'not corrected']),
      change(_, { levels, escapes }) {
        levels[2] = 48;
        escapes.fill(0).fill(1, -1);
      },
    });
    for (const [white, black] of [
      [55, 8],
      [62, 1],
    ] as const) {
      expect(valuesOf(bytes, [white, 0, black], BLACK)).toEqual([0, 0]);
    }
  });
});

describe('both readers refuse', () => {
  const coding = /its coding is impossible/;
  const correction = /impossible correction/;
  it.each<[string, Forged, RegExp]>([
    ['no wins', { coding: { wins: 0 } }, coding],
    ['no losses', { coding: { losses: 0 } }, coding],
    ['wins that are no bytes', { coding: { wins: 126 } }, coding],
    ['losses whose wins are no bytes', { coding: { losses: 125 } }, coding],
    ['more ranks than bytes', { coding: { wins: 125, losses: 125 }, wide: true }, coding],
    ['both pieces of one side', { coding: { row: K, lane: Q } }, /impossible pieces/],
    ['49 splits above a leaf', { features: chain(49) }, /too deep/],
    ['an unknown feature', { features: [40, LEAF, LEAF] }, /unknown feature/],
    [
      'a leaf without an escape',
      { change: ({ levels }) => levels.copyWithin(0, SYMBOLS - 1).fill(0, 1) },
      /leaf without an escape/,
    ],
    ['escapes without ranks', { change: ({ escapes }) => escapes.fill(0) }, /impossible level/],
    ['a correction where none is', { plane: corrected([NOWHERE, { rank: 5 }]) }, correction],
    ['a rank that is none', { plane: corrected([POSITION, { rank: 26 }]) }, correction],
    ['a code that is no byte', { plane: corrected([POSITION, { code: 392 }]) }, correction],
    ['a correction of one of two twins', { plane: corrected([TWIN, FAR]) }, correction],
    [
      'two corrections of a value',
      { plane: corrected([POSITION, { code: -5 }], [POSITION, { rank: 5 }]) },
      correction,
    ],
  ])('%s', async (_, forged, python) => expectRefused(await forgedFile(forged), python));

  it('more than 32 planes in a block', async () => {
    const KQvkr = endgameOf(chess as RuleSet, materialOf(chess, 'KQvkr'));
    const values = [new SlabValues(new Int8Array()), new SlabValues(new Int8Array())] as const;
    const many = { ...KQvkr, values };
    const contents = contentsOf(await forgedFile({ coding: { lane: r, row: k } }, many), many);
    const [first, second, ...others] = contents.blocks;
    // Without corrections a plane takes four bytes.
    const blocks = [first!, second!].map(({ count, body }) => ({
      count,
      body,
      at: body.length - 32 * 4,
    }));
    const body = Buffer.concat([
      ...blocks.map(({ body, at }) => body.subarray(0, at)),
      ...blocks.map(({ body, at }) => body.subarray(at)),
    ]);
    const merged = { count: first!.count + second!.count, body };
    const bytes = forge({ ...contents, blocks: [merged, ...others] });
    await expectRefused(bytes, /too many planes/, many);
  });

  it('deflated blocks of less than a kibibyte', async () => {
    const contents = await deflated();
    const header = contents.header.replace('"blockBytes":32768', '"blockBytes":1022');
    expect(header).not.toBe(contents.header);
    await expectRefused(forge({ ...contents, header }), coding);
  });

  it('a block without a part of the table', async () => {
    const contents = contentsOf(await forgedFile({}), queen);
    const blocks = [...contents.blocks, { count: 0, body: Uint8Array.of(7) }];
    await expectRefused(forge({ ...contents, blocks }), /list of blocks is damaged/);
  });

  it('a list block of more than 4 KiB', async () => {
    const contents = contentsOf(await forgedFile({}), queen);
    const { blocks } = contents;
    const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each);
    const list: number[] = [];
    for (const number of [
      ...[2, 1, blocks.length, sum(blocks.map(({ count }) => count))],
      ...[sum(blocks.map(({ body }) => 4 + body.length)), 4097],
    ]) {
      pushVarint(list, number);
    }
    const long = { count: 0, body: new Uint8Array(4093) };
    const bytes = { ...contents, blocks: [...blocks, long], list: Uint8Array.from(list) };
    await expectRefused(forge(bytes), /list block has an impossible length/);
  });
});
