import { MOST_LINE_MOVES, type MoveCode, promotionOf, toOf } from './board/moveCode.ts';
import { pickBest } from './ordering.ts';
import { Quiescence } from './quiescence.ts';
import {
  DECIDED,
  INFINITE,
  MOST_PLIES,
  type Points,
  pointsOfEnding,
  pointsOfValue,
  WON,
} from './scores.ts';
import { Stopwatch } from './stopwatch.ts';
import { AT_LEAST, AT_MOST, EXACT } from './transpositions.ts';
import { type AlphaBetaWork, valueByTables } from './workplace.ts';

/** By how much less deep a search looks at once if a side that passes would still be too good. */
const NULL_DEPTH = 3;
/** By depth: how far beyond beta a position must be to count as too good, in points. */
const MARGIN = 90;
const FEW_DEPTHS = 6;

/**
 * Alpha-beta with a null window for all moves but the first (principal variation search), a null move, late moves looked
 * at less deep, and checks looked at deeper.
 */
export class AlphaBeta {
  readonly moves = new Int32Array(MOST_LINE_MOVES);
  readonly ratings = new Int32Array(MOST_LINE_MOVES);
  watch = new Stopwatch({});
  /** By ply: the best line found from there, `lengths[ply]` moves at `ply * MOST_PLIES`. */
  readonly lines = new Int32Array(MOST_PLIES * MOST_PLIES);
  readonly lengths = new Int32Array(MOST_PLIES + 1);
  private readonly work: AlphaBetaWork;
  private readonly quiescence: Quiescence;
  private readonly mayPass: boolean;
  /** By depth and number of moves before: how much less deep to look. */
  private readonly reductions = reductionTable();
  private rootPly = 0;

  constructor(work: AlphaBetaWork) {
    this.work = work;
    const { stuck } = work.board.rules.variant;
    const { laws } = work.board.equipment;
    // Where a side that cannot move passes, or must capture, it may well wish to pass.
    this.mayPass = stuck !== 'pass' && !laws.mustCapture;
    this.quiescence = new Quiescence(work, this.moves, this.ratings);
  }

  /** Before each search: the board is at its root. */
  begin(watch: Stopwatch): void {
    this.watch = watch;
    this.rootPly = this.work.board.ply;
    this.quiescence.begin(watch, this.rootPly);
  }

  /**
   * The points of the position on the board, if they are between `alpha` and `beta`, else a bound. `at`: where there is
   * room for moves. `mayNull`: was the last move a real one?
   */
  search(depth: number, alpha: Points, beta: Points, at: number, mayNull = true): Points {
    const { board, referee, known, ordering } = this.work;
    const ply = board.ply - this.rootPly;
    this.lengths[ply] = 0;
    if (this.watch.count()) return 0;
    const settled = this.settled(ply);
    if (settled !== undefined) return settled;
    const isCheck = referee.isCheck();
    if (depth <= 0 && !isCheck) {
      this.quiescence.reach(ply);
      return this.quiescence.search(alpha, beta, at, 0);
    }
    const isWindow = beta - alpha > 1;
    // No way from here is faster than mate at once.
    let low = Math.max(alpha, ply - WON);
    const high = Math.min(beta, WON - ply - 1);
    if (low >= high) return low;
    let best: MoveCode = 0;
    const isKnown = known.find(board.low, board.high, ply);
    if (isKnown) {
      best = known.move;
      const { points, bound } = known;
      if (!isWindow && known.depth >= depth) {
        if (bound === EXACT || (bound === AT_LEAST ? points >= high : points <= low)) return points;
      }
    }
    const still = isCheck ? -INFINITE : this.still(isKnown);
    if (!isWindow && !isCheck && Math.abs(high) < DECIDED) {
      if (depth <= FEW_DEPTHS && still - MARGIN * depth >= high && this.mayPass) return still;
      if (mayNull && depth >= 2 && still >= high && this.canPass()) {
        const reduced = depth - NULL_DEPTH - Math.floor(depth / 4);
        board.makeNull();
        const points = referee.permits()
          ? -this.search(reduced, -high, -high + 1, at, false)
          : -INFINITE;
        board.unmake();
        if (this.watch.stopped) return 0;
        if (points >= high) return points >= DECIDED ? high : points;
      }
    }
    const end = referee.moves(this.moves, at, false);
    ordering.rate(this.moves, this.ratings, at, end, ply, best);
    // Without a move to begin with, a look at less depth finds one.
    const full = depth >= 5 && best === 0 ? depth - 1 : depth;
    let points = -INFINITE;
    let count = 0;
    best = 0;
    for (let i = at; i < end; i++) {
      pickBest(this.moves, this.ratings, i, end);
      const move = this.moves[i]!;
      const isQuiet = this.isQuiet(move);
      const history = isQuiet ? ordering.historyOf(move) : 0;
      if (isQuiet && count > 0 && !isWindow && !isCheck && points > -DECIDED && full <= 3) {
        // So late and so far behind, no quiet move helps.
        if (count >= 4 + 4 * full * full || still + 60 + 110 * full <= low) continue;
      }
      if (!referee.tryMake(move)) continue;
      count++;
      const gives = referee.isCheck();
      const next = full - 1 + (gives && ply < 2 * full + 40 ? 1 : 0);
      let found: Points;
      if (count === 1) found = -this.search(next, -high, -low, end);
      else {
        let less = 0;
        if (full >= 3 && isQuiet && !isCheck && !gives) {
          less = this.reductions[Math.min(63, full) * 64 + Math.min(63, count)]!;
          if (isWindow) less--;
          if (history < 0) less++;
          less = Math.max(0, Math.min(less, next - 1));
        }
        found = -this.search(next - less, -low - 1, -low, end);
        if (found > low && less > 0) found = -this.search(next, -low - 1, -low, end);
        if (found > low && found < high) found = -this.search(next, -high, -low, end);
      }
      board.unmake();
      if (this.watch.stopped) return 0;
      if (found <= points) continue;
      points = found;
      if (found <= low) continue;
      low = found;
      best = move;
      this.follow(ply, move);
      if (found < high) continue;
      if (isQuiet) ordering.reward(move, ply, full, this.moves, at, i);
      break;
    }
    if (count === 0) return this.stuck(depth, alpha, beta, at, ply);
    const bound = points >= high ? AT_LEAST : best === 0 ? AT_MOST : EXACT;
    known.keep(board.low, board.high, ply, { move: best, depth: full, bound, points });
    return points;
  }

  /** The points of a position that needs no search. */
  private settled(ply: number): Points | undefined {
    const { referee } = this.work;
    const ending = referee.ending();
    if (ending) return pointsOfEnding(ending, ply);
    if (ply === 0) return undefined;
    if (referee.isDrawn()) return 0;
    if (ply >= MOST_PLIES - 1) return this.work.evaluation.points();
    const code = valueByTables(this.work);
    return code === undefined ? undefined : pointsOfValue(code, ply);
  }

  /** What a position is worth as it stands, or what has been found of it, if that says more. */
  private still(isKnown: boolean): Points {
    const { evaluation, known } = this.work;
    const points = evaluation.points();
    if (!isKnown || Math.abs(known.points) >= DECIDED) return points;
    if (known.bound === AT_LEAST) return Math.max(points, known.points);
    return known.bound === AT_MOST ? Math.min(points, known.points) : known.points;
  }

  /** A side without a legal move. */
  private stuck(depth: number, alpha: Points, beta: Points, at: number, ply: number): Points {
    const { board, referee } = this.work;
    const end = referee.stuck();
    if (end !== 'pass') return pointsOfEnding(end, ply);
    const pass = referee.pass();
    board.make(pass);
    const points = -this.search(depth - 1, -beta, -alpha, at);
    board.unmake();
    if (points > alpha) this.follow(ply, pass);
    return points;
  }

  /** Is this a side that would rather move? Without officers it may be in zugzwang. */
  private canPass(): boolean {
    return this.mayPass && this.work.evaluation.hasOfficer();
  }

  /** Neither a promotion nor a capture; en passant counts as quiet. */
  private isQuiet(move: MoveCode): boolean {
    return promotionOf(move) === 0 && this.work.board.position.squares[toOf(move)] === 0;
  }

  /** The best line from `ply` on is a move and the best line after it. */
  private follow(ply: number, move: MoveCode): void {
    const { lines, lengths } = this;
    const from = (ply + 1) * MOST_PLIES;
    const to = ply * MOST_PLIES;
    const count = Math.min(lengths[ply + 1]!, MOST_PLIES - 1);
    lines[to] = move;
    for (let i = 0; i < count; i++) lines[to + 1 + i] = lines[from + i]!;
    lengths[ply] = count + 1;
  }
}

function reductionTable(): Int8Array {
  const table = new Int8Array(64 * 64);
  for (let depth = 1; depth < 64; depth++) {
    for (let count = 1; count < 64; count++) {
      table[depth * 64 + count] = Math.floor(0.4 + (Math.log(depth) * Math.log(count)) / 2.2);
    }
  }
  return table;
}
