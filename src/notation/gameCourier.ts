import { makeSquare, parseSquare, type Square } from '../board/board.ts';
import { type Failure, fail, ok, type Result } from '../board/result.ts';
import { makePiece, parsePiece } from '../pieces/army.ts';
import { isPass, type Move, play } from '../position/moves.ts';
import { type Position, pieceAt } from '../position/position.ts';

/** The move of a turn: `P e3-e5`, or without the label. */
const MOVE = /^(?:([A-Za-z]+) +)?([a-z][1-9][0-9]?)-([a-z][1-9][0-9]?)$/;
/** A piece put on a square: `q-e1`. */
const DROP = /^([A-Za-z]+)-([a-z][1-9][0-9]?)$/;
/** A piece taken off the board, `@-e4` or `e4-`; or, as `-e4`, the square itself. */
const REMOVAL = /^(@?)-([a-z][1-9][0-9]?)$|^([a-z][1-9][0-9]?)-$/;

/**
 * Is a text in this notation? Without a label `e3-e5` is in SAN, too: there it is a pawn's move, and the same one. A
 * piece put on a square, on its own, is in SAN.
 */
export function isCourier(text: string): boolean {
  const parts = partsOf(text);
  const isLabelled = MOVE.exec(parts[0]!)?.[1] !== undefined;
  return isLabelled || parts.every((part, i) => isPart(part) && (i > 0 || !DROP.test(part)));
}

function isPart(part: string): boolean {
  return [MOVE, DROP, REMOVAL].some((form) => form.test(part));
}

/**
 * A move in the full algebraic notation of Game Courier: `P e3-e5`, `p e2-e1; q-e1`. Castling is the king's move, and a
 * pass, for which that notation has no word, `--`.
 */
export function makeCourier(position: Position, move: Move): string {
  const { army, board } = position.equipment;
  if (isPass(move)) return '--';
  const { from, to, promotion } = move;
  const target = makeSquare(to, board);
  const label = makePiece(army, pieceAt(position, from)!);
  const way = `${label} ${makeSquare(from, board)}-${target}`;
  if (promotion === undefined) return way;
  return `${way}; ${makePiece(army, { kind: promotion, color: position.turn })}-${target}`;
}

/**
 * The one of `moves` that a turn in the full algebraic notation of Game Courier means. The label may be missing. Further
 * parts, after semicolons, say what a piece becomes, or remove what the move takes en passant: `e7-`, `@-e7`.
 * Errors name the part: `courier` (unreadable, or too much), `square`, `courier-label`, `courier-illegal`,
 * `courier-promotion`, `courier-removal`, `courier-drop`, `courier-square` (a square is removed).
 */
export function parseCourier(
  position: Position,
  text: string,
  moves: readonly Move[],
): Result<Move> {
  const [first, ...more] = partsOf(text);
  const ways = waysOf(position, first!, moves);
  if (!ways.ok) return ways;
  const found = new Map<Addition['what'], number>();
  for (const part of more) {
    const added = additionOf(position, part, ways.value);
    if (!added.ok) return added;
    const { what, value } = added.value;
    if (found.has(what)) return fail('courier', `'${part}' is a second ${what} in a turn`, part);
    found.set(what, value);
  }
  const move = ways.value.find(({ promotion }) => promotion === found.get('promotion'));
  if (move) return ok(move);
  const example = makeCourier(position, ways.value[0]!);
  const words = `'${first}' promotes: say to which piece, such as '${example}'`;
  return fail('courier-promotion', words, first);
}

/** What a part after the first says. `value`: the kind that a piece becomes, or the square that is emptied. */
interface Addition {
  readonly what: 'promotion' | 'removal';
  readonly value: number;
}

function partsOf(text: string): readonly string[] {
  return text.split(';').map((part) => part.trim());
}

/** The moves that the first part of a turn leaves possible: one, or a promotion to each kind. At least one. */
function waysOf(position: Position, part: string, moves: readonly Move[]): Result<readonly Move[]> {
  const { army, board } = position.equipment;
  const pass = part === '--' ? moves.find(isPass) : undefined;
  if (pass) return ok([pass]);
  const match = MOVE.exec(part);
  if (!match) return misplaced(part);
  const from = parseSquare(match[2]!, board);
  if (!from.ok) return from;
  const to = parseSquare(match[3]!, board);
  if (!to.ok) return to;
  const label = match[1];
  const piece = pieceAt(position, from.value);
  const stands = piece && makePiece(army, piece);
  if (label !== undefined && label !== stands) {
    const found = stands
      ? `the piece on ${match[2]} is ${stands}, not ${label}`
      : `${match[2]} is empty`;
    return fail('courier-label', `'${part}' is not possible: ${found}`, part);
  }
  const ways = moves.filter(
    (move) => move.from === from.value && move.to === to.value && !isPass(move),
  );
  return ways.length > 0
    ? ok(ways)
    : fail('courier-illegal', `'${part}' is not a legal move here`, part);
}

/** What a part adds to a turn that makes one of `ways`. */
function additionOf(position: Position, part: string, ways: readonly Move[]): Result<Addition> {
  const { army, board } = position.equipment;
  const [way] = ways;
  const removal = REMOVAL.exec(part);
  const emptied = removal?.[1] === '' ? undefined : (removal?.[2] ?? removal?.[3]);
  if (emptied !== undefined) {
    const square = parseSquare(emptied, board);
    if (!square.ok) return square;
    const isTaken = takenEnPassant(position, way!) === square.value;
    return isTaken ? ok({ what: 'removal', value: square.value }) : misplaced(part);
  }
  const drop = DROP.exec(part);
  const square = drop ? parseSquare(drop[2]!, board) : undefined;
  if (!drop || !square) return misplaced(part);
  if (!square.ok) return square;
  if (square.value !== way!.to) return misplaced(part);
  const becomes = parsePiece(army, drop[1]!);
  const isPossible = ways.some(
    ({ promotion }) => promotion !== undefined && promotion === becomes?.kind,
  );
  if (becomes && isPossible && becomes.color === position.turn) {
    return ok({ what: 'promotion', value: becomes.kind });
  }
  const letters = ways.flatMap(({ promotion: kind }) =>
    kind === undefined ? [] : makePiece(army, { kind, color: position.turn }),
  );
  const right = letters.length > 0 ? `it becomes ${letters.join(' or ')}` : 'it does not promote';
  return fail('courier-promotion', `'${part}' is not what the piece becomes: ${right}`, part);
}

/** The square that a move empties by taking en passant, or undefined if it takes otherwise or nothing. */
function takenEnPassant(position: Position, move: Move): Square | undefined {
  const at = position.enPassant?.piece;
  return at !== undefined && play(position, move).squares[at] === 0 ? at : undefined;
}

/** Says what is wrong with a part that has no place in a turn, or none there. */
function misplaced(part: string): Failure {
  const removal = REMOVAL.exec(part);
  if (removal?.[1] === '') {
    return fail(
      'courier-square',
      `'${part}' would remove a square: no square leaves the board`,
      part,
    );
  }
  if (removal) {
    const words = 'only what a move takes en passant is removed by a part of its own';
    return fail('courier-removal', `'${part}' would remove a piece: ${words}`, part);
  }
  if (DROP.test(part)) {
    const words = 'a piece appears only where a move ends that promotes';
    return fail('courier-drop', `'${part}' would drop a piece: ${words}`, part);
  }
  if (MOVE.test(part)) return fail('courier', `'${part}' is a second move in a turn`, part);
  const words = "write 'P e2-e4', and for a promotion 'P e7-e8; Q-e8'";
  return fail(
    'courier',
    `'${part}' is not a part of a turn in Game Courier's notation: ${words}`,
    part,
  );
}
