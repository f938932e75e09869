import type { IllegalGame } from '../../play/illegal/illegalGame.ts';
import { claimWords, endingSentence, makeRecordedMove } from '../../play/illegal/record.ts';
import { viewOf } from '../../play/illegal/view.ts';
import type { GameEnding, Hidden, PlayedMove } from '../protocol.ts';
import { type ClockState, press, stopClock, UNTIMED_PLIES } from './clock.ts';
import { sideOf } from './words.ts';

/** What everybody may see of a game whose moves are a secret. */
export function hiddenOf(play: IllegalGame): Hidden {
  return { plies: play.length, view: viewOf(play) };
}

/** The whole game, once it has ended: the text of everything that was done, and what the record says of it. */
export function recordOf({ log, events, rules }: IllegalGame): readonly PlayedMove[] {
  return events.map((event, i) => ({
    uci: log[i]!,
    san: event.type === 'move' ? makeRecordedMove(event.made) : claimWords(event, rules),
  }));
}

/** How many moves have been made, those that were rolled back among them. */
export function movesOf({ events }: IllegalGame): number {
  return events.filter(({ type }) => type === 'move').length;
}

/** How the board has ended a game, or undefined. */
export function hiddenEnding({ ending }: IllegalGame): GameEnding | undefined {
  if (!ending) return undefined;
  const { reason, winner } = ending;
  const side = winner === undefined ? null : sideOf(winner);
  return { reason, winner: side, text: endingSentence(ending) };
}

/**
 * The clock after a move or a claim. It runs on for who has to move next; only who has moved gains time, so that nobody
 * does by claims.
 */
export function turnedClock(
  clock: ClockState,
  before: IllegalGame,
  after: IllegalGame,
  now: number,
): ClockState {
  if (after.turn === before.turn) return clock;
  const side = sideOf(before.turn);
  const timed = movesOf(after) >= UNTIMED_PLIES;
  if (after.events.at(-1)!.type === 'move') return press(clock, side, timed, now);
  return { ...stopClock(clock, side, now), since: timed ? now : undefined };
}
