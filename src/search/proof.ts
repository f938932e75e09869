import { MAX_MEN } from '../table/material.ts';
import { pliesOf } from '../table/value.ts';
import { fromOf, type MoveCode, toOf } from './board/moveCode.ts';
import { pickBest } from './ordering.ts';
import { ProofTable } from './proofTable.ts';
import { Stopwatch } from './stopwatch.ts';
import type { Workplace } from './workplace.ts';

const MOST_MOVES = 1 << 16;
/** Makes the keys of a side that defends others than those of the same side attacking. */
const DEFENDS = 0x2545f491;
/** With at least this number of plies left, the attacker's moves are sorted by how few replies they leave. */
const COUNTS_REPLIES = 5;
/** Ratings: the best move known, one that gives check, one reply less, and one that is illegal. */
const [BEST, CHECK, REPLY, ILLEGAL] = [1 << 30, 1 << 27, 1 << 20, -(1 << 30)];
const MOST_REPLIES = 100;
const MOST_REWARD = REPLY - 1;

/**
 * Proves that a side ends the game within a number of plies whatever the other does, or that it cannot: every move of
 * the attacker until one wins, every reply of the defender until one holds. Repetition and the 50-move rule are left
 * out, as in tables: the quickest win repeats nothing.
 */
export class ProofSearch {
  watch = new Stopwatch({});
  private readonly work: Workplace;
  private readonly table: ProofTable;
  private readonly moves = new Int32Array(MOST_MOVES);
  private readonly ratings = new Int32Array(MOST_MOVES);
  /** By the piece that moves and where to: what it has been good for, of attackers and of defenders. */
  private readonly wins: Int32Array;
  private readonly holds: Int32Array;
  private readonly size: number;

  constructor(work: Workplace, bytes: number) {
    this.work = work;
    this.table = new ProofTable(bytes);
    const { counts, position } = work.board;
    this.size = position.squares.length;
    this.wins = new Int32Array(counts.length * this.size);
    this.holds = new Int32Array(counts.length * this.size);
  }

  clear(): void {
    this.table.clear();
    this.wins.fill(0);
    this.holds.fill(0);
  }

  /**
   * Does the side to move win within `plies`? Of no worth once the watch has stopped. `at`: where there is room for moves.
   */
  attack(plies: number, at: number): boolean {
    const { board, referee } = this.work;
    if (this.watch.count()) return false;
    const known = this.settled(plies, 1);
    if (known !== undefined) return known;
    const { low, high } = board;
    const { table } = this;
    table.find(low, high);
    if (table.won <= plies) return true;
    if (table.open >= plies) return false;
    const { move: best } = table;
    const end = referee.moves(this.moves, at, false);
    const isLast = plies <= 1;
    let count = 0;
    if (plies > 0) {
      if (isLast) referee.aim();
      else this.rateAttack(at, end, best, plies);
      for (let i = at; i < end; i++) {
        if (!isLast) pickBest(this.moves, this.ratings, i, end);
        const move = this.moves[i]!;
        if (isLast ? !referee.mayEnd(move) : this.ratings[i] === ILLEGAL) continue;
        if (!referee.tryMake(move)) continue;
        count++;
        const isWon = this.defend(plies - 1, end);
        board.unmake();
        if (this.watch.stopped) return false;
        if (!isWon) continue;
        this.reward(this.wins, move, plies);
        table.keep(low, high, true, plies, move);
        return true;
      }
    }
    const isWon = count === 0 && this.isWonWithoutMove(plies, at, end);
    if (!this.watch.stopped && plies > 0) table.keep(low, high, isWon, plies, 0);
    return isWon;
  }

  /** Does the side to move lose within `plies`? As {@link attack}. */
  defend(plies: number, at: number): boolean {
    const { board, referee } = this.work;
    if (this.watch.count()) return false;
    const known = this.settled(plies, -1);
    if (known !== undefined) return known;
    const { low } = board;
    const high = board.high ^ DEFENDS;
    const { table } = this;
    let best: MoveCode = 0;
    if (plies > 0) {
      table.find(low, high);
      if (table.won <= plies) return true;
      if (table.open >= plies) return false;
      best = table.move;
    }
    const end = referee.moves(this.moves, at, false);
    if (plies > 0) this.rateDefence(at, end, best);
    let count = 0;
    for (let i = at; i < end; i++) {
      if (plies > 0) pickBest(this.moves, this.ratings, i, end);
      const move = this.moves[i]!;
      if (!referee.tryMake(move)) continue;
      count++;
      const isLost = plies > 0 && this.attack(plies - 1, end);
      board.unmake();
      if (this.watch.stopped) return false;
      if (isLost) continue;
      if (plies > 0) {
        this.reward(this.holds, move, plies);
        table.keep(low, high, false, plies, move);
      }
      return false;
    }
    const isLost = count > 0 || this.isStuckAndLost(plies, at);
    if (!this.watch.stopped && plies > 0) table.keep(low, high, isLost, plies, 0);
    return isLost;
  }

  /** Is it known without a search whether the game is won (`sign` 1) or lost (-1) for the side to move, within `plies`? */
  private settled(plies: number, sign: 1 | -1): boolean | undefined {
    const { board, referee, tables } = this.work;
    const ending = referee.ending();
    if (ending) return ending.wdl === sign;
    if (referee.isInsufficient()) return false;
    if (!tables) return undefined;
    const [white, black] = board.position.sides;
    if (white.length + black.length > MAX_MEN) return undefined;
    const code = tables.valueNow(board.position);
    return code === undefined ? undefined : code * sign > 0 && pliesOf(code) <= plies;
  }

  private isStuckAndLost(plies: number, at: number): boolean {
    const { board, referee } = this.work;
    const end = referee.stuck();
    if (end !== 'pass') return end.wdl === -1;
    if (plies === 0) return false;
    board.make(referee.pass());
    const isLost = this.attack(plies - 1, at);
    board.unmake();
    return isLost;
  }

  /** An attacker that has no legal move, as far as has been seen: the last ply leaves most moves out. */
  private isWonWithoutMove(plies: number, at: number, end: number): boolean {
    const { board, referee } = this.work;
    if (!referee.mayGainByStuck) return false;
    for (let i = at; i < end && plies <= 1; i++) {
      if (!referee.tryMake(this.moves[i]!)) continue;
      board.unmake();
      return false;
    }
    const stuck = referee.stuck();
    if (stuck !== 'pass') return stuck.wdl === 1;
    if (plies === 0) return false;
    board.make(referee.pass());
    const isWon = this.defend(plies - 1, at);
    board.unmake();
    return isWon;
  }

  /** Checks first, then moves that leave few replies. */
  private rateAttack(at: number, end: number, best: MoveCode, plies: number): void {
    const { board, referee, evaluation } = this.work;
    const { moves, ratings } = this;
    const { squares } = board.position;
    for (let i = at; i < end; i++) {
      const move = moves[i]!;
      if (move === best) ratings[i] = BEST;
      else {
        const usual = this.wins[squares[fromOf(move)]! * this.size + toOf(move)]!;
        const takes = squares[toOf(move)] === 0 ? 0 : evaluation.gainOf(move);
        if (plies < COUNTS_REPLIES) {
          ratings[i] = usual + takes;
          if (referee.tryMake(move)) {
            if (referee.isCheck()) ratings[i]! += CHECK;
            board.unmake();
          } else ratings[i] = ILLEGAL;
        } else if (referee.tryMake(move)) {
          const replies = Math.min(MOST_REPLIES, this.repliesAfter(end));
          ratings[i] = usual + (MOST_REPLIES - replies) * REPLY + (referee.isCheck() ? CHECK : 0);
          board.unmake();
        } else ratings[i] = ILLEGAL;
      }
    }
  }

  /** The number of moves on the board; where legality takes long to see, of those that the pieces can make. */
  private repliesAfter(at: number): number {
    const { board, referee } = this.work;
    const end = referee.moves(this.moves, at, false);
    if (board.rules.variant.bar) return end - at;
    let count = 0;
    for (let i = at; i < end; i++) {
      if (!referee.tryMake(this.moves[i]!)) continue;
      board.unmake();
      count++;
    }
    return count;
  }

  /** What held before, then captures. */
  private rateDefence(at: number, end: number, best: MoveCode): void {
    const { board, evaluation } = this.work;
    const { squares } = board.position;
    for (let i = at; i < end; i++) {
      const move = this.moves[i]!;
      const takes = squares[toOf(move)] === 0 ? 0 : 256 * evaluation.gainOf(move);
      const usual = this.holds[squares[fromOf(move)]! * this.size + toOf(move)]!;
      this.ratings[i] = move === best ? BEST : usual + takes;
    }
  }

  private reward(table: Int32Array, move: MoveCode, plies: number): void {
    const { squares } = this.work.board.position;
    const at = squares[fromOf(move)]! * this.size + toOf(move);
    table[at]! += plies * plies;
    if (table[at]! < MOST_REWARD) return;
    for (let i = 0; i < table.length; i++) table[i]! >>= 1;
  }
}
