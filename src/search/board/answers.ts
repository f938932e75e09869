import { opposite } from '../../pieces/army.ts';
import { isOpen, NEVER } from '../../pieces/mover.ts';
import { royalOf } from '../../position/position.ts';
import {
  addSquare,
  addWay,
  hasSquare,
  noSquares,
  type SquareBits,
} from '../../position/squareBits.ts';
import { COMPLEX, fromOf, toOf } from './moveCode.ts';
import type { SearchBoard } from './searchBoard.ts';

/**
 * Keeps those of the moves from `at` to `end` that may leave the royal piece of the side to move unattacked, and returns the
 * index behind the last: all of them if nothing attacks it, else its own moves, those that touch the way of an attack, and
 * the complex ones. For games with one royal piece a side.
 */
export function keepAnswers(
  board: SearchBoard,
  moves: Int32Array,
  at: number,
  end: number,
): number {
  const ways = waysOfAttacks(board);
  if (!ways) return end;
  const royal = royalOf(board.position, board.position.turn);
  let kept = at;
  for (let i = at; i < end; i++) {
    const move = moves[i]!;
    const from = fromOf(move);
    const touches = hasSquare(ways, from) || hasSquare(ways, toOf(move));
    if (touches || from === royal || (move & COMPLEX) !== 0) moves[kept++] = move;
  }
  return kept;
}

/** Where those stand that attack the royal piece of the side to move, and their ways; undefined if none does. */
function waysOfAttacks({ position, equipment }: SearchBoard): SquareBits | undefined {
  const { sides, squares, turn } = position;
  const royal = royalOf(position, turn);
  const enemies = sides[opposite(turn)];
  let found: SquareBits | undefined;
  for (let i = 0; i < enemies.length; i++) {
    const from = enemies[i]! & 255;
    const { takes, ways } = equipment.mover(enemies[i]! >> 8);
    const to = from * squares.length + royal;
    if (takes[to] === NEVER) continue;
    for (const way of ways[to]!) {
      if (!isOpen(way, squares)) continue;
      found ??= noSquares();
      addSquare(found, from);
      addWay(found, way);
    }
  }
  return found;
}
