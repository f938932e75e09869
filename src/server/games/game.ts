import { ROYAL } from '../../chess/men.ts';
import { type Failure, fail, ok, type Result } from '../../chess/result.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { endingOf } from '../../rules/status.ts';
import type { GameEnding, OfferKind, Offers, PlayedMove, RefusalCode, Side } from '../protocol.ts';
import { type ClockState, press, stopClock, timeLeft } from './clock.ts';
import { explain, names, otherSide, outOfTime, resignation, sideOf } from './words.ts';

interface Seat {
  /** Of the secret: `hashSeat`. */
  readonly hash: string;
  /** False until its holder has sent a message: before, the secret may not have arrived. */
  readonly confirmed: boolean;
  /** As {@link readName} returns it. */
  readonly name: string | null;
}

/** A game by link, immutable: what changes it returns another one, or says why not. Times are milliseconds since 1970. */
export interface Game {
  readonly id: string;
  readonly rules: RuleSet;
  /** FEN. */
  readonly start: string;
  readonly position: unknown;
  /** The repetition key of every position from the first on: one more than moves. */
  readonly keys: readonly string[];
  readonly moves: readonly PlayedMove[];
  readonly seats: Readonly<Record<Side, Seat | undefined>>;
  readonly clock: ClockState | undefined;
  readonly offers: Offers;
  /** After how many plies a side's offer was declined last. */
  readonly declined: Declined;
  readonly ending: GameEnding | undefined;
  /** The game that follows. */
  readonly rematch: string | undefined;
  /** Sentences for everybody who opens the game, or undefined. */
  readonly notice: string | undefined;
}

type Declined = Partial<Readonly<Record<`${Side} ${OfferKind}`, number>>>;

export const noOffers: Offers = { draw: null, takeback: null, rematch: null };

/** Both sides' first moves are not timed: they may still wait for one another. */
const UNTIMED_PLIES = 2;

export function refuse(code: RefusalCode, message: string): Failure {
  return fail(code, message);
}

export function newGame(
  rules: RuleSet,
  { id, seats, clock }: Pick<Game, 'id' | 'seats' | 'clock'>,
): Game {
  const position = rules.start;
  return {
    ...{ id, rules, seats, clock, position },
    start: rules.makeFen(position),
    keys: [rules.repetitionKey(position)],
    moves: [],
    offers: noOffers,
    declined: {},
    ending: undefined,
    rematch: undefined,
    notice: undefined,
  };
}

export function toMove({ rules, position }: Game): Side {
  return sideOf(rules.turn(position));
}

/** Has this side made this move before, so that it must have been sent twice? */
export function hasMade(game: Game, side: Side, ply: number, uci: string): boolean {
  const before = game.moves.length - ply;
  const mover = before % 2 === 0 ? toMove(game) : otherSide(toMove(game));
  return game.moves[ply]?.uci === uci && mover === side;
}

/** Errors: `over`, `ply`, `turn`, `illegal`. */
export function makeMove(
  game: Game,
  side: Side,
  { ply, uci }: { readonly ply: number; readonly uci: string },
  now: number,
): Result<Game> {
  const { rules, position, moves } = game;
  if (game.ending) return refuse('over', `the game is over: ${game.ending.text}`);
  if (ply !== moves.length) {
    return refuse('ply', `ply ${ply} is not the next one: ${moves.length} have been made`);
  }
  if (flagged(game, now)) return refuse('over', `${names[toMove(game)]} is out of time`);
  if (toMove(game) !== side) return refuse('turn', `it is ${names[toMove(game)]}’s move`);
  const possible = rules.moves(position);
  const move = possible.find((each) => rules.makeUci(each) === uci);
  if (!move) return refuse('illegal', `no man can make the move ${uci} here`);
  const legal = rules.legalMoves(position).some((each) => rules.makeUci(each) === uci);
  const san = rules.makeSan(position, move, possible);
  if (!legal) {
    const refuted = rules.refutation(position, move);
    const reply = refuted && rules.makeSan(refuted.at, refuted.reply);
    const why = reply ? `hangs mate by ${reply}` : 'is forbidden';
    return refuse('illegal', `${san} ${why}: ${rules.title} does not allow it`);
  }
  const after = rules.play(position, move);
  const keys = [...game.keys, rules.repetitionKey(after)];
  const ended = endingAfter(rules, after, keys);
  const timed = !ended && moves.length + 1 >= UNTIMED_PLIES;
  return ok({
    ...game,
    position: after,
    keys,
    moves: [...moves, { uci, san }],
    clock: game.clock && press(game.clock, side, timed, now),
    offers: ended ? noOffers : afterMove(game.offers, side),
    ending: ended,
  });
}

function endingAfter<P>(rules: RuleSet<P>, position: P, keys: readonly string[]) {
  const key = keys.at(-1);
  const seen = keys.filter((each) => each === key).length;
  const ending = endingOf(rules, position, seen);
  return ending && explain(rules, position, ending);
}

/** Takebacks lapse with every move, draws with a move of whoever did not offer them. */
function afterMove(offers: Offers, mover: Side): Offers {
  return { ...noOffers, draw: offers.draw === mover ? mover : null };
}

/** The game with this many plies left. Clocks keep what was left; the side to move is timed from now on. */
export function takeBack(game: Game, plies: number, now: number): Game {
  const { rules, clock } = game;
  const moves = game.moves.slice(0, plies);
  const stopped = clock && stopClock(clock, toMove(game), now);
  return timedFrom(
    {
      ...game,
      moves,
      position: replay(rules, game.start, moves),
      keys: game.keys.slice(0, plies + 1),
      clock: stopped,
      offers: noOffers,
    },
    now,
  );
}

/** Moves that were legal when they were made. Throws where they are not: a bug, or a damaged file. */
export function replay(
  rules: RuleSet,
  start: string,
  moves: readonly PlayedMove[],
  visit?: (position: unknown) => void,
): unknown {
  const parsed = rules.parseFen(start);
  if (!parsed.ok) throw new Error(parsed.problem.message);
  let position = parsed.value;
  visit?.(position);
  for (const { uci } of moves) {
    const move = rules.moves(position).find((each) => rules.makeUci(each) === uci);
    if (!move) throw new Error(`no move ${uci} in ${rules.makeFen(position)}`);
    position = rules.play(position, move);
    visit?.(position);
  }
  return position;
}

/** The game with the side to move timed from now on, where it has to be and is not. */
export function timedFrom(game: Game, now: number): Game {
  const { clock, ending, moves } = game;
  if (!clock || ending || clock.since !== undefined || moves.length < UNTIMED_PLIES) return game;
  return { ...game, clock: { ...clock, since: now } };
}

export function resign(game: Game, side: Side, now: number): Result<Game> {
  if (game.ending) return refuse('over', `the game is over: ${game.ending.text}`);
  return ok(end(game, resignation(side), now));
}

/** The game after its side to move ran out of time; undefined where it has not. */
export function flagged(game: Game, now: number): Game | undefined {
  const { clock } = game;
  const mover = toMove(game);
  if (clock?.since === undefined || timeLeft(clock, mover, now) > 0) return undefined;
  return end(game, outOfTime(mover, !hasBareKing(game, otherSide(mover))), now);
}

function hasBareKing({ rules, position }: Game, side: Side): boolean {
  let others = 0;
  rules.visitPieces(position, (_, { kind, color }) => {
    if (sideOf(color) === side && kind !== ROYAL) others++;
  });
  return others === 0;
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
