import type { Square } from '../board/board.ts';
import { type Color, opposite } from '../pieces/army.ts';
import type { Equipment } from '../pieces/equipment.ts';
import { PLAIN } from '../pieces/lines.ts';
import { ALWAYS, isOpen, NEVER, type PieceCode } from '../pieces/mover.ts';
import { squaresAround } from './around.ts';
import { type Position, royalOf, royalsOf, type Standing } from './position.ts';
import { addPassed, addWay, hasSquare, noSquares, type SquareBits } from './squareBits.ts';

/** Could one of these pieces take on `square`? Those that do not stand on their squares any more are left out. */
function isTakenBy(
  equipment: Equipment,
  side: readonly Standing[],
  squares: readonly PieceCode[],
  square: Square,
): boolean {
  const size = squares.length;
  for (let i = 0; i < side.length; i++) {
    const code = side[i]! >> 8;
    const from = side[i]! & 255;
    const { takes, ways } = equipment.mover(code);
    const at = from * size + square;
    if (takes[at] === NEVER || squares[from] !== code) continue;
    if (takes[at] === ALWAYS) return true;
    const found = ways[at]!;
    for (let j = 0; j < found.length; j++) if (isOpen(found[j]!, squares)) return true;
  }
  return false;
}

/** Is `square` attacked by a piece of `by`? */
export function isAttacked(position: Position, square: Square, by: Color): boolean {
  const { equipment, sides, squares } = position;
  return isTakenBy(equipment, sides[by], squares, square);
}

/** Is a royal piece of `color` attacked? */
export function isCheck(position: Position, color: Color = position.turn): boolean {
  const enemy = opposite(color);
  if (position.equipment.isPlain) return isAttacked(position, royalOf(position, color), enemy);
  const { board, laws } = position.equipment;
  const others = laws.blast ? royalsOf(position, enemy) : [];
  // To take a royal piece beside one's own would blow up both.
  return royalsOf(position, color).some(
    (square) =>
      !squaresAround(board, square).some((beside) => others.includes(beside)) &&
      isAttacked(position, square, enemy),
  );
}

/**
 * What moves can open or close attacks of the side `by` on `target`, for pieces of any kind: only those that empty or
 * fill a square which some attacker passes on its way.
 */
export class Watch {
  private readonly position: Position;
  private readonly target: Square;
  private readonly by: Color;
  private readonly emptied: SquareBits;
  /** The same squares for pieces that hop only: the others do not mind what is put in their way. */
  private readonly filled: SquareBits | undefined;

  constructor(position: Position, target: Square, by: Color) {
    this.position = position;
    this.target = target;
    this.by = by;
    const { equipment, sides, squares } = position;
    const size = squares.length;
    const emptied = noSquares();
    let filled: SquareBits | undefined;
    for (const piece of sides[by]) {
      const { takes, ways, hops } = equipment.mover(piece >> 8);
      const at = (piece & 255) * size + target;
      if (takes[at] === NEVER) continue;
      for (const way of ways[at]!) {
        if (hops && way.line.hop !== PLAIN) {
          filled ??= noSquares();
          addPassed(filled, way);
        }
        addWay(emptied, way);
      }
    }
    this.emptied = emptied;
    this.filled = filled;
  }

  /** Could emptying this square open an attack? */
  opens(square: Square): boolean {
    return hasSquare(this.emptied, square);
  }

  /** Could a piece put on this empty square open an attack? */
  bridges(square: Square): boolean {
    return this.filled !== undefined && hasSquare(this.filled, square);
  }

  /**
   * Is the target attacked once the piece on `from` stands on `to` and the one on `gone` is taken off? If it is the
   * target itself that moves, `to` is the target then.
   */
  attacksAfter(from: Square, to: Square, gone: Square): boolean {
    const { position, target, by } = this;
    const { equipment, sides } = position;
    // Moved on the position's own squares, and back again at once: copying them would take most of the time.
    const squares = position.squares as PieceCode[];
    const [mover, there, taken] = [squares[from]!, squares[to]!, squares[gone]!];
    squares[gone] = 0;
    squares[from] = 0;
    squares[to] = mover;
    const attacked = isTakenBy(equipment, sides[by], squares, from === target ? to : target);
    squares[to] = there;
    squares[from] = mover;
    squares[gone] = taken;
    return attacked;
  }
}
