import type { Square } from '../board/board.ts';
import type { Color } from '../pieces/army.ts';
import { BEHIND, type Line, PLAIN } from '../pieces/lines.ts';
import { colorOf, type PieceCode } from '../pieces/mover.ts';

/** Adds the squares to which a line leads, the board being as it is. `royal`: a code of a piece that is never taken, or 0. */
export function addTargets(
  { squares: way, first, moves, takes, hop, lame }: Line,
  squares: readonly PieceCode[],
  turn: Color,
  royal: PieceCode,
  targets: Square[],
): void {
  for (let i = 0; i < lame.length; i++) if (squares[lame[i]!] !== 0) return;
  let open = hop === PLAIN;
  for (let i = 0; i < way.length; i++) {
    const to = way[i]!;
    const code = squares[to]!;
    if (code === 0) {
      if (moves && open && i >= first) addTarget(targets, to);
    } else if (open) {
      if (takes && i >= first && colorOf(code) !== turn && code !== royal) addTarget(targets, to);
      return;
    } else {
      open = true;
      continue;
    }
    if (open && hop === BEHIND) return;
  }
}

/** Keeps the targets sorted; they are few. */
export function addTarget(targets: Square[], to: Square): void {
  let at = targets.length;
  while (at > 0 && targets[at - 1]! > to) at--;
  // Two legs may lead to one square.
  if (at > 0 && targets[at - 1] === to) return;
  targets.push(to);
  for (let i = targets.length - 1; i > at; i--) targets[i] = targets[i - 1]!;
  targets[at] = to;
}
