/** `1. Kb2`, `Kd5`, `2. Qc3`, or `1... Kd5`, `2. Qc3` where Black begins: a word a move, with its number where one is due. */
export function numberedMoves(san: readonly string[], blackBegins: boolean): string[] {
  return san.map((move, i) => {
    const ply = i + (blackBegins ? 1 : 0);
    const number = Math.floor(ply / 2) + 1;
    if (ply % 2 === 0) return `${number}. ${move}`;
    return i === 0 ? `${number}... ${move}` : move;
  });
}

/** Words in lines of at most so many characters. */
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
