import { isCheck } from '../../position/attacks.ts';
import { hasLegalMove } from '../../position/moves.ts';
import { piecesOn } from '../../position/position.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { Stage } from './stage.ts';

export type DrawReason =
  | 'stalemate'
  | 'dead position'
  | 'threefold repetition'
  | '75-move rule'
  | '50-move rule';

const [CLAIMED, AUTOMATIC] = [2 * 50, 2 * 75] as const;

/** The draw that nobody has to claim, if there is one. `times`: how often the position has occurred, this time included. */
export function drawOf(rules: RuleSet, { position }: Stage, times: number): DrawReason | undefined {
  if (!isCheck(position) && !hasLegalMove(position)) return 'stalemate';
  if (rules.isInsufficientMaterial(piecesOn(position))) return 'dead position';
  if (times >= rules.repetitions) return 'threefold repetition';
  return position.halfmoves >= AUTOMATIC ? '75-move rule' : undefined;
}

/** Have 50 moves been made on each side since the last that cannot be taken back? */
export function isClaimable({ position }: Stage): boolean {
  return position.halfmoves >= CLAIMED;
}
