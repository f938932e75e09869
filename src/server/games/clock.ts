import type { ClockSettings, Clocks, Side } from '../protocol.ts';

/** A game's clock. Times are milliseconds. */
export interface ClockState {
  readonly settings: ClockSettings;
  /** The time that each side had left when its opponent last moved. */
  readonly left: Readonly<Record<Side, number>>;
  /** When the side to move began to be timed, or undefined if it is not. */
  readonly since: number | undefined;
}

/** Both sides’ first moves are not timed: the players may still be waiting for each other. */
export const UNTIMED_PLIES = 2;

export function startClock(settings: ClockSettings): ClockState {
  const each = settings.seconds * 1000;
  return { settings, left: { white: each, black: each }, since: undefined };
}

/** The time left to `side`, which is to move; not below 0. */
export function timeLeft({ left, since }: ClockState, side: Side, now: number): number {
  // If the machine's time is set back, neither side gains by it.
  const used = since === undefined ? 0 : Math.max(0, now - since);
  return Math.max(0, left[side] - used);
}

/** The clock after a move of `side`. `timed`: is the opponent's reply timed? */
export function press(clock: ClockState, side: Side, timed: boolean, now: number): ClockState {
  const { settings, since } = clock;
  const gained = since === undefined ? 0 : settings.increment * 1000;
  const left = { ...clock.left, [side]: timeLeft(clock, side, now) + gained };
  return { settings, left, since: timed ? now : undefined };
}

/** Stops the clock and deducts the time that `side`, which is to move, has used. */
export function stopClock(clock: ClockState, side: Side, now: number): ClockState {
  return {
    ...clock,
    left: { ...clock.left, [side]: timeLeft(clock, side, now) },
    since: undefined,
  };
}

/** The clocks as sent to pages; null for a game without clocks. */
export function shownClocks(clock: ClockState | undefined, side: Side, now: number): Clocks | null {
  if (!clock) return null;
  const left = { ...clock.left, [side]: timeLeft(clock, side, now) };
  return {
    white: Math.round(left.white),
    black: Math.round(left.black),
    running: clock.since === undefined ? null : side,
  };
}
