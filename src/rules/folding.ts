import type { Symmetry } from '../board/board.ts';
import { fail, ok, type Result } from '../board/result.ts';
import { hasOverlappingSlides, isKing } from '../chess/movements.ts';
import { movementSymmetries } from '../chess/symmetries.ts';
import { type Piece, ROYAL } from '../pieces/army.ts';
import type { Material } from '../table/material.ts';
import { slabSymmetries } from '../table/slabPlacements.ts';
import type { RuleSet } from './ruleset.ts';

/**
 * The symmetries by which a table of these men is folded: of those that the rule set declares, the ones that also
 * preserve the movements of the pieces. The identity comes first.
 */
export function foldingOf<P>(rules: RuleSet<P>, men: readonly Piece[]): readonly Symmetry[] {
  const { board, army } = rules;
  const kept = new Set(movementSymmetries(board, army, men).map(String));
  return rules.symmetries(men).filter((symmetry) => kept.has(String(symmetry)));
}

/**
 * Can the set solver make this table? It assumes one king a side, one slide along each line, and an index that folds
 * the board by all eight symmetries, or with pawns by mirroring the files.
 * Errors: `solver`, `solver-royal`, `solver-movement`, `solver-symmetry`.
 */
export function checkSetwise<P>(rules: RuleSet<P>, { name, men }: Material): Result<undefined> {
  const { army, setwise } = rules;
  const instead = 'the reference solver (--solver reference) takes it';
  if (!setwise) {
    return fail(
      'solver',
      `the rules of ${rules.name} are not given as sets: ${instead}`,
      rules.name,
    );
  }
  const royal = army[ROYAL]!;
  if (!isKing(royal.movement)) {
    const found = `the ${royal.name} (${royal.letter}) of ${rules.name} moves otherwise`;
    const wanted =
      'the set solver takes a royal that moves one step in each of the eight directions';
    return fail('solver-royal', `${name}: ${wanted}; ${found}: ${instead}`, royal.letter);
  }
  const rider = men.find(({ kind }) => hasOverlappingSlides(army[kind]!.movement));
  if (rider) {
    const { name: piece, letter } = army[rider.kind]!;
    const found = `the ${piece} (${letter}) slides along one line by steps of several lengths`;
    return fail(
      'solver-movement',
      `${name}: ${found}, which the set solver cannot: ${instead}`,
      letter,
    );
  }
  const folded = new Set(foldingOf(rules, men).map(String));
  const wanted = slabSymmetries(men, army);
  if (wanted.every((symmetry) => folded.has(String(symmetry)))) return ok(undefined);
  return fail('solver-symmetry', `${name}: ${whatIsUneven(rules, men, wanted)}: ${instead}`, name);
}

function whatIsUneven<P>(
  { board, army, name }: RuleSet<P>,
  men: readonly Piece[],
  wanted: readonly Symmetry[],
): string {
  const ways = wanted.length === 2 ? 'to the left and to the right' : 'in all eight directions';
  const by = `by which the set solver folds the board`;
  const uneven = men.find((piece) => {
    const kept = new Set(movementSymmetries(board, army, [piece]).map(String));
    return wanted.some((symmetry) => !kept.has(String(symmetry)));
  });
  if (!uneven) return `the rules of ${name} are not the same ${ways}, ${by}`;
  const { name: piece, letter, promotions } = army[uneven.kind]!;
  const becomes = promotions.length > 0 ? ', or what it promotes to,' : '';
  return `the ${piece} (${letter})${becomes} does not move alike ${ways}, ${by}`;
}
