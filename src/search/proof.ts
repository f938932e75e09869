import { pliesOf } from '../table/value.ts';
import { Folding } from './board/folding.ts';
import { COMPLEX, fromOf, MOST_LINE_MOVES, type MoveCode, toOf } from './board/moveCode.ts';
import { pickBest } from './ordering.ts';
import { ILLEGAL, LEGAL, NEVER, ProofTable, UNKNOWN } from './proofTable.ts';
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
/** Holding for more plies than this does not make a move better. */
const MOST_OPEN = 500;
const MOST_REPLIES = 100;
const MOST_REWARD = REPLY - 1;

/**
 * Proves that a side ends the game within a number of plies whatever the other does, or that it cannot: every move of
 * the attacker until one wins, every reply of the defender until one holds. Repetition and the 50-move rule are left
 * out, as in tables: the quickest win repeats nothing.
 *
 * What is asked for is whether the win takes more than a number of plies; what is found is a bound of how many it takes,
 * as sharp as the positions seen allow (fail-soft: Fishburn 1983). Bounds stay in a table, where much of the next question
 * is answered: with few pieces a position that is known to hold is looked for before any move is made (enhanced
 * transposition cutoffs: Plaat, Schaeffer, Pijls and de Bruin 1996).
 */
export class ProofSearch {
  watch = new Stopwatch({});
  private readonly work: Workplace;
  private readonly table: ProofTable;
  private readonly moves = new Int32Array(MOST_LINE_MOVES);
  private readonly ratings = new Int32Array(MOST_LINE_MOVES);
  /** By move, where the table is asked for what comes after it: the words of the key. */
  private readonly lows = new Int32Array(MOST_LINE_MOVES);
  private readonly highs = new Int32Array(MOST_LINE_MOVES);
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
   * Does the side to move win within `plies`? The plies in which it does, at most that; or more, if it needs at least so
   * many. Of no worth once the watch has stopped. `at`: where there is room for moves.
   */
  attack(plies: number, at: number): number {
    const { board, referee } = this.work;
    if (this.watch.count()) return NEVER;
    const known = this.settled(1) ?? this.recall(plies, 0);
    if (known !== undefined) return known;
    const { folding, table } = this;
    const { low, high, way } = folding;
    const keeps = this.isWorthKeeping(plies);
    const best = folding.moved(table.move, true);
    const end = referee.answers(this.moves, at);
    let bound = 1;
    if (plies > 0) {
      bound = this.rateAttack(at, end, best, plies);
      for (let i = at; i < end; i++) {
        pickBest(this.moves, this.ratings, i, end);
        if (this.ratings[i] === SETTLED) break;
        const move = this.moves[i]!;
        if (!referee.tryMakeByPieces(move)) continue;
        const found = after(this.defend(plies - 1, end));
        // Whether a move is barred matters only if it wins, and takes longer to see.
        const counts = found > plies || this.isAllowed(move);
        board.unmake();
        if (this.watch.stopped) return NEVER;
        if (!counts) continue;
        bound = Math.min(bound, found);
        if (found > plies) continue;
        this.reward(this.wins, move, plies);
        table.keep(low, high, found, plies, folding.moved(move, false, way));
        return found;
      }
    }
    if (referee.mayGainByStuck && !this.hasMove(at, end)) bound = this.boundStuck(plies, at, 1);
    if (keeps && !this.watch.stopped) table.keep(low, high, bound, plies, 0);
    return bound;
  }

  /** Does the side to move lose within `plies`? As {@link attack}. */
  defend(plies: number, at: number): number {
    const { board, referee } = this.work;
    if (this.watch.count()) return NEVER;
    const known = this.settled(-1) ?? this.recall(plies, DEFENDS);
    if (known !== undefined) return known;
    const { folding, table } = this;
    const { low, way } = folding;
    const high = folding.high ^ DEFENDS;
    const keeps = this.isWorthKeeping(plies);
    const best = folding.moved(table.move, true);
    const end = referee.answers(this.moves, at);
    let bound = 0;
    if (plies > 0) {
      bound = this.rateDefence(at, end, best, plies);
      if (bound > plies) {
        table.keep(low, high, bound, plies, 0);
        return bound;
      }
      for (let i = at; i < end; i++) {
        pickBest(this.moves, this.ratings, i, end);
        // The rest is known to lose.
        if (this.ratings[i] === SETTLED) break;
        const move = this.moves[i]!;
        if (!referee.tryMakeByPieces(move)) continue;
        const found = after(this.attack(plies - 1, end));
        const holds = found > plies && this.isAllowed(move);
        board.unmake();
        if (this.watch.stopped) return NEVER;
        if (holds) {
          this.reward(this.holds, move, plies);
          table.keep(low, high, found, plies, folding.moved(move, false, way));
          return found;
        }
        if (found <= plies) bound = Math.max(bound, found);
      }
    }
    if (!this.hasMove(at, end)) bound = this.boundStuck(plies, at, -1);
    else if (plies === 0) bound = 1;
    if (keeps && !this.watch.stopped) table.keep(low, high, bound, plies, 0);
    return bound;
  }

  /** What is known without a search: the plies in which the side to move wins (`sign` 1) or loses (-1). */
  private settled(sign: 1 | -1): number | undefined {
    const { referee } = this.work;
    const ending = referee.ending();
    if (ending) return ending.wdl === sign ? 0 : NEVER;
    const code = valueByTables(this.work);
    if (code !== undefined) return code * sign > 0 ? Math.min(pliesOf(code), NEVER - 1) : NEVER;
    return referee.isInsufficient() ? NEVER : undefined;
  }

  /**
   * What an earlier search has proved of the position, if it answers the question. `side`: {@link DEFENDS}, or 0 of a side
   * that attacks.
   */
  private recall(plies: number, side: number): number | undefined {
    const { folding, table } = this;
    folding.look();
    if (!this.isWorthKeeping(plies)) {
      table.forget();
      return undefined;
    }
    table.find(folding.low, folding.high ^ side);
    if (table.won <= plies) return table.won;
    return table.least > plies ? table.least : undefined;
  }

  /** Of the position looked at: with no plies left, what is found is soon found again, unless its pieces are few. */
  private isWorthKeeping(plies: number): boolean {
    return plies > 0 || this.folding.isFolded;
  }

  /** What becomes of a side without a legal move, which attacks (`sign` 1) or defends (-1): as {@link attack}. */
  private boundStuck(plies: number, at: number, sign: 1 | -1): number {
    const { board, referee } = this.work;
    const end = referee.stuck();
    if (end !== 'pass') return end.wdl === sign ? 0 : NEVER;
    if (plies === 0) return 1;
    board.make(referee.pass());
    const found = after(sign === 1 ? this.defend(plies - 1, at) : this.attack(plies - 1, at));
    board.unmake();
    return found;
  }

  /** Is one of these moves legal? */
  private hasMove(at: number, end: number): boolean {
    const { referee, board } = this.work;
    const { folding, table } = this;
    folding.look();
    const { isFolded } = folding;
    for (let i = at; i < end; i++) {
      const move = this.moves[i]!;
      if (isFolded && (move & COMPLEX) === 0) {
        this.findAfter(move, 0);
        if (table.legality === LEGAL) return true;
        if (table.legality === ILLEGAL) continue;
      }
      if (!referee.tryMakeByPieces(move)) continue;
      const isLegal = this.isAllowed(move);
      board.unmake();
      if (isLegal) return true;
      folding.look();
    }
    return false;
  }

  /**
   * Was the move legal that the pieces have just made? Of ordinary moves the answer depends only on where they lead to, and
   * is kept: a bar may take longer to ask than anything else here.
   */
  private isAllowed(move: MoveCode): boolean {
    const { referee } = this.work;
    const { folding, table } = this;
    folding.look();
    if ((move & COMPLEX) !== 0 || (!referee.hasBar && !folding.isFolded))
      return referee.isAllowed(move);
    const { low, high } = folding;
    table.find(low, high);
    if (table.legality !== UNKNOWN) return table.legality === LEGAL;
    const isLegal = referee.isAllowed(move);
    table.judge(low, high, isLegal ? LEGAL : ILLEGAL);
    return isLegal;
  }

  /** Checks first, then moves that leave few replies. Returns the bound of those that are known not to help. */
  private rateAttack(at: number, end: number, best: MoveCode, plies: number): number {
    const { board, referee, evaluation } = this.work;
    const { moves, ratings, table } = this;
    const { squares } = board.position;
    // With few pieces left almost every position has been seen before: no more than that is looked at.
    const isSeen = this.folding.isFolded;
    const mayCheck = isSeen ? referee.mayCheck() : undefined;
    const mayEnd = plies === 1 ? referee.mayEnd() : undefined;
    const looksAhead = isSeen || plies >= COUNTS_REPLIES;
    if (looksAhead && !mayEnd) this.fetchAfter(at, end, DEFENDS);
    let bound = NEVER;
    for (let i = at; i < end; i++) {
      const move = moves[i]!;
      if (mayEnd?.(move) === false) {
        ratings[i] = SETTLED;
        bound = 2;
        continue;
      }
      if (move === best) {
        ratings[i] = BEST;
        continue;
      }
      if (!looksAhead) table.forget();
      else if (mayEnd) this.findAfter(move, DEFENDS);
      else table.find(this.lows[i]!, this.highs[i]!);
      if (table.least >= plies) {
        ratings[i] = SETTLED;
        bound = Math.min(bound, after(table.least));
      } else if (table.won < plies) ratings[i] = BEST;
      else {
        const usual = this.wins[squares[fromOf(move)]! * this.size + toOf(move)]!;
        ratings[i] = usual + (squares[toOf(move)] === 0 ? 0 : evaluation.gainOf(move));
        if (isSeen) ratings[i]! += mayCheck!(move) ? CHECK : 0;
        else {
          board.make(move);
          if (referee.isCheck()) ratings[i]! += CHECK;
          if (plies >= COUNTS_REPLIES) {
            const replies = referee.answers(moves, end) - end;
            ratings[i]! += Math.max(0, MOST_REPLIES - replies) * REPLY;
          }
          board.unmake();
        }
      }
    }
    return bound;
  }

  /**
   * With few pieces checks first, since few moves answer them; with more what is known to hold for longest. Then what held
   * before, and captures. Returns how long the moves that are known to lose hold, or more than `plies` if one is known to
   * hold for that.
   */
  private rateDefence(at: number, end: number, best: MoveCode, plies: number): number {
    const { board, evaluation, referee } = this.work;
    const { table, ratings } = this;
    const { squares } = board.position;
    const { isFolded } = this.folding;
    const mayCheck = isFolded ? referee.mayCheck() : undefined;
    const looksAhead = plies >= (isFolded ? 2 : LOOKS_AHEAD);
    if (looksAhead) this.fetchAfter(at, end, 0);
    let bound = 0;
    for (let i = at; i < end; i++) {
      const move = this.moves[i]!;
      const takes = squares[toOf(move)] === 0 ? 0 : 256 * evaluation.gainOf(move);
      const usual = this.holds[squares[fromOf(move)]! * this.size + toOf(move)]!;
      ratings[i] = Math.min(REPLY - 1, usual + takes) + (move === best ? REPLY : 0);
      if (mayCheck?.(move)) ratings[i]! += 2 * REPLY;
      if (!looksAhead) continue;
      table.find(this.lows[i]!, this.highs[i]!);
      if (table.won < plies) {
        ratings[i] = SETTLED;
        bound = Math.max(bound, after(table.won));
      } else if (isFolded) {
        const holds = table.least >= plies && table.legality === LEGAL && (move & COMPLEX) === 0;
        if (holds) return after(table.least);
      } else ratings[i]! += Math.min(MOST_OPEN, table.least) * 2 * REPLY;
    }
    return bound;
  }

  /**
   * Finds the keys of the positions after moves of the one looked at, and brings what the table has of them near: to wait
   * for all at once takes a fraction of waiting for one after the other. `side`: as of {@link findAfter}.
   */
  private fetchAfter(at: number, end: number, side: number): void {
    const { folding, lows, highs, moves, table } = this;
    for (let i = at; i < end; i++) {
      folding.lookAfter(moves[i]!);
      lows[i] = folding.low;
      highs[i] = folding.high ^ side;
    }
    for (let i = at; i < end; i++) table.fetch(lows[i]!);
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

/** One ply more. */
function after(plies: number): number {
  return plies === NEVER ? NEVER : Math.min(plies + 1, NEVER - 1);
}
