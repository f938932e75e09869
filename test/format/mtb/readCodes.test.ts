import { beforeAll, describe, expect, test } from 'vitest';
import { unwrap } from '../../../src/board/result.ts';
import { portableCodec } from '../../../src/format/mtb/blocks.ts';
import { openStart } from '../../../src/format/mtb/nativeStart.ts';
import { readCodes, type StartedFile } from '../../../src/format/mtb/readCodes.ts';
import type { PlaneTable } from '../../../src/format/planes/planeTable.ts';
import { slabPlacementsOf } from '../../../src/index/slabPlacements.ts';
import {
  type CodesRoom,
  lastRank,
  type Slices,
  sliced,
  slicesFor,
  slicesOf,
  storeCodes,
  wholeGroups,
} from '../../../src/index/slices.ts';
import { chess } from '../../../src/rules/chess.ts';
import type { Table } from '../../../src/table/table.ts';
import { ILLEGAL, type SlabCodes, SlabValues } from '../../../src/table/values.ts';
import { fileOfSets, type SetTable, solveBySets } from '../../solve/setTables.ts';
import { materialOf } from '../../solve/solved.ts';
import { few } from '../../thorough.ts';
import { nativeFile } from '../madeUp.ts';

let pawns: SetTable;
let wide: SetTable;
const files = new Map<string, Uint8Array>();

beforeAll(async () => {
  pawns = (await solveBySets(chess, ['KQvkp'], 256)).get('KQvkp')!;
  const long = (side: SlabValues) =>
    new SlabValues(Int16Array.from(side.codes, (code) => (code === 12 ? 200 : code)));
  const [bishop] = [(await solveBySets(chess, ['KRvk'])).get('KRvk')!];
  wide = { ...bishop, values: [long(bishop.values[0]), long(bishop.values[1])] };
  files.set('planes', await fileOfSets(pawns));
  files.set('planes of two-byte codes', await fileOfSets(wide));
  files.set('plain blocks', await nativeFile(pawns, portableCodec));
  files.set('plain blocks of two-byte codes', await nativeFile(wide, portableCodec));
}, 120_000);

function opened(bytes: Uint8Array, table: Table): StartedFile {
  const start = unwrap(openStart(bytes, bytes.length, table));
  const read: StartedFile['read'] = async ({ from, bytes: length }) => {
    // Lets the other readers go on.
    await Promise.resolve();
    return bytes.subarray(from, from + length);
  };
  return { start, read, codec: portableCodec };
}

function roomLike({ values }: SetTable, slices?: Slices): CodesRoom {
  const side = ({ codes }: SlabValues) => {
    const length = slices ? sliced(slices) : codes.length;
    return (codes instanceof Int8Array ? new Int8Array(length) : new Int16Array(length)).fill(
      ILLEGAL,
    );
  };
  return { sides: [side(values[0]), side(values[1])], slices };
}

const bytesOf = (codes: SlabCodes | undefined) =>
  Buffer.from(codes!.buffer, codes!.byteOffset, codes!.byteLength);

const kinds = [
  ['planes', () => pawns],
  ['planes of two-byte codes', () => wide],
  ['plain blocks', () => pawns],
  ['plain blocks of two-byte codes', () => wide],
] as const;

describe.each(kinds)('the codes in %s', (kind, tableOf) => {
  test.each(few([2, 1, 3], 1))('are the same read in %i shares', async (shares) => {
    const table = tableOf();
    const room = roomLike(table);
    let next = 0;
    const turns: number[] = [];
    const reading = Array.from({ length: shares }, (_, reader) => {
      const take = () => {
        turns.push(reader);
        return next++;
      };
      return readCodes(opened(files.get(kind)!, table), room, { take, agree: () => true });
    });
    for (const read of await Promise.all(reading)) unwrap(read);
    expect(new Set(turns).size).toBe(shares);
    for (const side of [0, 1] as const) {
      expect(bytesOf(room.sides[side]).equals(bytesOf(table.values[side].codes))).toBe(true);
    }
  });

  test('are not read into room for codes of another width', async () => {
    const table = tableOf();
    const other = table === pawns ? new Int16Array(1) : new Int8Array(1);
    const room = { sides: [other, undefined] as const, slices: undefined };
    const read = await readCodes(opened(files.get(kind)!, table), room);
    const [found, expected] = table === pawns ? [8, 16] : [16, 8];
    const message = `the file holds codes of ${found} bits, and the room is for codes of ${expected} bits`;
    expect(read).toMatchObject({ problem: { code: 'mtb-values', message } });
  });
});

describe.each(['planes', 'plain blocks'])('of a table with pawns, in %s', (kind) => {
  const material = materialOf(chess, 'KQvkp');
  const placements = slabPlacementsOf(material, chess.army);
  const some = { from: Math.floor(placements.groups.length / 3), count: 2 };
  const cuts = [
    ['of a piece just promoted', slicesFor(placements, material, material.men[1]!)],
    ['of it and some groups', slicesOf(placements, 2, lastRank(0), some)],
    ['of some groups', wholeGroups(placements, some)],
  ] as const;
  const both = cuts.flatMap(([what, slices]) =>
    ([0, 1] as const).map((side) => [what, side, slices] as const),
  );
  test.each(both)('slices %s are what they are of the whole: side %i', async (_, side, slices) => {
    const found = roomLike(pawns, slices);
    const sides =
      side === 0 ? ([found.sides[0], undefined] as const) : ([undefined, found.sides[1]] as const);
    unwrap(await readCodes(opened(files.get(kind)!, pawns), { sides, slices }));
    const wanted = roomLike(pawns, slices);
    storeCodes(wanted, side, 0, pawns.values[side].codes);
    expect(bytesOf(found.sides[side]).equals(bytesOf(wanted.sides[side]))).toBe(true);
    const codes = new Set(bytesOf(found.sides[side]));
    expect(codes.size).toBeGreaterThan(5);
  });

  test('groups are what the index has there', () => {
    const slices = wholeGroups(placements, some);
    const room = roomLike(pawns, slices);
    for (const side of [0, 1] as const) {
      const { codes } = pawns.values[side];
      // In parts, as plain blocks have them.
      for (let from = 0; from < codes.length; from += 5000) {
        storeCodes(room, side, from, codes.subarray(from, from + 5000));
      }
      const begin = some.from * placements.groupSize;
      const own = codes.subarray(begin, begin + some.count * placements.groupSize);
      expect(bytesOf(room.sides[side]).equals(bytesOf(own))).toBe(true);
    }
  });
});

test('only planes with a cell in the slices are decoded', async () => {
  const { material, placements } = pawns;
  const { parts } = opened(files.get('planes')!, pawns).start;
  const planes = parts as PlaneTable;
  const { row, lane } = planes.planes.layout;
  // A piece that is fixed in planes, as if it had just been promoted.
  const slot = material.men.findIndex(
    (_, i) => i !== row && i !== lane && placements.pieceSlots.includes(i),
  );
  const slices = slicesFor(placements, material, material.men[slot]!);
  const room = planes.roomIn(roomLike(pawns, slices));
  const noPlane = Uint8Array.of(255);
  for (let number = 0; number < planes.planes.count; number++) {
    const standing = planes.planes.squares(number);
    if (!standing) continue;
    const square = standing[planes.planes.standing.indexOf(slot)]!;
    expect(planes.unload(number, noPlane, room)).toBe(!slices.squares.includes(square));
  }
});
