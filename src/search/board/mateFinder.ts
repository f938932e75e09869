import { isCheck } from '../../position/attacks.ts';
import { Checks } from './checks.ts';
import type { Generator } from './generate.ts';
import { tryMakeByPieces } from './legality.ts';
import { MOST_MOVES } from './moveCode.ts';
import type { SearchBoard } from './searchBoard.ts';

/** Finds mates in one by the moves of the pieces alone: what the rules core's `findMate` says, in place. */
export class MateFinder {
  private readonly board: SearchBoard;
  private readonly generator: Generator;
  private readonly moves = new Int32Array(2 * MOST_MOVES);

  constructor(board: SearchBoard, generator: Generator) {
    this.board = board;
    this.generator = generator;
  }

  canMate(): boolean {
    const { board, generator, moves } = this;
    const end = generator.generate(moves, 0, false);
    const checks = new Checks(board);
    for (let i = 0; i < end; i++) {
      if (!checks.mayGive(moves[i]!) || !tryMakeByPieces(board, moves[i]!)) continue;
      const isMate = isCheck(board.position) && !this.hasReply(end);
      board.unmake();
      if (isMate) return true;
    }
    return false;
  }

  private hasReply(at: number): boolean {
    const { board, generator, moves } = this;
    const end = generator.generate(moves, at, false);
    for (let i = at; i < end; i++) {
      if (!tryMakeByPieces(board, moves[i]!)) continue;
      board.unmake();
      return true;
    }
    return false;
  }
}
