import { colorOf, kindOf, type PieceCode } from '../../pieces/mover.ts';
import type { Penalties } from '../../rules/variant.ts';
import { capturedBy, type Made } from './verdict.ts';

/** The hit points that an illegal move costs when it is claimed. */
export function damageOf(penalties: Penalties, made: Made): number {
  const { base, factor, danger, foreign } = penalties;
  const { before, put, faults } = made;
  const { squares, turn } = before.position;
  const worthOf = (code: PieceCode) => penalties.values[kindOf(code)]!;
  const moved = squares[put.from]!;
  const dearest = Math.max(...[moved, ...capturedBy(made)].map(worthOf));
  return (
    base +
    factor * dearest +
    (faults.includes('danger') ? danger : 0) +
    (colorOf(moved) === turn ? 0 : foreign)
  );
}
