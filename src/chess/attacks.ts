import { Bitboard } from './bitboard.ts';
import { board8x8, type Square } from './geometry.ts';
import type { Army, Color } from './men.ts';
import type { Step } from './movements.ts';

/** The squares that lie in one direction from each square, nearest first in the direction's sense. */
interface Ray {
  readonly from: readonly Bitboard[];
  /** Square numbers grow along the ray, so its nearest blocker is the lowest. */
  readonly rising: boolean;
}

interface Reach {
  readonly leaps: readonly Bitboard[];
  readonly rays: readonly Ray[];
  /** On the open board: leaps and rays together. */
  readonly open: readonly Bitboard[];
}

/** The attacks of an army's men on 8x8, built once from their movements. */
export interface Attacks {
  /** What this piece on `square` attacks. Pawns: see {@link pawnAttacks}. */
  from(kind: number, color: Color, square: Square, occupied: Bitboard): Bitboard;
  /** Where such a piece would stand to attack `square`. */
  to(kind: number, color: Color, square: Square, occupied: Bitboard): Bitboard;
  /** Does one of these men of one kind and colour attack `square`? Pawns: see {@link pawnAttacks}. */
  attacked(kind: number, color: Color, square: Square, occupied: Bitboard, men: Bitboard): boolean;
  /** On the open board, the squares of the lines by which these men of one kind and colour slide onto `square`. */
  lines(kind: number, color: Color, square: Square, men: Bitboard): Bitboard;
}

const cache = new WeakMap<Army, Attacks>();

export function attacksOf(army: Army): Attacks {
  let attacks = cache.get(army);
  if (!attacks) {
    attacks = buildAttacks(army);
    cache.set(army, attacks);
  }
  return attacks;
}

function buildAttacks(army: Army): Attacks {
  // Most men move alike whichever way they are turned.
  const built = new Map<string, Reach>();
  const reachOf = (turn: (step: Step) => Step) =>
    army.map(({ movement }) => {
      const [leaps, slides] = [movement.leaps.map(turn).sort(), movement.slides.map(turn).sort()];
      const key = JSON.stringify([leaps, slides]);
      const found = built.get(key) ?? reach(leaps, slides);
      built.set(key, found);
      return found;
    });
  // A movement is White's; Black's is its mirror image. Attackers stand against the steps that they take.
  const forward = [reachOf((step) => step), reachOf(([files, ranks]) => [files, 0 - ranks])];
  const backward = [
    reachOf(([files, ranks]) => [0 - files, 0 - ranks]),
    reachOf(([files, ranks]) => [0 - files, ranks]),
  ];
  return {
    from: (kind, color, square, occupied) => reached(forward[color]![kind]!, square, occupied),
    to: (kind, color, square, occupied) => reached(backward[color]![kind]!, square, occupied),
    attacked(kind, color, square, occupied, men) {
      const reach = backward[color]![kind]!;
      // Most men are nowhere near a line to the square, which is cheap to see.
      if (!reach.open[square]!.intersects(men)) return false;
      return reach.rays.length === 0 || reached(reach, square, occupied).intersects(men);
    },
    lines(kind, color, square, men) {
      const { open, rays } = backward[color]![kind]!;
      let lines = Bitboard.empty;
      if (!open[square]!.intersects(men)) return lines;
      for (const ray of rays) {
        const line = ray.from[square]!;
        if (line.intersects(men)) lines = lines.union(line);
      }
      return lines;
    },
  };
}

function reach(steps: readonly Step[], slides: readonly Step[]): Reach {
  const leaps = squares.map((square) =>
    Bitboard.of(steps.map((leap) => step(square, leap)).filter((to) => to !== undefined)),
  );
  const rays = slides.map((slide) => ({
    from: squares.map((square) => Bitboard.of(walk(square, slide))),
    rising: slide[1] * board8x8.files + slide[0] > 0,
  }));
  const open = squares.map((square) =>
    rays.reduce((all, { from }) => all.union(from[square]!), leaps[square]!),
  );
  return { leaps, rays, open };
}

function reached({ leaps, rays }: Reach, square: Square, occupied: Bitboard): Bitboard {
  let { lo, hi } = leaps[square]!;
  for (const { from, rising } of rays) {
    const ray = from[square]!;
    const blockers = ray.intersect(occupied);
    // The ray beyond the nearest blocker is that blocker's own ray. Another ray or a leap may still reach those squares.
    const open = blockers.isEmpty()
      ? ray
      : ray.minus(from[rising ? blockers.first() : blockers.last()]!);
    lo |= open.lo;
    hi |= open.hi;
  }
  return new Bitboard(lo, hi);
}

const squares = Array.from({ length: 64 }, (_, square) => square);

/** The square one step away, or undefined off the board. */
export function step(square: Square, [files, ranks]: Step): Square | undefined {
  const file = (square & 7) + files;
  const rank = (square >> 3) + ranks;
  return file >= 0 && file < 8 && rank >= 0 && rank < 8 ? rank * 8 + file : undefined;
}

function* walk(square: Square, slide: Step): Generator<Square> {
  for (let to = step(square, slide); to !== undefined; to = step(to, slide)) yield to;
}

const pawnReach = [1, -1].map((forward) => reach([[-1, forward], [1, forward]], []).leaps); // biome-ignore format: two steps

/** What a pawn of this colour on `square` attacks. */
export function pawnAttacks(color: Color, square: Square): Bitboard {
  return pawnReach[color]![square]!;
}
