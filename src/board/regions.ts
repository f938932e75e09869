import type { Board, Square } from './board.ts';

/** A part of the board: whole ranks as its owner sees them, or the squares of each colour. */
export type Region = RankRegion | SquareRegion;

interface RankRegion {
  /** 1 is the owner's first rank and -1 its last. */
  readonly ranks: readonly number[];
}

interface SquareRegion {
  /** White's, then Black's, in rising order. */
  readonly squares: readonly [readonly Square[], readonly Square[]];
}

export function onRanks(...ranks: readonly number[]): Region {
  return { ranks };
}

/** The squares of a region, for White (`up` true) or for Black, by square. */
export function squaresIn(
  { files, ranks, size }: Board,
  region: Region | undefined,
  up: boolean,
): readonly boolean[] {
  if (region && 'squares' in region) {
    const wanted = new Set(region.squares[up ? 0 : 1]);
    return Array.from({ length: size }, (_, square: Square) => wanted.has(square));
  }
  const wanted = new Set(region?.ranks.map((rank) => (rank > 0 ? rank - 1 : ranks + rank)));
  return Array.from({ length: size }, (_, square: Square) => {
    const rank = Math.floor(square / files);
    return wanted.has(up ? rank : ranks - 1 - rank);
  });
}

/** The region of these squares: as ranks if it is whole ranks that both sides see alike. */
export function regionOf(
  { files, ranks, size }: Board,
  squares: readonly [readonly Square[], readonly Square[]],
): Region {
  const sorted = (some: readonly Square[]) => [...new Set(some)].sort((a, b) => a - b);
  const [white, black] = [sorted(squares[0]), sorted(squares[1])];
  const rankOf = (square: Square) => Math.floor(square / files);
  const own = [...new Set(white.map(rankOf))];
  const mirrored = new Set(own.map((rank) => ranks - 1 - rank));
  const isWhole =
    white.length === own.length * files &&
    black.length === white.length &&
    black.every((square) => mirrored.has(rankOf(square)));
  if (!isWhole || white.length === size) return { squares: [white, black] };
  // From behind if that is nearer: the last rank is -1 on any board.
  return onRanks(...own.map((rank) => (rank < ranks / 2 ? rank + 1 : rank - ranks)));
}
