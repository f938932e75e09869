import { IllegalGame } from '../../play/illegal/illegalGame.ts';
import { refOf } from '../../rules/gameRef.ts';
import type {
  Clocks,
  GameSnapshot,
  GameSummary,
  Moved,
  Names,
  PlayedMove,
  Seats,
  SeatsChanged,
  Seen,
  Side,
  You,
} from '../protocol.ts';
import { shownClocks } from './clock.ts';
import { type Game, type Play, type Seat, toMove } from './game.ts';
import { hiddenOf, recordOf } from './hidden.ts';

/** Which players are connected to a game, and how many onlookers. */
export interface Presence extends Readonly<Record<Side, boolean>> {
  readonly onlookers: number;
}

/** The whole state as sent to one client. */
export function snapshotOf(game: Game, presence: Presence, now: number, you: You): GameSnapshot {
  const { id, play, clock, offers, ending, notice } = game;
  const { seats, names, onlookers } = seatsOf(game, presence);
  return {
    type: 'game',
    id,
    ...shownRules(game),
    start: startOf(play),
    ...shownMoves(game),
    clock: clock?.settings ?? null,
    clocks: shownClocks(clock, toMove(game), now),
    seats,
    names,
    onlookers,
    offers,
    ending: ending ?? null,
    rematch: rematchOf(game),
    notice: notice ?? null,
    you,
  };
}

/** The FEN of the position before the first move; null if the players settle it. */
export function startOf(play: Play): string | null {
  if (play instanceof IllegalGame) return play.rules.makeFen(play.start);
  const { stage, game } = play;
  return stage || !game ? null : game.rules.makeFen(game.start);
}

/** The public summary of a game. */
export function summaryOf(game: Game): GameSummary {
  const { id, play, clock, seats, ending } = game;
  return {
    id,
    ...shownRules(game),
    clock: clock?.settings ?? null,
    plies: play.length,
    turn: toMove(game),
    taken: { white: seats.white !== undefined, black: seats.black !== undefined },
    names: { white: seats.white?.name ?? null, black: seats.black?.name ?? null },
    ending: ending ?? null,
    rematch: rematchOf(game),
  };
}

/** The message that publishes a move. Of a hidden game it is how that stands now. */
export function movedMessage(game: Game, ply: number, clocks: Clocks | null): Moved | Seen {
  const { play, ending, offers } = game;
  if (play instanceof IllegalGame) {
    return { type: 'seen', ...hiddenOf(play), clocks, ending: ending ?? null, offers };
  }
  const isLast = ply === play.length - 1;
  return {
    type: 'moved',
    ply,
    ...shownMove(play.actions[ply]!),
    clocks,
    ending: (isLast && ending) || null,
    offers,
  };
}

export function seatsOf({ seats }: Game, presence: Presence): SeatsChanged {
  const state = (side: Side) => {
    if (isFree(seats[side], presence[side])) return 'free';
    return presence[side] ? 'here' : 'away';
  };
  const nameOf = (side: Side) => (state(side) === 'free' ? null : (seats[side]?.name ?? null));
  const states: Seats = { white: state('white'), black: state('black') };
  const names: Names = { white: nameOf('white'), black: nameOf('black') };
  return { type: 'seats', seats: states, names, onlookers: presence.onlookers };
}

/** Is the seat not taken, or did its holder leave before it was certain that the secret had arrived? */
export function isFree(seat: Seat | undefined, isHere: boolean): boolean {
  return !seat || (!seat.confirmed && !isHere);
}

/** The link to share, relative to the server's root. What follows `#` is not sent to servers, and so not logged. */
export function linkTo(id: string): string {
  return `/#game=${id}`;
}

function shownRules({ play }: Game): Pick<GameSummary, 'rules' | 'variant'> {
  const { name: rules, ini: variant } = refOf(play.rules);
  return variant === undefined ? { rules } : { rules, variant };
}

/** A hidden game shows what its players have done when it has ended. */
function shownMoves({ play, ending }: Game): Pick<GameSnapshot, 'moves' | 'hidden'> {
  if (!(play instanceof IllegalGame)) return { moves: play.actions.map(shownMove) };
  return ending ? { moves: recordOf(play) } : { moves: [], hidden: hiddenOf(play) };
}

function rematchOf({ rematch }: Game) {
  return rematch === undefined ? null : { id: rematch, link: linkTo(rematch) };
}

function shownMove({ uci, san }: PlayedMove): PlayedMove {
  return { uci, san };
}
