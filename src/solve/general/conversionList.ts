import type { Square } from '../../board/board.ts';
import { type Color, opposite, type Piece, promotionsOf } from '../../pieces/army.ts';
import { codeOf } from '../../pieces/mover.ts';
import type { RuleSet } from '../../rules/ruleset.ts';

/** A piece after a conversion. */
interface Remaining extends Piece {
  /** The man of the table that it was. */
  readonly of: number;
}

/**
 * Moves of a piece that change the material: captures of one other, or promotions to one kind, or both. Promotions where a
 * piece stands are among them: movement.ts has their paths.
 */
export interface Conversion {
  readonly mover: number;
  /** The man that is captured, or -1. */
  readonly victim: number;
  /** The squares where it ends. */
  readonly where: readonly Square[];
  /** The men before anything is removed, the mover being what it becomes. */
  readonly men: readonly Remaining[];
}

/** All conversions of a side, captures first. */
export function listConversions(
  { variant }: RuleSet,
  men: readonly Piece[],
  color: Color,
): readonly Conversion[] {
  const { army, promotes } = variant.equipment;
  const captures: Conversion[] = [];
  const promotions: Conversion[] = [];
  for (const [mover, piece] of men.entries()) {
    if (piece.color !== color) continue;
    const ends = promotes[codeOf(piece)]!;
    const squares = ends.map((_, square) => square);
    const promoting = squares.filter((square) => ends[square]);
    const keeping = army[piece.kind]!.mayStay ? squares : squares.filter((at) => !ends[at]);
    const becoming = (kind: number) =>
      men.map((each, of) => ({ ...each, of, kind: of === mover ? kind : each.kind }));
    const kinds = promoting.length > 0 ? promotionsOf(army, piece) : [];
    for (const [victim, other] of men.entries()) {
      if (other.color !== opposite(color) || army[other.kind]!.royal === 'only') continue;
      captures.push({ mover, victim, where: keeping, men: becoming(piece.kind) });
      for (const kind of kinds) {
        captures.push({ mover, victim, where: promoting, men: becoming(kind) });
      }
    }
    for (const kind of kinds) {
      promotions.push({ mover, victim: -1, where: promoting, men: becoming(kind) });
    }
  }
  return [...captures, ...promotions];
}
