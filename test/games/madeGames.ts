import { boardOf } from '../../src/board/board.ts';
import type { PieceKind } from '../../src/pieces/army.ts';
import { Equipment } from '../../src/pieces/equipment.ts';
import { royal } from '../../src/pieces/kinds.ts';
import { rulesOf } from '../../src/rules/rules.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { checkmateOrStalemate, type Variant } from '../../src/rules/variant.ts';

/** A game that ends as chess does, with a king and these pieces, on a board of so many files and ranks. */
export function chessWith(files: number, ranks: number, ...pieces: readonly PieceKind[]): RuleSet {
  return rulesOf(variantWith(files, ranks, ...pieces));
}

export function variantWith(
  files: number,
  ranks: number,
  ...pieces: readonly PieceKind[]
): Variant {
  const army = [royal('K', 'king', 'K'), ...pieces];
  return {
    name: 'made-up',
    title: 'Made up',
    about: 'A game for a test.',
    source: 'this test',
    equipment: new Equipment(boardOf(files, ranks), army),
    stuck: checkmateOrStalemate,
  };
}
