import { fail, ok, type Result, unwrap } from '../board/result.ts';
import type { Color } from '../pieces/army.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { beginStage } from './beginStage.ts';
import { Game } from './game.ts';
import type { Ready, Stage } from './preparation.ts';

/** What a player has done: a step before the first move, whose text is its SAN too, or a move. */
export interface Action {
  readonly uci: string;
  readonly san: string;
  readonly by: Color;
}

interface Recorded {
  readonly uci: string;
  readonly san?: string;
}

/** A game from its first step or move on, immutable: what the players settle before it, and then the game itself. */
export class Course {
  /** What was asked for. Those of {@link game} are what the players have settled. */
  readonly rules: RuleSet;
  /** The steps before the first move. */
  readonly steps: readonly Action[];
  /** How far they have led; undefined if there is nothing to settle. */
  readonly stage: Stage | undefined;
  /** Undefined until all is settled. */
  readonly game: Game | undefined;

  private constructor(
    rules: RuleSet,
    steps: readonly Action[],
    stage: Stage | undefined,
    game: Game | undefined,
  ) {
    this.rules = rules;
    this.steps = steps;
    this.stage = stage;
    this.game = game;
  }

  /** A new game of these rules, with its preparations if they have any. */
  static begin(rules: RuleSet): Course {
    const stage = beginStage(rules);
    return stage ? Course.at(rules, [], stage) : Course.of(Game.start(rules));
  }

  /** A game in which nothing is to be settled. */
  static of(game: Game): Course {
    return new Course(game.rules, [], undefined, game);
  }

  private static at(rules: RuleSet, steps: readonly Action[], stage: Stage): Course {
    const game = stage.phase === 'ready' ? Game.start(stage.rules, stage.start) : undefined;
    return new Course(rules, steps, stage, game);
  }

  /** Steps and moves so far. */
  get length(): number {
    return this.steps.length + (this.game?.length ?? 0);
  }

  get turn(): Color {
    const { game, stage } = this;
    if (game) return game.turn;
    // Once it is ready there is a game.
    const phase = stage as Exclude<Stage, Ready>;
    return phase.phase === 'lost' ? phase.loser : phase.turn;
  }

  /** Oldest first. */
  get actions(): readonly Action[] {
    const { game, steps } = this;
    if (!game) return steps;
    const first = game.start.turn;
    const moves = game.plies.map(({ uci, san }, i) => ({
      uci,
      san,
      by: i % 2 === 0 ? first : ((1 - first) as Color),
    }));
    return [...steps, ...moves];
  }

  /** Makes a step or a move, if the game has not been decided before it. Errors: `step`, and those of {@link Game.follow}. */
  follow(text: string): Result<Course> {
    return this.next(text, (game) => game.follow(text));
  }

  /** The same of a record, without checking a move's legality. Errors: `step`, `no-move`. */
  replay({ uci, san }: Recorded): Result<Course> {
    return this.next(uci, (game) => game.replay(uci, san));
  }

  /** The same of many. Errors: those of {@link replay}. */
  replayed(actions: Iterable<Recorded>): Result<Course> {
    let course: Course = this;
    for (const action of actions) {
      const next = course.replay(action);
      if (!next.ok) return next;
      course = next.value;
    }
    return ok(course);
  }

  /** The course with only its first `length` steps and moves. */
  shortened(length: number): Course {
    const { rules, steps, game, stage } = this;
    if (game && length >= steps.length) {
      return new Course(rules, steps, stage, game.shortened(length - steps.length));
    }
    return unwrap(Course.begin(rules).replayed(steps.slice(0, length)));
  }

  private next(text: string, move: (game: Game) => Result<Game>): Result<Course> {
    const { rules, steps, stage, game } = this;
    if (game) {
      const moved = move(game);
      return moved.ok ? ok(new Course(rules, steps, stage, moved.value)) : moved;
    }
    if (!stage || !('take' in stage)) return fail('over', 'the game is over', text);
    const taken = stage.take(text);
    if (!taken.ok) return taken;
    const step = { uci: text, san: text, by: stage.turn };
    return ok(Course.at(rules, [...steps, step], taken.value));
  }
}
