import type { Game } from './game.ts';

/** The number of the move with this ply. `ply`: from 0 on, Black's odd. */
export function moveNumber(ply: number): number {
  return Math.floor(ply / 2) + 1;
}

/** The number before a game's last move: `3.` for White; for Black `3...` after a gap, otherwise empty. */
export function numberOf({ start, length, turn }: Game, afterGap: boolean): string {
  const blackBegan = start.turn !== 0;
  const number = moveNumber(length - 1 + (blackBegan ? 1 : 0));
  const byWhite = turn !== 0;
  if (byWhite) return `${number}.`;
  return afterGap ? `${number}...` : '';
}

/**
 * `1. Kb2`, `Kd5`, `2. Qc3`, or `1... Kd5`, `2. Qc3` if Black begins: one word for each move, with its number if it
 * needs one.
 */
export function numberedMoves(san: readonly string[], blackBegins: boolean): string[] {
  return san.map((move, i) => {
    const ply = i + (blackBegins ? 1 : 0);
    const number = moveNumber(ply);
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
