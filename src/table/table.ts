import type { Square } from '../chess/geometry.ts';
import type { Army, Color } from '../chess/men.ts';
import type { Material } from './material.ts';
import type { Placements } from './placements.ts';
import type { ValueCode } from './value.ts';
import type { Values } from './values.ts';

/** An endgame, solved or not. */
export interface Endgame {
  /** The name of the rule set. */
  readonly rules: string;
  /** Of the rule set's data and behaviour: another rule set under the same name has another. Undefined: not asked. */
  readonly fingerprint?: string;
  readonly material: Material;
  readonly placements: Placements;
  /** The men's movements, where files may rely on them. */
  readonly army?: Army;
}

/** A solved endgame. */
export interface Table extends Endgame {
  /**
   * For each side to move a value at every index of `placements` that is a position, UNCOVERED elsewhere.
   * Length: `placements.size`.
   */
  readonly values: readonly [Values, Values];
}

/** The value of a placement in slot order, UNCOVERED where it is no position of the table. */
export function readTable(table: Table, turn: Color, squares: ArrayLike<Square>): ValueCode {
  return table.values[turn].at(table.placements.index(squares));
}
