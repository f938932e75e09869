import { type Failure, fail, ok, type Result } from '../../board/result.ts';
import { BLACK, WHITE } from '../../pieces/army.ts';
import { Course } from '../../play/course.ts';
import { Game as GameInPlay } from '../../play/game.ts';
import { IllegalGame } from '../../play/illegal/illegalGame.ts';
import { type Position, piecesOn } from '../../position/position.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { isHidden } from '../../rules/variant.ts';
import type { GameEnding, OfferKind, Offers, RefusalCode, Side } from '../protocol.ts';
import { type ClockState, press, stopClock, timeLeft, UNTIMED_PLIES } from './clock.ts';
import { hiddenEnding, movesOf, turnedClock } from './hidden.ts';
import {
  courseEnding,
  nameOf,
  otherSide,
  outOfTime,
  problemSentence,
  resignation,
  sideOf,
  tooLong,
} from './words.ts';

export interface Seat {
  /** The hash of the seat's secret: see `hashSeat`. */
  readonly hash: string;
  /** False until its holder has sent a message: until then the secret may not have arrived. */
  readonly confirmed: boolean;
  /** As {@link readName} returns it. */
  readonly name: string | null;
}

/** A game by link, immutable: functions return a changed game, or a problem. Times are milliseconds since 1970. */
export interface Game {
  readonly id: string;
  /** The rules, and all that the players have done. */
  readonly play: Play;
  readonly seats: Readonly<Record<Side, Seat | undefined>>;
  readonly clock: ClockState | undefined;
  readonly offers: Offers;
  /** The number of plies at which a side's offer was last declined. */
  readonly declined: Declined;
  readonly ending: GameEnding | undefined;
  /** The id of the game that follows. */
  readonly rematch: string | undefined;
  /** Sentences to show to every client of the game, or undefined. */
  readonly notice: string | undefined;
}

/** A game whose state everybody may know, or one that only the server knows. */
export type Play = Course | IllegalGame;

type Declined = Partial<Readonly<Record<`${Side} ${OfferKind}`, number>>>;

export const noOffers: Offers = { draw: null, takeback: null, rematch: null };

/** What is settled before the first move takes time to think of: it is not timed either. */
function timedPlies(play: Play): number {
  return play instanceof IllegalGame ? movesOf(play) : (play.game?.length ?? 0);
}

export function refuse(code: RefusalCode, message: string): Failure {
  return fail(code, message);
}

export function newGame(
  rules: RuleSet,
  { id, seats, clock }: Pick<Game, 'id' | 'seats' | 'clock'>,
): Game {
  return {
    id,
    play: beginPlay(rules),
    seats,
    clock,
    offers: noOffers,
    declined: {},
    ending: undefined,
    rematch: undefined,
    notice: undefined,
  };
}

/** `start`: where it begins if not as the rules say. */
export function beginPlay(rules: RuleSet, start?: Position): Play {
  if (isHidden(rules)) return IllegalGame.start(rules, start);
  return start ? Course.of(GameInPlay.start(rules, start)) : Course.begin(rules);
}

export function toMove({ play }: Game): Side {
  return sideOf(play.turn);
}

/** Has this side already made this move? Then it was sent twice. */
export function hasMade(game: Game, side: Side, ply: number, uci: string): boolean {
  const made = game.play.actions[ply];
  return made?.uci === uci && sideOf(made.by) === side;
}

/** `most`: plies, after which the game is drawn. Errors: `over`, `ply`, `turn`, `illegal`. */
export function makeMove(
  game: Game,
  side: Side,
  { ply, uci }: { readonly ply: number; readonly uci: string },
  now: number,
  most: number,
): Result<Game> {
  const { play } = game;
  if (game.ending) return refuse('over', `The game is over. ${game.ending.text}`);
  if (ply !== play.length) {
    return refuse('ply', `Ply ${ply} is not the next one: ${play.length} have been made.`);
  }
  const mover = nameOf(toMove(game));
  if (flagged(game, now)) return refuse('over', `${mover} is out of time.`);
  if (play instanceof IllegalGame) return makeHidden(game, play, side, uci, now, most);
  if (toMove(game) !== side) return refuse('turn', `It is ${mover}’s move.`);
  const made = play.follow(uci);
  if (!made.ok) return refuse('illegal', problemSentence(made.problem));
  const after = made.value;
  const ending = courseEnding(after) ?? (after.length >= most ? tooLong(most) : undefined);
  const isTimed = !ending && timedPlies(after) >= UNTIMED_PLIES;
  return ok({
    ...game,
    play: after,
    clock: game.clock && press(game.clock, side, isTimed, now),
    offers: ending ? noOffers : afterMove(game.offers, side),
    ending,
  });
}

/** A move or a claim of a hidden game. A claim that is not correct leaves the clock running. Errors: `turn`, `illegal`. */
function makeHidden(
  game: Game,
  play: IllegalGame,
  side: Side,
  text: string,
  now: number,
  most: number,
): Result<Game> {
  const made = play.act(side === 'white' ? WHITE : BLACK, text);
  if (!made.ok) {
    if (made.problem.code === 'turn')
      return refuse('turn', `It is ${nameOf(toMove(game))}’s move.`);
    return refuse('illegal', problemSentence(made.problem));
  }
  const after = made.value;
  const ending = hiddenEnding(after) ?? (after.length >= most ? tooLong(most) : undefined);
  const clock = game.clock && turnedClock(game.clock, play, after, now);
  const next = { ...game, play: after, clock, offers: afterMove(game.offers, side) };
  return ok(ending ? end(next, ending, now) : next);
}

/** Takeback offers lapse with every move, a draw offer with a move of the side that did not make it. */
function afterMove(offers: Offers, mover: Side): Offers {
  return { ...noOffers, draw: offers.draw === mover ? mover : null };
}

/** The game shortened to `plies` plies. Clocks keep the time left; the side to move is timed from now on. */
export function takeBack(game: Game, plies: number, now: number): Game {
  const { clock, play } = game;
  if (play instanceof IllegalGame) return game;
  const stopped = clock && stopClock(clock, toMove(game), now);
  return timedFrom({ ...game, play: play.shortened(plies), clock: stopped, offers: noOffers }, now);
}

/** The game with the side to move timed from now on, if it should be timed and is not. */
export function timedFrom(game: Game, now: number): Game {
  const { clock, ending, play } = game;
  if (!clock || ending || clock.since !== undefined || timedPlies(play) < UNTIMED_PLIES)
    return game;
  return { ...game, clock: { ...clock, since: now } };
}

export function resign(game: Game, side: Side, now: number): Result<Game> {
  if (game.ending) return refuse('over', `The game is over. ${game.ending.text}`);
  return ok(end(game, resignation(side), now));
}

/** The game after its side to move ran out of time, or undefined if it has not. */
export function flagged(game: Game, now: number): Game | undefined {
  const { clock } = game;
  const mover = toMove(game);
  if (clock?.since === undefined || timeLeft(clock, mover, now) > 0) return undefined;
  return end(game, outOfTime(mover, lackOf(game, otherSide(mover))), now);
}

/**
 * With what a side cannot win, in words, or undefined if it could: nothing at all, or its royal piece alone, as mate takes
 * another one. That can win if it may reach a goal, if pieces of the other side may become extinct, and if a stalemate is
 * not drawn. (With too little for both sides to win the game is over before.)
 */
function lackOf({ play }: Game, side: Side): string | undefined {
  // Where moves are hidden, insufficient material does not count.
  if (play instanceof IllegalGame || !play.game) return undefined;
  const { position, rules } = play.game;
  const { goal, extinction, stuck } = rules.variant;
  const [only, ...others] = piecesOn(position).filter(({ color }) => sideOf(color) === side);
  if (!only) return 'no piece left';
  const { royal, name } = rules.army[only.kind]!;
  if (others.length > 0 || royal !== 'only' || extinction) return undefined;
  const goers = (side === 'black' && goal?.blackKinds) || goal?.kinds;
  if (goal && goers?.includes(only.kind) !== false) return undefined;
  const isDecided = stuck !== 'pass' && stuck.free !== 'pass' && stuck.free.wdl !== 0;
  return isDecided ? undefined : `a bare ${name}`;
}

export function end(game: Game, ending: GameEnding, now: number): Game {
  const { clock } = game;
  return {
    ...game,
    clock: clock && stopClock(clock, toMove(game), now),
    offers: noOffers,
    ending,
  };
}
