import { type Failure, fail, type Problem } from '../board/result.ts';
import type { Game } from './game.ts';

/** The number of the move with this ply. `ply`: from 0 on, Black's odd. */
export function moveNumber(ply: number): number {
  return Math.floor(ply / 2) + 1;
}

/** The number before a game's last move: `3.` for White; for Black `3...` after a gap, otherwise empty. */
export function numberOf(game: Game, afterGap: boolean): string {
  const number = moveNumber(plyOf(game) - 1);
  const byWhite = game.turn !== 0;
  if (byWhite) return `${number}.`;
  return afterGap ? `${number}...` : '';
}

/** The ply that comes next in a game, for {@link moveNumber}. */
export function plyOf({ start, length }: Game): number {
  return length + (start.turn === 0 ? 0 : 1);
}

/** Puts the number of a game's next move before its problem: `move 3 of Black: …`. */
export function atMove(game: Game, { code, message, text }: Problem): Failure {
  const number = moveNumber(plyOf(game));
  return fail(code, `move ${number}${game.turn === 0 ? '' : ' of Black'}: ${message}`, text);
}

/**
 * `1. Kb2`, `Kd5`, `2. Qc3`, or `1... Kd5`, `2. Qc3` if Black begins: one word for each move, with its number if it
 * needs one. `first`: the number of the first move.
 */
export function numberedMoves(
  san: readonly string[],
  blackBegins: boolean,
  first: number = 1,
): string[] {
  return san.map((move, i) => {
    const ply = i + (blackBegins ? 1 : 0);
    const number = moveNumber(ply) + first - 1;
    if (ply % 2 === 0) return `${number}. ${move}`;
    return i === 0 ? `${number}... ${move}` : move;
  });
}

/** Words in lines of at most `width` characters. */
export function wrap(words: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else lines.push(word);
  }
  return lines;
}
