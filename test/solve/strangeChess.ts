import { board8x8 } from '../../src/board/board.ts';
import type { Army } from '../../src/pieces/army.ts';
import { Equipment } from '../../src/pieces/equipment.ts';
import type { Movement } from '../../src/pieces/legs.ts';
import { chess } from '../../src/rules/chess.ts';
import { chessOfficers } from '../../src/rules/chessPieces.ts';
import { rulesOf } from '../../src/rules/rules.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { checkmateOrStalemate } from '../../src/rules/variant.ts';
import { kindWith } from '../pieces/movements.ts';

export const [king, , rook, , knight] = chessOfficers.map(({ movement }) => movement) as [
  Movement,
  Movement,
  Movement,
  Movement,
  Movement,
];
export const armyOf = (royal: Movement, movement: Movement): Army => [
  kindWith('K', 'royal', royal),
  kindWith('X', 'stranger', movement),
];

/** Chess on 8x8 with these pieces, whose ends are given as sets as those of chess. */
export function strange(army: Army): RuleSet {
  return rulesOf({
    name: 'strange',
    title: 'Strange chess',
    about: 'Chess with a royal and one other piece.',
    source: 'A test.',
    equipment: new Equipment(board8x8, army),
    stuck: checkmateOrStalemate,
    setwise: chess.setwise!,
  });
}

export const chessWith = (royal: Movement, movement: Movement) => strange(armyOf(royal, movement));
