import type { Square } from '../../board/board.ts';
import type { Equipment } from '../../pieces/equipment.ts';
import { type Line, PLAIN } from '../../pieces/lines.ts';
import type { PieceCode } from '../../pieces/mover.ts';

/** The lines of a piece from one square, sorted by what they need. */
interface Paths {
  /** Single squares, whatever stands between: to move to or to take on. */
  readonly leaps: readonly Square[];
  /** To move to only, and to take on only: the steps of pawns. */
  readonly steps: readonly Square[];
  readonly takes: readonly Square[];
  /** Squares one behind the other, until a piece stands in the way. */
  readonly rides: readonly (readonly Square[])[];
  /** What is none of these. */
  readonly others: readonly Line[];
  /** Lines of all sorts, if two of them lead to one square: a move is found once. Else empty. */
  readonly crossing: readonly Line[];
  readonly passants: readonly Square[];
  /** Can one of its moves from here be answered by taking en passant? */
  readonly givesEnPassant: boolean;
}

/** By piece code and square. */
export type PathTable = readonly (readonly Paths[])[];

/** The paths of every piece of a game. */
export function pathsOf(equipment: Equipment): PathTable {
  const { army, board } = equipment;
  const codes = Array.from({ length: 2 * army.length + 1 }, (_, code): PieceCode => code);
  const squares = Array.from({ length: board.size }, (_, square) => square);
  return codes.map((code) =>
    code === 0 ? [] : squares.map((square) => sorted(equipment, code, square)),
  );
}

function sorted(equipment: Equipment, code: PieceCode, square: Square): Paths {
  const { lines, passants } = equipment.mover(code);
  const all = lines[square]!;
  const targets = all.flatMap((line) => line.squares.slice(line.first));
  const common = {
    passants: passants[square]!,
    givesEnPassant: all.some(({ passed }) => passed.length > 0),
  };
  // Pawns have a line that moves and one that takes to the same square only in odd games.
  if (new Set(targets).size < targets.length) {
    return { leaps: [], steps: [], takes: [], rides: [], others: [], crossing: all, ...common };
  }
  const isSimple = ({ hop, lame, first }: Line) =>
    hop === PLAIN && lame.length === 0 && first === 0;
  const simple = all.filter(isSimple);
  const single = simple.filter((line) => line.squares.length === 1);
  const ends = (lines: readonly Line[]) => lines.map((line) => line.squares[0]!);
  const rides = simple.filter((line) => line.squares.length > 1 && line.moves && line.takes);
  const known = new Set([...single, ...rides]);
  return {
    leaps: ends(single.filter(({ moves, takes }) => moves && takes)),
    steps: ends(single.filter(({ moves, takes }) => moves && !takes)),
    takes: ends(single.filter(({ moves, takes }) => takes && !moves)),
    rides: rides.map((line) => line.squares),
    others: all.filter((line) => !known.has(line)),
    crossing: [],
    ...common,
  };
}
