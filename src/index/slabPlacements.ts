import { allSymmetries, board8x8, type Square, type Symmetry } from '../board/board.ts';
import { type Army, type Piece, ROYAL } from '../pieces/army.ts';
import type { Material } from '../table/material.ts';
import { firstsOfKind, identicalOrders, type Placements } from '../table/placements.ts';

/** The number of squares, and so the base of an index's digits. */
const SQUARES = 64;
/** Index 0 the identity, 1 mirrors files, 2 ranks, 3 both; plus 4: and then exchanges files and ranks. */
export const boardSymmetries = allSymmetries(board8x8);
const MIRROR_FILES = 1;

/**
 * The symmetries by which the index folds the placements of these men: files mirrored with pawns, all eight without.
 */
export function slabSymmetries(men: readonly Piece[], army: Army): readonly Symmetry[] {
  const pawns = men.some(({ kind }) => army[kind]!.pawn);
  return pawns ? boardSymmetries.slice(0, MIRROR_FILES + 1) : boardSymmetries;
}

/**
 * For placements outside the index, such as adjacent kings. At index 0 pieces share a square, so it holds no position.
 */
const NOWHERE = { number: 0, other: -1 };

/** A run of the index in which the pawns are fixed; without pawns, the whole index. */
export interface Group {
  /** By pawn slot, in slot order. */
  readonly pawns: readonly Square[];
  /** Does mirroring the files leave the pawns where they are? */
  readonly symmetric: boolean;
}

/** The canonical pair for two kings' squares: its place in the index, and the symmetry that takes the kings there. */
export interface KingPair {
  readonly place: number;
  readonly symmetry: number;
}

/**
 * The index of the set solver, for 8x8 boards with one king a side. Without pawns the kings come first, as one of the
 * 462 pairs that are distinct under the board's eight symmetries; with pawns the pawns come first, one group for each
 * set of squares up to mirroring the files, and the kings are digits like the rest. The squares of the other pieces
 * follow in slot order as digits in base 64, so that the last piece's 64 squares are adjacent. Placements that are
 * equal by symmetry or exchange of identical pieces share the least of their numbers.
 */
export class SlabPlacements implements Placements {
  readonly size: number;
  readonly squareCount = SQUARES;
  readonly symmetries: readonly Symmetry[];
  readonly scheme = 'slabs';
  /** Pairs of kings' squares in the order of the index, without pawns; else empty. */
  readonly kingPairs: readonly (readonly [Square, Square])[];
  /** The number of indices of a group. */
  readonly groupSize: number;
  /** Slots of the kings (White's, Black's), then of the other pieces except pawns, in slot order. */
  readonly pieceSlots: readonly number[];
  readonly pawnSlots: readonly number[];
  private made: MadeGroups | undefined;
  private readonly runStart: readonly number[];
  private readonly orders: number;
  private readonly image: Int16Array;

  constructor(men: readonly Piece[], army: Army) {
    const slots = men.map((_, slot) => slot);
    const isPawn = (slot: number) => army[men[slot]!.kind]!.pawn;
    const isKing = (slot: number) => men[slot]!.kind === ROYAL;
    const rest = slots.filter((slot) => !isPawn(slot) && !isKing(slot));
    this.pieceSlots = [...slots.filter(isKing), ...rest];
    this.pawnSlots = slots.filter(isPawn);
    this.symmetries = slabSymmetries(men, army);
    this.runStart = firstsOfKind(men);
    this.orders = identicalOrders(this.runStart);
    this.image = new Int16Array(men.length);
    const pawnless = this.pawnSlots.length === 0;
    this.kingPairs = pawnless ? kingPairs : [];
    const kingPlaces = pawnless ? kingPairs.length : SQUARES * SQUARES;
    this.groupSize = kingPlaces * SQUARES ** rest.length;
    this.size = countGroups(this.pawnSlots, this.runStart) * this.groupSize;
  }

  get groups(): readonly Group[] {
    return this.madeGroups.groups;
  }

  /** Made on first use: with four pawns that takes seconds, and their number is known without. */
  private get madeGroups(): MadeGroups {
    this.made ??= makeGroups(this.pawnSlots, this.runStart);
    return this.made;
  }

  index(squares: ArrayLike<Square>): number {
    const { number, other } = this.carriers(squares);
    return other < 0 ? number : Math.min(number, other);
  }

  orbitSize(squares: ArrayLike<Square>): number {
    const { number, other } = this.carriers(squares);
    const symmetries = this.pawnSlots.length === 0 ? boardSymmetries.length : 2;
    return (symmetries / (number === other ? 2 : 1)) * this.orders;
  }

  /** The numbers of a placement's one or two images that begin with a canonical group or pair of kings. */
  private carriers(squares: ArrayLike<Square>): { number: number; other: number } {
    const [first, second] = this.pieceSlots as [number, number];
    if (this.pawnSlots.length === 0) {
      const pair = kingPairOf(squares[first]!, squares[second]!);
      if (!pair) return NOWHERE;
      const number = this.number(squares, pair.symmetry, pair.place);
      const [white, black] = this.kingPairs[pair.place]!;
      const both = onDiagonal(white) && onDiagonal(black);
      return { number, other: both ? this.number(squares, pair.symmetry ^ 4, pair.place) : -1 };
    }
    const found = this.madeGroups.byPawns.get(this.pawnKey(squares));
    if (!found) return NOWHERE;
    const { group, symmetry } = found;
    const number = this.number(squares, symmetry, group);
    const { symmetric } = this.groups[group]!;
    return { number, other: symmetric ? this.number(squares, symmetry ^ MIRROR_FILES, group) : -1 };
  }

  /** The number of a placement's image. `lead`: the place of its kings, or its group. */
  private number(squares: ArrayLike<Square>, symmetry: number, lead: number): number {
    const { image, pieceSlots, runStart, pawnSlots } = this;
    const map = boardSymmetries[symmetry]!;
    let number = lead;
    for (let i = pawnSlots.length === 0 ? 2 : 0; i < pieceSlots.length; i++) {
      const slot = pieceSlots[i]!;
      const square = map[squares[slot]!]!;
      let at = slot;
      for (; at > runStart[slot]! && image[at - 1]! > square; at--) image[at] = image[at - 1]!;
      image[at] = square;
    }
    for (let i = pawnSlots.length === 0 ? 2 : 0; i < pieceSlots.length; i++) {
      number = number * SQUARES + image[pieceSlots[i]!]!;
    }
    return number;
  }

  private pawnKey(squares: ArrayLike<Square>): number {
    let key = 0;
    for (const slot of this.pawnSlots) key = key * SQUARES + squares[slot]!;
    return key;
  }

  /**
   * The group of these pawns, in slot order, and the symmetry that takes them there; undefined if pawns cannot stand
   * so.
   */
  group(
    pawns: readonly Square[],
  ): { readonly group: number; readonly symmetry: number } | undefined {
    return this.madeGroups.byPawns.get(pawns.reduce((key, square) => key * SQUARES + square, 0));
  }

  squares(number: number, out: Square[] | Int16Array): void {
    const { pieceSlots, pawnSlots } = this;
    let rest = number;
    const digits = pawnSlots.length === 0 ? 2 : 0;
    for (let i = pieceSlots.length - 1; i >= digits; i--) {
      out[pieceSlots[i]!] = rest % SQUARES;
      rest = Math.floor(rest / SQUARES);
    }
    if (pawnSlots.length === 0) {
      const [white, black] = this.kingPairs[rest]!;
      out[pieceSlots[0]!] = white;
      out[pieceSlots[1]!] = black;
      return;
    }
    const { pawns } = this.groups[rest]!;
    for (let i = 0; i < pawnSlots.length; i++) out[pawnSlots[i]!] = pawns[i]!;
  }
}

interface MadeGroups {
  readonly groups: readonly Group[];
  /** Keyed by the pawns' squares as digits in base 64. */
  readonly byPawns: ReadonlyMap<number, { readonly group: number; readonly symmetry: number }>;
}

const known = new WeakMap<Army, Map<string, SlabPlacements>>();

/** The placements of a material, made once: their groups take tenths of a second with three pawns. */
export function slabPlacementsOf({ name, men }: Material, army: Army): SlabPlacements {
  const ofArmy = known.get(army) ?? new Map<string, SlabPlacements>();
  known.set(army, ofArmy);
  const placements = ofArmy.get(name) ?? new SlabPlacements(men, army);
  ofArmy.set(name, placements);
  return placements;
}

function onDiagonal(square: Square): boolean {
  return square % 9 === 0;
}

const { kingPairs, byKings } = makeKingPairs();

/** The canonical pair that a symmetry takes these two kings to; undefined if they are adjacent. */
export function kingPairOf(white: Square, black: Square): KingPair | undefined {
  return byKings[white * SQUARES + black];
}

/** White's king in the triangle a1-d1-d4; on its long side Black's is not above the diagonal. */
function makeKingPairs() {
  const kingPairs: [Square, Square][] = [];
  for (let white = 0; white < SQUARES; white++) {
    const [file, rank] = [white & 7, white >> 3];
    if (file > 3 || rank > file) continue;
    for (let black = 0; black < SQUARES; black++) {
      if (areAdjacent(white, black)) continue;
      if (file === rank && black >> 3 > (black & 7)) continue;
      kingPairs.push([white, black]);
    }
  }
  const byKings = new Array<KingPair | undefined>(SQUARES * SQUARES).fill(undefined);
  for (const [symmetry, map] of boardSymmetries.entries()) {
    for (const [place, [white, black]] of kingPairs.entries()) {
      // The first of the symmetries that take these kings there.
      byKings[map.indexOf(white) * SQUARES + map.indexOf(black)] ??= { place, symmetry };
    }
  }
  return { kingPairs, byKings };
}

/** Are the squares at most one king's step apart? True for equal squares too. */
export function areAdjacent(a: Square, b: Square): boolean {
  return Math.abs((a & 7) - (b & 7)) <= 1 && Math.abs((a >> 3) - (b >> 3)) <= 1;
}

/**
 * The number of groups that {@link makeGroups} makes. Mirroring pairs up all placements but the symmetric ones, in
 * which identical pawns stand in pairs, on 24 pairs of squares.
 */
function countGroups(pawnSlots: readonly number[], runStart: readonly number[]): number {
  const runs = [...new Set(pawnSlots.map((slot) => runStart[slot]))].map(
    (start) => pawnSlots.filter((slot) => runStart[slot] === start).length,
  );
  const halves = runs.map((pawns) => pawns / 2);
  const symmetric = halves.every(Number.isInteger) ? ways(halves, 24) : 0;
  return (ways(runs, 48) + symmetric) / 2;
}

/** The number of ways to choose, for each of `runs` in turn, that many of the remaining of `squares` squares. */
function ways(runs: readonly number[], squares: number): number {
  let [found, free] = [1, squares];
  for (const run of runs) {
    for (let i = 1; i <= run; i++) found = (found * free--) / i;
  }
  return found;
}

/** The placements of the pawns, identical ones in rising order, one for each pair of mirror images: the lesser. */
function makeGroups(pawnSlots: readonly number[], runStart: readonly number[]): MadeGroups {
  const groups: Group[] = [];
  const byPawns = new Map<number, { group: number; symmetry: number }>();
  const mirror = boardSymmetries[MIRROR_FILES]!;
  const key = (squares: readonly Square[]) =>
    squares.reduce((sum, square) => sum * SQUARES + square, 0);
  const sorted = (squares: readonly Square[]) => {
    const out = squares.slice();
    for (let i = 1; i < out.length; i++) {
      const least = pawnSlots.findIndex((slot) => runStart[slot] === runStart[pawnSlots[i]!]);
      for (let at = i; at > least && out[at - 1]! > out[at]!; at--) {
        [out[at - 1], out[at]] = [out[at]!, out[at - 1]!];
      }
    }
    return out;
  };
  const place = (pawns: readonly Square[]) => {
    if (pawns.length < pawnSlots.length) {
      for (let square = 8; square < 56; square++) {
        if (!pawns.includes(square)) place([...pawns, square]);
      }
      return;
    }
    const own = sorted(pawns);
    const image = sorted(own.map((square) => mirror[square]!));
    const symmetry = key(image) < key(own) ? MIRROR_FILES : 0;
    const canonical = symmetry === 0 ? own : image;
    let found = byPawns.get(key(canonical));
    if (!found) {
      found = { group: groups.length, symmetry: 0 };
      byPawns.set(key(canonical), found);
      groups.push({ pawns: canonical, symmetric: key(image) === key(own) });
    }
    if (!byPawns.has(key(pawns))) byPawns.set(key(pawns), { group: found.group, symmetry });
  };
  place([]);
  return { groups, byPawns };
}
