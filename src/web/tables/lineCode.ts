import { unwrap } from '../../board/result.ts';
import type { RuleSet } from '../../rules/ruleset.ts';

/**
 * A line of moves in SAN as one character a move: its number among the moves of its position. The rules from which the
 * line was written must read it. Compressed, it takes less than half of what the SAN takes.
 */
export function codeLine(rules: RuleSet, fen: string, line: readonly string[]): string {
  let position = unwrap(rules.parseFen(fen));
  return line
    .map((san) => {
      const moves = rules.moves(position);
      const number = moves.findIndex((move) => rules.makeSan(position, move, moves) === san);
      if (number < 0) throw new Error(`${fen}, line ${line.join(' ')}: there is no ${san}`);
      position = rules.play(position, moves[number]!);
      return String.fromCharCode(FIRST + number);
    })
    .join('');
}

/** The SAN of a line from its code. */
export function readLine(rules: RuleSet, fen: string, code: string): readonly string[] {
  let position = unwrap(rules.parseFen(fen));
  return Array.from(code, (character) => {
    const moves = rules.moves(position);
    const move = moves[character.charCodeAt(0) - FIRST]!;
    const san = rules.makeSan(position, move, moves);
    position = rules.play(position, move);
    return san;
  });
}

/** Few characters from it on are escaped in JSON. */
const FIRST = '('.charCodeAt(0);
