import type { Square } from '../../chess/geometry.ts';
import { type Army, ROYAL } from '../../chess/men.ts';
import type { Material } from '../../table/material.ts';
import { firstsOfKind } from '../../table/placements.ts';
import { areAdjacent, boardSymmetries } from '../../table/slabPlacements.ts';
import type { Layout } from './layout.ts';

const SQUARES = 64;
/** The number of placements in a plane. */
export const CELLS = SQUARES * SQUARES;

/** The location of a placement. */
export interface Place {
  readonly plane: number;
  /** 64 times the row piece's square plus the lane piece's. */
  readonly cell: number;
}

/**
 * The planes of an endgame on 8x8: all placements of two pieces while the others are fixed. Symmetry and exchange of
 * identical pieces act on the fixed ones: of equal placements, one has a plane. Which one: the fixed pieces are taken in an
 * order, in which the king of the side that is coded first leads, if it stands; then pawns, then others, in slot order. Of
 * equal placements that with the least squares in this order has a plane. Its number has the squares as digits, in the same
 * order but for the leading king's, which come last so that planes of neighbouring squares have neighbouring numbers.
 * The first of the order has the squares of the region to which symmetry brings it; pawns have 48 squares.
 */
export class Planes {
  readonly layout: Layout;
  /** The number of plane numbers; some have no plane. */
  readonly count: number;
  /** Slots of the fixed pieces, in the order of digits. */
  readonly standing: readonly number[];
  private readonly material: Material;
  private readonly symmetries: readonly (readonly Square[])[];
  /** By place in the order of digits: the squares that a digit stands for, and of each square its digit, or -1. */
  private readonly digitSquares: readonly (readonly Square[])[];
  private readonly digitOf: readonly Int16Array[];
  /** Places in the order of digits, the leading piece first. */
  private readonly order: readonly number[];
  /** By the lead's square: the symmetries that may make the least image. */
  private readonly leading: readonly (readonly number[])[];
  private readonly sameAsBefore: readonly boolean[];
  private readonly image: Int16Array;

  constructor(material: Material, army: Army, layout: Layout) {
    const { men } = material;
    this.material = material;
    this.layout = layout;
    const starts = firstsOfKind(men);
    const fixed = men
      .map((_, slot) => slot)
      .filter((slot) => slot !== layout.row && slot !== layout.lane);
    const isPawn = (slot: number) => army[men[slot]!.kind]!.pawn;
    const leads = (slot: number) => men[slot]!.kind === ROYAL && men[slot]!.color === layout.first;
    this.standing = [
      ...fixed.filter(isPawn),
      ...fixed.filter((slot) => !isPawn(slot) && !leads(slot)),
      ...fixed.filter(leads),
    ];
    const places = this.standing.map((_, place) => place);
    const leader = Math.max(0, this.standing.findIndex(leads));
    this.order = [leader, ...places.filter((place) => place !== leader)];
    this.sameAsBefore = places.map(
      (place) => place > 0 && starts[this.standing[place - 1]!] === starts[this.standing[place]!],
    );
    this.symmetries = men.some(({ kind }) => army[kind]!.pawn)
      ? boardSymmetries.slice(0, 2)
      : boardSymmetries;
    const squares = boardSymmetries[0]!;
    this.digitSquares = this.standing.map((slot, place) =>
      squares.filter(
        (square) =>
          (!isPawn(slot) || (square >= 8 && square < 56)) &&
          (place !== leader || this.symmetries.every((map) => map[square]! >= square)),
      ),
    );
    this.digitOf = this.digitSquares.map((known) =>
      Int16Array.from(squares, (square) => known.indexOf(square)),
    );
    const all = this.symmetries.map((_, symmetry) => symmetry);
    const alone = !this.sameAsBefore[leader + 1];
    this.leading = squares.map((square) => {
      const least = Math.min(...this.symmetries.map((map) => map[square]!));
      return alone ? all.filter((symmetry) => this.symmetries[symmetry]![square] === least) : all;
    });
    this.count = this.digitSquares.reduce((product, { length }) => product * length, 1);
    this.image = new Int16Array(this.standing.length);
  }

  /** The plane and the cell of a placement given in slot order. Not reentrant. */
  locate(squares: ArrayLike<Square>): Place {
    const { row, lane } = this.layout;
    const { plane, symmetry } = this.leastImage((place) => squares[this.standing[place]!]!);
    const map = this.symmetries[symmetry]!;
    return { plane, cell: map[squares[row]!]! * SQUARES + map[squares[lane]!]! };
  }

  /** The squares of a plane's fixed pieces, in the order of digits. Undefined if the number has no plane. */
  squares(plane: number): readonly Square[] | undefined {
    const found = this.standing.map(() => 0);
    let rest = plane;
    for (let place = found.length - 1; place >= 0; place--) {
      const known = this.digitSquares[place]!;
      found[place] = known[rest % known.length]!;
      rest = Math.floor(rest / known.length);
    }
    if (!this.arePossible(found)) return undefined;
    return this.leastImage((place) => found[place]!).plane === plane ? found : undefined;
  }

  /** The symmetries of the board, except the identity, that keep a plane's fixed pieces in place. */
  stabilisers(standing: readonly Square[]): number[] {
    const own = this.imageOf((place) => standing[place]!, 0);
    return this.symmetries.flatMap((_, symmetry) =>
      symmetry > 0 && this.imageOf((place) => standing[place]!, symmetry) === own ? [symmetry] : [],
    );
  }

  private arePossible(squares: readonly Square[]): boolean {
    const kings: Square[] = [];
    for (const [place, slot] of this.standing.entries()) {
      const square = squares[place]!;
      if (squares.indexOf(square) < place) return false;
      if (this.material.men[slot]!.kind === ROYAL) kings.push(square);
    }
    return kings.length < 2 || !areAdjacent(kings[0]!, kings[1]!);
  }

  private leastImage(squareOf: (place: number) => Square): { plane: number; symmetry: number } {
    const symmetries = this.leading[squareOf(this.order[0]!)]!;
    let [least, symmetry] = [Number.POSITIVE_INFINITY, 0];
    for (let i = 0; i < symmetries.length; i++) {
      const key = this.imageOf(squareOf, symmetries[i]!);
      if (key < least) [least, symmetry] = [key, symmetries[i]!];
    }
    if (symmetries.length > 1) this.imageOf(squareOf, symmetry);
    let plane = 0;
    for (let place = 0; place < this.image.length; place++) {
      const known = this.digitSquares[place]!.length;
      plane = plane * known + this.digitOf[place]![this.image[place]!]!;
    }
    return { plane, symmetry };
  }

  /** The fixed pieces' images under a symmetry, identical pieces in rising order; returns their squares in order as one number. */
  private imageOf(squareOf: (place: number) => Square, symmetry: number): number {
    const { image, sameAsBefore } = this;
    const map = this.symmetries[symmetry]!;
    for (let i = 0; i < image.length; i++) {
      const square = map[squareOf(i)]!;
      let at = i;
      for (; sameAsBefore[at] && image[at - 1]! > square; at--) image[at] = image[at - 1]!;
      image[at] = square;
    }
    let key = 0;
    for (const place of this.order) key = key * SQUARES + image[place]!;
    return key;
  }
}
