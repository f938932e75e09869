import { boardOf } from '../../src/board/board.ts';
import { onRanks } from '../../src/board/regions.ts';
import { Equipment } from '../../src/pieces/equipment.ts';
import { piece, royal } from '../../src/pieces/kinds.ts';
import { rulesOf } from '../../src/rules/rules.ts';

const army = [royal('K', 'king', 'K'), piece('W', 'wazir', 'W'), piece('F', 'ferz', 'F')];

/**
 * Reach Chess with short-range pieces on 5 files and 4 ranks: a toy game that shares no position with the chess family.
 * A side wins by reaching the far rank with any man; no move, even a winning one, may leave its own king in check;
 * a side without moves must pass, in check or not; if neither side has a move the game is drawn. A king is never
 * captured. No piece is a pawn, yet the board has no symmetry of ranks.
 */
export const reach5 = rulesOf({
  name: 'reach5',
  title: 'Reach Chess on 5x4',
  about: 'Reach the far rank with any man; a side without moves passes.',
  source: 'A test.',
  equipment: new Equipment(boardOf(5, 4), army),
  start: 'wfkfw/5/5/WFKFW w',
  stuck: 'pass',
  goal: { region: onRanks(-1), name: 'reached' },
});
