import { type Board, identity } from '../../src/board/board.ts';
import type { Army } from '../../src/pieces/army.ts';
import { Equipment } from '../../src/pieces/equipment.ts';
import { rulesOf } from '../../src/rules/rules.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { checkmateOrStalemate, type Variant } from '../../src/rules/variant.ts';

/** Chess on a board of any size, quick on a small one, with any army. It has no start position. */
export function boxChess(board: Board, army: Army, other: Partial<Variant> = {}): RuleSet {
  return rulesOf({
    name: 'box',
    title: 'Chess in a box',
    about: 'Chess without pawns on a small board.',
    source: 'A test.',
    equipment: new Equipment(board, army),
    stuck: checkmateOrStalemate,
    ...other,
  });
}

/** The rules with other members. Their start is not read: a game may have none. */
export function changed(rules: RuleSet, members: Partial<RuleSet>): RuleSet {
  const [own, others] = [rules, members].map(Object.getOwnPropertyDescriptors);
  return Object.defineProperties({}, { ...own, ...others }) as RuleSet;
}

/** The rules with tables that are folded by no symmetry. */
export function unfolded(rules: RuleSet): RuleSet {
  return changed(rules, { symmetries: () => [identity(rules.board)] });
}
