import type { Symmetry } from '../../board/board.ts';
import type { Color } from '../../pieces/army.ts';
import type { PieceCode } from '../../pieces/mover.ts';
import { piecesOn } from '../../position/position.ts';
import { COMPLEX, fromOf, type MoveCode, promotionOf, toOf } from './moveCode.ts';
import type { SearchBoard } from './searchBoard.ts';

/** With more pieces than this, a position's images are seldom met. */
const MOST_MEN = 6;

/** A symmetry of the rules with these pieces, and its inverse. */
interface Fold {
  readonly there: Symmetry;
  readonly back: Symmetry;
  /** At `code * size + square`: what a piece adds to the words of the key, seen from there. */
  readonly lows: Int32Array;
  readonly highs: Int32Array;
}

/** How positions with certain pieces are folded. */
interface Folds {
  /** By colour: the codes of its pieces, in their order. */
  readonly codes: readonly (readonly PieceCode[])[];
  /** The colour, and the place among its pieces, of the first piece that has no other of its kind. */
  readonly color: Color;
  readonly place: number;
  /**
   * By the square of that piece, the anchor: the folds that take it to the first square that any takes it to. They are
   * few, mostly one, and all images of a position become the same by them.
   */
  readonly at: readonly (readonly Fold[])[];
}

/** Of a square board. */
const MOST_FOLDS = 8;

/** Keys that are equal for positions that a symmetry of the rules makes equal, and moves as seen from there. */
export class Folding {
  low = 0;
  high = 0;
  /** Are there few enough pieces, and nothing but them, so that images are looked at? */
  isFolded = false;
  private readonly board: SearchBoard;
  private folds: Folds | undefined;
  private readonly known: Folds[] = [];
  /** Of the position looked at: where its anchor is, the words of its key as each fold there sees it, and the fold chosen. */
  private anchor = 0;
  private readonly lows = new Int32Array(MOST_FOLDS);
  private readonly highs = new Int32Array(MOST_FOLDS);
  private fold: Fold | undefined;

  constructor(board: SearchBoard) {
    this.board = board;
  }

  /** Sets {@link low} and {@link high} for the position on the board. */
  look(): void {
    const { board, lows, highs } = this;
    const { sides, rights, enPassant, stock, turn } = board.position;
    this.low = board.low;
    this.high = board.high;
    this.fold = undefined;
    this.isFolded = false;
    if (rights !== 0 || enPassant !== undefined || stock !== undefined) return;
    if (sides[0].length + sides[1].length > MOST_MEN) return;
    this.isFolded = true;
    if (!this.folds || !this.fits(this.folds)) this.folds = this.foldsHere();
    const { color, place, at } = this.folds;
    this.anchor = sides[color][place]! & 255;
    const folds = at[this.anchor]!;
    const moved = turn === 0 ? 0 : 1;
    for (let i = 0; i < folds.length; i++) {
      lows[i] = this.sum(folds[i]!.lows) ^ (moved * board.zobrist.turn[0]);
      highs[i] = this.sum(folds[i]!.highs) ^ (moved * board.zobrist.turn[1]);
      if (this.takes(lows[i]!, highs[i]!, i === 0)) this.fold = folds[i];
    }
  }

  /**
   * Sets {@link low} and {@link high} for the position after a move of the one on the board, which must be the one looked
   * at last. Most moves need not be made for that.
   */
  lookAfter(move: MoveCode): void {
    const { board } = this;
    if (!this.isSimple(move)) {
      board.make(move);
      this.look();
      const { low, high } = this;
      board.unmake();
      this.look();
      this.low = low;
      this.high = high;
      return;
    }
    const { squares, turn } = board.position;
    const [from, to] = [fromOf(move), toOf(move)];
    const code = squares[from]!;
    const before = code * squares.length + from;
    const after = code * squares.length + to;
    const { pieces, turn: turned } = board.zobrist;
    if (!this.isFolded) {
      const victim = squares[to]!;
      const taken = 2 * (victim * squares.length + to);
      this.low = board.low ^ turned[0] ^ pieces[2 * before]! ^ pieces[2 * after]!;
      this.high = board.high ^ turned[1] ^ pieces[2 * before + 1]! ^ pieces[2 * after + 1]!;
      if (victim === 0) return;
      this.low ^= pieces[taken]!;
      this.high ^= pieces[taken + 1]!;
      return;
    }
    const isAnchor = from === this.anchor;
    const folds = this.folds!.at[isAnchor ? to : this.anchor]!;
    const moved = turn === 0 ? 1 : 0;
    for (let i = 0; i < folds.length; i++) {
      const { lows, highs } = folds[i]!;
      let low = lows[before]! ^ lows[after]!;
      let high = highs[before]! ^ highs[after]!;
      if (isAnchor) {
        low ^= this.sum(lows) ^ (moved * turned[0]);
        high ^= this.sum(highs) ^ (moved * turned[1]);
      } else {
        low ^= this.lows[i]! ^ turned[0];
        high ^= this.highs[i]! ^ turned[1];
      }
      this.takes(low, high, i === 0);
    }
  }

  /** Is the first key, or one before the one chosen, and is chosen then? */
  private takes(low: number, high: number, isFirst: boolean): boolean {
    if (!isFirst && (low > this.low || (low === this.low && high >= this.high))) return false;
    this.low = low;
    this.high = high;
    return true;
  }

  /** What all pieces add to a word of the key. */
  private sum(words: Int32Array): number {
    const { sides, squares } = this.board.position;
    let sum = 0;
    for (let color = 0; color < 2; color++) {
      const side = sides[color as Color];
      for (let i = 0; i < side.length; i++) {
        sum ^= words[(side[i]! >> 8) * squares.length + (side[i]! & 255)]!;
      }
    }
    return sum;
  }

  /** Does a move change no more of the key than two squares, and no pieces by which positions are folded? */
  private isSimple(move: MoveCode): boolean {
    const { position, equipment, paths } = this.board;
    const { squares, sides, rights, enPassant, stock, turn } = position;
    if ((move & COMPLEX) !== 0 || promotionOf(move) !== 0) return false;
    if (enPassant !== undefined || stock !== undefined) return false;
    const [from, to] = [fromOf(move), toOf(move)];
    const code = squares[from]!;
    if (paths[code]![from]!.givesEnPassant) return false;
    if (squares[to] !== 0 && sides[0].length + sides[1].length <= MOST_MEN + 1) return false;
    if (rights === 0) return true;
    const { at, byRoyal } = equipment.rightsLost;
    return (rights & (at[from]! | at[to]! | (code <= 2 ? byRoyal[turn] : 0))) === 0;
  }

  /** A move of the position that was looked at, as seen from where its key was made; `back`: the other way round. */
  moved(move: MoveCode, back: boolean, fold = this.fold): MoveCode {
    if (fold === undefined || move === 0) return move;
    const map = back ? fold.back : fold.there;
    return (move & ~0xffff) | map[fromOf(move)]! | (map[toOf(move)]! << 8);
  }

  /** How the position that was looked at last is seen. */
  get way(): Fold | undefined {
    return this.fold;
  }

  /** Are the pieces on the board those of these folds? */
  private fits({ codes }: Folds): boolean {
    const { sides } = this.board.position;
    for (let color = 0; color < 2; color++) {
      const side = sides[color as Color];
      const wanted = codes[color]!;
      if (side.length !== wanted.length) return false;
      for (let i = 0; i < side.length; i++) if (side[i]! >> 8 !== wanted[i]) return false;
    }
    return true;
  }

  private foldsHere(): Folds {
    const { board, known } = this;
    const found = known.find((folds) => this.fits(folds));
    if (found) return found;
    const { position, counts, rules } = board;
    const codes = position.sides.map((side) => side.map((piece) => piece >> 8));
    const folds = rules.symmetries(piecesOn(position)).map((there) => this.foldOf(there));
    const places = codes.map((side) => side.findIndex((code) => counts[code] === 1));
    const color = places[0]! >= 0 ? 0 : 1;
    const place = places[color]!;
    const at = position.squares.map((_, square) => {
      if (place < 0) return folds;
      const first = Math.min(...folds.map(({ there }) => there[square]!));
      return folds.filter(({ there }) => there[square] === first);
    });
    const made: Folds = { codes, color, place, at };
    known.push(made);
    return made;
  }

  private foldOf(there: Symmetry): Fold {
    const { zobrist, counts } = this.board;
    const size = there.length;
    const [lows, highs] = [0, 1].map((word) =>
      Int32Array.from({ length: counts.length * size }, (_, index) => {
        const [code, square] = [Math.floor(index / size), index % size];
        return zobrist.pieces[zobrist.indexOf(code, there[square]!) + word]!;
      }),
    );
    const back = there.map((_, square) => there.indexOf(square));
    return { there, back, lows: lows!, highs: highs! };
  }
}
