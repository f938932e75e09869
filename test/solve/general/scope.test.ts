import { describe, expect, test } from 'vitest';
import { board8x8 } from '../../../src/board/board.ts';
import { onRanks } from '../../../src/board/regions.ts';
import { unwrap } from '../../../src/board/result.ts';
import { Equipment } from '../../../src/pieces/equipment.ts';
import { pawn, piece, royal } from '../../../src/pieces/kinds.ts';
import type { Laws } from '../../../src/pieces/laws.ts';
import { checkSetwise } from '../../../src/rules/folding.ts';
import { mateInOne } from '../../../src/rules/metachess.ts';
import { allGames } from '../../../src/rules/registry.ts';
import { rulesOf } from '../../../src/rules/rules.ts';
import { checkmateOrStalemate, type Variant } from '../../../src/rules/variant.ts';
import { checkGeneral } from '../../../src/solve/general/scope.ts';
import { allMaterials, parseMaterial } from '../../../src/table/material.ts';

describe('sets make every table of two to four men of a game that is built in', () => {
  test.each(allGames().map((rules) => [rules.name, rules] as const))('%s', (_, rules) => {
    const all = [2, 3, 4].flatMap((count) => allMaterials(count, rules));
    const refused = all.filter(
      (material) =>
        !rules.isSettled(material.men) &&
        !checkSetwise(rules, material).ok &&
        !checkGeneral(rules, material).ok,
    );
    expect(all.length).toBeGreaterThan(20);
    expect(refused.map(({ name }) => name)).toEqual([]);
  });
});

const king = royal('K', 'king', 'K');
const man = piece('M', 'man', 'K');
const queen = piece('Q', 'queen', 'Q');

interface Game extends Partial<Variant> {
  readonly army?: ConstructorParameters<typeof Equipment>[1];
  readonly laws?: Laws;
}

function refusal(name: string, { army = [king, queen], laws, ...more }: Game): string | undefined {
  const rules = rulesOf({
    name: 'example',
    title: 'Example',
    about: 'An example.',
    source: 'this test',
    equipment: new Equipment(board8x8, army, [], false, laws),
    stuck: checkmateOrStalemate,
    ...more,
  });
  const checked = checkGeneral(rules, unwrap(parseMaterial(name, rules)).material);
  return checked.ok ? undefined : checked.problem.message;
}

describe('the general set solver refuses', () => {
  test('what a game forbids to move into', () => {
    expect(refusal('KQvk', {})).toBeUndefined();
    expect(refusal('KQvk', { bar: mateInOne })).toMatch(/^KQvk: .*'mate in one'/);
  });

  test('a royal piece that survives an explosion', () => {
    const army = [{ ...man, royal: 1 }, queen];
    const extinction = { kinds: [0], count: 0, others: 0, wdl: -1 } as const;
    const blast = { sheltered: [], immune: [] };
    expect(refusal('MQvm', { army, extinction, laws: { blast } })).toBeUndefined();
    const immune = { ...blast, immune: [0] };
    expect(refusal('MQvm', { army, extinction, laws: { blast: immune } })).toContain('explosion');
  });

  test('a piece that may both go and take en passant to one square, if anything can be taken so', () => {
    const diagonal = { ...pawn([1], 'fFfceFifmnnD'), home: onRanks(2) };
    const army = [king, queen, diagonal];
    expect(refusal('KPvk', { army })).toBeUndefined();
    expect(refusal('KPvkp', { army })).toContain('en passant');
    const usual = [king, queen, pawn([1])];
    expect(refusal('KPvkp', { army: usual })).toBeUndefined();
  });
});
