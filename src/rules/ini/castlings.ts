import type { Board, Square } from '../../board/board.ts';
import type { Army, Color, PieceKind } from '../../pieces/army.ts';
import { linesOf } from '../../pieces/lines.ts';
import { type Castling, castling } from '../../pieces/specials.ts';
import type { Ranked } from './army.ts';
import type { Refuse } from './problems.ts';
import type { Settings } from './settings.ts';
import type { Start } from './start.ts';

/**
 * The castlings to which sides have the right in the first position, as Fairy-Stockfish reads its letters: K and Q, or the
 * file of the rook. A letter without king and rook in their places gives no right.
 */
export function castlingsOf(
  settings: Settings,
  board: Board,
  ranked: Ranked,
  { rights, letters }: Start,
  refuse: Refuse,
): readonly Castling[] {
  if (!settings.castling) return [];
  const found = new Map<string, Castling>();
  for (const right of rights) {
    const made = castlingOf(settings, board, ranked, letters, right);
    if (!made) continue;
    const problem = problemOf(ranked.army, made);
    if (problem) refuse(['castling', 'castlingKingsideFile', 'castlingQueensideFile'], problem);
    found.set(made.letter, made);
  }
  return [...'KQkq'].flatMap((letter) => found.get(letter) ?? []);
}

function castlingOf(
  settings: Settings,
  board: Board,
  { army, indexOf }: Ranked,
  letters: ReadonlyMap<Square, string>,
  right: string,
): Castling | undefined {
  const color = right === right.toUpperCase() ? 0 : 1;
  const row = color === 0 ? settings.castlingRank - 1 : board.ranks - settings.castlingRank;
  if (row < 0 || row >= board.ranks) return undefined;
  const written = (key: string) => {
    const letter = settings.kinds.get(key)?.letter;
    return color === 0 ? letter : letter?.toLowerCase();
  };
  const keyAt = (keys: readonly string[], file: number) =>
    keys.find((key) => {
      const there = letters.get(row * board.files + file);
      return there !== undefined && there === written(key);
    });
  const files = Array.from({ length: board.files }, (_, file) => file);
  const isRook = (file: number) => keyAt(settings.castlingRooks[color], file) !== undefined;
  const rookFile = rookFileOf(settings, files, right, isRook);
  const king = settings.castlingKing[color];
  const kings = files.filter((file) => keyAt([king], file));
  const kingFile = kings.length === 1 ? kings[0]! : settings.castlingKingFile - 1;
  if (rookFile === undefined || !kings.includes(kingFile)) return undefined;
  const toRight = rookFile > kingFile;
  const goal = (toRight ? settings.castlingKingsideFile : settings.castlingQueensideFile) - 1;
  const rookGoal = goal + (toRight ? -1 : 1);
  if (Math.max(goal, rookGoal) >= board.files || Math.min(goal, rookGoal) < 0) return undefined;
  const letter = toRight ? 'K' : 'Q';
  const at = (file: number) => row * board.files + file;
  const kingKind = indexOf(king);
  return castling({
    letter: color === 0 ? letter : letter.toLowerCase(),
    color,
    toRight,
    king: kingKind,
    kingFrom: at(kingFile),
    kingTo: at(goal),
    byRook: isOrdinary(board, army[kingKind]!, color, at(kingFile), at(goal)),
    rook: indexOf(keyAt(settings.castlingRooks[color], rookFile)!),
    rookFrom: at(rookFile),
    ...(settings.oppositeCastling ? { opposite: true } : {}),
  });
}

/** The file of the rook: the first from where the search begins, or the one that is named. */
function rookFileOf(
  { castlingRookKingsideFile, castlingRookQueensideFile }: Settings,
  files: readonly number[],
  right: string,
  isRook: (file: number) => boolean,
): number | undefined {
  const letter = right.toUpperCase();
  if (letter === 'K') {
    return files.findLast((file) => file < castlingRookKingsideFile && isRook(file));
  }
  if (letter === 'Q') {
    return files.find((file) => file >= castlingRookQueensideFile - 1 && isRook(file));
  }
  const file = letter.charCodeAt(0) - 65;
  return /^[A-P]$/.test(letter) && isRook(file) ? file : undefined;
}

function problemOf(army: Army, { king, kingFrom, kingTo }: Castling): string | undefined {
  return kingFrom === kingTo
    ? `castling: the ${army[king]!.name} would stay where it is`
    : undefined;
}

/** May the king go there by an ordinary move? Then the castling is written by the rook's square. */
function isOrdinary(board: Board, kind: PieceKind, color: Color, from: Square, to: Square) {
  return linesOf(
    board,
    kind,
    color,
  )(from).some(({ moves, squares }) => moves && squares.includes(to));
}
