import { makeSquare, parseSquare } from '../../board/board.ts';
import type { Result } from '../../board/result.ts';
import { ok } from '../../board/result.ts';
import { makeBoard, parseBoard } from '../../notation/fen.ts';
import { BLACK, WHITE } from '../../pieces/army.ts';
import { codeOf } from '../../pieces/mover.ts';
import { type Position, pieceAt, standing } from '../../position/position.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { sideName } from '../words.ts';
import type { Put } from './action.ts';
import type { DrawReason } from './draws.ts';
import type { IllegalGame } from './illegalGame.ts';
import { hasSpecial, type Seen, wayOf } from './possible.ts';
import { claimWords } from './record.ts';
import { makePossible } from './verdict.ts';

/** What everybody may see while the game goes on, players as onlookers: nothing that tells whether a move was legal. */
export interface IllegalView {
  /** The first field of a FEN. */
  readonly board: string;
  readonly turn: 'white' | 'black';
  readonly hp: Readonly<Record<'white' | 'black', number>>;
  /** Where the last move ended, or null. Not where it began. */
  readonly arrived: string | null;
  /** Is there a last move that the side to move has not confirmed? */
  readonly claimable: boolean;
  /** The draw that stands unless the side to move claims the last move, or null. */
  readonly draw: DrawReason | null;
  /** The last claim or capture of a king and what it came to, such as `Black: claim e5: correct, -7`; null after a move. */
  readonly claim: string | null;
}

export function viewOf({ stage, hp, last, draw, turn, events, rules }: IllegalGame): IllegalView {
  const { position, arrived } = stage;
  const event = events.at(-1);
  return {
    board: makeBoard(position.equipment, (square) => pieceAt(position, square)),
    turn: turn === WHITE ? 'white' : 'black',
    hp: { white: hp[WHITE], black: hp[BLACK] },
    arrived: arrived === undefined ? null : makeSquare(arrived, position.equipment.board),
    claimable: last !== undefined,
    draw: draw ?? null,
    claim:
      event && event.type !== 'move' ? `${sideName(event.by)}: ${claimWords(event, rules)}` : null,
  };
}

/** What decides which moves are possible, from what everybody may see. Errors: those of {@link parseBoard}, `square`. */
export function seenIn(
  { board, turn, arrived, claimable }: IllegalView,
  rules: RuleSet,
): Result<Seen> {
  const read = parseBoard(board, rules.variant.equipment);
  if (!read.ok) return read;
  const { men, squares } = read.value;
  const square = arrived === null ? ok(undefined) : parseSquare(arrived, rules.board);
  if (!square.ok) return square;
  const codes: number[] = new Array(rules.board.size).fill(0);
  const sides: [number[], number[]] = [[], []];
  for (const [i, piece] of men.entries()) {
    codes[squares[i]!] = codeOf(piece);
    sides[piece.color].push(standing(codeOf(piece), squares[i]!));
  }
  for (const side of sides) side.sort((one, other) => one - other);
  const position: Position = {
    equipment: rules.variant.equipment,
    turn: turn === 'white' ? WHITE : BLACK,
    squares: codes,
    sides,
    rights: 0,
    enPassant: undefined,
    stock: undefined,
    halfmoves: 0,
    fullmoves: 1,
  };
  return ok({ position, arrived: square.value, claimable });
}

/**
 * What a player may be told of a move before making it: as much as the men on the board say. `unknown`: a special move,
 * whose right depends on moves that the player has to remember.
 */
export function warningOf(seen: Seen, put: Put): 'legal' | 'escape' | 'illegal' | 'unknown' {
  const way = wayOf(seen, put);
  if (!way.ok) return 'illegal';
  if (way.value.type === 'king') return 'legal';
  if (way.value.type !== 'plain') return 'unknown';
  const { position, arrived } = seen;
  const { verdict } = makePossible({ position, arrived, stepped: undefined }, put, way.value);
  // Whether it is mate may depend on a right to take en passant.
  return verdict === 'escape' && mayPass(seen) ? 'unknown' : verdict;
}

/** May an own pawn have a right to take en passant? */
function mayPass(seen: Seen): boolean {
  const { equipment, sides, turn } = seen.position;
  return sides[turn].some((piece) =>
    equipment
      .mover(piece >> 8)
      .passants[piece & 255]!.some((to) => hasSpecial(seen, piece & 255, to)),
  );
}
