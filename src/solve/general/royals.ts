import type { Piece } from '../../pieces/army.ts';
import type { RuleSet } from '../../rules/ruleset.ts';

/** Is a piece royal among these? Some kinds are so only while there are few of them. */
export function isRoyalAmong(rules: RuleSet, piece: Piece, men: readonly Piece[]): boolean {
  const { royal } = rules.army[piece.kind]!;
  if (royal === undefined || royal === 'only') return royal === 'only';
  const alike = men.filter(({ kind, color }) => kind === piece.kind && color === piece.color);
  return alike.length <= royal;
}
