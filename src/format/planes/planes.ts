import type { Square } from '../../chess/geometry.ts';
import { type Army, ROYAL } from '../../chess/men.ts';
import type { Material } from '../../table/material.ts';
import { firstsOfKind } from '../../table/placements.ts';
import { areAdjacent, boardSymmetries } from '../../table/slabPlacements.ts';

const SQUARES = 64;
/** The number of placements in a plane. */
export const CELLS = SQUARES * SQUARES;

/** The slots of the two pieces that go through all squares in a plane. The lane piece's squares are adjacent. */
export interface Layout {
  readonly row: number;
  readonly lane: number;
  /** The side to move whose values are coded first, and help to predict the other's. */
  readonly first: 0 | 1;
}

/** The location of a placement. */
export interface Place {
  readonly plane: number;
  /** 64 times the row piece's square plus the lane piece's. */
  readonly cell: number;
}

/**
 * The planes of an endgame on 8x8: all placements of two pieces while the others are fixed. Symmetry and exchange of
 * identical pieces act on the fixed ones: of equal placements, the least has a plane. The number of a
 * plane has the fixed pieces' squares as digits in base 64, in slot order; instead of the first, which symmetry
 * brings into a region of the board, its place in that region.
 */
export class Planes {
  readonly layout: Layout;
  /** The number of plane numbers; many have no plane. */
  readonly count: number;
  /** Slots of the fixed pieces. */
  readonly standing: readonly number[];
  /** Are the row piece and the lane piece identical? */
  readonly alike: boolean;
  private readonly material: Material;
  private readonly army: Army;
  private readonly symmetries: readonly (readonly Square[])[];
  private readonly region: readonly Square[];
  private readonly regionPlace: Int16Array;
  private readonly sameAsBefore: readonly boolean[];
  private readonly image: Int16Array;

  constructor(material: Material, army: Army, layout: Layout) {
    const { men } = material;
    const { row, lane } = layout;
    this.material = material;
    this.army = army;
    this.layout = layout;
    const starts = firstsOfKind(men);
    this.alike = starts[row] === starts[lane];
    this.standing = men.map((_, slot) => slot).filter((slot) => slot !== row && slot !== lane);
    this.sameAsBefore = this.standing.map(
      (slot, i) => i > 0 && starts[this.standing[i - 1]!] === starts[slot],
    );
    const pawns = men.some(({ kind }) => army[kind]!.pawn);
    this.symmetries = pawns ? boardSymmetries.slice(0, 2) : boardSymmetries;
    const squares = boardSymmetries[0]!;
    this.region = squares.filter((square) =>
      this.symmetries.every((map) => map[square]! >= square),
    );
    this.regionPlace = Int16Array.from(squares, (square) => this.region.indexOf(square));
    this.count = this.region.length * SQUARES ** (this.standing.length - 1);
    this.image = new Int16Array(this.standing.length);
  }

  /** The plane and the cell of a placement given in slot order. Not reentrant. */
  locate(squares: ArrayLike<Square>): Place {
    const { row, lane } = this.layout;
    const { least, symmetry } = this.leastImage((i) => squares[this.standing[i]!]!);
    const map = this.symmetries[symmetry]!;
    return {
      plane: this.numberOf(least),
      cell: map[squares[row]!]! * SQUARES + map[squares[lane]!]!,
    };
  }

  /** The squares of a plane's fixed pieces, in the order of their slots. Undefined if the number has no plane. */
  squares(plane: number): readonly Square[] | undefined {
    const found = this.standing.map(() => 0);
    let rest = plane;
    for (let i = found.length - 1; i > 0; i--) {
      found[i] = rest % SQUARES;
      rest = Math.floor(rest / SQUARES);
    }
    found[0] = this.region[rest]!;
    if (!this.arePossible(found)) return undefined;
    return this.leastImage((i) => found[i]!).least === this.digits(found) ? found : undefined;
  }

  /** The symmetries, except the identity, that keep a plane's fixed pieces in place: maps of squares. */
  stabilisers(standing: readonly Square[]): readonly (readonly Square[])[] {
    const own = this.digits(standing);
    return this.symmetries.filter(
      (_, symmetry) => symmetry > 0 && this.imageOf((i) => standing[i]!, symmetry) === own,
    );
  }

  private arePossible(squares: readonly Square[]): boolean {
    const kings: Square[] = [];
    for (const [i, slot] of this.standing.entries()) {
      const square = squares[i]!;
      const { kind } = this.material.men[slot]!;
      if (this.army[kind]!.pawn && (square < 8 || square >= 56)) return false;
      if (squares.indexOf(square) < i) return false;
      if (kind === ROYAL) kings.push(square);
    }
    return kings.length < 2 || !areAdjacent(kings[0]!, kings[1]!);
  }

  private leastImage(squareOf: (i: number) => Square): { least: number; symmetry: number } {
    let [least, symmetry] = [Number.POSITIVE_INFINITY, 0];
    for (let i = 0; i < this.symmetries.length; i++) {
      const digits = this.imageOf(squareOf, i);
      if (digits < least) [least, symmetry] = [digits, i];
    }
    return { least, symmetry };
  }

  /** The digits of the fixed pieces' images under a symmetry, identical pieces in rising order. */
  private imageOf(squareOf: (i: number) => Square, symmetry: number): number {
    const { image, sameAsBefore } = this;
    const map = this.symmetries[symmetry]!;
    for (let i = 0; i < image.length; i++) {
      const square = map[squareOf(i)]!;
      let at = i;
      for (; sameAsBefore[at] && image[at - 1]! > square; at--) image[at] = image[at - 1]!;
      image[at] = square;
    }
    return this.digits(image);
  }

  private digits(squares: ArrayLike<Square>): number {
    let digits = 0;
    for (let i = 0; i < squares.length; i++) digits = digits * SQUARES + squares[i]!;
    return digits;
  }

  private numberOf(digits: number): number {
    const unit = SQUARES ** (this.standing.length - 1);
    return this.regionPlace[Math.floor(digits / unit)]! * unit + (digits % unit);
  }
}
