import { describe, expect, it } from 'vitest';
import { COMBINE } from '../../src/kernel/kernel.ts';
import { SET } from '../../src/kernel/kernelFrame.ts';
import { chess } from '../../src/rules/chess.ts';
import { chessArmy } from '../../src/rules/chessPieces.ts';
import { DRAWN, lostIn, UNCOVERED, wonIn } from '../../src/table/value.ts';
import {
  BARRED,
  ILLEGAL,
  MATED,
  MOST_DISTANCE,
  STALEMATE,
  valueOfCode,
} from '../../src/table/values.ts';
import { hash, random } from '../../tools/random.ts';
import { endgameField, fairyChess, inSlotOrder } from './endgame.ts';
import { expectSameBytes, FIXED, Field, type FieldMan, hasBit } from './field.ts';

/** Slabs without moves, for passes that process words independently of the board. */
function plainField(dimensions: number, slabs: number, codeBytes: 1 | 2 = 1): Field {
  const men: FieldMan[] = [
    { kind: 0, color: 0, role: FIXED },
    { kind: 0, color: 1, role: FIXED },
    ...Array.from({ length: dimensions }, (_, role): FieldMan => ({ kind: 2, color: 0, role })),
  ];
  const all = Array.from({ length: slabs }, () => ({ still: [0, 63] }));
  return new Field(chessArmy, men, all, { codeBytes });
}

const named = (name: number, side: number) => 32 * side + name;

describe('sets are combined bit by bit', () => {
  const operations: [string, number, (a: number, b: number) => number][] = [
    ['and', COMBINE.and, (a, b) => a & b],
    ['or', COMBINE.or, (a, b) => a | b],
    ['and not', COMBINE.andNot, (a, b) => a & ~b & 255],
  ];
  it.each(operations)('%s', (_, op, naive) => {
    for (const [dimensions, slabs] of [
      [1, 70],
      [2, 17],
      [3, 2],
    ] as const) {
      const field = plainField(dimensions, slabs);
      const draw = random(dimensions);
      const each = <T>(map: (slab: number) => T) => field.slabs.map((__, slab) => map(slab));
      const fill = (name: number, side: number) =>
        each((slab) => {
          const bytes = field.bytes(name, side, slab);
          for (let i = 0; i < bytes.length; i++) bytes[i] = 256 * draw();
          return bytes.slice();
        });
      const [a, b] = [fill(SET.won, 0), fill(SET.lost, 1)];
      const expected = a.map((set, slab) => set.map((bits, i) => naive(bits, b[slab]![i]!)));
      // The result may replace an operand.
      for (const out of [SET.spare, SET.lost]) {
        field.kernel.combine(op, named(SET.won, 0), named(SET.lost, 1), named(out, 1));
        expectSameBytes(
          each((slab) => field.bytes(out, 1, slab)),
          expected,
        );
      }
    }
  });
});

describe('moves into a set are quiet moves and conversions from legal placements', () => {
  it.each([
    ['KQvkr', '' as const],
    ['KPvk', 'd4'],
  ])('%s', (name, pawn) => {
    const { field } = endgameField({
      army: chess.army,
      name,
      ...(pawn ? { pawns: [27] } : { slabs: [0, 9, 100, 400] }),
    });
    const draw = random(5);
    field.kernel.findLegal();
    for (const color of [0, 1] as const) {
      field.fillWithin(SET.spare, SET.legal, 1 - color, draw, 0.05);
      field.fill(
        SET.safeConversion,
        color,
        (slab, number) => hash(slab * field.size + number, 9) === 0,
      );
      field.kernel.movesInto(color, SET.spare, SET.safeConversion, SET.won);
      field.kernel.movesWithin(color, SET.spare, SET.lost);
      let wrong = 0;
      let any = 0;
      for (let slab = 0; slab < field.slabs.length; slab++) {
        const sets = [SET.legal, SET.lost, SET.safeConversion, SET.won].map((each) =>
          field.bytes(each, color, slab),
        );
        for (let i = 0; i < sets[0]!.length; i++) {
          const [legal, quiet, conversions, moves] = sets.map((set) => set[i]!) as [
            number,
            number,
            number,
            number,
          ];
          if (moves !== (legal & (quiet | conversions))) wrong++;
          any |= legal & quiet & ~conversions;
        }
      }
      expect(wrong).toBe(0);
      expect(any).not.toBe(0);
    }
  });
});

describe('the state before ply 1', () => {
  it.each([1, 2, 3])('is that of the first layer, in %i dimensions', (dimensions) => {
    const slabs = dimensions === 3 ? 1 : 3;
    const field = plainField(dimensions, slabs);
    const draw = random(dimensions);
    for (const side of [0, 1]) {
      field.fill(SET.safe, side, () => true);
      field.fillWithin(SET.legal, SET.safe, side, draw, 0.9);
      field.fillWithin(SET.conversionLegal, SET.legal, side, draw, 0.001);
      field.fillWithin(SET.conversionMates, SET.conversionLegal, side, draw, 0.5);
      field.fillWithin(SET.spare, SET.legal, side, draw, 0.3);
      // A source may be a target: the stalemates are where the open placements will be written.
      field.fillWithin(SET.open, SET.legal, side, draw, 0.1);
      for (let slab = 0; slab < slabs; slab++) {
        const lost = field.bytes(SET.conversionLegal, side, slab);
        const stuck = field.bytes(SET.open, side, slab);
        for (let i = 0; i < stuck.length; i++) stuck[i]! &= ~lost[i]!;
      }
    }
    const copy = (name: number, side: number) =>
      field.slabs.map((_, slab) => field.bytes(name, side, slab).slice());
    for (const side of [0, 1]) {
      const names = [SET.legal, SET.conversionLegal, SET.open, SET.conversionMates, SET.spare];
      const [legal, lost, stuck, mated, forbidden] = names.map((name) => copy(name, side));
      field.kernel.beginPlies(side, SET.conversionLegal, SET.open, SET.conversionMates, SET.spare);
      expectSameBytes(copy(SET.safe, side), legal!);
      expectSameBytes(copy(SET.lost, side), lost!);
      expectSameBytes(copy(SET.stuck, side), stuck!);
      expectSameBytes(copy(SET.mate, side), mated!);
      expectSameBytes(copy(SET.forbidden, side), forbidden!);
      const open = legal!.map((set, slab) =>
        set.map((bits, i) => bits & ~lost![slab]![i]! & ~stuck![slab]![i]!),
      );
      expectSameBytes(copy(SET.open, side), open);
    }
  });
});

describe('counts are those of the whole board and of positions up to symmetry and like pieces', () => {
  const cases: [string, string, number[], number[] | undefined][] = [
    ['KQvk', 'chess', [], undefined],
    ['KQvkr', 'chess', [], [0, 9, 100, 400]],
    ['KRRvk', 'chess', [], [0, 9, 100, 400]],
    ['KHHvk', 'fairy', [], [0, 9, 100, 400]],
    ['KBNvkb', 'chess', [], [5]],
    ['KQQvkq', 'chess', [], [0]],
    ['KNNNvk', 'chess', [], [0]],
    ['KQvkrr', 'chess', [], [100]],
    ['KPvk', 'chess', [11], undefined],
    ['KPPvk', 'chess', [9, 14], undefined],
    ['KPPvk', 'chess', [9, 13], undefined],
    ['KRPvkp', 'chess', [10, 50], undefined],
    ['KRPPvk', 'chess', [25, 30], undefined],
  ];

  function check(name: string, rules: string, pawns: number[], slabs?: number[], dirt = 0) {
    const { army } = rules === 'fairy' ? fairyChess : chess;
    const endgame = endgameField({ army, name, pawns, ...(slabs ? { slabs } : {}), dirt });
    const { field, layout } = endgame;
    const { placements } = layout;
    field.kernel.findLegal();
    // A set that is invariant under symmetry and the exchange of identical pieces: it depends on the index only.
    const squares: number[] = [];
    const group = layout.shape.pawnless ? 0 : placements.group(pawns)!.group;
    const expected = { lost: [0, 0, 0, 0], drawn: [0, 0, 0, 0] };
    for (const side of [0, 1]) {
      const legal = field.slabs.map((_, slab) => field.bytes(SET.legal, side, slab));
      field.fill(SET.spare, side, (slab, number) => {
        if (!hasBit(legal[slab]!, number)) return false;
        const placed = inSlotOrder(endgame, field.squares(slab, number, squares));
        const index = placements.index(placed);
        const isLost = hash(index, 3) === 0;
        if (index === group * placements.groupSize + endgame.slabs[slab]! * field.size + number) {
          const counted = expected[isLost ? 'lost' : 'drawn'];
          counted[2 * side]! += placements.orbitSize(placed);
          counted[2 * side + 1]!++;
        }
        return isLost;
      });
      field.fill(SET.conversionMates, side, () => false);
      field.kernel.beginPlies(side, SET.spare, SET.conversionMates, SET.spare, -1);
    }
    for (const side of [0, 1]) {
      for (const name of [SET.stuck, SET.open]) field.kernel.tallyDrawn(name, side, field.draws);
    }
    expect(field.counted(0)).toEqual(expected.lost);
    expect(field.drawn()).toEqual(expected.drawn);
    expect(Math.min(...expected.lost, ...expected.drawn)).toBeGreaterThan(0);
  }

  it.each(cases)('%s in %s with pawns on %j', (name, rules, pawns, slabs) => {
    check(name, rules, pawns, slabs);
  });

  it('KQvkr in memory filled by another table', () => {
    check('KQvkr', 'chess', [], [0, 100], 0xff);
  });

  // Slabs of one word have an unused one, which must not be counted.
  it('KQvk in memory filled by another table', () => {
    check('KQvk', 'chess', [], undefined, 0xff);
  });

  it('of a ply are added to earlier ones', () => {
    const field = plainField(2, 3);
    for (const side of [0, 1]) {
      field.fill(SET.open, side, () => true);
    }
    for (const side of [0, 1, 0, 1]) field.kernel.tallyDrawn(SET.open, side, field.draws);
    const drawn = 2 * 3 * 4096;
    expect(field.drawn()).toEqual([drawn, drawn, drawn, drawn]);
  });
});

describe('codes match the sets', () => {
  it.each([
    [1, 1, 7],
    [2, 1, 7],
    [3, 1, 7],
    [2, 1, 3],
    [2, 2, 8],
    [2, 2, 11],
    [3, 2, 10],
    [2, 2, 5],
  ] as const)(
    'in %i dimensions, with %i bytes per code and %i bits per distance',
    (dimensions, codeBytes, bits) => {
      const field = plainField(dimensions, dimensions === 3 ? 1 : 20, codeBytes);
      const longest = Math.min(2 ** bits - 1, MOST_DISTANCE[codeBytes]);
      const says = (side: number, slab: number, number: number) => {
        const key = 2 * (slab * field.size + number) + side;
        const sort = hash(key, 10);
        // A loss in 0 is lost at once; the others have a distance.
        const distance = sort % 2 === 0 ? longest - hash(key ^ 77, 4) : hash(key ^ 99, longest);
        return { sort, distance };
      };
      for (const side of [0, 1]) {
        const fill = (name: number, member: (sort: number) => boolean) =>
          field.fill(name, side, (slab, number) => member(says(side, slab, number).sort));
        fill(SET.legal, (sort) => sort > 0);
        fill(SET.stuck, (sort) => sort === 1);
        fill(SET.forbidden, (sort) => sort === 2);
        fill(SET.mate, (sort) => sort === 3);
        // An open placement has the distance of its best conversion.
        fill(SET.open, (sort) => sort === 4);
        fill(SET.safe, (sort) => sort === 1 || sort === 3 || sort === 4 || sort > 7);
        for (let bit = 0; bit < field.bits; bit++) {
          for (let slab = 0; slab < field.slabs.length; slab++) {
            const set = field.distanceBits(bit, side, slab).fill(0);
            for (let number = 0; number < field.size; number++) {
              const { sort, distance } = says(side, slab, number);
              const has = sort === 2 ? bit === 0 : sort !== 3 && ((distance >> bit) & 1) === 1;
              if (has) set[number >> 3]! |= 1 << (number & 7);
            }
          }
        }
      }
      field.kernel.writeCodes(bits);
      const wrong: string[] = [];
      for (const side of [0, 1]) {
        const view = codeBytes === 1 ? 'i8' : 'i16';
        const codes = field.memory[view](field.codes[side]!, field.slabs.length * field.size);
        for (let at = 0; at < codes.length; at++) {
          const { sort, distance } = says(side, Math.floor(at / field.size), at % field.size);
          const marked = [ILLEGAL, STALEMATE, BARRED, MATED][sort];
          const meaning = [UNCOVERED, DRAWN, wonIn(1), lostIn(0), DRAWN][sort];
          const decided = sort > 7 ? lostIn(2 * distance) : wonIn(2 * distance - 1);
          if (marked !== undefined && codes[at] !== marked)
            wrong.push(`${codes[at]} for ${marked}`);
          if (valueOfCode(codes[at]!) !== (meaning ?? decided))
            wrong.push(`${codes[at]} for ${distance}`);
        }
      }
      expect(wrong.slice(0, 5)).toEqual([]);
    },
  );
});
