import { fail, ok, type Result } from '../board/result.ts';
import type { Color } from '../pieces/army.ts';
import type { Move } from '../position/moves.ts';
import type { Position } from '../position/position.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { endingOf } from '../rules/status.ts';
import { Choice } from './choice.ts';
import { type Status, statusOf } from './status.ts';
import { choiceWords } from './words.ts';

/** A move that was played. */
export interface Ply {
  readonly move: Move;
  readonly uci: string;
  readonly san: string;
}

/** The past of a game, newest first. Positions are not part of it: a long game stays small. */
interface Moment {
  readonly key: string;
  /** What led here; undefined at the start. */
  readonly ply: Ply | undefined;
  readonly before: Moment | undefined;
}

/**
 * A game in play, immutable: the start, the moves so far and the position they lead to. `play` returns a new game.
 * Choices and status are computed on first use.
 */
export class Game {
  readonly rules: RuleSet;
  readonly start: Position;
  readonly position: Position;
  /** Plies played. */
  readonly length: number;
  private readonly now: Moment;
  private knownPlies: readonly Ply[] | undefined;
  private knownChoices: ReadonlyMap<string, Choice> | undefined;
  private knownStatus: Status | undefined;

  static start(rules: RuleSet, position: Position = rules.start): Game {
    const key = rules.repetitionKey(position);
    return new Game(rules, position, position, 0, { key, ply: undefined, before: undefined });
  }

  private constructor(
    rules: RuleSet,
    start: Position,
    position: Position,
    length: number,
    now: Moment,
  ) {
    this.rules = rules;
    this.start = start;
    this.position = position;
    this.length = length;
    this.now = now;
  }

  /** Side to move. */
  get turn(): Color {
    return this.position.turn;
  }

  get lastPly(): Ply | undefined {
    return this.now.ply;
  }

  /** Oldest first. */
  get plies(): readonly Ply[] {
    this.knownPlies ??= [...this.past()].flatMap(({ ply }) => ply ?? []).reverse();
    return this.knownPlies;
  }

  /** How often the position has occurred in the game, this time included. */
  get times(): number {
    let times = 0;
    for (const { key } of this.past()) if (key === this.now.key) times++;
    return times;
  }

  /** Every move of the pieces by its UCI, including those that the rules forbid. */
  get choices(): ReadonlyMap<string, Choice> {
    this.knownChoices ??= choicesOf(this.rules, this.position);
    return this.knownChoices;
  }

  /** Whether it is check or metacheck, and how the game has ended. */
  get status(): Status {
    if (!this.knownStatus) {
      const legal = [...this.choices.values()].filter((each) => each.legal);
      const moves = legal.map(({ move }) => move);
      const ending = endingOf(this.rules, this.position, this.times, moves);
      this.knownStatus = statusOf(this.rules, this.position, ending);
    }
    return this.knownStatus;
  }

  get fen(): string {
    return this.rules.makeFen(this.position);
  }

  /** Errors: `over` (the game has ended), and those of {@link follow}. */
  play(uci: string): Result<Game> {
    const { ending, words } = this.status;
    return ending ? fail('over', `the game is over: ${words}`, uci) : this.follow(uci);
  }

  /**
   * Plays on whether or not the game has ended, as recorded games do after a draw that neither player claimed.
   * Errors: `no-move` (no piece can move so), `illegal` (the rules forbid it; the message says why).
   */
  follow(uci: string): Result<Game> {
    const choice = this.choices.get(uci);
    if (!choice) return fail('no-move', `no piece can make the move ${uci} here`, uci);
    if (!choice.legal) return fail('illegal', choiceWords(choice), choice.san);
    return ok(this.after(choice));
  }

  /**
   * Plays a move of a record without checking its legality. `san`: as recorded, to save computing it.
   * Errors: `no-move`.
   */
  replay(uci: string, san?: string): Result<Game> {
    const { rules, position } = this;
    const move = rules.moves(position).find((each) => rules.makeUci(each) === uci);
    if (!move) return fail('no-move', `no piece can make the move ${uci} in ${this.fen}`, uci);
    return ok(this.after({ move, uci, san: san ?? rules.makeSan(position, move) }));
  }

  /** The game with only its first `length` plies. */
  shortened(length: number): Game {
    let game = Game.start(this.rules, this.start);
    for (const ply of this.plies.slice(0, length)) game = game.after(ply);
    return game;
  }

  /** Every stage of the game, from its start to this one. */
  stages(): readonly Game[] {
    const stages = [Game.start(this.rules, this.start)];
    for (const ply of this.plies.slice(0, -1)) stages.push(stages.at(-1)!.after(ply));
    return this.length === 0 ? [this] : [...stages, this];
  }

  private after({ move, uci, san }: Ply): Game {
    const { rules } = this;
    const position = rules.play(this.position, move);
    const key = rules.repetitionKey(position);
    const now = { key, ply: { move, uci, san }, before: this.now };
    return new Game(rules, this.start, position, this.length + 1, now);
  }

  private *past(): Iterable<Moment> {
    for (let moment: Moment | undefined = this.now; moment; moment = moment.before) yield moment;
  }
}

function choicesOf(rules: RuleSet, position: Position): ReadonlyMap<string, Choice> {
  const moves = rules.moves(position);
  const legal = new Set(rules.legalMoves(position).map((move) => rules.makeUci(move)));
  return new Map(
    moves.map((move) => {
      const uci = rules.makeUci(move);
      return [uci, new Choice(rules, position, move, uci, legal.has(uci), moves)];
    }),
  );
}

/**
 * The game with recorded moves, each legal when it was made.
 * Errors: those of {@link Game.replay}.
 */
export function replayed(
  start: Game,
  moves: Iterable<{ readonly uci: string; readonly san?: string }>,
): Result<Game> {
  let game = start;
  for (const { uci, san } of moves) {
    const next = game.replay(uci, san);
    if (!next.ok) return next;
    game = next.value;
  }
  return ok(game);
}
