import { boardOf } from '../../src/board/board.ts';
import { Equipment } from '../../src/pieces/equipment.ts';
import { pawn, piece, royal } from '../../src/pieces/kinds.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { boxChess } from '../rules/boxChess.ts';

/** Both sides race to the far rank, and no move may give check. The last move is Black's: colours cannot be exchanged. */
export function race(): RuleSet {
  const board = boardOf(4, 4);
  const far = [12, 13, 14, 15];
  const army = [royal('K', 'king', 'K'), piece('R', 'rook', 'R')];
  return boxChess(board, army, {
    equipment: new Equipment(board, army, [], false, { noChecks: true }),
    goal: { region: { squares: [far, far] }, kinds: [0], answer: true, name: 'race' },
  });
}

/** Who has no piece or no move left wins, and captures are compulsory. */
export function giveaway(): RuleSet {
  const board = boardOf(4, 4);
  const army = [piece('K', 'commoner', 'K'), piece('N', 'knight', 'N'), pawn([1], 'fmWfcF')];
  const won = { reason: 'no move left', wdl: 1 } as const;
  return boxChess(board, army, {
    equipment: new Equipment(board, army, [], false, { mustCapture: true }),
    extinction: { kinds: 'all', count: 0, others: 0, wdl: 1 },
    stuck: { attacked: won, free: won },
  });
}
