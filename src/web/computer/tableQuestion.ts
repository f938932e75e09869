import type { GameRef } from '../../rules/gameRef.ts';
import type { ListedTable } from '../tables/tableList.ts';

/** What the worker that searches asks the page, which knows the tables at hand. */
export type TableQuestion = { readonly rules: GameRef } & (
  | { readonly kind: 'tables' }
  | { readonly kind: 'file'; readonly table: string }
);

/** Of each kind of question; it comes through the port that was sent with it. */
export interface TableAnswers {
  /** None, if the page cannot say. */
  readonly tables: readonly ListedTable[];
  /** Undefined if there is none, or it cannot be read. */
  readonly file: Uint8Array | undefined;
}
