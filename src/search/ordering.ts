import { fromOf, type MoveCode, promotionOf, toOf } from './board/moveCode.ts';
import type { SearchBoard } from './board/searchBoard.ts';
import type { Evaluation } from './evaluation/evaluation.ts';
import { MOST_PLIES } from './scores.ts';

const [FIRST, LOUD, KILLER, LOSING] = [1 << 30, 1 << 26, 1 << 24, -1 << 25];
const MOST_HISTORY = 1 << 20;

/**
 * Which moves to look at first: the best known, captures of much by little, what has been good elsewhere, and captures
 * that give more than they take last.
 */
export class Ordering {
  private readonly board: SearchBoard;
  private readonly evaluation: Evaluation;
  private readonly size: number;
  private readonly history: Int32Array;
  private readonly killers = new Int32Array(2 * (MOST_PLIES + 2));
  /** By the piece that moved last and where to: what refuted it. */
  private readonly replies: Int32Array;

  constructor(board: SearchBoard, evaluation: Evaluation) {
    const { worth } = evaluation;
    this.board = board;
    this.evaluation = evaluation;
    this.size = board.position.squares.length;
    this.history = new Int32Array(worth.length * this.size);
    this.replies = new Int32Array(worth.length * this.size);
  }

  clear(): void {
    this.history.fill(0);
    this.replies.fill(0);
    this.killers.fill(0);
  }

  /** A new search: what was good before counts less. */
  fade(): void {
    this.killers.fill(0);
    for (let i = 0; i < this.history.length; i++) this.history[i]! >>= 3;
  }

  /** Scores the moves of a list from `at` to `end`. */
  rate(
    moves: Int32Array,
    scores: Int32Array,
    at: number,
    end: number,
    ply: number,
    best: MoveCode,
  ): void {
    const { board, evaluation, killers, history, size } = this;
    const { worth } = evaluation;
    const { squares, turn } = board.position;
    const reply = this.reply();
    for (let i = at; i < end; i++) {
      const move = moves[i]!;
      const from = fromOf(move);
      const to = toOf(move);
      const code = squares[from]!;
      const victim = squares[to]!;
      const promotion = promotionOf(move);
      if (move === best) scores[i] = FIRST;
      else if (victim !== 0 && ((victim - 1) & 1) !== turn) {
        const first = evaluation.isLosing(move) ? LOSING : LOUD;
        scores[i] = first + 16 * worth[victim]! - worth[code]!;
      } else if (promotion !== 0) scores[i] = LOUD + worth[2 * promotion]!;
      else if (move === killers[2 * ply]) scores[i] = KILLER + 2;
      else if (move === killers[2 * ply + 1]) scores[i] = KILLER + 1;
      else if (move === reply) scores[i] = KILLER;
      else scores[i] = history[code * size + to]!;
    }
  }

  /** A quiet move that refutes what the other side did. `tried`: quiet moves before it that did not. */
  reward(
    move: MoveCode,
    ply: number,
    depth: number,
    tried: Int32Array,
    from: number,
    to: number,
  ): void {
    const { board, killers } = this;
    if (killers[2 * ply] !== move) {
      killers[2 * ply + 1] = killers[2 * ply]!;
      killers[2 * ply] = move;
    }
    const last = board.lastMove;
    if (last !== 0) this.replies[this.indexAfter(last)] = move;
    const gain = Math.min(depth * depth, 400) * 16;
    this.count(move, gain);
    for (let i = from; i < to; i++) if (tried[i] !== move) this.count(tried[i]!, -gain);
  }

  historyOf(move: MoveCode): number {
    return this.history[this.board.position.squares[fromOf(move)]! * this.size + toOf(move)]!;
  }

  private count(move: MoveCode, gain: number): void {
    const at = this.board.position.squares[fromOf(move)]! * this.size + toOf(move);
    const known = this.history[at]!;
    // The further it has come, the less it goes on.
    this.history[at] = known + gain - Math.trunc((known * Math.abs(gain)) / MOST_HISTORY);
  }

  private reply(): MoveCode {
    const last = this.board.lastMove;
    return last === 0 ? 0 : this.replies[this.indexAfter(last)]!;
  }

  private indexAfter(last: MoveCode): number {
    const to = toOf(last);
    return this.board.position.squares[to]! * this.size + to;
  }
}

/** Brings the best of the moves from `at` on to the front. */
export function pickBest(moves: Int32Array, scores: Int32Array, at: number, end: number): void {
  let best = at;
  for (let i = at + 1; i < end; i++) if (scores[i]! > scores[best]!) best = i;
  if (best === at) return;
  const [move, score] = [moves[at]!, scores[at]!];
  moves[at] = moves[best]!;
  scores[at] = scores[best]!;
  moves[best] = move;
  scores[best] = score;
}
