import { unwrap } from '../../src/board/result.ts';
import type { Position } from '../../src/position/position.ts';
import { findRuleSet } from '../../src/rules/registry.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';

export function gameOf(name: string): RuleSet {
  return unwrap(findRuleSet(name));
}

/** The position of a valid FEN after moves in UCI or SAN. */
export function read(rules: RuleSet, fen: string, ...moves: readonly string[]): Position {
  return played(rules, unwrap(rules.parseFen(fen)), ...moves);
}

export function played(rules: RuleSet, position: Position, ...moves: readonly string[]): Position {
  return moves.reduce(
    (reached, text) => rules.play(reached, unwrap(rules.parseMove(reached, text))),
    position,
  );
}

/** The legal moves in SAN, sorted. */
export function sans(rules: RuleSet, position: Position): string[] {
  const moves = rules.legalMoves(position);
  return moves.map((move) => rules.makeSan(position, move)).sort();
}

/** The legal moves in UCI, sorted. With `from`: those of the piece on this square. */
export function ucis(rules: RuleSet, position: Position, from = ''): string[] {
  return rules
    .legalMoves(position)
    .map((move) => rules.makeUci(move))
    .filter((uci) => uci.startsWith(from))
    .sort();
}

/** Where the piece on this square can go. */
export function targets(rules: RuleSet, position: Position, from: string): string[] {
  return ucis(rules, position, from).map((uci) => uci.slice(from.length));
}

/** A FEN with these pieces, by letter and square: `Kf1 kf12 Pe5`. `rest`: its fields behind the board. */
export function fenOf({ board }: RuleSet, pieces: string, rest = 'w - - 0 1'): string {
  const { files, ranks } = board;
  const rows = Array.from({ length: ranks }, () => new Array<string>(files).fill('.'));
  for (const each of pieces.split(' ')) {
    const [letter, file] = [each[0]!, 'abcdefghijklmnop'.indexOf(each[1]!)];
    rows[ranks - Number(each.slice(2))]![file] = letter;
  }
  const texts = rows.map((row) => row.join('').replace(/\.+/g, (empty) => String(empty.length)));
  return `${texts.join('/')} ${rest}`;
}
