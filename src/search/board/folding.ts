import type { Symmetry } from '../../board/board.ts';
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

/** Of a square board, besides the identity. */
const MOST_FOLDS = 7;

const still = [0, 0] as const;

/** Keys that are equal for positions that a symmetry of the rules makes equal, and moves as seen from there. */
export class Folding {
  low = 0;
  high = 0;
  /** Are there few enough pieces, and nothing but them, so that images are looked at? */
  isFolded = false;
  private readonly board: SearchBoard;
  /** The words of the key of the position looked at, seen by each fold. */
  private readonly lows = new Int32Array(MOST_FOLDS);
  private readonly highs = new Int32Array(MOST_FOLDS);
  private fold: Fold | undefined;
  private counts: Int32Array;
  private folds: readonly Fold[] = [];
  private readonly known = new Map<string, readonly Fold[]>();

  constructor(board: SearchBoard) {
    this.board = board;
    this.counts = new Int32Array(board.counts.length);
  }

  /** Sets {@link low} and {@link high} for the position on the board. */
  look(): void {
    const { board } = this;
    const { sides, rights, enPassant, stock, turn } = board.position;
    this.low = board.low;
    this.high = board.high;
    this.fold = undefined;
    this.isFolded = false;
    if (rights !== 0 || enPassant !== undefined || stock !== undefined) return;
    if (sides[0].length + sides[1].length > MOST_MEN) return;
    this.isFolded = true;
    if (!this.isSame()) this.change();
    const [white, black] = sides;
    const size = board.position.squares.length;
    const [turnLow, turnHigh] = turn === 0 ? still : board.zobrist.turn;
    for (let i = 0; i < this.folds.length; i++) {
      const { lows, highs } = this.folds[i]!;
      let low = turnLow;
      let high = turnHigh;
      for (let j = 0; j < white.length; j++) {
        const index = (white[j]! >> 8) * size + (white[j]! & 255);
        low ^= lows[index]!;
        high ^= highs[index]!;
      }
      for (let j = 0; j < black.length; j++) {
        const index = (black[j]! >> 8) * size + (black[j]! & 255);
        low ^= lows[index]!;
        high ^= highs[index]!;
      }
      this.lows[i] = low;
      this.highs[i] = high;
      if (low < this.low || (low === this.low && high < this.high)) {
        this.low = low;
        this.high = high;
        this.fold = this.folds[i];
      }
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
    const { squares } = board.position;
    const [from, to] = [fromOf(move), toOf(move)];
    const code = squares[from]!;
    const victim = squares[to]!;
    const { pieces, turn } = board.zobrist;
    const before = code * squares.length + from;
    const after = code * squares.length + to;
    let bestLow = board.low ^ turn[0] ^ pieces[2 * before]! ^ pieces[2 * after]!;
    let bestHigh = board.high ^ turn[1] ^ pieces[2 * before + 1]! ^ pieces[2 * after + 1]!;
    if (victim !== 0) {
      const taken = 2 * (victim * squares.length + to);
      bestLow ^= pieces[taken]!;
      bestHigh ^= pieces[taken + 1]!;
    }
    for (let i = 0; this.isFolded && i < this.folds.length; i++) {
      const { lows, highs } = this.folds[i]!;
      const low = this.lows[i]! ^ turn[0] ^ lows[before]! ^ lows[after]!;
      const high = this.highs[i]! ^ turn[1] ^ highs[before]! ^ highs[after]!;
      if (low < bestLow || (low === bestLow && high < bestHigh)) {
        bestLow = low;
        bestHigh = high;
      }
    }
    this.low = bestLow;
    this.high = bestHigh;
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

  private isSame(): boolean {
    const { counts } = this.board;
    for (let i = 0; i < counts.length; i++) if (counts[i] !== this.counts[i]) return false;
    return true;
  }

  private change(): void {
    const { board, known } = this;
    this.counts.set(board.counts);
    const name = board.counts.join();
    let folds = known.get(name);
    if (!folds) {
      const [, ...others] = board.rules.symmetries(piecesOn(board.position));
      folds = others.map((there) => this.foldOf(there));
      known.set(name, folds);
    }
    this.folds = folds;
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
