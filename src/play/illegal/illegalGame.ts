import type { Square } from '../../board/board.ts';
import { fail, ok, type Result } from '../../board/result.ts';
import { type Color, opposite } from '../../pieces/army.ts';
import type { Position } from '../../position/position.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { Penalties } from '../../rules/variant.ts';
import type { Action as Done } from '../course.ts';
import { type Action, OTHERS_DRAW, type Put, parseAction } from './action.ts';
import { damageOf } from './damage.ts';
import { type DrawReason, drawOf, isClaimable } from './draws.ts';
import { type Seen, type Way, wayOf } from './possible.ts';
import { firstStage, type Stage } from './stage.ts';
import { type Made, makePossible } from './verdict.ts';

/** Something that has happened, for the record. */
export type Event =
  | { readonly type: 'move'; readonly by: Color; readonly made: Made }
  | ClaimEvent
  | CaptureEvent
  | { readonly type: 'draw'; readonly by: Color; readonly reason: DrawReason };

export interface ClaimEvent extends Claimed {
  readonly type: 'claim';
  readonly square: Square;
}

export interface CaptureEvent extends Claimed {
  readonly type: 'capture';
  readonly put: Put;
  /** Did the king try to escape from checkmate? Then nobody loses hit points. */
  readonly fatal: boolean;
}

interface Claimed {
  readonly by: Color;
  readonly correct: boolean;
  /** Hit points: of the mover if the claim is correct, otherwise of the claimant. */
  readonly lost: number;
}

/** How a game has ended on the board. */
export interface IllegalEnding {
  readonly reason: 'hit points' | 'fatal capture' | DrawReason;
  /** Undefined: drawn. */
  readonly winner: Color | undefined;
}

interface Parts {
  readonly rules: RuleSet;
  readonly start: Position;
  readonly stage: Stage;
  readonly hp: readonly [number, number];
  readonly last: Made | undefined;
  readonly keys: readonly string[];
  readonly log: readonly string[];
  readonly events: readonly Event[];
  readonly ending: IllegalEnding | undefined;
}

/**
 * The illegal-move game in play, immutable; all of it follows from the start, the rules and the log. Only a server may
 * know it: players see `viewOf`.
 */
export class IllegalGame implements Parts {
  readonly rules: RuleSet;
  readonly start: Position;
  readonly stage: Stage;
  /** Hit points of White and Black; not below 0. */
  readonly hp: readonly [number, number];
  /** The opponent's last move while it is not confirmed. */
  readonly last: Made | undefined;
  /** The keys for repetition of all positions that have not been rolled back, this one last. */
  readonly keys: readonly string[];
  /** What the players have done, each with a short text. */
  readonly log: readonly string[];
  readonly events: readonly Event[];
  readonly ending: IllegalEnding | undefined;
  /** A draw that stands unless the player to move claims that the last move was illegal. */
  readonly draw: DrawReason | undefined;

  /** `rules`: with penalties. */
  static start(rules: RuleSet, position: Position = rules.start): IllegalGame {
    const { hitPoints } = penaltiesOf(rules);
    const game = new IllegalGame({
      rules,
      start: position,
      stage: firstStage(position),
      hp: [hitPoints, hitPoints],
      last: undefined,
      keys: [rules.repetitionKey(position)],
      log: [],
      events: [],
      ending: undefined,
    });
    const { draw } = game;
    return draw ? game.with({ ending: { reason: draw, winner: undefined } }) : game;
  }

  private constructor(parts: Parts) {
    this.rules = parts.rules;
    this.start = parts.start;
    this.stage = parts.stage;
    this.hp = parts.hp;
    this.last = parts.last;
    this.keys = parts.keys;
    this.log = parts.log;
    this.events = parts.events;
    this.ending = parts.ending;
    const key = this.keys.at(-1)!;
    const times = this.keys.filter((each) => each === key).length;
    this.draw = drawOf(this.rules, this.stage, times);
  }

  get turn(): Color {
    return this.stage.position.turn;
  }

  /** What the players have done so far, claims too. */
  get length(): number {
    return this.log.length;
  }

  /** The same as a course has it, by whom; the texts stand for the record, which is a secret. */
  get actions(): readonly Done[] {
    return this.log.map((text, i) => ({ uci: text, san: text, by: this.events[i]!.by }));
  }

  get seen(): Seen {
    const { position, arrived } = this.stage;
    return { position, arrived, claimable: this.last !== undefined };
  }

  /**
   * What a player does: a move, `claim e5`, `draw` or `accept`. Whether it is refused depends on nothing but what both
   * players have seen. Errors: `over`, `action`, `turn`, `impossible`, `claim` (there is nothing to claim), `draw` (there is
   * no draw to claim or to accept).
   */
  act(by: Color, text: string): Result<IllegalGame> {
    if (this.ending) return fail('over', 'the game is over', text);
    const action = parseAction(text, this.rules.variant.equipment);
    if (!action.ok) return action;
    if (action.value.type === 'draw') return this.claimDraw(by);
    if (by !== this.turn) return fail('turn', 'the other side is to move', text);
    const next = this.ofMover(action.value);
    return next.ok ? next : fail(next.problem.code, next.problem.message, text);
  }

  /** The game with all this done. `texts`: of a log. Errors: those of {@link act}. */
  replayed(texts: Iterable<string>): Result<IllegalGame> {
    let game: IllegalGame = this;
    for (const text of texts) {
      const { turn } = game;
      const next = text === OTHERS_DRAW ? game.act(opposite(turn), 'draw') : game.act(turn, text);
      if (!next.ok) return next;
      game = next.value;
    }
    return ok(game);
  }

  private ofMover(action: Action): Result<IllegalGame> {
    switch (action.type) {
      case 'claim':
        return this.claim(action.square, action.text);
      case 'put':
        return this.put(action.put, action.text);
      default:
        return this.draw ? ok(this.drawn(this.turn, this.draw, action.text)) : noDraw;
    }
  }

  private claimDraw(by: Color): Result<IllegalGame> {
    const { stage, last, turn } = this;
    // One's own move counts once it is confirmed.
    const isEarly = by !== turn && last !== undefined && !isClaimable(last.before);
    if (!isClaimable(stage) || isEarly) return noDraw;
    return ok(this.drawn(by, '50-move rule', by === turn ? 'draw' : OTHERS_DRAW));
  }

  private claim(square: Square, text: string): Result<IllegalGame> {
    const { last, turn } = this;
    if (!last) return fail('claim', 'there is no move to claim');
    const correct = last.verdict === 'illegal' && last.put.to === square;
    const penalties = penaltiesOf(this.rules);
    const lost = correct ? damageOf(penalties, last) : penalties.wrong;
    const event: Event = { type: 'claim', by: turn, square, correct, lost };
    return ok(this.claimed(last, event, text));
  }

  private put(put: Put, text: string): Result<IllegalGame> {
    const { seen, stage, draw, last, turn } = this;
    const way = wayOf(seen, put);
    if (!way.ok) return way;
    const { type } = way.value;
    if (type === 'king' || type === 'passing king')
      return ok(this.capture(last!, put, way.value, text));
    if (draw) return fail('impossible', `it is a draw (${draw}): accept it, or claim`);
    const made = makePossible(stage, put, way.value);
    const key = this.rules.repetitionKey(made.after.position);
    const keys = [...this.keys, key];
    const event: Event = { type: 'move', by: turn, made };
    return ok(this.after(event, text, { stage: made.after, last: made, keys }));
  }

  private capture(last: Made, put: Put, way: Way, text: string): IllegalGame {
    const { rules, turn, hp } = this;
    const fatal = way.type === 'king' && last.verdict === 'escape';
    // After a legal move no king can be captured, but one may seem to have castled.
    const correct = way.type === 'king' || isCastling(last, way);
    const { capture, wrong } = penaltiesOf(rules);
    const damage = correct ? damageOf(penaltiesOf(rules), last) + capture : wrong;
    const lost = fatal ? 0 : damage;
    const event: Event = { type: 'capture', by: turn, put, fatal, correct, lost };
    if (!fatal) return this.claimed(last, event, text);
    return this.after(event, text, { hp, ending: { reason: 'fatal capture', winner: turn } });
  }

  private claimed(last: Made, event: ClaimEvent | CaptureEvent, text: string): IllegalGame {
    const { hp, keys } = this;
    const { by, correct, lost } = event;
    const loser = correct ? opposite(by) : by;
    const left: [number, number] = [...hp];
    left[loser] = Math.max(0, left[loser] - lost);
    const back = correct ? { stage: last.before, last: undefined, keys: keys.slice(0, -1) } : {};
    const ending: IllegalEnding | undefined =
      left[loser] === 0 ? { reason: 'hit points', winner: opposite(loser) } : undefined;
    return this.after(event, text, { ...back, hp: left, ending });
  }

  private drawn(by: Color, reason: DrawReason, text: string): IllegalGame {
    const ending = { reason, winner: undefined };
    return this.after({ type: 'draw', by, reason }, text, { ending });
  }

  private after(event: Event, text: string, changes: Partial<Parts>): IllegalGame {
    const { log, events } = this;
    return this.with({ ...changes, log: [...log, text], events: [...events, event] });
  }

  private with(changes: Partial<Parts>): IllegalGame {
    return new IllegalGame({ ...this, ...changes });
  }
}

const noDraw = fail('draw', 'there is no draw to claim or to accept');

/** Was the last move this castling, and one out of check or through it? */
function isCastling({ way: made, verdict }: Made, way: Way): boolean {
  return (
    made.type === 'castling' &&
    way.type === 'passing king' &&
    made.castling === way.castling &&
    verdict === 'illegal'
  );
}

function penaltiesOf({ name, variant }: RuleSet): Penalties {
  if (!variant.penalties) throw new Error(`${name} has no penalties`);
  return variant.penalties;
}
