import { BLACK, type Color, WHITE } from '../../pieces/army.ts';
import { isAttacked } from '../../position/attacks.ts';
import { type MoveCode, promotionOf, toOf } from '../board/moveCode.ts';
import type { SearchBoard } from '../board/searchBoard.ts';
import { DECIDED, type Points } from '../scores.ts';
import { Activity } from './activity.ts';

/** What it is worth to be to move. */
const TEMPO = 30;
/** What a square more is worth that officers reach. */
const REACH = { opening: 7, ending: 3 };
/** More than that seldom amounts to. */
const FAR = 150;
/** However many pieces a side is ahead, this decides nothing. */
const MOST: Points = DECIDED - 1;

/** What positions are worth by what stands where and what it reaches, and what moves gain. */
export class Evaluation {
  /** By piece code: what it is worth, at least 1. */
  readonly worth: Int32Array;
  /** Is a capture an exchange of a piece for a piece? Not where it explodes or is forced. */
  readonly hasTrades: boolean;
  private readonly board: SearchBoard;
  /** Undefined where a side wins by losing its pieces: what they reach is nothing to it. */
  private readonly activity: Activity | undefined;
  /** The phase of the initial position. */
  private readonly fullPhase: number;

  constructor(board: SearchBoard, worth: Int32Array, fullPhase: number) {
    this.board = board;
    this.worth = worth;
    this.fullPhase = Math.max(1, fullPhase);
    const { equipment, extinction } = board.rules.variant;
    const { laws } = equipment;
    this.hasTrades = laws.blast === undefined && laws.mustCapture !== true;
    this.activity = extinction && extinction.wdl > 0 ? undefined : new Activity(board);
  }

  /** For the side to move; roughly if it is far from between `low` and `high`. */
  points(low: Points = -MOST, high: Points = MOST): Points {
    const { opening, ending, phase, position } = this.board;
    const share = Math.min(1, phase / this.fullPhase);
    const sign = position.turn === WHITE ? 1 : -1;
    const standing = sign * (opening * share + ending * (1 - share)) + TEMPO;
    const isFar = standing >= high + FAR || standing <= low - FAR;
    const points = Math.round(isFar ? standing : standing + sign * this.reach(share));
    return Math.max(-MOST, Math.min(MOST, points));
  }

  /** What White's officers reach more than Black's. */
  private reach(share: number): Points {
    const { activity } = this;
    if (!activity) return 0;
    const squares = activity.of(WHITE) - activity.of(BLACK);
    return squares * (REACH.opening * share + REACH.ending * (1 - share));
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
    if (!this.hasTrades) return false;
    const { worth, board } = this;
    const { position } = board;
    const to = toOf(move);
    const [code, victim] = [position.squares[move & 255]!, position.squares[to]!];
    if (victim === 0 || promotionOf(move) !== 0 || worth[victim]! >= worth[code]! - 20)
      return false;
    return isAttacked(position, to, (1 - position.turn) as Color);
  }
}
