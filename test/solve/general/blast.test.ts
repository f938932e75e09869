import { describe, expect, test } from 'vitest';
import { boardOf } from '../../../src/board/board.ts';
import { Equipment } from '../../../src/pieces/equipment.ts';
import { pawn, piece, royal } from '../../../src/pieces/kinds.ts';
import { rulesOf } from '../../../src/rules/rules.ts';
import { checkmateOrStalemate } from '../../../src/rules/variant.ts';
import { materialOf } from '../solved.ts';
import { BothSolvers } from './bothSolvers.ts';

const [PAWN, ROOK, GUARD] = [1, 2, 3];

/** Captures explode, and spare these kinds even where the blast begins. */
function exploding(immune: readonly number[]) {
  const army = [
    royal('K', 'king', 'K'),
    pawn([ROOK, GUARD], 'fmWfcF'),
    piece('R', 'rook', 'R'),
    piece('G', 'guard', 'K'),
  ];
  return rulesOf({
    name: 'exploding',
    title: 'Exploding',
    about: 'Captures explode.',
    source: 'This test.',
    equipment: new Equipment(boardOf(4, 4), army, [], false, {
      blast: { sheltered: [PAWN], immune },
    }),
    stuck: checkmateOrStalemate,
    extinction: { kinds: [0], count: 0, others: 0, wdl: -1 },
  });
}

describe('a pawn that captures and promotes outlasts the explosion as what it becomes', () => {
  test.each([
    ['a rook or a guard that nothing removes', [ROOK, GUARD]],
    ['a guard that nothing removes', [GUARD]],
    ['neither, the pawn itself being spared', [PAWN]],
  ])('%s', (_, immune) => {
    const rules = exploding(immune);
    const compared = new BothSolvers(rules).compare(materialOf(rules, 'KPvkr'));
    expect(compared.flatMap(({ refused }) => refused ?? [])).toEqual([]);
    expect(compared.flatMap(({ differences }) => differences)).toEqual([]);
    expect(compared.find(({ table }) => table === 'KPvkr')!.decided).toBeGreaterThan(1000);
  });
});
