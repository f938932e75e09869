import type { GameResult } from '../../src/play/status.ts';

/** A game that was played. */
export interface GameRecord {
  /** In its match, from 0. */
  readonly number: number;
  /** The index of the player who is White. */
  readonly white: 0 | 1;
  /** The moves of the opening, and all moves after them, in UCI. */
  readonly opening: string;
  readonly moves: string;
  readonly result: Exclude<GameResult, '*'>;
  /** What ended it: `checkmate`, or {@link TOO_LONG}. */
  readonly reason: string;
  readonly surprises?: number;
  /** If it was not played where the match was begun. */
  readonly machine?: string;
}

/** A game that reached the most plies, and counts as a draw. */
export const TOO_LONG = 'too long';

/** Plies of a game, those of the opening among them. */
export function pliesOf({ opening, moves }: GameRecord): number {
  return countMoves(opening) + countMoves(moves);
}

/** Moves of a list with spaces. */
export function countMoves(moves: string): number {
  return moves === '' ? 0 : moves.split(' ').length;
}
