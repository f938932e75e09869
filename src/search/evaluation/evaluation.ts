import { type Color, WHITE } from '../../pieces/army.ts';
import { isAttacked } from '../../position/attacks.ts';
import { type MoveCode, promotionOf, toOf } from '../board/moveCode.ts';
import type { SearchBoard } from '../board/searchBoard.ts';
import { DECIDED, type Points } from '../scores.ts';

/** What it is worth to be to move. */
const TEMPO = 12;
/** However many pieces a side is ahead, this decides nothing. */
const MOST: Points = DECIDED - 1;

/** What positions are worth by what stands where, and what moves gain. */
export class Evaluation {
  /** By piece code: what it is worth, at least 1. */
  readonly worth: Int32Array;
  private readonly board: SearchBoard;
  /** The phase of the initial position. */
  private readonly fullPhase: number;

  constructor(board: SearchBoard, worth: Int32Array, fullPhase: number) {
    this.board = board;
    this.worth = worth;
    this.fullPhase = Math.max(1, fullPhase);
  }

  /** For the side to move. */
  points(): Points {
    const { opening, ending, phase, position } = this.board;
    const share = Math.min(1, phase / this.fullPhase);
    const white = Math.round(opening * share + ending * (1 - share));
    const points = (position.turn === WHITE ? white : -white) + TEMPO;
    return Math.max(-MOST, Math.min(MOST, points));
  }

  /** Has the side to move a piece that is neither royal nor a pawn? */
  hasOfficer(): boolean {
    const { board } = this;
    const { phase } = board.sums;
    for (const piece of board.position.sides[board.position.turn]) {
      if (phase[piece >> 8]! > 0) return true;
    }
    return false;
  }

  /** What a move takes and what it makes of a pawn. */
  gainOf(move: MoveCode): Points {
    const { worth, board } = this;
    const { squares } = board.position;
    const promotion = promotionOf(move);
    const victim = squares[toOf(move)]!;
    const taken = victim === 0 ? worth[squares[move & 255]!]! : worth[victim]!;
    return taken + (promotion === 0 ? 0 : worth[2 * promotion]!);
  }

  /** Does the move give more than it takes, since what it takes is protected? */
  isLosing(move: MoveCode): boolean {
    const { worth, board } = this;
    const { position } = board;
    const to = toOf(move);
    const [code, victim] = [position.squares[move & 255]!, position.squares[to]!];
    if (victim === 0 || promotionOf(move) !== 0 || worth[victim]! >= worth[code]! - 20)
      return false;
    return isAttacked(position, to, (1 - position.turn) as Color);
  }
}
