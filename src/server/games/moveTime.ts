import type { Result } from '../../board/result.ts';
import type { RateLimit } from '../limits.ts';
import { refuse } from './game.ts';

/**
 * Limits the time that one visitor's moves take: rules that visitors describe may be slow in later positions. A move is
 * charged before it is made, with what those of its game took before it.
 */
export class MoveTime {
  /** Tokens are milliseconds. */
  private readonly limit: RateLimit;
  /** What a move of this game takes, in milliseconds: late ones count most. */
  private usual = 0;

  constructor(limit: RateLimit) {
    this.limit = limit;
  }

  /** Errors: `rate`, and those of `make`. */
  spend<T>(visitor: string, make: () => Result<T>): Result<T> {
    const wait = this.limit.take(visitor, this.usual);
    if (wait > 0) {
      return refuse(
        'rate',
        `The moves of this game take the server too long: try again in ${wait} s.`,
      );
    }
    const began = performance.now();
    const made = make();
    this.usual = (this.usual + performance.now() - began) / 2;
    return made;
  }
}
