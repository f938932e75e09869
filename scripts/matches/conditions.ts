import { unwrap } from '../../src/board/result.ts';
import { gameOf } from '../../src/rules/gameRef.ts';
import type { Player } from './player.ts';

/** All that decides how the games of a match are played. Games of other conditions do not belong to the match. */
export interface Conditions {
  /** A built-in game: `reach:nomove=chess`. */
  readonly rules: string;
  readonly fingerprint: string;
  /** See `searchSignature`: of the search in this game. */
  readonly search: string;
  /** Two of them exchange the colours from game to game, with the same opening twice; a single one plays itself. */
  readonly players: readonly [Player] | readonly [Player, Player];
  readonly seed: number;
  /** Random moves that a game begins with. */
  readonly openingPlies: number;
  /** A game that goes on after this number of plies is a draw. */
  readonly mostPlies: number;
  /** Counts surprises: plies at which the best move at depth `shallow` is not among the best at depth `deep`. */
  readonly surprises?: { readonly shallow: number; readonly deep: number };
}

const OPENING_PLIES = 4;
const MOST_PLIES = 500;

export type Given = Pick<Conditions, 'rules' | 'search' | 'players' | 'seed' | 'surprises'>;

export function conditionsOf(given: Given): Conditions {
  const { fingerprint } = unwrap(gameOf({ name: given.rules }));
  return { ...given, fingerprint, openingPlies: OPENING_PLIES, mostPlies: MOST_PLIES };
}

/** What differs, in words, or undefined: `the search is another one`. */
export function difference(now: Conditions, then: Conditions): string | undefined {
  const key = (Object.keys({ ...then, ...now }) as (keyof Conditions)[]).find(
    (each) => JSON.stringify(now[each]) !== JSON.stringify(then[each]),
  );
  return key && words[key];
}

const words: Readonly<Record<keyof Conditions, string>> = {
  rules: 'the game is another one',
  fingerprint: 'the rules have changed',
  search: 'the search has changed',
  players: 'a player has changed',
  seed: 'the seed is another one',
  openingPlies: 'openings are of another length',
  mostPlies: 'games may be of another length',
  surprises: 'surprises are counted otherwise',
};
