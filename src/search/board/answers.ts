import { opposite } from '../../pieces/army.ts';
import { isOpen, NEVER } from '../../pieces/mover.ts';
import { royalOf } from '../../position/position.ts';
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
  const isOn = (square: number) => ((ways[square >> 5]! >> (square & 31)) & 1) === 1;
  let kept = at;
  for (let i = at; i < end; i++) {
    const move = moves[i]!;
    const from = fromOf(move);
    if (from === royal || (move & COMPLEX) !== 0 || isOn(toOf(move)) || isOn(from)) {
      moves[kept++] = move;
    }
  }
  return kept;
}

/** Where those stand that attack the royal piece of the side to move, and what lies between: bits of words; undefined if none does. */
function waysOfAttacks({ position, equipment }: SearchBoard): number[] | undefined {
  const { sides, squares, turn } = position;
  const royal = royalOf(position, turn);
  const enemies = sides[opposite(turn)];
  let found: number[] | undefined;
  for (let i = 0; i < enemies.length; i++) {
    const from = enemies[i]! & 255;
    const { takes, ways } = equipment.mover(enemies[i]! >> 8);
    const to = from * squares.length + royal;
    if (takes[to] === NEVER) continue;
    for (const way of ways[to]!) {
      if (!isOpen(way, squares)) continue;
      found ??= [0, 0, 0, 0, 0, 0, 0, 0];
      found[from >> 5]! |= 1 << (from & 31);
      const { line, passes } = way;
      for (let j = 0; j < passes; j++)
        found[line.squares[j]! >> 5]! |= 1 << (line.squares[j]! & 31);
      for (const square of line.lame) found[square >> 5]! |= 1 << (square & 31);
    }
  }
  return found;
}
