/** One step on the board as White sees it: files to the right, ranks forward. Black's pieces take its mirror image. */
export type Step = readonly [files: number, ranks: number];

/**
 * How a piece moves, as data: single leaps, and slides repeated until a piece blocks them. A fairy piece is
 * another line of such data; no code depends on a piece's name. (Pawns are the one exception.)
 */
export interface Movement {
  readonly leaps: readonly Step[];
  readonly slides: readonly Step[];
}

const orthogonal: readonly Step[] = [[1, 0], [0, 1], [-1, 0], [0, -1]]; // biome-ignore format: one line a compass
const diagonal: readonly Step[] = [[1, 1], [-1, 1], [-1, -1], [1, -1]]; // biome-ignore format: one line a compass

/** All eight mirrored and rotated forms of one step: `around(1, 2)` gives the knight's. */
export function around(files: number, ranks: number): readonly Step[] {
  const steps = [-1, 1].flatMap((x) =>
    [-1, 1].flatMap((y): Step[] => [
      [x * files, y * ranks],
      [x * ranks, y * files],
    ]),
  );
  return steps.filter(
    ([f, r], i) => steps.findIndex(([otherF, otherR]) => f === otherF && r === otherR) === i,
  );
}

export function leaper(...leaps: readonly Step[]): Movement {
  return { leaps, slides: [] };
}

export function slider(...slides: readonly Step[]): Movement {
  return { leaps: [], slides };
}

/** Both movements in one piece: `compound(rook, knight)` is the chancellor. */
export function compound(...parts: readonly Movement[]): Movement {
  return {
    leaps: parts.flatMap((part) => part.leaps),
    slides: parts.flatMap((part) => part.slides),
  };
}

export const king = leaper(...orthogonal, ...diagonal);
export const queen = slider(...orthogonal, ...diagonal);
export const rook = slider(...orthogonal);
export const bishop = slider(...diagonal);
export const knight = leaper(...around(1, 2));

/** True of the king of chess only: one step in each direction, and nothing else. */
export function isKing({ leaps, slides }: Movement): boolean {
  const isLeap = ([files, ranks]: Step) => leaps.some(([f, r]) => f === files && r === ranks);
  const isStep = ([files, ranks]: Step) => king.leaps.some(([f, r]) => f === files && r === ranks);
  return slides.length === 0 && leaps.every(isStep) && king.leaps.every(isLeap);
}

/** Does the movement slide in one direction by steps of different lengths, so that two slides may reach one square? */
export function hasOverlappingSlides({ slides }: Movement): boolean {
  const isBeside = ([x, y]: Step, [files, ranks]: Step) =>
    x * ranks === y * files && x * files + y * ranks > 0 && (x !== files || y !== ranks);
  return slides.some((slide) => slides.some((other) => isBeside(slide, other)));
}

/** For pieces moved by code of their own: the pawn. */
export const immobile: Movement = { leaps: [], slides: [] };
