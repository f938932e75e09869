import { describe, expect, it } from 'vitest';
import { boardSymmetries } from '../../src/index/slabPlacements.ts';
import { SET } from '../../src/kernel/kernelFrame.ts';
import { wordOf } from '../../src/kernel/movementWriter.ts';
import type { Army } from '../../src/pieces/army.ts';
import { chessArmy } from '../../src/rules/chessPieces.ts';
import { random } from '../../tools/random.ts';
import { compound, kindWith, leaper, slider } from '../pieces/movements.ts';
import { fairyArmy } from '../position/fairy.ts';
import { stride } from '../thorough.ts';
import { FIXED, Field, type FieldMan, hasBit, LANE, OUTER, ROW } from './field.ts';
import { occupiedBy, visitReach } from './naive.ts';

const [king, , , , knight] = chessArmy;
/** The pieces of chess and of fairy.ts, plus long, lame and asymmetric ones. */
const oddArmy: Army = [
  king!,
  kindWith('D', 'dabbaba rider', slider([2, 0], [0, 2], [-2, 0], [0, -2])),
  kindWith('Z', 'zebra rider', slider([2, 3], [-3, 2], [-2, -3], [3, -2])),
  kindWith('G', 'giraffe', leaper([1, 4], [4, 1], [-7, 0], [0, 7], [-4, -1])),
  kindWith('L', 'lance and knight', compound(slider([0, 1]), knight!.movement)),
];

const armies: readonly [string, Army][] = [
  ['chess', chessArmy],
  ['fairy', fairyArmy],
  ['odd', oddArmy],
];
const kinds = armies.flatMap(([, army]) =>
  army.flatMap((kind, i) => (kind.pawn ? [] : [{ name: kind.name, army, kind: i }])),
);

/** Slabs and numbers at which the side's set and the naive form differ; for a sample of numbers unless thorough. */
function differences(field: Field, color: 0 | 1, out: number, naive: NaiveMember): string[] {
  const found: string[] = [];
  for (let slab = 0; slab < field.slabs.length; slab++) {
    const legal = field.bytes(SET.legal, color, slab);
    const bytes = field.bytes(out, color, slab);
    for (let number = slab % stride; number < field.size; number += stride) {
      if (!hasBit(legal, number)) continue;
      if (hasBit(bytes, number) !== naive(slab, number)) {
        found.push(`slab ${slab}: ${field.squares(slab, number)}`);
      }
    }
  }
  return found.slice(0, 5);
}

type NaiveMember = (slab: number, number: number) => boolean;

/** Whether a piece of this colour that is a dimension has a move to an empty square that leads into X. */
function quiet(field: Field, color: 0 | 1, x: number): NaiveMember {
  const sets = field.slabs.map((_, slab) => field.bytes(x, 1 - color, slab));
  const occupied = new Uint8Array(64);
  const squares: number[] = [];
  const movers = field.men.flatMap((man, i) =>
    man.color === color && man.role !== FIXED ? [{ man, i, stride: 64 ** man.role }] : [],
  );
  return (slab, number) => {
    occupiedBy(field.squares(slab, number, squares), occupied);
    const set = sets[slab]!;
    return movers.some(({ man, i, stride }) => {
      const from = squares[i]!;
      let reaches = false;
      visitReach(man, from, occupied, (to) => {
        if (!occupied[to] && hasBit(set, number + (to - from) * stride)) reaches = true;
      });
      return reaches;
    });
  };
}

const X = SET.spare;
const OUT = SET.open;

describe('quiet moves of a piece that is a dimension, taken back, match its moves one by one', () => {
  const roles: [string, number, number][] = [
    ['the lane of one word', LANE, 1],
    ['the lane of a plane', LANE, 2],
    ['the lane', LANE, 3],
    ['the row of one plane', ROW, 2],
    ['the row', ROW, 3],
    ['the outer man', OUTER, 3],
  ];
  describe.each(roles)('as %s', (_, role, dimensions) => {
    it.each(kinds)('$name', ({ army, kind }) => {
      const draw = random(100 * role + 10 * dimensions + kind);
      const color = draw() < 0.5 ? 0 : 1;
      // The other pieces are the opponent's and only block.
      const dims = Array.from(
        { length: dimensions },
        (_, i): FieldMan =>
          i === role ? { kind, color, role: i } : { kind: 1, color: (1 - color) as 0 | 1, role: i },
      );
      const still: FieldMan[] = [
        { kind: 0, color: 0, role: FIXED },
        { kind: 0, color: 1, role: FIXED },
      ];
      const slabCount = dimensions === 3 ? 1 : dimensions === 2 ? 8 : 64;
      const slabs = Array.from({ length: slabCount }, () => {
        const a = Math.floor(64 * draw());
        return { still: [a, (a + 1 + Math.floor(63 * draw())) % 64] };
      });
      const field = new Field(army, [...still, ...dims], slabs);
      field.makeDistinctLegal();
      for (const density of dimensions === 3 ? [0.02] : [0.01, 0.2]) {
        field.fillWithin(X, SET.legal, 1 - color, draw, density);
        field.kernel.movesWithin(color, X, OUT);
        expect(differences(field, color, OUT, quiet(field, color, X))).toEqual([]);
      }
    });
  });
});

describe('moves of a fixed piece lead to other slabs by every symmetry of the board', () => {
  it.each([1, 2, 3])('in %i dimensions', (dimensions) => {
    const draw = random(dimensions);
    const men: FieldMan[] = [
      { kind: 0, color: 0, role: FIXED },
      { kind: 0, color: 1, role: FIXED },
      ...Array.from({ length: dimensions }, (_, role): FieldMan => ({ kind: 2, color: 1, role })),
    ];
    // Slab 0 has a neighbour for every symmetry; each of the others has one, by another symmetry.
    const slabs = Array.from({ length: 9 }, (_, slab) => ({
      still: [0, 63],
      fixed: wordOf(slab === 0 ? [0, 63] : []),
      neighbours: [
        slab === 0
          ? boardSymmetries.map((_, symmetry) => (symmetry + 1) * 8 + symmetry)
          : [((slab % 8) + 1) * 8 + ((slab * 3) % 8)],
      ],
    }));
    const field = new Field(chessArmy, men, slabs);
    for (const side of [0, 1]) field.fill(SET.legal, side, () => true);
    field.fillWithin(X, SET.legal, 1, draw, 0.08);
    field.kernel.movesWithin(0, X, OUT);
    const image = (number: number, symmetry: number) => {
      const map = boardSymmetries[symmetry]!;
      let carried = 0;
      for (let role = 0; role < dimensions; role++) {
        carried += map[(number >> (6 * role)) & 63]! * 64 ** role;
      }
      return carried;
    };
    const sets = slabs.map((_, slab) => field.bytes(X, 1, slab));
    const naive: NaiveMember = (slab, number) =>
      slabs[slab]!.neighbours[0]!.some((entry) =>
        hasBit(sets[entry >> 3]!, image(number, entry & 7)),
      );
    expect(differences(field, 0, OUT, naive)).toEqual([]);
  });
});
