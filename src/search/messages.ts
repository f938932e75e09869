import type { Problem, Result } from '../board/result.ts';
import { Game, replayed } from '../play/game.ts';
import { type GameRef, gameOf, refOf } from '../rules/gameRef.ts';
import type { Analysis, Limits, Proof, ProofLimits } from './analysis.ts';

/** A game in play, as plain data for another thread. */
export interface PlayedGame {
  readonly rules: GameRef;
  readonly start: string;
  /** In UCI. */
  readonly moves: readonly string[];
}

export function describeGame(game: Game): PlayedGame {
  const { rules, start, plies } = game;
  return { rules: refOf(rules), start: rules.makeFen(start), moves: plies.map(({ uci }) => uci) };
}

/** Errors: those of the rules, of the FEN and of the moves. */
export function gameIn({ rules: ref, start, moves }: PlayedGame): Result<Game> {
  const rules = gameOf(ref);
  if (!rules.ok) return rules;
  const position = rules.value.parseFen(start);
  if (!position.ok) return position;
  return replayed(
    Game.start(rules.value, position.value),
    moves.map((uci) => ({ uci, san: uci })),
  );
}

/** What a thread is asked for. */
export type SearchTask =
  | { readonly kind: 'analyze'; readonly limits: Limits }
  | { readonly kind: 'prove'; readonly limits: ProofLimits };

export interface SearchRequest {
  readonly id: number;
  readonly game: PlayedGame;
  readonly task: SearchTask;
  readonly hashBytes: number;
  /** Where the thread finds tables; what it means is known to those who start threads. */
  readonly tables?: string;
  /** A word that is not 0 once the search shall stop. Absent: the thread is ended instead. */
  readonly stop?: Int32Array;
}

export type SearchAnswer = { readonly id: number } & (
  | { readonly kind: 'depth'; readonly found: Analysis }
  | { readonly kind: 'analyzed'; readonly found: Analysis }
  | { readonly kind: 'proved'; readonly proof: Proof | undefined }
  | { readonly kind: 'failed'; readonly problem: Problem }
);
