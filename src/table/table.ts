import type { Square, Symmetry } from '../board/board.ts';
import type { Army, Color } from '../pieces/army.ts';
import type { Material } from './material.ts';
import type { Placements } from './placements.ts';
import type { ValueCode } from './value.ts';
import type { Values } from './values.ts';

/** An endgame, solved or not. */
export interface Endgame {
  /** The name of the rule set, or of the one whose tables it uses. */
  readonly rules: string;
  /** Distinguishes rule sets of the same name by data and behaviour: see `fingerprintOf`. Undefined: not checked. */
  readonly fingerprint?: string;
  readonly material: Material;
  readonly placements: Placements;
  /** The board's files, so that file and rank of a square are known. Undefined: as many as ranks. */
  readonly files?: number;
  /**
   * Positions that are counted apart: those to which only a pass leads. Absent from games without passes. `squares` are
   * those of a position, in slot order.
   */
  readonly isAfterPass?: (turn: Color, squares: ArrayLike<Square>) => boolean;
  /** Where the squares go when the colours are exchanged; undefined if they cannot be, or if it is not known. */
  readonly flip?: Symmetry;
  /** The pieces' movements, if a file format may rely on them. */
  readonly army?: Army;
}

/** A solved endgame. */
export interface Table extends Endgame {
  /**
   * For each side to move, White first: the value of every position by its index in `placements`, UNCOVERED elsewhere.
   * Length: `placements.size`.
   */
  readonly values: readonly [Values, Values];
}

/** The value of a placement given in slot order; UNCOVERED if it is not a position of the table. */
export function readTable(table: Table, turn: Color, squares: ArrayLike<Square>): ValueCode {
  return table.values[turn].at(table.placements.index(squares));
}
