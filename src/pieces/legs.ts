import type { Step } from '../board/board.ts';

/** The greatest range of a leg: as far as the largest board goes, and so without a limit. */
export const ENDLESS = 15;

/** What a leg is for: moving to an empty square, or taking what stands there. */
export type Purpose = 'move' | 'take';

/**
 * One way of a piece to move, as White sees it: a step, made up to `range` times in one direction. A movement in the
 * notation of pieces/betza.ts is a set of legs in normal form.
 */
export interface Leg {
  readonly step: Step;
  /** 1 for leaps and single steps, {@link ENDLESS} for riders. */
  readonly range: number;
  readonly purpose: Purpose;
  /** A bent rider: one `step`, whose square must be empty, and from there on `onward`, up to `range` times. */
  readonly onward?: Step;
  /** Hoppers: `over` passes exactly one piece and goes on; `behind` ends on the square directly behind it. */
  readonly hop?: 'over' | 'behind';
  /** Cannot jump: the squares between must be empty. */
  readonly lame?: true;
  /** Only as the piece's first move. */
  readonly initial?: true;
  /** Takes en passant; or, of a `move`, can be taken so on the square that it passed over. */
  readonly enPassant?: true;
}

/** How a kind of piece moves: legs in normal form, so that equal movements are equal as data. */
export type Movement = readonly Leg[];
