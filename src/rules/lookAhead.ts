import type { Position } from '../position/position.ts';
import { afterMove, makeValueCode, preference, type ValueCode } from '../table/value.ts';
import type { RuleSet } from './ruleset.ts';

/**
 * The value of a position from those of the positions one move ahead. `read` is called with positions without rights
 * only: after a move that leaves a one-move right (en passant) the search goes one ply deeper.
 */
export function lookAhead(
  rules: RuleSet,
  position: Position,
  read: (after: Position) => ValueCode,
): ValueCode {
  const legal = rules.legalMoves(position);
  const ending = rules.ending(position, legal);
  if (ending) return makeValueCode({ wdl: ending.wdl, dtm: 0 });
  let best: ValueCode | undefined;
  for (const move of legal) {
    const after = rules.play(position, move);
    const code = afterMove(
      rules.rights(after) === 'none' ? read(after) : lookAhead(rules, after, read),
    );
    if (best === undefined || preference(code) > preference(best)) best = code;
  }
  if (best === undefined) throw new Error(`no move and no ending: ${rules.makeFen(position)}`);
  return best;
}

/** The positions that {@link lookAhead} reads, in order, for a position with a right; for any other, the position itself. */
export function leaves(rules: RuleSet, position: Position): readonly Position[] {
  if (rules.rights(position) !== 'one-move') return [position];
  return rules.legalMoves(position).flatMap((move) => leaves(rules, rules.play(position, move)));
}
