import { mirrorRanks, type Square } from '../board/board.ts';
import { fail, ok, type Result, unwrap } from '../board/result.ts';
import { makeBoard } from '../notation/fen.ts';
import { BLACK, type Piece, WHITE } from '../pieces/army.ts';
import { type PlacedPiece, type Position, pieceAt, piecesOn } from '../position/position.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import type { Arrangement, Ready } from './preparation.ts';

/**
 * The choice of an initial arrangement in Metamachy. The pieces to be arranged are those that a side has only one of,
 * and their squares those of the usual initial position: f12 g12 f11 g11.
 */
export function beginArrangement(rules: RuleSet): Arrangement {
  const { army, start } = rules;
  const singles = singlesOf(start);
  const letters = singles.map(({ kind }) => army[kind]!.letter);
  const squares = singles.map(({ square }) => square);
  const orders = ordersOf(letters);
  const positionOf = (order: string) => arranged(rules, squares, order);
  return {
    phase: 'arrangement',
    rules,
    turn: BLACK,
    squares,
    orders,
    positionOf,
    take(step): Result<Ready> {
      const order = /^arrange (\S+)$/.exec(step)?.[1];
      if (order === undefined || !orders.includes(order)) {
        const way = `write 'arrange' and the letters ${letters.join(' ')} in any order`;
        return fail(
          'step',
          `'${step}' is no arrangement: ${way}, such as ${letters.join('')}`,
          step,
        );
      }
      return ok({ phase: 'ready', rules, start: positionOf(order) });
    },
  };
}

/** Black's pieces that are the only ones of their kind, in the order of a FEN: from the last rank down, left to right. */
function singlesOf(start: Position): readonly PlacedPiece[] {
  const black = piecesOn(start).filter(({ color }) => color === BLACK);
  const inFen = mirrorRanks(start.equipment.board);
  return black
    .filter(({ kind }) => black.filter((other) => other.kind === kind).length === 1)
    .sort((a, b) => inFen[a.square]! - inFen[b.square]!);
}

/** Every order of the letters, the given one first. */
function ordersOf(letters: readonly string[]): readonly string[] {
  if (letters.length === 0) return [''];
  return letters.flatMap((first, i) =>
    ordersOf(letters.filter((_, other) => other !== i)).map((rest) => first + rest),
  );
}

/** The initial position with other pieces on Black's squares, and White's on the same files mirrored. */
function arranged(
  { army, board, start, makeFen, parseFen }: RuleSet,
  squares: readonly Square[],
  order: string,
): Position {
  const mirror = mirrorRanks(board);
  const placed = new Map<Square, Piece>();
  for (const [i, square] of squares.entries()) {
    const kind = army.findIndex(({ letter }) => letter === order[i]);
    placed.set(square, { kind, color: BLACK }).set(mirror[square]!, { kind, color: WHITE });
  }
  const rows = makeBoard(start.equipment, (square) => placed.get(square) ?? pieceAt(start, square));
  return unwrap(parseFen(makeFen(start).replace(/^\S+/, rows)));
}
