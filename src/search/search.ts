import type { Game } from '../play/game.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { AlphaBeta } from './alphaBeta.ts';
import type { Analysis, Limits, Line, Proof, ProofLimits } from './analysis.ts';
import { Generator } from './board/generate.ts';
import { COMPLEX, type MoveCode, makeMoveCode, parseMoveCode } from './board/moveCode.ts';
import { Referee } from './board/referee.ts';
import { SearchBoard } from './board/searchBoard.ts';
import { Evaluation } from './evaluation/evaluation.ts';
import { phaseOf, sumsOf, worthOf } from './evaluation/sums.ts';
import { Ordering } from './ordering.ts';
import { ProofSearch } from './proof.ts';
import { Prover } from './prover.ts';
import { DECIDED, INFINITE, MOST_PLIES, type Points, scoreOf } from './scores.ts';
import { Stopwatch } from './stopwatch.ts';
import type { TableValues } from './tableValues.ts';
import { Transpositions } from './transpositions.ts';
import type { AlphaBetaWork } from './workplace.ts';

export interface SearchOptions {
  /** For the transposition table. Default: 16 MiB. */
  readonly hashBytes?: number;
  readonly tables?: TableValues;
  /** Milliseconds, such as `performance.now`. Default: no time passes. */
  readonly now?: () => number;
  /** Asked now and then: true ends the search. */
  readonly isStopped?: () => boolean;
}

const HASH_BYTES = 1 << 24;
/** More depth than this has no meaning. */
const MOST_DEPTH = 100;
/** The first guess of how much the points change from one depth to the next. */
const WINDOW = 25;

/** A root move and what is known of it. */
interface RootMove {
  readonly move: MoveCode;
  points: Points;
  line: readonly MoveCode[];
}

/** Searches games of one rule set; what it learns of positions stays for the next search. */
export class Search {
  readonly rules: RuleSet;
  private readonly options: SearchOptions;
  private readonly work: AlphaBetaWork;
  private readonly alphaBeta: AlphaBeta;
  private proof: ProofSearch | undefined;

  constructor(rules: RuleSet, options: SearchOptions = {}) {
    this.rules = rules;
    this.options = options;
    const { variant } = rules;
    const sums = sumsOf(variant);
    const board = new SearchBoard(rules, sums);
    const evaluation = new Evaluation(board, worthOf(variant, sums), phaseOf(rules, sums));
    this.work = {
      board,
      referee: new Referee(board, new Generator(board, sums.arrives)),
      evaluation,
      ordering: new Ordering(board, evaluation),
      known: new Transpositions(options.hashBytes ?? HASH_BYTES),
      tables: options.tables,
    };
    this.alphaBeta = new AlphaBeta(this.work);
  }

  /** Forgets all positions. */
  clear(): void {
    this.work.known.clear();
    this.work.ordering.clear();
    this.proof?.clear();
  }

  /** The same for the same game, depth and nodes after {@link clear}. `onDepth`: called when a depth is done. */
  analyze(game: Game, limits: Limits, onDepth: (found: Analysis) => void = () => {}): Analysis {
    const { known, ordering } = this.work;
    const watch = new Stopwatch(limits, this.options.now, this.options.isStopped);
    this.setUp(game);
    known.age();
    ordering.fade();
    this.alphaBeta.begin(watch);
    const legal = game.status.ending ? [] : this.work.referee.legalMoves();
    const wanted = limits.moves
      ? legal.filter((move) => limits.moves!.includes(this.makeUci(move)))
      : legal;
    // Until a move has been searched, it is worth what the position is.
    const points = this.work.evaluation.points();
    const moves = wanted.map((move): RootMove => ({ move, points, line: [move] }));
    const count = Math.min(moves.length, limits.lines ?? 1);
    let best = this.report(0, watch, []);
    if (count === 0) return best;
    const most = Math.min(limits.depth ?? MOST_DEPTH, MOST_DEPTH);
    for (let depth = 1; depth <= most && !watch.stopped; depth++) {
      this.searchRoot(moves, depth, count);
      const isDone = !watch.stopped;
      best = this.report(isDone ? depth : depth - 1, watch, moves.slice(0, count));
      if (!isDone) break;
      onDepth(best);
      // Nothing changes any more.
      if (moves.slice(0, count).every(({ points }) => isSeen(points, depth))) break;
      if (
        legal.length === 1 &&
        limits.depth === undefined &&
        limits.milliseconds !== undefined &&
        depth >= 4
      )
        break;
    }
    return best;
  }

  /** Undefined if the limits leave it open, or if it is proved that the game does not end so soon. */
  prove(game: Game, limits: ProofLimits): Proof | undefined {
    if (game.status.ending) return undefined;
    this.setUp(game);
    this.proof ??= new ProofSearch(this.work, this.options.hashBytes ?? HASH_BYTES);
    this.proof.watch = new Stopwatch(limits, this.options.now, this.options.isStopped);
    return new Prover(this.work, this.proof).prove(limits);
  }

  /** Puts a game on the board, with its past for repetitions. */
  private setUp(game: Game): void {
    const { board } = this.work;
    board.load(game.start);
    for (const { move } of game.plies) {
      board.make(makeMoveCode(move.from, move.to, move.promotion) | COMPLEX);
    }
  }

  /** Finds the best `count` of the root's moves at a depth, and puts them first. */
  private searchRoot(moves: RootMove[], depth: number, count: number): void {
    const { watch } = this.alphaBeta;
    for (let place = 0; place < count; place++) {
      const guess = moves[place]!.points;
      let width = depth >= 4 && Math.abs(guess) < DECIDED ? WINDOW : 2 * INFINITE;
      let low = Math.max(-INFINITE, guess - width);
      let high = Math.min(INFINITE, guess + width);
      for (;;) {
        const found = this.searchMoves(moves, place, depth, low, high);
        if (watch.stopped) return;
        width *= 4;
        if (found <= low && low > -INFINITE) low = Math.max(-INFINITE, found - width);
        else if (found >= high && high < INFINITE) high = Math.min(INFINITE, found + width);
        else break;
      }
    }
    // What was learned meanwhile may have made a later one better.
    moves.unshift(...moves.splice(0, count).sort((a, b) => b.points - a.points));
  }

  /** Searches the moves from `place` on, the best one first when it returns. */
  private searchMoves(
    moves: RootMove[],
    place: number,
    depth: number,
    alpha: Points,
    beta: Points,
  ): Points {
    const { board } = this.work;
    const { alphaBeta } = this;
    let low = alpha;
    let best = -INFINITE;
    for (let i = place; i < moves.length; i++) {
      const root = moves[i]!;
      board.make(root.move);
      let points = -INFINITE;
      if (i > place) points = -alphaBeta.search(depth - 1, -low - 1, -low, 0);
      if (!alphaBeta.watch.stopped && (i === place || (points > low && points < beta))) {
        points = -alphaBeta.search(depth - 1, -beta, -low, 0);
      }
      board.unmake();
      if (alphaBeta.watch.stopped) return best;
      if (points <= best) continue;
      best = points;
      // Of a move that is no better than the window's lower end only a bound is known: it does not come before the first one.
      if (points <= alpha && i > place) continue;
      root.points = points;
      root.line = [root.move, ...this.lineAfter()];
      moves.splice(i, 1);
      moves.splice(place, 0, root);
      low = Math.max(low, points);
      if (points >= beta) break;
    }
    return best;
  }

  /** The line that the search has found one ply from the root. */
  private lineAfter(): MoveCode[] {
    const { lines, lengths } = this.alphaBeta;
    return [...lines.subarray(MOST_PLIES, MOST_PLIES + lengths[1]!)];
  }

  private report(
    depth: number,
    { nodes, milliseconds }: Stopwatch,
    best: readonly RootMove[],
  ): Analysis {
    const lines = best.map(({ points, line }): Line => {
      return { score: scoreOf(points), moves: line.map((move) => this.makeUci(move)) };
    });
    return { depth, nodes, milliseconds, lines };
  }

  private makeUci(move: MoveCode): string {
    return this.rules.makeUci(parseMoveCode(move));
  }
}

/** Is the end of the game seen at this depth for certain? */
function isSeen(points: Points, depth: number): boolean {
  const score = scoreOf(points);
  return (score.kind === 'win' || score.kind === 'loss') && score.plies <= depth;
}
