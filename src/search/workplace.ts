import { MAX_MEN } from '../table/material.ts';
import type { ValueCode } from '../table/value.ts';
import type { Referee } from './board/referee.ts';
import type { SearchBoard } from './board/searchBoard.ts';
import type { Evaluation } from './evaluation/evaluation.ts';
import type { Ordering } from './ordering.ts';
import type { TableValues } from './tableValues.ts';
import type { Transpositions } from './transpositions.ts';

/** What searches of one board share. */
export interface Workplace {
  readonly board: SearchBoard;
  readonly referee: Referee;
  readonly evaluation: Evaluation;
  readonly tables: TableValues | undefined;
}

/** The value of the position on the board, if the tables at hand have it. */
export function valueByTables({ board, tables }: Workplace): ValueCode | undefined {
  const [white, black] = board.position.sides;
  if (!tables || white.length + black.length > MAX_MEN) return undefined;
  return tables.valueNow(board.position);
}

/** What alpha-beta needs besides. */
export interface AlphaBetaWork extends Workplace {
  readonly ordering: Ordering;
  readonly known: Transpositions;
}
