import { describe, expect, it } from 'vitest';
import { slabPlacementsOf } from '../../../src/index/slabPlacements.ts';
import { chess } from '../../../src/rules/chess.ts';
import { metachess } from '../../../src/rules/metachess.ts';
import type { RuleSet } from '../../../src/rules/ruleset.ts';
import { planTables } from '../../../src/solve/plan.ts';
import { listConversions, targetOf } from '../../../src/solve/sets/conversions.ts';
import { targetsOf } from '../../../src/solve/sets/targets.ts';
import { materialOf } from '../solved.ts';

const names = ['KQvkr', 'KRPvkr', 'KRvkp', 'KPPvk', 'KPvkp', 'KQPvkrp', 'KNPPvk'];
const cases = [chess, metachess].flatMap((rules) => names.map((name) => [rules, name] as const));

/** Of every group of a table, what its conversions lead to: by target, the sets of squares that pawns and promoted pieces have. */
function conversionsOf(rules: RuleSet, name: string) {
  const material = materialOf(rules, name);
  const { groups, pieceSlots, pawnSlots } = slabPlacementsOf(material, rules.army);
  return groups.map(({ pawns }) => {
    const found = new Map<string, Set<string>>();
    const men = [
      ...pieceSlots.map((slot) => ({ ...material.men[slot]!, square: undefined })),
      ...pawnSlots.map((slot, i) => ({ ...material.men[slot]!, square: pawns[i]! })),
    ];
    for (const color of [0, 1] as const) {
      const all = listConversions(rules.army, men, color);
      const replies = all.flatMap(({ enPassant }) => enPassant);
      for (const conversion of [...all, ...replies]) {
        const own = replies.includes(conversion) ? 1 - color : color;
        const { material: target, flipped, slots } = targetOf(rules, conversion);
        if (target.name === name || rules.isSettled(target.men)) continue;
        const promoted = slots.find(
          ({ kind, square }) => square !== undefined && !rules.army[kind]!.pawn,
        );
        const side = flipped ? own : 1 - own;
        const key = `${target.name} ${side} ${promoted?.kind}`;
        const squares = slots.flatMap(({ square }) => square ?? []);
        found.set(key, (found.get(key) ?? new Set()).add(String(squares.toSorted())));
      }
    }
    return found;
  });
}

describe.each(cases)('what moves lead to: %o', (rules, name) => {
  const targets = targetsOf(rules, materialOf(rules, name));
  const byKey = new Map(
    targets.map((each) => [`${each.material.name} ${each.side} ${each.promoted?.kind}`, each]),
  );
  const groups = conversionsOf(rules, name);

  it('is what conversions lead to, and no more', () => {
    const found = new Set(groups.flatMap((each) => [...each.keys()]));
    expect(new Set(byKey.keys())).toEqual(found);
    expect(byKey.size).toBe(targets.length);
  });

  it('has as many landings as any group needs', () => {
    for (const found of groups) {
      for (const [key, squares] of found) {
        expect(squares.size, key).toBeLessThanOrEqual(byKey.get(key)!.landings);
      }
    }
  });

  it('is what is solved before', () => {
    const material = materialOf(rules, name);
    const { needs } = planTables(rules, [material]).at(-1)!;
    expect(new Set(targets.map((each) => each.material.name))).toEqual(new Set(needs));
  });
});
