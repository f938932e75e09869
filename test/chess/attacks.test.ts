import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { attacksOf, pawnAttacks, step } from '../../src/chess/attacks.ts';
import { Bitboard } from '../../src/chess/bitboard.ts';
import {
  around,
  compound,
  king,
  leaper,
  type Movement,
  rook,
  type Step,
  slider,
} from '../../src/chess/movements.ts';
import { type Army, BLACK, chessArmy, WHITE } from '../../src/pieces/army.ts';
import { runs } from '../thorough.ts';
import { fairyArmy } from './fairy.ts';

const all = Array.from({ length: 64 }, (_, square) => square);
const squares = fc.subarray(all);

/** The square `times` steps away, by file and rank. */
function away(square: number, [files, ranks]: Step, times = 1): number | undefined {
  const file = (square % 8) + files * times;
  const rank = Math.floor(square / 8) + ranks * times;
  return file < 0 || file > 7 || rank < 0 || rank > 7 ? undefined : file + rank * 8;
}

/** Walks along each slide until the edge, or until and onto a man. */
function naiveFrom({ leaps, slides }: Movement, square: number, occupied: Set<number>): number[] {
  const found = new Set<number>();
  for (const leap of leaps) {
    const to = away(square, leap);
    if (to !== undefined) found.add(to);
  }
  for (const slide of slides) {
    for (let times = 1; times < 8; times++) {
      const to = away(square, slide, times);
      if (to === undefined) break;
      found.add(to);
      if (occupied.has(to)) break;
    }
  }
  return [...found].sort((a, b) => a - b);
}

/** Pieces whose leaps and slides reach the same squares in more than one way. */
const overlappingArmy: Army = [
  chessArmy[0]!,
  {
    ...chessArmy[2]!,
    name: 'rook that leaps two',
    movement: compound(rook, leaper(...around(2, 0))),
  },
  {
    ...chessArmy[2]!,
    name: 'rider by ones and twos',
    movement: slider(...around(1, 0), ...around(2, 0)),
  },
];

const armies: readonly (readonly [string, Army])[] = [
  ['chess', chessArmy],
  ['fairy chess', fairyArmy],
  ['overlapping movements', overlappingArmy],
];
const mirror = ([files, ranks]: Step): Step => [files, -ranks];
const kinds = armies.flatMap(([game, army]) =>
  army.flatMap(({ name, movement }, kind) => {
    const { leaps, slides } = movement;
    const mirrored = { leaps: leaps.map(mirror), slides: slides.map(mirror) };
    return [
      [`white ${name}`, game, movement, kind, WHITE, attacksOf(army)] as const,
      [`black ${name}`, game, mirrored, kind, BLACK, attacksOf(army)] as const,
    ];
  }),
);

describe.each(kinds)('the %s of %s', (_name, _game, movement, kind, color, attacks) => {
  test('attacks the squares that a walk over the board reaches', () => {
    fc.assert(
      fc.property(squares, (men) => {
        const occupied = Bitboard.of(men);
        for (const square of all) {
          const expected = naiveFrom(movement, square, new Set(men));
          expect([...attacks.from(kind, color, square, occupied)]).toEqual(expected);
        }
      }),
      runs(40),
    );
  });

  test('finds the squares from which such a piece would attack', () => {
    fc.assert(
      fc.property(squares, (men) => {
        const set = new Set(men);
        const occupied = Bitboard.of(men);
        const reach = all.map((square) => new Set(naiveFrom(movement, square, set)));
        for (const square of all) {
          const expected = all.filter((origin) => reach[origin]!.has(square));
          expect([...attacks.to(kind, color, square, occupied)]).toEqual(expected);
        }
      }),
      runs(20),
    );
  });

  test('slides onto a square along lines that include every piece that could', () => {
    const linesOnto = all.map((square) =>
      movement.slides.map((slide) =>
        all.filter((origin) =>
          [1, 2, 3, 4, 5, 6, 7].some((times) => away(origin, slide, times) === square),
        ),
      ),
    );
    fc.assert(
      fc.property(fc.subarray(all, { maxLength: 6 }), (men) => {
        for (const square of all) {
          const expected = new Set<number>();
          for (const line of linesOnto[square]!) {
            if (line.some((each) => men.includes(each))) for (const on of line) expected.add(on);
          }
          const lines = attacks.lines(kind, color, square, Bitboard.of(men));
          expect([...lines]).toEqual([...expected].sort((a, b) => a - b));
        }
      }),
      runs(10),
    );
  });
});

describe('movements', () => {
  test.each<[string, readonly Step[], number]>([
    ['an orthogonal step', around(0, 1), 4],
    ['a diagonal step', around(1, 1), 4],
    ['a knight', around(1, 2), 8],
    ['a camel', around(1, 3), 8],
    ['an alfil', around(2, 2), 4],
  ])('%s goes in all directions that symmetry gives it', (_, steps, count) => {
    expect(steps).toHaveLength(count);
    const keys = new Set(steps.map(([files, ranks]) => `${files + 0},${ranks + 0}`));
    expect(keys.size).toBe(count);
    for (const [files, ranks] of steps) {
      expect(keys).toContain(`${-ranks + 0},${files + 0}`);
      expect(keys).toContain(`${-files + 0},${ranks + 0}`);
    }
  });

  // Attacked squares on the empty board, summed over all squares: by hand, 4 * 7 * 6 * 2 = 336 for the knight.
  test.each([
    ['king', 420, chessArmy, 0],
    ['queen', 1456, chessArmy, 1],
    ['rook', 64 * 14, chessArmy, 2],
    ['bishop', 560, chessArmy, 3],
    ['knight', 336, chessArmy, 4],
    ['pawn, which has its own rule,', 0, chessArmy, 5],
    ['amazon', 1456 + 336, fairyArmy, 1],
  ])('the %s has %i attacks in all', (_, count, army, kind) => {
    const sizes = all.map((square) =>
      attacksOf(army).from(kind, WHITE, square, Bitboard.empty).size(),
    );
    expect(sizes.reduce((sum, size) => sum + size)).toBe(count);
  });

  test('attacks of an army are built once', () => {
    expect(attacksOf(chessArmy)).toBe(attacksOf(chessArmy));
    expect(attacksOf(fairyArmy)).not.toBe(attacksOf(chessArmy));
  });
});

test('a step leaves the board only at its edge', () => {
  for (const square of all) {
    for (const each of [...king.leaps, ...around(1, 2), ...around(1, 3)]) {
      expect(step(square, each)).toBe(away(square, each));
    }
  }
});

test('a pawn attacks the two squares diagonally in front of it', () => {
  for (const square of all) {
    for (const [color, forward] of [[WHITE, 1] as const, [BLACK, -1] as const]) {
      const expected = [away(square, [-1, forward]), away(square, [1, forward])];
      const onBoard = expected.filter((each) => each !== undefined);
      expect([...pawnAttacks(color, square)]).toEqual(onBoard);
    }
  }
});
