import type { Board, Square } from './board.ts';

/** A part of the board as its owner sees it: whole ranks, 1 the owner's first and -1 its last. */
export interface Region {
  readonly ranks: readonly number[];
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
  const wanted = new Set(region?.ranks.map((rank) => (rank > 0 ? rank - 1 : ranks + rank)));
  return Array.from({ length: size }, (_, square: Square) => {
    const rank = Math.floor(square / files);
    return wanted.has(up ? rank : ranks - 1 - rank);
  });
}
