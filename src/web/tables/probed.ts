import type { Game } from '../../play/game.ts';
import type { Move } from '../../position/moves.ts';
import type { Arrow } from '../board/gameBoard.ts';
import type { Outcome } from '../board/gauge.ts';

/** A position that the tables are asked about. */
export interface Probed {
  readonly game: Game;
  /** Nothing may be played: the game has ended, or its position is being set up. */
  readonly over: boolean;
}

export interface TablesEvents {
  /** The tables play a move, or the visitor picks one from their list. */
  readonly onMove: (move: Move) => void;
  readonly onArrows: (arrows: readonly Arrow[]) => void;
  /** Who wins by the tables; undefined if they have no answer. */
  readonly onOutcome: (outcome: Outcome | undefined) => void;
}
