import type { Color } from '../../chess/men.ts';
import { WHITE } from '../../chess/men.ts';
import type { Ending, RuleSet } from '../../rules/ruleset.ts';
import type { GameEnding, Side } from '../protocol.ts';

export const names: Readonly<Record<Side, string>> = { white: 'White', black: 'Black' };

export function sideOf(color: Color): Side {
  return color === WHITE ? 'white' : 'black';
}

export function otherSide(side: Side): Side {
  return side === 'white' ? 'black' : 'white';
}

/** How the board has ended a game, in words. */
export function explain<P>(rules: RuleSet<P>, position: P, { reason, wdl }: Ending): GameEnding {
  const mover = sideOf(rules.turn(position));
  const winner = wdl === 0 ? null : wdl < 0 ? otherSide(mover) : mover;
  const verdict = winner ? `${names[winner]} wins` : 'Drawn';
  const by = byName.has(reason) ? ` by ${reason}` : '';
  return { reason, winner, text: `${verdict}${by}: ${why(rules, position, reason)}` };
}

const byName = new Set(['metacheckmate', 'checkmate', 'stalemate']);

function why<P>(rules: RuleSet<P>, position: P, reason: string): string {
  const mover = sideOf(rules.turn(position));
  const stuck = `${names[mover]} has no legal move`;
  switch (reason) {
    case 'metacheckmate':
      return rules.check(position)
        ? `${stuck} and is in check`
        : `${stuck} and is in metacheck: ${names[otherSide(mover)]} could mate at once`;
    case 'checkmate':
      return `${stuck} and is in check`;
    case 'stalemate':
      return rules.setwise?.forbidsMateInOne
        ? `${stuck} and is neither in check nor in metacheck`
        : `${stuck} and is not in check`;
    case 'dead position':
      return 'neither side has the men to win';
    case 'threefold repetition':
      return 'the same position has come up three times';
    case '50-move rule':
      return 'fifty moves of each side without a capture or a pawn move';
    default:
      return reason;
  }
}

export function resignation(loser: Side): GameEnding {
  const winner = otherSide(loser);
  const text = `${names[winner]} wins: ${names[loser]} has resigned`;
  return { reason: 'resignation', winner, text };
}

export const agreement: GameEnding = {
  reason: 'agreement',
  winner: null,
  text: 'Drawn: both sides have agreed',
};

/** `canWin`: could the loser's opponent have won at all? */
export function outOfTime(loser: Side, canWin: boolean): GameEnding {
  const other = otherSide(loser);
  const late = `${names[loser]} is out of time`;
  if (canWin) return { reason: 'flag', winner: other, text: `${names[other]} wins: ${late}` };
  const text = `Drawn: ${late}, but ${names[other]} has a bare king`;
  return { reason: 'flag', winner: null, text };
}
