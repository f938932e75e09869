import { fail, ok, type Result, unwrap } from '../../chess/result.ts';
import { Game as PlayedGame, replayed } from '../../play/game.ts';
import { GameTree } from '../../play/gameTree.ts';
import { makePgn } from '../../play/makePgn.ts';
import { findRuleSet } from '../../rules/registry.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { type Game, startGame, withMoves } from './game.ts';

/** The whole game, also where an earlier position of it is looked at. */
export function pgnOf({ rules, positions, plies }: Game): string {
  const game = unwrap(replayed(PlayedGame.start(rules, positions[0]), plies));
  return makePgn(GameTree.of(game));
}

/** More than any game has: a pasted text is not to keep the page busy. */
const MOST_CHARACTERS = 100_000;

/**
 * Reads the main line of one game; variations, comments and numbers are passed over. `rules` are those of a game that
 * does not name its own. Errors: `pgn`, those of FENs and moves.
 */
export function parsePgn(text: string, rules: RuleSet): Result<Game> {
  if (text.length > MOST_CHARACTERS) {
    return fail(
      'pgn',
      `a game has at most ${MOST_CHARACTERS} characters, this text ${text.length}`,
    );
  }
  const tags = new Map<string, string>();
  const movetext = text.replace(
    /^\s*\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*$/gm,
    (_, name: string, value: string) => {
      tags.set(name, value.replace(/\\(.)/g, '$1'));
      return '';
    },
  );
  const variant = tags.get('Variant')?.toLowerCase();
  const named =
    variant === undefined ? ok(rules) : findRuleSet(variant === 'standard' ? 'chess' : variant);
  if (!named.ok) return named;
  const fen = tags.get('FEN');
  const start = fen === undefined ? ok(named.value.start) : named.value.parseFen(fen);
  if (!start.ok) return start;
  const moves = mainLine(movetext);
  if (!moves.ok) return moves;
  return withMoves(startGame(named.value, start.value), moves.value);
}

/** A number, a result, a mark or a numeric glyph. */
const NO_MOVE = /^(|\d+|\.+|[!?]+|\$\d+|\*|1-0|0-1|1\/2-1\/2)$/;

function mainLine(movetext: string): Result<readonly string[]> {
  const bare = movetext
    .replace(/\{[^}]*\}/g, ' ')
    .replace(/;.*$/gm, ' ')
    .replace(/^%.*$/gm, ' ');
  const moves: string[] = [];
  let depth = 0;
  for (const [token] of bare.matchAll(/[()]|[^\s()]+/g)) {
    if (token === '(') depth += 1;
    else if (token === ')') depth -= 1;
    else if (depth === 0) {
      const san = token.replace(/^\d+\.+/, '');
      if (!NO_MOVE.test(san)) moves.push(san);
    }
    if (depth < 0) return fail('pgn', "a variation ends that has not begun: too many ')'", token);
  }
  if (depth > 0) return fail('pgn', "a variation does not end: a ')' is missing");
  return ok(moves);
}

/** A FEN or a game, whichever it is. Errors: those of both. */
export function parsePasted(text: string, rules: RuleSet): Result<Game> {
  const trimmed = text.trim();
  if (/^[1-8a-zA-Z]+(\/[1-8a-zA-Z]+){7}\s/.test(trimmed)) {
    const position = rules.parseFen(trimmed);
    return position.ok ? ok(startGame(rules, position.value)) : position;
  }
  if (trimmed === '') return fail('pgn', 'paste a FEN or a game in PGN');
  return parsePgn(trimmed, rules);
}
