import { unwrap } from '../../src/board/result.ts';
import { makeFen } from '../../src/notation/fen.ts';
import { IllegalGame } from '../../src/play/illegal/illegalGame.ts';
import { findRuleSet } from '../../src/rules/registry.ts';

export const illegal = unwrap(findRuleSet('illegal'));

/** A game from a FEN, or `startpos`, after what the side to move does. */
export function played(fen: string, ...texts: readonly string[]): IllegalGame {
  return playedOn(begun(fen), ...texts);
}

export function begun(fen: string, options = ''): IllegalGame {
  const rules = options === '' ? illegal : unwrap(findRuleSet(`illegal:${options}`));
  return IllegalGame.start(rules, unwrap(rules.parseFen(fen)));
}

export function playedOn(game: IllegalGame, ...texts: readonly string[]): IllegalGame {
  return unwrap(game.replayed(texts));
}

/** The code with which something is refused, or `ok`. */
export function outcome(game: IllegalGame, text: string): string {
  const next = game.act(game.turn, text);
  return next.ok ? 'ok' : next.problem.code;
}

export function fenOf(game: IllegalGame): string {
  return makeFen(game.stage.position);
}

/** The men alone. */
export function boardOf(game: IllegalGame): string {
  return fenOf(game).split(' ')[0]!;
}
