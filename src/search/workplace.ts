import type { Referee } from './board/referee.ts';
import type { SearchBoard } from './board/searchBoard.ts';
import type { Evaluation } from './evaluation/evaluation.ts';
import type { TableValues } from './tableValues.ts';

/** What searches of one board share. */
export interface Workplace {
  readonly board: SearchBoard;
  readonly referee: Referee;
  readonly evaluation: Evaluation;
  readonly tables: TableValues | undefined;
}
