import { unwrap } from '../../src/board/result.ts';
import type { Position } from '../../src/position/position.ts';
import { metachess } from '../../src/rules/metachess.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';

/** The position of a valid FEN. */
export function read(fen: string): Position {
  return unwrap(metachess.parseFen(fen));
}

/** The position after moves in UCI or SAN, each of them chess-legal. */
export function afterMoves(position: Position, ...moves: readonly string[]): Position {
  let reached = position;
  for (const text of moves) {
    reached = metachess.play(reached, unwrap(metachess.parseMove(reached, text)));
  }
  return reached;
}

/** Chess-legal moves in UCI, sorted. */
export function chessMoves(position: Position): string[] {
  return metachess.moves(position).map(metachess.makeUci).sort();
}

/** Legal moves of the rules in UCI, sorted. */
export function permitted(position: Position, rules: RuleSet = metachess): string[] {
  return rules.legalMoves(position).map(rules.makeUci).sort();
}

/** The SAN of the reply that forbids a move, or undefined if the move is permitted. */
export function mateAfter(position: Position, text: string): string | undefined {
  const move = unwrap(metachess.parseMove(position, text));
  const found = metachess.refutation(position, move);
  return found && metachess.makeSan(found.at, found.reply);
}
