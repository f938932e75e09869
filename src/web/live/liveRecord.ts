import { preparationTags } from '../../play/preparationTag.ts';
import type { ClockSettings, GameEnding } from '../../server/protocol.ts';
import { dateTag } from '../games/dateTag.ts';
import type { LiveGame } from './liveGame.ts';

export interface RecordOptions {
  /** Where it was played: this page's address. */
  readonly site: string;
  /** When it began, in milliseconds since 1970; undefined if this browser does not know. */
  readonly began: number | undefined;
}

/** The tags that PGN has for players, clock and result. */
export function tagsOf(
  live: LiveGame,
  { site, began }: RecordOptions,
): ReadonlyMap<string, string> {
  const { tree, names, clock, ending, preparing } = live;
  return new Map<string, string>([
    ['Event', `${tree.rules.title} by link`],
    ['Site', site],
    ...(began === undefined ? [] : ([['Date', dateTag(began)]] as const)),
    ['White', names.white ?? '?'],
    ['Black', names.black ?? '?'],
    ['TimeControl', timeControl(clock)],
    ...(ending ? endingTags(ending) : []),
    ...(preparing ? preparationTags(preparing) : []),
  ]);
}

/** PGN standard, 9.6.1: seconds for the game, a plus and seconds a move; `-` without a clock. */
function timeControl(clock: ClockSettings | null): string {
  if (!clock) return '-';
  return clock.increment === 0 ? `${clock.seconds}` : `${clock.seconds}+${clock.increment}`;
}

/** PGN standard, 9.8.1. */
function endingTags({ reason, winner }: GameEnding): readonly (readonly [string, string])[] {
  const result = winner === null ? '1/2-1/2' : winner === 'white' ? '1-0' : '0-1';
  return [
    ['Result', result],
    ['Termination', reason === 'flag' ? 'time forfeit' : 'normal'],
  ];
}
