import { unwrap } from '../board/result.ts';
import { BLACK } from '../pieces/army.ts';
import type { Game } from '../play/game.ts';
import { moveNumber, numberedMoves, plyOf } from '../play/moveText.ts';
import type { Score } from '../search/analysis.ts';
import { plural } from './output.ts';

/** A line in SAN. `moves`: in UCI. */
export function sanOf(game: Game, moves: readonly string[]): string[] {
  let at = game;
  return moves.map((uci) => {
    at = unwrap(at.replay(uci));
    return at.lastPly!.san;
  });
}

/** `1. Kb2`, `Kd5`, `2. Qc3`: the words of a line. */
export function wordsOf(game: Game, san: readonly string[]): string[] {
  return numberedMoves(san, game.turn === BLACK, moveNumber(plyOf(game)));
}

/** `+0.35`, `draws`, `wins in 5 plies`. */
export function scoreText(score: Score): string {
  switch (score.kind) {
    case 'win':
      return `wins in ${plural(score.plies, 'ply', 'plies')}`;
    case 'loss':
      return `loses in ${plural(score.plies, 'ply', 'plies')}`;
    case 'draw':
      return 'draws';
    case 'estimate':
      return `${score.value < 0 ? '' : '+'}${(score.value / 100).toFixed(2)}`;
  }
}
