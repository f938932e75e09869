import type { Square } from '../../board/board.ts';
import { BEHIND, type Line, PLAIN } from '../../pieces/lines.ts';

/** One move of a piece from a square to another, and what must be on its way. */
export interface Path {
  readonly from: Square;
  readonly to: Square;
  /** Must be empty. */
  readonly empties: readonly Square[];
  /** Exactly one of these must be occupied; undefined if the piece passes none. */
  readonly hurdles: readonly Square[] | undefined;
}

/** The paths of a line from a square, its nearest target first. */
export function pathsOfLine(from: Square, { squares, first, hop, lame }: Line): readonly Path[] {
  const paths: Path[] = [];
  for (let i = hop === PLAIN ? first : Math.max(1, first); i < squares.length; i++) {
    const passed = squares.slice(0, i);
    const to = squares[i]!;
    if (hop === PLAIN) paths.push({ from, to, empties: [...lame, ...passed], hurdles: undefined });
    else if (hop === BEHIND) {
      paths.push({
        from,
        to,
        empties: [...lame, ...passed.slice(0, -1)],
        hurdles: passed.slice(-1),
      });
    } else paths.push({ from, to, empties: lame, hurdles: passed });
  }
  return paths;
}
