import { board8x8 } from '../board/board.ts';
import { onRanks } from '../board/regions.ts';
import { Equipment } from '../pieces/equipment.ts';
import { pawn } from '../pieces/kinds.ts';
import { chessCastlings } from '../pieces/specials.ts';
import { chessOfficers, chessStart } from './chessPieces.ts';
import { oneOf } from './parameters.ts';
import { checkmateOrStalemate, type OpenGame } from './variant.ts';

export const reach: OpenGame = {
  name: 'reach',
  // The paper's text has no mate; the program with which its authors let the game play has.
  parameters: [
    oneOf('nomove', 'a side without a move passes, or is mated or stalemated', ['pass', 'chess']),
  ],
  make: (name, values) => ({
    name,
    title: 'Reach Chess',
    about:
      values.get('nomove') === 'pass'
        ? 'Chess without mate: who moves a piece to the far rank wins, and a side without moves passes.'
        : 'Chess in which moving a piece to the far rank wins, too.',
    source:
      'Browne, Niebisch, Brobecker, Tavener: Reach Chess, an accidental chess variant, ICGA Journal, 2024',
    notes: [
      'A piece gives check even if it could win by moving elsewhere, and even if it is pinned.',
    ],
    // A pawn that arrives has won, so it never promotes.
    equipment: new Equipment(board8x8, [...chessOfficers, pawn([])], chessCastlings(board8x8, 2)),
    start: chessStart,
    stuck: values.get('nomove') === 'pass' ? 'pass' : checkmateOrStalemate,
    goal: { region: onRanks(-1), name: 'reached' },
  }),
};
