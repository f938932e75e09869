import { endgameOf } from '../../../src/rules/endgame.ts';
import type { RuleSet } from '../../../src/rules/ruleset.ts';
import { planTables } from '../../../src/solve/plan.ts';
import { allMaterials, type Material } from '../../../src/table/material.ts';
import { Dice } from '../../../tools/dice.ts';

/** Four men have room in tests on boards of so many squares. */
const SQUARES_FOR_FOUR = 18;

/** Tables with two pawns need those of what they promote to, but have few positions for their size. */
const PASSING_SHARE = 6;

/**
 * Up to `count` materials of a game, the same for the same seed: of two and three men, and on a small board of four. With
 * the tables that it needs each has at most `most` positions, by the size of their indices. The first one, which may be
 * larger, has pieces that take one another en passant, if there is such a material.
 */
export function randomMaterials(
  rules: RuleSet,
  seed: number,
  count: number,
  most: number,
): readonly Material[] {
  const dice = new Dice(seed);
  const ofMen = [2, 3, 4].map((men) =>
    allMaterials(men, rules).filter((material) => !rules.isSettled(material.men)),
  );
  const passing = ofMen.flat().filter((material) => canTakePassing(rules, material));
  const others = ofMen.slice(0, rules.board.size <= SQUARES_FOR_FOUR ? 3 : 2);
  const found: Material[] = [];
  // Many are too large: it gives up after some time.
  for (let tries = 0; tries < 20 * count && found.length < count; tries++) {
    const isFirst = found.length === 0 && tries < 10;
    const group = isFirst ? passing : dice.weighted(others.map((all, i) => [[1, 4, 3][i]!, all]));
    const material = group.length > 0 ? dice.one(group) : undefined;
    if (!material || found.includes(material)) continue;
    if (numbersOf(rules, material) <= most * (isFirst ? PASSING_SHARE : 1)) found.push(material);
  }
  return found;
}

/** Has each side a piece that takes en passant? Few materials are so, and only with them can it happen. */
function canTakePassing({ army }: RuleSet, { men }: Material): boolean {
  const takers = men.filter(({ kind }) =>
    army[kind]!.movement.some(({ enPassant, purpose }) => enPassant && purpose === 'take'),
  );
  return new Set(takers.map(({ color }) => color)).size === 2;
}

function numbersOf(rules: RuleSet, wanted: Material): number {
  const steps = planTables(rules, [wanted]);
  return steps.reduce(
    (sum, { material }) => sum + 2 * endgameOf(rules, material).placements.size,
    0,
  );
}
