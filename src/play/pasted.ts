import { fail, ok, type Result } from '../board/result.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { isCourierGame, parseCourierGame } from './courierRecord.ts';
import { GameTree } from './gameTree.ts';
import { MOST_CHARACTERS, type ParsedGame, parsePgn } from './pgn.ts';

/**
 * Reads a FEN, a game in PGN or one of Game Courier's. In a FEN without a side to move, White is to move. Errors: those
 * of the three.
 */
export function parsePasted(
  text: string,
  rules: RuleSet,
  others: readonly RuleSet[] = [],
): Result<ParsedGame> {
  const trimmed = text.trim();
  if (trimmed === '') return fail('pgn', 'paste a FEN or a game in PGN');
  if (trimmed.length <= MOST_CHARACTERS && isCourierGame(trimmed)) {
    const game = parseCourierGame(trimmed, rules);
    if (!game.ok) return game;
    return ok({ tree: GameTree.of(game.value), namesRules: false, more: false });
  }
  const [board, ...fields] = trimmed.split(/[\s_]+/);
  if (!/^[0-9a-zA-Z]+(\/[0-9a-zA-Z]+){2,}(\[[a-zA-Z]*\])?$/.test(board!))
    return parsePgn(trimmed, rules, others);
  const position = rules.parseFen([board, ...(fields.length === 0 ? ['w'] : fields)].join(' '));
  if (!position.ok) return position;
  const tree = GameTree.start(rules, position.value);
  return ok({ tree, namesRules: false, more: false });
}
