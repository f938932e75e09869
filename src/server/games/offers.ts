import { ok, type Result } from '../../board/result.ts';
import { isHidden } from '../../rules/variant.ts';
import type { OfferKind, Side } from '../protocol.ts';
import { startClock } from './clock.ts';
import { end, type Game, newGame, refuse, takeBack } from './game.ts';
import { agreement, nameOf, otherSide, sideOf } from './words.ts';

/** A game after an offer was made or answered, and the game that follows if a rematch was agreed. */
export interface Answered {
  readonly game: Game;
  readonly next?: Game;
}

/** Errors: `over`, `not-over`, `offer`. */
export function makeOffer(
  game: Game,
  side: Side,
  kind: OfferKind,
  now: number,
  makeId: () => string,
): Result<Answered> {
  const open = game.offers[kind];
  if (open === otherSide(side)) {
    // Both want the same. Not so for takebacks: each side means its own move.
    if (kind !== 'takeback') return accept(game, side, kind, now, makeId);
    return refuse('offer', `Answer ${nameOf(open)}’s offer first.`);
  }
  const possible = mayOffer(game, side, kind);
  if (!possible.ok) return possible;
  return ok({ game: { ...game, offers: { ...game.offers, [kind]: side } } });
}

function mayOffer(game: Game, side: Side, kind: OfferKind): Result<void> {
  const { ending, play, seats } = game;
  if (kind === 'rematch') {
    if (!ending) return refuse('not-over', 'A rematch comes when the game is over.');
    if (game.rematch) return refuse('offer', 'The next game has begun already.');
    if (!seats.white || !seats.black) return refuse('offer', 'There is nobody to play again with.');
  } else if (ending) {
    return refuse('over', `The game is over. ${ending.text}`);
  }
  if (kind === 'takeback' && isHidden(play.rules)) {
    return refuse('offer', 'In this game no move is taken back: it may be claimed.');
  }
  if (kind === 'takeback' && lastOf(game, side) < 0) {
    return refuse('offer', 'There is no move of yours to take back.');
  }
  if (game.declined[`${side} ${kind}`] === play.length) {
    return refuse(
      'offer',
      `${nameOf(otherSide(side))} has declined. You may offer again after the next move.`,
    );
  }
  return ok(undefined);
}

/** What a side has done last, by its place among all that was done; -1 if nothing. */
function lastOf({ play }: Game, side: Side): number {
  return play.actions.findLastIndex(({ by }) => sideOf(by) === side);
}

/** Errors: `offer`. */
export function accept(
  game: Game,
  side: Side,
  kind: OfferKind,
  now: number,
  makeId: () => string,
): Result<Answered> {
  const by = otherSide(side);
  if (game.offers[kind] !== by) return refuse('offer', `${nameOf(by)} has not offered that.`);
  if (kind === 'draw') return ok({ game: end(game, agreement, now) });
  if (kind === 'takeback') {
    return ok({ game: takeBack(game, lastOf(game, by), now) });
  }
  const next = nextGame(game, makeId());
  const offers = { ...game.offers, rematch: null };
  return ok({ game: { ...game, offers, rematch: next.id }, next });
}

/** A new game of the same players with the colours exchanged. They keep their secrets, so that none has to be sent. */
function nextGame({ play, seats, clock }: Game, id: string): Game {
  return newGame(play.rules, {
    id,
    seats: { white: seats.black, black: seats.white },
    clock: clock && startClock(clock.settings),
  });
}

/** Declines the other side's offer, or withdraws one's own. Errors: `offer`. */
export function decline(game: Game, kind: OfferKind): Result<Answered> {
  const by = game.offers[kind];
  if (by === null) return refuse('offer', 'There is no such offer.');
  const offers = { ...game.offers, [kind]: null };
  // Withdrawn offers count too: an offer cannot be switched on and off.
  const declined = { ...game.declined, [`${by} ${kind}`]: game.play.length };
  return ok({ game: { ...game, offers, declined } });
}
