import { type Color, opposite, WHITE } from '../../pieces/army.ts';
import type { Equipment } from '../../pieces/equipment.ts';
import { codeOf, kindOf, type PieceCode } from '../../pieces/mover.ts';
import { squaresPassed, usable } from '../../position/enPassant.ts';
import { type EnPassant, type Position, standing } from '../../position/position.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { COMPLEX, fromOf, type MoveCode, parseMoveCode, promotionOf, toOf } from './moveCode.ts';
import { type PathTable, pathsOf } from './paths.ts';
import type { PieceSums } from './pieceSums.ts';
import { Zobrist } from './zobrist.ts';

/** A position that changes in place; the rules core reads it as any other. */
export interface MutablePosition extends Position {
  turn: Color;
  readonly squares: PieceCode[];
  readonly sides: readonly [number[], number[]];
  rights: number;
  enPassant: EnPassant | undefined;
  stock: number[] | undefined;
  halfmoves: number;
  fullmoves: number;
}

/** What it takes to take a move back. */
interface Undo {
  move: MoveCode;
  /** What moved, as it was before, and what it took on the square that it moved to. */
  code: PieceCode;
  captured: PieceCode;
  rights: number;
  enPassant: EnPassant | undefined;
  halfmoves: number;
  low: number;
  high: number;
  /** Before a move that the rules core made. */
  squares: readonly PieceCode[] | undefined;
  stock: readonly number[] | undefined;
}

/**
 * A board on which moves are made and taken back in place, with a key, counts and sums that follow. Ordinary moves it
 * makes itself, some ten times faster than the rules core, which makes the others.
 */
export class SearchBoard {
  readonly rules: RuleSet;
  readonly equipment: Equipment;
  readonly paths: PathTable;
  readonly position: MutablePosition;
  /** The position's key. */
  low = 0;
  high = 0;
  /** By piece code: how many are on the board. */
  readonly counts: Int32Array;
  /** By colour: how many pieces stand on goals of theirs. */
  readonly arrived: [number, number] = [0, 0];
  /** What White's pieces are worth minus Black's, in the opening and in the ending, and how much opening there is. */
  opening = 0;
  ending = 0;
  phase = 0;
  /** The number of moves that can be taken back. */
  ply = 0;
  readonly sums: PieceSums;
  readonly zobrist: Zobrist;
  private readonly size: number;
  /** By piece code: is it a pawn, which restarts the count of half moves and is never regained? */
  private readonly isPawn: readonly boolean[];
  private readonly undos: Undo[] = [];

  constructor(rules: RuleSet, sums: PieceSums) {
    const { equipment } = rules.variant;
    const { army, board } = equipment;
    this.rules = rules;
    this.equipment = equipment;
    this.size = board.size;
    this.paths = pathsOf(equipment);
    this.sums = sums;
    this.zobrist = new Zobrist(equipment);
    this.isPawn = [false, ...army.flatMap(({ pawn }) => [pawn, pawn])];
    this.counts = new Int32Array(this.isPawn.length);
    this.position = {
      equipment,
      turn: WHITE,
      squares: new Array(board.size).fill(0),
      sides: [[], []],
      rights: 0,
      enPassant: undefined,
      stock: undefined,
      halfmoves: 0,
      fullmoves: 1,
    };
  }

  /** Puts a position on the board; no move before it can be taken back. */
  load(position: Position): void {
    this.ply = 0;
    this.become(position);
  }

  /** Makes a move that the generator found. Whether it leaves a royal piece attacked is not asked. */
  make(move: MoveCode): void {
    const { position } = this;
    const undo = this.begin(move);
    if (move & COMPLEX) {
      undo.squares = position.squares.slice();
      undo.stock = position.stock?.slice();
      this.become(this.rules.play(position, parseMoveCode(move)));
      return;
    }
    const { turn, rights, squares, stock } = position;
    const from = fromOf(move);
    const to = toOf(move);
    const code = squares[from]!;
    const captured = squares[to]!;
    const becomes = promotionOf(move);
    const isPlain = rights === 0 && position.enPassant === undefined && stock === undefined;
    if (!isPlain) this.toggleState();
    undo.code = code;
    undo.captured = captured;
    const givesRight = becomes === 0 && this.paths[code]![from]!.givesEnPassant;
    const passed = givesRight ? squaresPassed(position, { from, to, promotion: undefined }) : none;
    if (captured !== 0) this.remove(to);
    this.remove(from);
    const after = becomes === 0 ? code : codeOf({ kind: becomes - 1, color: turn });
    this.put(after, to);
    if (rights !== 0) {
      const { at, byRoyal } = this.equipment.rightsLost;
      position.rights = rights & ~(at[from]! | at[to]! | (kindOf(code) === 0 ? byRoyal[turn] : 0));
    }
    if (stock) {
      if (captured !== 0 && !this.isPawn[captured]) stock[captured]!++;
      if (becomes !== 0) stock[after]!--;
    }
    position.halfmoves = captured !== 0 || this.isPawn[code] ? 0 : position.halfmoves + 1;
    this.turnOver();
    position.enPassant = passed.length === 0 ? undefined : usable(position, { passed, piece: to });
    if (!isPlain || position.enPassant !== undefined) this.toggleState();
  }

  /** The other side is to move, without a move. Not by the rules: a question of the search. */
  makeNull(): void {
    const { position } = this;
    this.begin(0);
    if (position.enPassant !== undefined) {
      this.toggleState();
      position.enPassant = undefined;
      this.toggleState();
    }
    position.halfmoves++;
    this.turnOver();
  }

  /** Takes the last move back. */
  unmake(): void {
    const { position } = this;
    const undo = this.undos[--this.ply]!;
    const { move, code, captured } = undo;
    if (position.turn === WHITE) position.fullmoves--;
    position.turn = opposite(position.turn);
    if (undo.squares !== undefined) {
      this.arrange(undo.squares);
      undo.squares = undefined;
      position.stock = undo.stock?.slice();
    } else if (code !== 0) {
      const to = toOf(move);
      const { stock } = position;
      if (stock) {
        if (captured !== 0 && !this.isPawn[captured]) stock[captured]!--;
        if (promotionOf(move) !== 0) stock[position.squares[to]!]!++;
      }
      this.remove(to);
      this.put(code, fromOf(move));
      if (captured !== 0) this.put(captured, to);
    }
    position.rights = undo.rights;
    position.enPassant = undo.enPassant;
    position.halfmoves = undo.halfmoves;
    this.low = undo.low;
    this.high = undo.high;
  }

  /** How often the position has been on the board before, as far as moves can be taken back. */
  repetitions(): number {
    const { low, high, ply, undos } = this;
    let found = 0;
    const first = Math.max(0, ply - this.position.halfmoves);
    for (let i = ply - 2; i >= first; i -= 2) {
      const undo = undos[i]!;
      if (undo.low === low && undo.high === high) found++;
    }
    return found;
  }

  /** The move that led here; 0 if there is none. */
  get lastMove(): MoveCode {
    return this.ply === 0 ? 0 : this.undos[this.ply - 1]!.move;
  }

  /** Did the last move take something, as far as it is known without the rules core? */
  get lastCaptured(): PieceCode {
    return this.ply === 0 ? 0 : this.undos[this.ply - 1]!.captured;
  }

  private begin(move: MoveCode): Undo {
    const { position } = this;
    let undo = this.undos[this.ply];
    if (undo === undefined) {
      undo = { ...emptyUndo };
      this.undos[this.ply] = undo;
    }
    this.ply++;
    undo.move = move;
    undo.code = 0;
    undo.captured = 0;
    // Moves that led to the root of a former search were never taken back.
    undo.squares = undefined;
    undo.rights = position.rights;
    undo.enPassant = position.enPassant;
    undo.halfmoves = position.halfmoves;
    undo.low = this.low;
    undo.high = this.high;
    return undo;
  }

  /** Everything as in another position. */
  private become(other: Position): void {
    const { position } = this;
    this.toggleState();
    this.arrange(other.squares);
    position.rights = other.rights;
    position.enPassant = other.enPassant;
    position.stock = other.stock?.slice();
    position.halfmoves = other.halfmoves;
    this.toggleState();
    if (position.turn !== other.turn) this.turnOver();
    position.fullmoves = other.fullmoves;
  }

  private arrange(squares: readonly PieceCode[]): void {
    const own = this.position.squares;
    for (let square = 0; square < this.size; square++) {
      if (own[square] !== 0 && own[square] !== squares[square]) this.remove(square);
    }
    for (let square = 0; square < this.size; square++) {
      if (own[square] !== squares[square]) this.put(squares[square]!, square);
    }
  }

  private put(code: PieceCode, square: number): void {
    const { position, sums } = this;
    position.squares[square] = code;
    const color = ((code - 1) & 1) as Color;
    const side = position.sides[color];
    const piece = standing(code, square);
    let at = side.length;
    side.push(piece);
    while (at > 0 && side[at - 1]! > piece) {
      side[at] = side[at - 1]!;
      at--;
    }
    side[at] = piece;
    const index = code * this.size + square;
    this.low ^= this.zobrist.pieces[2 * index]!;
    this.high ^= this.zobrist.pieces[2 * index + 1]!;
    this.counts[code]!++;
    this.opening += sums.opening[index]!;
    this.ending += sums.ending[index]!;
    this.phase += sums.phase[code]!;
    this.arrived[color] += sums.arrives[index]!;
  }

  private remove(square: number): void {
    const { position, sums } = this;
    const code = position.squares[square]!;
    position.squares[square] = 0;
    const color = ((code - 1) & 1) as Color;
    const side = position.sides[color];
    const piece = standing(code, square);
    let at = 0;
    while (side[at] !== piece) at++;
    const last = side.length - 1;
    for (; at < last; at++) side[at] = side[at + 1]!;
    side.pop();
    const index = code * this.size + square;
    this.low ^= this.zobrist.pieces[2 * index]!;
    this.high ^= this.zobrist.pieces[2 * index + 1]!;
    this.counts[code]!--;
    this.opening -= sums.opening[index]!;
    this.ending -= sums.ending[index]!;
    this.phase -= sums.phase[code]!;
    this.arrived[color] -= sums.arrives[index]!;
  }

  private turnOver(): void {
    const { position, zobrist } = this;
    if (position.turn !== WHITE) position.fullmoves++;
    position.turn = opposite(position.turn);
    this.low ^= zobrist.turn[0];
    this.high ^= zobrist.turn[1];
  }

  /** Takes what is not a piece out of the key, or puts it in. */
  private toggleState(): void {
    const { rights, enPassant, stock } = this.position;
    const { zobrist } = this;
    const passed = enPassant?.passed ?? none;
    this.low ^= zobrist.ofRights(rights, passed, 0);
    this.high ^= zobrist.ofRights(rights, passed, 1);
    if (stock) {
      this.low ^= zobrist.ofLost(stock, 0);
      this.high ^= zobrist.ofLost(stock, 1);
    }
  }
}

const none: readonly number[] = [];

const emptyUndo: Undo = {
  move: 0,
  code: 0,
  captured: 0,
  rights: 0,
  enPassant: undefined,
  halfmoves: 0,
  low: 0,
  high: 0,
  squares: undefined,
  stock: undefined,
};
