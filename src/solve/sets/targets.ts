import { type Color, opposite, type Piece, ROYAL } from '../../pieces/army.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { type Material, orient } from '../../table/material.ts';

/** What conversions of a table lead to: one side to move of a finished table. */
export interface Target {
  readonly material: Material;
  readonly side: 0 | 1;
  /** A piece that was just promoted there, of this kind and, in that table, of this colour. */
  readonly promoted: Piece | undefined;
  /**
   * The most sets of squares that the pawns, and the piece just promoted, have there after moves of one group of pawns.
   */
  readonly landings: number;
}

/** All that conversions of a table lead to, except to its own groups of pawns, and except for draws by the material. */
export function targetsOf(rules: RuleSet, { men }: Material): readonly Target[] {
  const { army } = rules;
  const found = new Map<string, Target>();
  const add = (
    left: readonly Piece[],
    promoted: Piece | undefined,
    moved: Color,
    landings: number,
  ) => {
    const { material, flipped } = orient(left, rules);
    if (rules.isSettled(material.men)) return;
    const turned = (color: Color) => (flipped ? opposite(color) : color);
    const side = turned(opposite(moved));
    const piece = promoted && { kind: promoted.kind, color: turned(promoted.color) };
    const key = `${material.name} ${side} ${piece?.kind} ${piece?.color}`;
    const before = found.get(key)?.landings ?? 0;
    found.set(key, { material, side, promoted: piece, landings: before + landings });
  };
  for (const [i, victim] of men.entries()) {
    if (victim.kind === ROYAL) continue;
    const taker = opposite(victim.color);
    const pawns = men.filter(({ kind, color }) => color === taker && army[kind]!.pawn);
    // A piece leaves the pawns where they are. A pawn lands on two squares; one that takes a pawn, there or behind it, en passant.
    add(men.toSpliced(i, 1), undefined, taker, 1 + 2 * pawns.length);
  }
  for (const [i, pawn] of men.entries()) {
    const { color } = pawn;
    for (const kind of army[pawn.kind]!.pawn ? army[pawn.kind]!.promotions : []) {
      const promoted = { kind, color };
      const moved = men.with(i, promoted);
      add(moved, promoted, color, 1);
      for (const [j, victim] of men.entries()) {
        const isTaken = victim.color !== color && victim.kind !== ROYAL;
        if (isTaken && !army[victim.kind]!.pawn) add(moved.toSpliced(j, 1), promoted, color, 2);
      }
    }
  }
  return [...found.values()];
}
