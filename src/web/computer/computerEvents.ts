import type { GameTree } from '../../play/gameTree.ts';
import type { Arrow } from '../board/gameBoard.ts';
import type { Evaluation } from '../board/gauge.ts';
import type { NewsAction } from '../play/status.ts';

/** What a view does for the computer beside its board. */
export interface ComputerEvents {
  /** The game on the board. */
  readonly tree: () => GameTree;
  /** A game against the computer begins. */
  readonly onStart: (tree: GameTree) => void;
  /** The computer moves, at the end of the game. */
  readonly onMove: (uci: string) => void;
  /** The visitor picks moves, to follow on the position that is looked at. */
  readonly onLine: (moves: readonly string[]) => void;
  /** The visitor takes back or resigns. */
  readonly onChange: (tree: GameTree, change: string, news: string) => void;
  readonly onArrows: (arrows: readonly Arrow[]) => void;
  /** Undefined: there is no analysis. */
  readonly onEvaluation: (evaluation: Evaluation | undefined) => void;
  readonly announce: (text: string, kind?: 'news' | 'problem', action?: NewsAction) => void;
}
