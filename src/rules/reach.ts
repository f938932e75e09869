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
  parameters: [
    // The paper's text has no mate; the program with which its authors let the game play has.
    oneOf('nomove', 'a side without a move passes, or is mated or stalemated', ['pass', 'chess']),
    {
      ...oneOf('draws', 'threefold repetition and 50 moves draw as in chess, or never', [
        'chess',
        'none',
      ]),
      beyondTables: true,
    },
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
      ...(values.get('nomove') === 'pass' ? ofPasses : []),
      ofDraws,
    ],
    // A pawn that arrives has won, so it never promotes.
    equipment: new Equipment(board8x8, [...chessOfficers, pawn([])], chessCastlings(board8x8, 2)),
    start: chessStart,
    stuck: values.get('nomove') === 'pass' ? 'pass' : checkmateOrStalemate,
    goal: { region: onRanks(-1), name: 'reached' },
    ...(values.get('draws') === 'none' ? { repetitions: 0, moveRule: 0 } : {}),
  }),
};

const OPEN = 'The paper leaves this open. Our decision:';

const ofPasses = [
  `${OPEN} a pass ends a right to take en passant, as any move does.`,
  `${OPEN} a king is never taken, as in chess, not even if it is still attacked after its side has passed. Who has forced a pass loses nothing by that, and moves again.`,
];

const ofDraws = `${OPEN} threefold repetition and 50 moves without a capture or a pawn move draw a game, as in chess, though the paper speaks of double stalemate only. With draws=none they do not. Tables ignore both.`;
