import type { Square } from '../../chess/geometry.ts';
import type { Move } from '../../chess/moves.ts';
import type { RuleSet } from '../../rules/ruleset.ts';

/** A move of the men, and whether the rules allow it: green where they do, amber where not. */
export interface Target {
  readonly move: Move;
  readonly legal: boolean;
}

/** Every move by the square that it starts from, forbidden ones too. */
export type Targets = ReadonlyMap<Square, readonly Target[]>;

export function targetsOf(rules: RuleSet, position: unknown): Targets {
  const legal = new Set(rules.legalMoves(position).map((move) => rules.makeUci(move)));
  const found = new Map<Square, Target[]>();
  for (const move of rules.moves(position)) {
    const target = { move, legal: legal.has(rules.makeUci(move)) };
    const known = found.get(move.from);
    if (known) known.push(target);
    else found.set(move.from, [target]);
  }
  return found;
}

/** The moves from one square to another: several where a pawn is promoted. */
export function between(targets: Targets, from: Square, to: Square): readonly Target[] {
  return targets.get(from)?.filter(({ move }) => move.to === to) ?? [];
}
