import { board8x8, type Square } from '../board/board.ts';
import type { Army, Color } from '../pieces/army.ts';
import { Bitboard } from './bitboard.ts';
import type { Step } from './movements.ts';

/** For each square, the set of squares that lie in one direction from it on the open board. */
interface Ray {
  readonly from: readonly Bitboard[];
  /** Square numbers grow along the ray, so its nearest blocker is the lowest. */
  readonly rising: boolean;
}

interface Reach {
  readonly leaps: readonly Bitboard[];
  readonly rays: readonly Ray[];
  /** Leaps and rays together, as on an empty board. */
  readonly open: readonly Bitboard[];
}

/** The attacks of an army's pieces on 8x8, derived once from their movements. */
export interface Attacks {
  /** The squares that a piece of this kind and colour attacks from `square`. For pawns see {@link pawnAttacks}. */
  from(kind: number, color: Color, square: Square, occupied: Bitboard): Bitboard;
  /** The squares from which such a piece attacks `square`. */
  to(kind: number, color: Color, square: Square, occupied: Bitboard): Bitboard;
  /**
   * Does a piece on one of the squares `men`, all of this kind and colour, attack `square`? For pawns see {@link
   * pawnAttacks}.
   */
  attacked(kind: number, color: Color, square: Square, occupied: Bitboard, men: Bitboard): boolean;
  /** The lines, on an empty board, by which pieces of this kind and colour on the squares `men` slide onto `square`. */
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
  // Most pieces move the same way in every orientation, so that few reaches are distinct.
  const built = new Map<string, Reach>();
  const reachOf = (turn: (step: Step) => Step) =>
    army.map(({ movement }) => {
      const [leaps, slides] = [movement.leaps.map(turn).sort(), movement.slides.map(turn).sort()];
      const key = JSON.stringify([leaps, slides]);
      const found = built.get(key) ?? reach(leaps, slides);
      built.set(key, found);
      return found;
    });
  // Movements are given for White; Black's are mirrored. Attackers of a square are found by reversing their steps.
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
      // A cheap test first: most pieces do not bear on the square even on an empty board.
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
    // The ray beyond the nearest blocker is that blocker's own ray. Another ray or a leap may still reach those
    // squares.
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
