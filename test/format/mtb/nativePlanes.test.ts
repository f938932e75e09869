import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { unwrap } from '../../../src/board/result.ts';
import { sealBlock } from '../../../src/format/mtb/blocks.ts';
import { assemblePlanes, encodeNative } from '../../../src/format/mtb/encodeNative.ts';
import { checkNative, decodeNative } from '../../../src/format/mtb/native.ts';
import { openTableFile } from '../../../src/format/mtb/openTableFile.ts';
import { parseStart } from '../../../src/format/mtb/startParts.ts';
import { FIRST_BYTES, type TableFile } from '../../../src/format/mtb/tableFile.ts';
import type { PlanesCoding } from '../../../src/format/planes/coding.ts';
import { type PlaneEndgame, planesOf } from '../../../src/format/planes/planeEndgame.ts';
import { chess } from '../../../src/rules/chess.ts';
import { metachess } from '../../../src/rules/metachess.ts';
import type { Table } from '../../../src/table/table.ts';
import { UNCOVERED } from '../../../src/table/value.ts';
import { decidedCode, SlabValues } from '../../../src/table/values.ts';
import { type SetTable, solveBySets } from '../../solve/setTables.ts';
import { runs } from '../../thorough.ts';
import { withLongMates } from '../longMates.ts';
import { chessEndgame, haveSameValues, joined } from '../madeUp.ts';

/** Identical pieces, a pawn on each side, and all tables of three men. */
const chosen = {
  chess: ['KQvk', 'KBvk', 'KPvk', 'KBBvk', 'KPvkp'],
  metachess: ['KPvk', 'KRvk', 'KRvkb'],
} as const;
const tables: SetTable[] = [];
const files = new Map<SetTable, Uint8Array>();

beforeAll(async () => {
  for (const rules of [chess, metachess]) {
    const names: readonly string[] = chosen[rules.name as keyof typeof chosen];
    const solved = await solveBySets(rules, names, 256);
    for (const name of names) tables.push(solved.get(name)!);
  }
  for (const table of tables) files.set(table, await fileOf(table));
}, 120_000);

function fileOf(table: Table): Promise<Uint8Array> {
  return joined(encodeNative(table));
}

function tableOf(rules: string, name: string): SetTable {
  return tables.find((each) => each.rules === rules && each.material.name === name)!;
}

function opened(table: Table, bytes: Uint8Array, size = bytes.length): TableFile {
  const file = unwrap(openTableFile(bytes, size, table));
  if (typeof file === 'number') throw new Error('the reader needs more bytes than the file has');
  return file;
}

/** The value of a placement as a prober finds it: one block, decoded. */
function probe(file: TableFile, bytes: Uint8Array, side: 0 | 1, index: number) {
  const { part, cell } = spotOf(file, side, index);
  const block = file.blockOf(part)!;
  const { from, bytes: length } = file.range(block);
  const decoded = unwrap(file.decode(block, bytes.subarray(from, from + length)));
  return decoded.part(part)!.value(side, cell);
}

function spotOf(file: TableFile, side: 0 | 1, index: number) {
  const { material, placements } = file.endgame;
  const squares = material.men.map(() => 0);
  placements.squares(index, squares);
  return file.spotOf(side, squares);
}

describe('tables of the set solver', () => {
  test('survive the round trip at every number', async () => {
    for (const table of tables) {
      const read = unwrap(await decodeNative(files.get(table)!, table));
      expect([table.material.name, haveSameValues(read, table)]).toEqual([
        table.material.name,
        true,
      ]);
      for (const side of [0, 1] as const) {
        const codes = (read.values[side] as SlabValues).codes;
        expect(Buffer.from(codes).equals(Buffer.from(table.values[side].codes))).toBe(true);
      }
    }
  });

  test('are coded by planes', () => {
    for (const table of tables) {
      const { header } = unwrap(parseStart(files.get(table)!));
      expect(header.coding.kind).toBe('planes');
    }
  });

  test('take less than half a bit per number', () => {
    const bytes = tables.reduce((sum, table) => sum + files.get(table)!.length, 0);
    const numbers = tables.reduce((sum, { placements }) => sum + 2 * placements.size, 0);
    expect((8 * bytes) / numbers).toBeLessThan(0.5);
  });

  test('have a start that fits in the first request, and small blocks', () => {
    for (const table of tables) {
      const bytes = files.get(table)!;
      const file = opened(table, bytes.subarray(0, FIRST_BYTES), bytes.length);
      expect(file.blocks).toBeGreaterThan(0);
      for (let block = 0; block < file.blocks; block++) {
        expect(file.range(block).bytes).toBeLessThan(1 << 15);
      }
    }
  });
});

describe('a table read by blocks', () => {
  test.each([
    ['chess', 'KBBvk'],
    ['chess', 'KPvkp'],
    ['metachess', 'KRvkb'],
  ])('says of any placement what the whole of it says: %s %s', (rules, name) => {
    const table = tableOf(rules, name);
    const bytes = files.get(table)!;
    const file = opened(table, bytes);
    const { placements, material } = table;
    const squares = material.men.map(() => 0);
    const any = fc.integer({ min: 0, max: placements.size - 1 });
    fc.assert(
      fc.property(any, fc.constantFrom(0 as const, 1 as const), (number, side) => {
        placements.squares(number, squares);
        const index = placements.index(squares);
        expect(probe(file, bytes, side, index)).toBe(table.values[side].at(index));
      }),
      runs(300),
    );
  });

  test('has no value if two men share a square', () => {
    const table = tableOf('chess', 'KBBvk');
    const bytes = files.get(table)!;
    const index = table.placements.index([0, 9, 9, 36]);
    expect(probe(opened(table, bytes), bytes, 0, index)).toBe(UNCOVERED);
  });
});

describe('a table that the set solver would not make', () => {
  const changed = (change: (white: Int8Array) => Int8Array | Int16Array) => {
    const table = tableOf('metachess', 'KPvk');
    const white = change((table.values[0].codes as Int8Array).slice());
    const black = white instanceof Int16Array ? Int16Array.from(table.values[1].codes) : undefined;
    const sides = [new SlabValues(white), black ? new SlabValues(black) : table.values[1]] as const;
    return { ...table, values: sides };
  };

  test('is stored as it is: a value at no position, or none at a position', async () => {
    const { codes } = tableOf('metachess', 'KPvk').values[0];
    const legal = codes.findIndex((code) => code !== -128);
    for (const [at, code] of [
      [codes.indexOf(-128), 3],
      [legal, -128],
    ] as const) {
      const table = changed((white) => white.with(at, code));
      const bytes = await fileOf(table);
      expect(unwrap(parseStart(bytes)).header.coding.kind).toBe('deflate');
      expect(haveSameValues(unwrap(await decodeNative(bytes, table)), table)).toBe(true);
    }
  });

  test('is coded by planes nevertheless if it only has codes beyond one byte', async () => {
    const table = changed((white) => Int16Array.from(white, (code) => (code === 12 ? 200 : code)));
    expect((table.values[0] as SlabValues).codes).toContain(200);
    const bytes = await fileOf(table);
    const { header } = unwrap(parseStart(bytes));
    expect([header.coding.kind, header.values]).toEqual(['planes', 'wide codes']);
    const read = unwrap(await decodeNative(bytes, table));
    for (const side of [0, 1] as const) {
      const { codes } = read.values[side] as SlabValues;
      expect(codes).toBeInstanceOf(Int16Array);
      expect(haveSameValues(read, table)).toBe(true);
      // Codes carry more than values: why a position is drawn or lost.
      const differs = (table.values[side] as SlabValues).codes.findIndex(
        (code, at) => code !== codes[at],
      );
      expect([codes.length, differs]).toEqual([table.values[side].length, -1]);
    }
  });

  // Of KQvk one side's values are derived from the other's.
  test.each([
    ['chess', 'KQvk'],
    ['metachess', 'KPvk'],
  ])('is held by planes if mates take up to 1,023 moves: %s %s', async (rules, name) => {
    const table = withLongMates(tableOf(rules, name));
    const bytes = await fileOf(table);
    const { wins, losses } = unwrap(parseStart(bytes)).header.coding as PlanesCoding;
    expect([wins, losses]).toEqual([125, 124]);
    const read = unwrap(await decodeNative(bytes, table));
    for (const side of [0, 1] as const) {
      const { codes } = table.values[side];
      expect(codes).toContain(decidedCode(2 * 1023 - 1));
      expect(codes).toContain(decidedCode(2 * 1023));
      const found = (read.values[side] as SlabValues).codes;
      expect(codes.findIndex((code, at) => code !== found[at])).toBe(-1);
    }
    const file = opened(table, bytes);
    const far = [...table.values[0].codes.keys()].filter(
      (index) => Math.abs(table.values[0].codes[index]!) > 300,
    );
    for (const index of far.slice(0, 100)) {
      expect(probe(file, bytes, 0, index)).toBe(table.values[0].at(index));
    }
  });
});

describe('a wrong file', () => {
  test('of more values than there is room for is a problem, whatever takes its bytes', async () => {
    // Six men without pawns, of which no number has a plane: a few hundred bytes.
    const endgame = chessEndgame('KQRBNvk');
    const { header, model } = unwrap(parseStart(files.get(tableOf('chess', 'KQvk'))!));
    const coding = { ...(header.coding as PlanesCoding), row: 5, lane: 0, first: 0 } as const;
    const { count } = planesOf(endgame as PlaneEndgame, coding);
    const planes = new Array<Uint8Array>(count).fill(new Uint8Array());
    const values = tableOf('chess', 'KQvk').values;
    const bytes = await joined(
      assemblePlanes({ ...endgame, values }, undefined, { coding, model, planes }),
    );
    expect(bytes.length).toBeLessThan(4096);
    const read = await decodeNative(bytes, endgame);
    expect(read).toMatchObject({ ok: false, problem: { code: 'memory', text: 'KQRBNvk' } });
  });

  test('of other rules under the same name is a problem', async () => {
    const table = tableOf('chess', 'KBvk');
    const problem = { code: 'mtb-fingerprint', text: table.fingerprint };
    const other = { ...table, fingerprint: '01234567' };
    const bytes = files.get(table)!;
    expect(await decodeNative(bytes, other)).toMatchObject({ ok: false, problem });
    expect(openTableFile(bytes, bytes.length, other)).toMatchObject({ ok: false, problem });
    expect(tableOf('metachess', 'KPvk').fingerprint).not.toBe(table.fingerprint);
  });

  test('with any bit flipped is a problem', async () => {
    const table = tableOf('metachess', 'KPvk');
    const bytes = files.get(table)!;
    const bit = fc.integer({ min: 0, max: 8 * bytes.length - 1 });
    await fc.assert(
      fc.asyncProperty(bit, async (at) => {
        const flipped = bytes.with(at >> 3, bytes[at >> 3]! ^ (1 << (at & 7)));
        expect(checkNative(flipped, table).ok).toBe(false);
        expect((await decodeNative(flipped, table)).ok).toBe(false);
      }),
      runs(100),
    );
  });

  test('with altered planes under a correct checksum gives values or a problem, in bounded time', () => {
    const table = tableOf('metachess', 'KPvk');
    const bytes = files.get(table)!;
    const file = opened(table, bytes);
    const { from, bytes: length } = file.range(0);
    const { identity } = unwrap(parseStart(bytes));
    const altered = fc.array(
      fc.record({ at: fc.integer({ min: 4, max: length - 1 }), to: fc.nat({ max: 255 }) }),
      { minLength: 1, maxLength: 8 },
    );
    let problems = 0;
    fc.assert(
      fc.property(altered, (changes) => {
        const block = bytes.slice(from, from + length);
        for (const { at, to } of changes) block[at] = to;
        const decoded = file.decode(0, sealBlock(identity, 0, block.subarray(4)));
        if (!decoded.ok) {
          expect(decoded.problem.code).toBe('mtb-checksum');
          problems++;
          return;
        }
        for (let index = 0; index < table.placements.size; index += 97) {
          const { part } = spotOf(file, 0, index);
          if (file.blockOf(part) !== 0) continue;
          if (decoded.value.part(part) === undefined) problems++;
        }
      }),
      runs(100),
    );
    expect(problems).toBeGreaterThan(0);
  });
});
