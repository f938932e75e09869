import { pliesOf } from '../table/value.ts';
import { Folding } from './board/folding.ts';
import { fromOf, MOST_LINE_MOVES, type MoveCode, toOf } from './board/moveCode.ts';
import { pickBest } from './ordering.ts';
import { ProofTable } from './proofTable.ts';
import { Stopwatch } from './stopwatch.ts';
import { valueByTables, type Workplace } from './workplace.ts';

/** Makes the keys of a side that defends others than those of the same side attacking. */
const DEFENDS = 0x2545f491;
/** With at least this number of plies left, the attacker's moves are sorted by how few replies they leave. */
const COUNTS_REPLIES = 5;
/** Ratings: of the best move known, of one that gives check, and for one reply less. */
const [BEST, CHECK, REPLY] = [1 << 30, 1 << 27, 1 << 20];
/** The rating of a move of which it is known that it does not help. */
const SETTLED = -(1 << 30);
/** With at least this number of plies left, or few pieces, the defender's moves are sorted by what is known of them. */
const LOOKS_AHEAD = 4;
const MOST_OPEN = 500;
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
  private readonly moves = new Int32Array(MOST_LINE_MOVES);
  private readonly ratings = new Int32Array(MOST_LINE_MOVES);
  /** By the piece that moves and where to: what it has been good for, of attackers and of defenders. */
  private readonly wins: Int32Array;
  private readonly holds: Int32Array;
  private readonly size: number;
  private readonly folding: Folding;

  constructor(work: Workplace, bytes: number) {
    this.work = work;
    this.table = new ProofTable(bytes);
    this.folding = new Folding(work.board);
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
    const known = this.settled(plies, 1) ?? this.recall(plies, 0);
    if (known !== undefined) return known;
    const { folding, table } = this;
    const { low, high, way } = folding;
    const best = folding.moved(table.move, true);
    const end = referee.moves(this.moves, at, false);
    if (plies > 0) {
      const mayEnd = plies === 1 ? referee.mayEnd() : undefined;
      if (!mayEnd) this.rateAttack(at, end, best, plies);
      for (let i = at; i < end; i++) {
        if (!mayEnd) pickBest(this.moves, this.ratings, i, end);
        const move = this.moves[i]!;
        if (!mayEnd && this.ratings[i] === SETTLED) break;
        if (mayEnd?.(move) === false || !referee.tryMakeByPieces(move)) continue;
        // Whether a move is barred matters only if it wins, and takes longer to see.
        const isWon = this.defend(plies - 1, end) && referee.isAllowed(move);
        board.unmake();
        if (this.watch.stopped) return false;
        if (!isWon) continue;
        this.reward(this.wins, move, plies);
        table.keep(low, high, true, plies, folding.moved(move, false, way));
        return true;
      }
    }
    const isWon = referee.mayGainByStuck && this.isWonWithoutMove(plies, at, end);
    if (!this.watch.stopped && plies > 0) table.keep(low, high, isWon, plies, 0);
    return isWon;
  }

  /** Does the side to move lose within `plies`? As {@link attack}. */
  defend(plies: number, at: number): boolean {
    const { board, referee } = this.work;
    if (this.watch.count()) return false;
    const known = this.settled(plies, -1) ?? this.recall(plies, DEFENDS);
    if (known !== undefined) return known;
    const { folding, table } = this;
    const { low, way } = folding;
    const high = folding.high ^ DEFENDS;
    const best = folding.moved(table.move, true);
    const end = referee.moves(this.moves, at, false);
    if (plies > 0) this.rateDefence(at, end, best, plies);
    for (let i = at; i < end; i++) {
      if (plies > 0) pickBest(this.moves, this.ratings, i, end);
      const move = this.moves[i]!;
      // The rest is known to lose.
      if (plies > 0 && this.ratings[i] === SETTLED) break;
      if (!referee.tryMakeByPieces(move)) continue;
      const holds = (plies === 0 || !this.attack(plies - 1, end)) && referee.isAllowed(move);
      board.unmake();
      if (this.watch.stopped) return false;
      if (!holds) continue;
      if (plies > 0) {
        this.reward(this.holds, move, plies);
        table.keep(low, high, false, plies, folding.moved(move, false, way));
      }
      return false;
    }
    const isLost = this.hasMove(at, end) || this.isStuckAndLost(plies, at);
    if (!this.watch.stopped && plies > 0) table.keep(low, high, isLost, plies, 0);
    return isLost;
  }

  /** Is it known without a search whether the game is won (`sign` 1) or lost (-1) for the side to move, within `plies`? */
  private settled(plies: number, sign: 1 | -1): boolean | undefined {
    const { referee } = this.work;
    const ending = referee.ending();
    if (ending) return ending.wdl === sign;
    const code = valueByTables(this.work);
    if (code !== undefined) return code * sign > 0 && pliesOf(code) <= plies;
    return referee.isInsufficient() ? false : undefined;
  }

  /**
   * What an earlier search has proved of the position; with no plies left nothing is looked up. `side`: {@link DEFENDS}, or
   * 0 of a side that attacks.
   */
  private recall(plies: number, side: number): boolean | undefined {
    if (plies === 0) return undefined;
    const { folding, table } = this;
    folding.look();
    table.find(folding.low, folding.high ^ side);
    if (table.won <= plies) return true;
    return table.open >= plies ? false : undefined;
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

  /** Is one of these moves legal? */
  private hasMove(at: number, end: number): boolean {
    const { board, referee } = this.work;
    for (let i = at; i < end; i++) {
      if (!referee.tryMake(this.moves[i]!)) continue;
      board.unmake();
      return true;
    }
    return false;
  }

  /** Does an attacker without a legal move win by that, or by passing? */
  private isWonWithoutMove(plies: number, at: number, end: number): boolean {
    const { board, referee } = this.work;
    if (this.hasMove(at, end)) return false;
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
    const { moves, ratings, table } = this;
    const { squares } = board.position;
    // With few pieces left almost every position has been seen before: no more than that is looked at.
    const isSeen = this.folding.isFolded;
    const mayCheck = isSeen ? referee.mayCheck() : undefined;
    for (let i = at; i < end; i++) {
      const move = moves[i]!;
      if (move === best) {
        ratings[i] = BEST;
        continue;
      }
      if (isSeen || plies >= COUNTS_REPLIES) this.findAfter(move, DEFENDS);
      else table.forget();
      if (table.open >= plies - 1) ratings[i] = SETTLED;
      else if (table.won < plies) ratings[i] = BEST;
      else {
        const usual = this.wins[squares[fromOf(move)]! * this.size + toOf(move)]!;
        ratings[i] = usual + (squares[toOf(move)] === 0 ? 0 : evaluation.gainOf(move));
        if (isSeen) ratings[i]! += mayCheck!(move) ? CHECK : 0;
        else {
          board.make(move);
          if (referee.isCheck()) ratings[i]! += CHECK;
          if (plies >= COUNTS_REPLIES) {
            const replies = referee.moves(moves, end, false) - end;
            ratings[i]! += Math.max(0, MOST_REPLIES - replies) * REPLY;
          }
          board.unmake();
        }
      }
    }
  }

  /** What is known to hold for longest, what held before, then captures. */
  private rateDefence(at: number, end: number, best: MoveCode, plies: number): void {
    const { board, evaluation } = this.work;
    const { squares } = board.position;
    const least = this.folding.isFolded ? 2 : LOOKS_AHEAD;
    for (let i = at; i < end; i++) {
      const move = this.moves[i]!;
      const takes = squares[toOf(move)] === 0 ? 0 : 256 * evaluation.gainOf(move);
      const usual = this.holds[squares[fromOf(move)]! * this.size + toOf(move)]!;
      this.ratings[i] = Math.min(REPLY - 1, usual + takes) + (move === best ? REPLY : 0);
      if (plies < least) continue;
      this.findAfter(move, 0);
      if (this.table.won < plies) this.ratings[i] = SETTLED;
      else this.ratings[i]! += Math.min(MOST_OPEN, this.table.open + 1) * 2 * REPLY;
    }
  }

  /** Looks up the position after a move of the one looked at; `side`: {@link DEFENDS}, or 0 of a side that attacks. */
  private findAfter(move: MoveCode, side: number): void {
    const { folding, table } = this;
    folding.lookAfter(move);
    table.find(folding.low, folding.high ^ side);
  }

  private reward(table: Int32Array, move: MoveCode, plies: number): void {
    const { squares } = this.work.board.position;
    const at = squares[fromOf(move)]! * this.size + toOf(move);
    table[at]! += plies * plies;
    if (table[at]! < MOST_REWARD) return;
    for (let i = 0; i < table.length; i++) table[i]! >>= 1;
  }
}
