import type { Square, Symmetry } from '../board/board.ts';
import type { Piece } from '../pieces/army.ts';
import { firstsOfKind, identicalOrders, type Placements } from '../table/placements.ts';

/**
 * The index for any board. Placements that are equal by symmetry or exchange of identical pieces share an index. A
 * symmetry takes the first piece into its *region* (10 squares of 8x8 without pawns, 32 with them); its place there and
 * the squares of the other pieces are the digits of a number. If several symmetries do, the least number is the index;
 * the others stay unused.
 */
export class SymmetricPlacements implements Placements {
  /** One more than the highest index. */
  readonly size: number;
  readonly squareCount: number;
  readonly scheme = 'symmetric';
  /** Whole-board placements for each of `symmetries.length` images: every order of identical pieces. */
  private readonly ordersOfIdenticalPieces: number;
  private readonly men: readonly Piece[];
  readonly symmetries: readonly Symmetry[];
  private readonly region: readonly Square[];
  /** How many pieces are identical to the first, itself included. */
  private readonly firstRun: number;
  /** For each square of the first piece: its place in the region, and the symmetries that take it there. */
  private readonly place: readonly number[];
  private readonly carriers: readonly (readonly Symmetry[])[];
  /** For each slot, the first slot of the run of identical pieces to which it belongs. */
  private readonly runStart: readonly number[];
  private readonly image: Int16Array;

  constructor(men: readonly Piece[], symmetries: readonly Symmetry[]) {
    this.men = men;
    this.symmetries = symmetries;
    this.squareCount = symmetries[0]!.length;
    const squares = symmetries[0]!.map((_, square) => square);
    const least = squares.map((square) => Math.min(...symmetries.map((each) => each[square]!)));
    this.region = squares.filter((square) => least[square] === square);
    this.place = least.map((square) => this.region.indexOf(square));
    this.carriers = squares.map((square) =>
      symmetries.filter((each) => each[square] === least[square]),
    );
    this.runStart = firstsOfKind(men);
    this.firstRun = this.runStart.filter((start) => start === 0).length;
    this.ordersOfIdenticalPieces = identicalOrders(this.runStart);
    this.size = this.region.length * this.squareCount ** (men.length - 1);
    this.image = new Int16Array(men.length);
  }

  /** The index of a placement given in slot order. Not reentrant: it writes to a buffer of its own. */
  index(squares: ArrayLike<Square>): number {
    const carriers = this.carriersOf(squares);
    let least = this.number(squares, carriers[0]!);
    for (let i = 1; i < carriers.length; i++) {
      const number = this.number(squares, carriers[i]!);
      if (number < least) least = number;
    }
    return least;
  }

  /** The symmetries that take the first piece as low as any of those identical to it can get. */
  private carriersOf(squares: ArrayLike<Square>): readonly Symmetry[] {
    const { place, carriers, firstRun } = this;
    if (firstRun === 1) return carriers[squares[0]!]!;
    const run = Array.from({ length: firstRun }, (_, slot) => squares[slot]!);
    const least = Math.min(...run.map((square) => place[square]!));
    return run.filter((square) => place[square] === least).flatMap((square) => carriers[square]!);
  }

  private number(squares: ArrayLike<Square>, symmetry: Symmetry): number {
    const { image, runStart } = this;
    const count = squares.length;
    for (let slot = 0; slot < count; slot++) {
      const square = symmetry[squares[slot]!]!;
      // Insertion keeps the squares of identical pieces in rising order.
      let at = slot;
      for (; at > runStart[slot]! && image[at - 1]! > square; at--) image[at] = image[at - 1]!;
      image[at] = square;
    }
    let number = this.place[image[0]!]!;
    for (let slot = 1; slot < count; slot++) number = number * this.squareCount + image[slot]!;
    return number;
  }

  /** Writes the squares of a number to `out`, slot by slot. */
  squares(number: number, out: Square[] | Int16Array): void {
    let rest = number;
    for (let slot = this.men.length - 1; slot > 0; slot--) {
      out[slot] = rest % this.squareCount;
      rest = Math.floor(rest / this.squareCount);
    }
    out[0] = this.region[rest]!;
  }

  /** How many placements of the whole board an index stands for, counting every order of identical pieces. */
  orbitSize(squares: ArrayLike<Square>): number {
    const index = this.index(squares);
    let stabilisers = 0;
    for (const symmetry of this.carriersOf(squares)) {
      if (this.number(squares, symmetry) === index) stabilisers++;
    }
    return (this.symmetries.length / stabilisers) * this.ordersOfIdenticalPieces;
  }
}
