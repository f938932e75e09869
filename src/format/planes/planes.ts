import type { Square } from '../../board/board.ts';
import { areAdjacent } from '../../index/slabPlacements.ts';
import type { Material } from '../../table/material.ts';
import { firstsOfKind } from '../../table/placements.ts';
import type { Layout } from './layout.ts';
import type { PlaneOrder } from './planeOrder.ts';

const SQUARES = 64;
/** The number of placements in a plane. */
export const CELLS = SQUARES * SQUARES;

/** Where a placement is. */
export interface Place {
  /** The number of its plane. */
  readonly part: number;
  /** 64 times the row piece's square plus the lane piece's. */
  readonly cell: number;
}

/**
 * The planes of an endgame, in squares of 8x8: all placements of two pieces while the others are fixed. Symmetry and exchange of
 * identical pieces act on the fixed ones: of equal placements, one has a plane. Which one: the fixed pieces are taken in an
 * order, in which the king of the side that is coded first leads, if it stands; then pawns, then others, in slot order. Of
 * equal placements that with the least squares in this order has a plane. Its number has the squares as digits, in the same
 * order but for the leading king's, which come last so that planes of neighbouring squares have neighbouring numbers.
 * The first of the order has the squares of the region to which symmetry brings it; pawns have 48 squares. {@link slabOrder} says
 * which pieces these are in the set solver's index, {@link slotOrder} in others.
 */
export class Planes {
  readonly layout: Layout;
  /** The number of plane numbers; some have no plane. */
  readonly count: number;
  /** Slots of the fixed pieces, in the order of digits. */
  readonly standing: readonly number[];
  /** Places of fixed pieces that are not adjacent. */
  private readonly apart: readonly number[];
  /** The board's symmetries by which planes are folded, by number, and u8[64] by symmetry: the images of squares. */
  private readonly symmetries: readonly number[];
  private readonly maps: Uint8Array;
  /** By place in the order of digits: the squares that a digit stands for. */
  private readonly digitSquares: readonly (readonly Square[])[];
  /** By place and square: what the digit adds to a plane's number. */
  private readonly parts: Float64Array;
  /** Places in the order of digits, the leading piece first. */
  private readonly order: readonly number[];
  /** By the lead's square: the symmetries that may make the least image. */
  private readonly leading: readonly (readonly number[])[];
  private readonly sameAsBefore: readonly boolean[];
  /** By place: the fixed pieces of a placement, and their image. */
  private readonly found: Uint8Array;
  private readonly image: Uint8Array;
  private readonly place = { part: 0, cell: 0 };

  constructor(
    { men }: Material,
    layout: Layout,
    { lattice, standing, leader, kings, ...order }: PlaneOrder,
  ) {
    this.layout = layout;
    const starts = firstsOfKind(men);
    this.standing = standing;
    this.apart = kings.map((slot) => standing.indexOf(slot)).filter((place) => place >= 0);
    const places = this.standing.map((_, place) => place);
    this.order = [leader, ...places.filter((place) => place !== leader)];
    this.sameAsBefore = places.map(
      (place) => place > 0 && starts[this.standing[place - 1]!] === starts[this.standing[place]!],
    );
    this.symmetries = order.symmetries;
    const { maps, places: squares } = lattice;
    const symmetries = order.symmetries.map((symmetry) => maps[symmetry]!);
    this.maps = Uint8Array.from(maps.flat());
    this.digitSquares = this.standing.map((slot, place) =>
      squares.filter(
        (square) =>
          (!order.pawns.includes(slot) || (square >= 8 && square < 56)) &&
          (place !== leader || symmetries.every((map) => map[square]! >= square)),
      ),
    );
    this.count = this.digitSquares.reduce((product, { length }) => product * length, 1);
    this.parts = new Float64Array(this.standing.length * SQUARES);
    let unit = this.count;
    for (const [place, known] of this.digitSquares.entries()) {
      unit /= known.length;
      for (const [digit, square] of known.entries()) {
        this.parts[place * SQUARES + square] = digit * unit;
      }
    }
    const all = order.symmetries;
    const alone = !this.sameAsBefore[leader + 1];
    this.leading = maps[0]!.map((square) => {
      const least = Math.min(...symmetries.map((map) => map[square]!));
      return alone ? all.filter((each) => maps[each]![square] === least) : all;
    });
    this.found = new Uint8Array(this.standing.length);
    this.image = new Uint8Array(this.standing.length);
  }

  /** The plane and the cell of a placement given in slot order: an object that the next call overwrites. */
  locate(squares: ArrayLike<Square>): Place {
    const { found, standing, layout, place, maps } = this;
    for (let i = 0; i < found.length; i++) found[i] = squares[standing[i]!]!;
    const map = this.leastImage() * SQUARES;
    place.part = this.number();
    place.cell = maps[map + squares[layout.row]!]! * SQUARES + maps[map + squares[layout.lane]!]!;
    return place;
  }

  /** What a place is of a number: the number divided by `divisor` and rounded down, modulo their count, tells the square. */
  digit(place: number): { readonly divisor: number; readonly squares: readonly Square[] } {
    const after = this.digitSquares.slice(place + 1);
    const divisor = after.reduce((product, { length }) => product * length, 1);
    return { divisor, squares: this.digitSquares[place]! };
  }

  /** The squares of a plane's fixed pieces, in the order of digits. Undefined if the number has no plane. */
  squares(plane: number): readonly Square[] | undefined {
    const squares = this.standing.map(() => 0);
    let rest = plane;
    for (let place = squares.length - 1; place >= 0; place--) {
      const known = this.digitSquares[place]!;
      squares[place] = known[rest % known.length]!;
      rest = Math.floor(rest / known.length);
    }
    if (!this.arePossible(squares)) return undefined;
    this.found.set(squares);
    this.leastImage();
    return this.number() === plane ? squares : undefined;
  }

  /** The symmetries of the board, except the identity, that keep a plane's fixed pieces in place. */
  stabilisers(standing: readonly Square[]): number[] {
    this.found.set(standing);
    const own = this.imageBy(0);
    return this.symmetries.filter((each) => each > 0 && this.imageBy(each) === own);
  }

  private arePossible(squares: readonly Square[]): boolean {
    if (squares.some((square, place) => squares.indexOf(square) < place)) return false;
    const [one, other] = this.apart;
    return other === undefined || !areAdjacent(squares[one!]!, squares[other]!);
  }

  /** Leaves the least image of the fixed pieces found. Returns the symmetry that makes it. */
  private leastImage(): number {
    const some = this.leading[this.found[this.order[0]!]!]!;
    let symmetry = some[0]!;
    let least = this.imageBy(symmetry);
    if (some.length === 1) return symmetry;
    let last = symmetry;
    for (let i = 1; i < some.length; i++) {
      last = some[i]!;
      const key = this.imageBy(last);
      if (key < least) [least, symmetry] = [key, last];
    }
    if (last !== symmetry) this.imageBy(symmetry);
    return symmetry;
  }

  /** The number of the plane of the image that was left. */
  private number(): number {
    const { image, parts } = this;
    let plane = 0;
    for (let place = 0; place < image.length; place++) {
      plane += parts[place * SQUARES + image[place]!]!;
    }
    return plane;
  }

  /** Leaves the image of the fixed pieces found, identical ones in rising order. Returns their squares in order as one number. */
  private imageBy(symmetry: number): number {
    const { found, image, sameAsBefore, order, maps } = this;
    const map = symmetry * SQUARES;
    for (let i = 0; i < image.length; i++) {
      const square = maps[map + found[i]!]!;
      let at = i;
      for (; sameAsBefore[at] && image[at - 1]! > square; at--) image[at] = image[at - 1]!;
      image[at] = square;
    }
    let key = 0;
    for (let i = 0; i < order.length; i++) key = key * SQUARES + image[order[i]!]!;
    return key;
  }
}
