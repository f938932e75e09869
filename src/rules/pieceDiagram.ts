import { boardOf, type Square } from '../board/board.ts';
import { onRanks } from '../board/regions.ts';
import { type PieceKind, WHITE } from '../pieces/army.ts';
import { type Line, linesOf, PLAIN, passantsFrom } from '../pieces/lines.ts';

/** What a piece does on a square, in words for a legend. */
export const reaches = {
  both: 'moves or takes there',
  moves: 'only moves',
  takes: 'only takes',
  passant: 'only takes, en passant too',
  first: 'goes there only from where it begins',
  hops: 'goes there over one other piece',
  movesOrHops: 'moves there and goes there over one other piece',
} as const;

export type Reach = keyof typeof reaches;

/** Where a white piece in the middle of an empty board goes. */
export interface PieceDiagram {
  /** Files, and ranks, of the board: odd. */
  readonly side: number;
  /** Where the piece stands. */
  readonly middle: Square;
  /** By square, `rank * side + file`: what the piece does there; undefined if it does not go there. */
  readonly squares: readonly (Reach | undefined)[];
}

const SIDE = 9;

export function diagramOf(kind: PieceKind): PieceDiagram {
  const board = boardOf(SIDE, SIDE);
  const middle = (board.size - 1) / 2;
  const linesFrom = (of: PieceKind) => linesOf(board, of, WHITE)(middle);
  const { enters, passantsOn, tripleHome, ...free } = kind;
  // As if it had not moved: first moves are part of the picture.
  const lines = linesFrom({ ...free, home: { ranks: [(SIDE + 1) / 2] } });
  const later = linesFrom({ ...free, home: onRanks() });
  const passants = passantsFrom(board, free, WHITE, middle);
  const reachOf = (square: Square): Reach | undefined => {
    const there = lines.filter((line) => leadsTo(line, square));
    const moves = there.some((line) => line.moves && line.hop === PLAIN);
    const takes = there.some((line) => line.takes && line.hop === PLAIN);
    if (there.length === 0) return undefined;
    if (!later.some((line) => leadsTo(line, square))) return 'first';
    if (there.some((line) => line.hop !== PLAIN)) return moves ? 'movesOrHops' : 'hops';
    if (moves) return takes ? 'both' : 'moves';
    return takes && passants.includes(square) ? 'passant' : 'takes';
  };
  const squares = Array.from({ length: board.size }, (_, square) => reachOf(square));
  return { side: SIDE, middle, squares };
}

function leadsTo({ squares, hop, first }: Line, square: Square): boolean {
  return squares.indexOf(square) >= (hop === PLAIN ? first : 1);
}

/** What pieces do in these diagrams, each once, in the order of {@link reaches}. */
export function reachesIn(diagrams: readonly PieceDiagram[]): readonly Reach[] {
  const found = new Set(diagrams.flatMap(({ squares }) => squares));
  return (Object.keys(reaches) as Reach[]).filter((reach) => found.has(reach));
}
