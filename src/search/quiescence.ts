import type { MoveCode } from './board/moveCode.ts';
import { pickBest } from './ordering.ts';
import {
  DECIDED,
  INFINITE,
  MOST_PLIES,
  type Points,
  pointsOfEnding,
  pointsOfValue,
} from './scores.ts';
import { Stopwatch } from './stopwatch.ts';
import { AT_LEAST, AT_MOST, EXACT } from './transpositions.ts';
import { type AlphaBetaWork, valueByTables } from './workplace.ts';

/** How far behind a capture may leave a side and still be looked at. */
const MARGIN = 150;
/** How often on a line a threat is answered by any move. */
const MOST_ANSWERS = 2;
/** Where captures are forced they are followed for this number of plies. */
const FORCED_PLIES = 4;

/** Goes on with captures, promotions and moves to a goal until the position is quiet. */
export class Quiescence {
  private readonly work: AlphaBetaWork;
  private readonly moves: Int32Array;
  private readonly ratings: Int32Array;
  private readonly mustCapture: boolean;
  private readonly hasGoal: boolean;
  private watch = new Stopwatch({});
  private rootPly = 0;
  private lastPly = 0;

  constructor(work: AlphaBetaWork, moves: Int32Array, ratings: Int32Array) {
    this.work = work;
    this.moves = moves;
    this.ratings = ratings;
    const { variant } = work.board.rules;
    this.mustCapture = variant.equipment.laws.mustCapture === true;
    this.hasGoal = variant.goal !== undefined;
  }

  begin(watch: Stopwatch, rootPly: number): void {
    this.watch = watch;
    this.rootPly = rootPly;
  }

  /** The horizon is at this ply: see {@link FORCED_PLIES}. */
  reach(ply: number): void {
    this.lastPly = ply + FORCED_PLIES;
  }

  /** `answers`: threats that have been answered on this line. The node has been counted unless `isNew`. */
  search(alpha: Points, beta: Points, at: number, answers: number, isNew = false): Points {
    const { board, referee, evaluation, ordering, known } = this.work;
    const ply = board.ply - this.rootPly;
    if (isNew) {
      if (this.watch.count()) return 0;
      const ending = referee.ending();
      if (ending) return pointsOfEnding(ending, ply);
      const code = valueByTables(this.work);
      if (code !== undefined) return pointsOfValue(code, ply);
    }
    // Forced captures make long chains, which no stand ends.
    const isFar = this.mustCapture && ply >= this.lastPly;
    if (ply >= MOST_PLIES - 1 || isFar) return evaluation.points();
    const isThreatened =
      answers < MOST_ANSWERS && (referee.isCheck() || (this.hasGoal && this.isGoalNear(at)));
    let best: MoveCode = 0;
    const isKnown = known.find(board.low, board.high, ply);
    const isDeep = isKnown && known.depth > 0;
    if (isKnown) {
      const { points, bound } = known;
      if (bound === EXACT || (bound === AT_LEAST ? points >= beta : points <= alpha)) return points;
      best = known.move;
    }
    let low = alpha;
    let points = -INFINITE;
    const still = evaluation.points(alpha, beta);
    if (!isThreatened) {
      points = still;
      if (points >= beta && !this.mustCapture) return points;
    }
    const end = referee.moves(this.moves, at, !isThreatened);
    // Who must capture may not stand still.
    if (referee.isForced) points = -INFINITE;
    else if (points >= beta) return points;
    low = Math.max(low, points);
    ordering.rate(this.moves, this.ratings, at, end, ply, best);
    best = 0;
    let count = 0;
    for (let i = at; i < end; i++) {
      pickBest(this.moves, this.ratings, i, end);
      const move = this.moves[i]!;
      if (!isThreatened && evaluation.hasTrades && points > -DECIDED && !referee.arrives(move)) {
        const gain = evaluation.gainOf(move);
        if (still + gain + MARGIN <= low || evaluation.isLosing(move)) continue;
      }
      if (!referee.tryMake(move)) continue;
      count++;
      const found = -this.search(-beta, -low, end, answers + (isThreatened ? 1 : 0), true);
      board.unmake();
      if (this.watch.stopped) return 0;
      if (found <= points) continue;
      points = found;
      if (found <= low) continue;
      low = found;
      best = move;
      if (found >= beta) break;
    }
    if (count > 0 || points > -INFINITE) {
      // After answers to threats, or forced captures, less is looked at from here on than elsewhere.
      if (!isDeep && answers === 0 && !this.mustCapture) {
        const bound = points >= beta ? AT_LEAST : points > alpha ? EXACT : AT_MOST;
        known.keep(board.low, board.high, ply, { move: best, depth: 0, bound, points });
      }
      return points;
    }
    // All moves have been looked at, and none is legal.
    const stuck = referee.stuck();
    return stuck === 'pass' ? still : pointsOfEnding(stuck, ply);
  }

  /** Could the other side win by a move to its goal, if it were to move? Pins and checks are not looked at. */
  private isGoalNear(at: number): boolean {
    const { board, referee } = this.work;
    board.makeNull();
    const end = referee.arrivals(this.moves, at);
    board.unmake();
    return end > at;
  }
}
