import { codeOf } from '../../pieces/mover.ts';
import { isCheck } from '../../position/attacks.ts';
import { isLawful } from '../../position/lawfulMoves.ts';
import { isCapture } from '../../position/makeMove.ts';
import { piecesOn, royalOf } from '../../position/position.ts';
import type { Ending } from '../../rules/ruleset.ts';
import { keepAnswers } from './answers.ts';
import { Checks } from './checks.ts';
import type { Generator } from './generate.ts';
import { tryMakeByPieces } from './legality.ts';
import { MateFinder } from './mateFinder.ts';
import { COMPLEX, fromOf, MOST_MOVES, type MoveCode, parseMoveCode, toOf } from './moveCode.ts';
import type { SearchBoard } from './searchBoard.ts';

/** With more pieces than this, any game can be won. */
const FEW_MEN = 3;

/** Knows which moves are legal on a board, and how a game ends there: what `rulesOf` says, but quickly. */
export class Referee {
  private readonly board: SearchBoard;
  private readonly generator: Generator;
  private readonly mustCapture: boolean;
  private readonly over: () => Ending | undefined;
  /** May a side win that is to move: because it cannot, or by what stands on the board? */
  readonly mayWinWithoutMove: boolean;
  /** May a side without a move gain by that: win, or pass? */
  readonly mayGainByStuck: boolean;
  /** Are there positions that no move may lead to? */
  readonly hasBar: boolean;
  /** What a move must do to end the game at once. */
  private readonly endsBy: 'check' | 'goal' | 'anything';
  private readonly mates: MateFinder | undefined;
  /** Were the last moves that were written all captures, because the side must capture? */
  isForced = false;

  constructor(board: SearchBoard, generator: Generator) {
    this.board = board;
    this.generator = generator;
    this.mustCapture = board.equipment.laws.mustCapture === true;
    this.over = quickOver(board);
    const isByMate = board.rules.variant.bar?.isMateInOne && board.equipment.isPlain;
    this.mates = isByMate ? new MateFinder(board, generator) : undefined;
    const { variant } = board.rules;
    const { stuck, goal, extinction, bareRoyalLoses, bar } = variant;
    this.hasBar = bar !== undefined;
    const wins = (end: Ending | 'pass') => end !== 'pass' && end.wdl > 0;
    const winsStuck = stuck !== 'pass' && (wins(stuck.attacked) || wins(stuck.free));
    const { isPlain } = board.equipment;
    const isLate = goal?.answer || goal?.safe;
    this.mayWinWithoutMove =
      winsStuck || !isPlain || Boolean(isLate || extinction || bareRoyalLoses);
    this.mayGainByStuck = winsStuck || stuck === 'pass' || stuck.free === 'pass';
    const loses = (end: Ending | 'pass') => end !== 'pass' && end.wdl < 0;
    const isOrdinary = isPlain && !isLate && !extinction && !bareRoyalLoses && !bar;
    if (isOrdinary && stuck === 'pass') this.endsBy = 'goal';
    else if (isOrdinary && stuck !== 'pass' && !loses(stuck.free)) this.endsBy = 'check';
    else this.endsBy = 'anything';
  }

  /**
   * Writes moves to `out` from `at` on and returns the index behind the last. Of these, {@link tryMake} makes the legal
   * ones. `loud`: see {@link Generator}; where the side must capture, all captures.
   */
  moves(out: Int32Array, at: number, loud: boolean): number {
    const end = this.generator.generate(out, at, loud);
    return this.mustCapture ? this.onlyCaptures(out, at, end) : end;
  }

  /** Writes all moves as {@link moves} does, but few of those that leave a royal piece attacked. */
  answers(out: Int32Array, at: number): number {
    const end = this.moves(out, at, false);
    return this.board.equipment.isPlain ? keepAnswers(this.board, out, at, end) : end;
  }

  /** Makes a move if it is legal. */
  tryMake(move: MoveCode): boolean {
    if (!this.tryMakeByPieces(move)) return false;
    if (this.isAllowed(move)) return true;
    this.board.unmake();
    return false;
  }

  /** Makes a move if the pieces can make it, whether or not it is barred. */
  tryMakeByPieces(move: MoveCode): boolean {
    return tryMakeByPieces(this.board, move);
  }

  /** Was the move legal that {@link tryMakeByPieces} has just made? */
  isAllowed(move: MoveCode): boolean {
    const { board } = this;
    const { bar } = board.rules.variant;
    if (bar?.refutation === undefined || (move & COMPLEX) === 0) return this.permits();
    // The reason may lie on the way: that of a king that castles.
    board.unmake();
    const refuted = bar.refutation(board.position, parseMoveCode(move));
    board.make(move);
    return refuted === undefined;
  }

  /** May a move lead to the position on the board? */
  permits(): boolean {
    const { bar } = this.board.rules.variant;
    if (this.mates) return !this.mates.canMate();
    return bar === undefined || bar.permits(this.board.position);
  }

  /** Writes moves to a goal: see {@link moves}. */
  arrivals(out: Int32Array, at: number): number {
    return this.generator.arrivals(out, at);
  }

  /** Is the game drawn by what has been played, or by too few pieces? A first repetition counts as the last. */
  isDrawn(): boolean {
    const { board } = this;
    const { position, rules } = board;
    if (rules.repetitions > 0 && board.repetitions() > 0) return true;
    if (rules.pliesTo50Moves(position) === 0) return true;
    return this.isInsufficient();
  }

  /** Can neither side win with these pieces? */
  isInsufficient(): boolean {
    const { position, rules } = this.board;
    const [white, black] = position.sides;
    return (
      white.length + black.length <= FEW_MEN && rules.isInsufficientMaterial(piecesOn(position))
    );
  }

  isCheck(): boolean {
    return isCheck(this.board.position);
  }

  /** Does the side to move reach a goal by this move? */
  arrives(move: MoveCode): boolean {
    const { squares } = this.board.position;
    const code = squares[fromOf(move)]!;
    return this.generator.arrives[code * squares.length + toOf(move)] === 1;
  }

  /** For the side to move: may this move end the game at once? True for most moves of most games. */
  mayEnd(): (move: MoveCode) => boolean {
    const { board, endsBy } = this;
    if (endsBy === 'anything') return () => true;
    if (endsBy === 'goal') return (move) => this.arrives(move);
    const checks = new Checks(board);
    return (move) => checks.mayGive(move) || this.arrives(move);
  }

  /** For the side to move: may this move give check? */
  mayCheck(): (move: MoveCode) => boolean {
    if (!this.board.equipment.isPlain) return () => false;
    const checks = new Checks(this.board);
    return (move) => checks.mayGive(move);
  }

  /** How the game is over by what stands on the board. */
  ending(): Ending | undefined {
    return this.over();
  }

  /** What becomes of a side without a legal move. */
  stuck(): Ending | 'pass' {
    return this.board.rules.ending(this.board.position, []) ?? 'pass';
  }

  /** The pass of a side that has no legal move. */
  pass(): MoveCode {
    const { position } = this.board;
    const at = royalOf(position, position.turn);
    return at | (at << 8) | COMPLEX;
  }

  /** The legal moves on the board; the pass of a side that has none, and must. */
  legalMoves(): MoveCode[] {
    const { board } = this;
    const out = new Int32Array(MOST_MOVES);
    const end = this.moves(out, 0, false);
    const legal = [...out.subarray(0, end)].filter((move) => {
      const isLegal = this.tryMake(move);
      if (isLegal) board.unmake();
      return isLegal;
    });
    if (legal.length > 0 || this.ending() || this.stuck() !== 'pass') return legal;
    return [this.pass()];
  }

  private onlyCaptures(out: Int32Array, at: number, end: number): number {
    const { position } = this.board;
    const isTaking = (move: MoveCode) => isCapture(position, parseMoveCode(move));
    const isJudged = this.board.equipment.royals.length > 0;
    let some = false;
    for (let i = at; i < end && !some; i++) {
      some = isTaking(out[i]!) && (!isJudged || isLawful(position, parseMoveCode(out[i]!)));
    }
    this.isForced = some;
    if (!some) return end;
    let kept = at;
    for (let i = at; i < end; i++) if (isTaking(out[i]!)) out[kept++] = out[i]!;
    return kept;
  }
}

/** `rules.over`, asked only where counts say that the game may be over. */
function quickOver(board: SearchBoard): () => Ending | undefined {
  const { rules, position, counts, arrived, equipment } = board;
  const { goal, extinction, bareRoyalLoses } = rules.variant;
  const { army } = equipment;
  const hasKing = army.some(({ royal }) => royal === 'only');
  const [white, black] = position.sides;
  if (!goal && !extinction && !bareRoyalLoses && hasKing) return () => undefined;
  const least = bareRoyalLoses ? 1 : 0;
  const few = extinction ? extinction.count : -1;
  const scarce = (extinction && extinction.kinds !== 'all' ? extinction.kinds : []).flatMap(
    (kind) => ([0, 1] as const).map((color) => codeOf({ kind, color })),
  );
  const all = extinction?.kinds === 'all';
  const isSimpleGoal =
    goal && !goal.answer && !goal.safe && !extinction && !bareRoyalLoses && hasKing;
  const wanted = goal ? (goal.count ?? 1) : 0;
  const [lost, won] = ([-1, 1] as const).map((wdl): Ending => ({ reason: goal?.name ?? '', wdl }));
  return () => {
    if (goal && (arrived[0] >= wanted || arrived[1] >= wanted)) {
      if (!isSimpleGoal) return rules.over(position);
      return arrived[1 - position.turn]! >= wanted ? lost : won;
    }
    const smallest = Math.min(white.length, black.length);
    if (smallest <= least || (all && smallest <= few)) return rules.over(position);
    for (let i = 0; i < scarce.length; i++) {
      if (counts[scarce[i]!]! <= few) return rules.over(position);
    }
    return undefined;
  };
}
