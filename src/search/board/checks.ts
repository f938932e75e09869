import type { Square } from '../../board/board.ts';
import { opposite } from '../../pieces/army.ts';
import { codeOf, NEVER } from '../../pieces/mover.ts';
import { Watch } from '../../position/attacks.ts';
import { royalOf } from '../../position/position.ts';
import { COMPLEX, fromOf, type MoveCode, promotionOf, toOf } from './moveCode.ts';
import type { SearchBoard } from './searchBoard.ts';

/** Which moves of the side to move may give check, in games with one royal piece a side. */
export class Checks {
  private readonly board: SearchBoard;
  private readonly size: number;
  private readonly royal: Square;
  private readonly opened: Watch;

  constructor(board: SearchBoard) {
    const { position } = board;
    this.board = board;
    this.size = position.squares.length;
    this.royal = royalOf(position, opposite(position.turn));
    this.opened = new Watch(position, this.royal, position.turn);
  }

  /** False for most moves that do not. */
  mayGive(move: MoveCode): boolean {
    const { opened, board } = this;
    const [from, to] = [fromOf(move), toOf(move)];
    if ((move & COMPLEX) !== 0 || opened.opens(from) || opened.bridges(to)) return true;
    const { squares, turn } = board.position;
    const kind = promotionOf(move);
    const code = kind === 0 ? squares[from]! : codeOf({ kind: kind - 1, color: turn });
    return board.equipment.mover(code).takes[to * this.size + this.royal] !== NEVER;
  }
}
