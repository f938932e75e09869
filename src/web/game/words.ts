import { makeSquare } from '../../chess/geometry.ts';
import { type Color, opposite, WHITE } from '../../chess/men.ts';
import type { Ending, RuleSet } from '../../rules/ruleset.ts';
import type { Refusal } from './game.ts';
import { threatOf } from './threat.ts';

export function sideName(color: Color): 'White' | 'Black' {
  return color === WHITE ? 'White' : 'Black';
}

/** Who is to move and whether in check or in metacheck, where the game goes on. */
export function turnWords(rules: RuleSet, position: unknown): string {
  const side = sideName(rules.turn(position));
  if (rules.check(position)) return `${side} to move, in check.`;
  const threat = threatOf(rules, position);
  if (threat) return `${side} to move, in metacheck: ${threat.san} is threatened.`;
  return `${side} to move.`;
}

/** How a game has ended and why, in a sentence or two. */
export function endingWords(rules: RuleSet, position: unknown, { reason, wdl }: Ending): string {
  const turn = rules.turn(position);
  const side = sideName(turn);
  const winner = sideName(wdl < 0 ? opposite(turn) : turn);
  switch (reason) {
    case 'checkmate':
      return `Checkmate: ${side} is in check and has no legal move. ${winner} wins.`;
    case 'metacheckmate':
      return `Metacheckmate: ${lossWords(rules, position, side)} ${winner} wins.`;
    case 'stalemate':
      return `Stalemate: ${stalemateWords(rules, position, side)} A draw.`;
    case 'threefold repetition':
      return 'Threefold repetition: the same position has come up three times. A draw.';
    case '50-move rule':
      return 'The 50-move rule: fifty moves a side without a capture or a pawn move. A draw.';
    case 'dead position':
      return 'Dead position: with these men nobody can win. A draw.';
    default:
      return `${reason}. ${wdl === 0 ? 'A draw.' : `${winner} wins.`}`;
  }
}

function lossWords(rules: RuleSet, position: unknown, side: string): string {
  const hasMoves = rules.moves(position).length > 0;
  if (rules.check(position)) {
    return hasMoves
      ? `${side} is in check, and every way out would hang a mate.`
      : `${side} is in check and has no way out, a mate in chess too.`;
  }
  const threat = threatOf(rules, position)?.san ?? 'a mate';
  return hasMoves
    ? `${side} is in metacheck (${threat} is threatened), and every move would hang a mate.`
    : `${side} cannot move and is in metacheck: ${threat} is threatened. Chess would call it stalemate.`;
}

function stalemateWords(rules: RuleSet, position: unknown, side: string): string {
  return rules.moves(position).length > 0
    ? `every move of ${side} would hang a mate, but ${side} is neither in check nor in metacheck.`
    : rules.name === 'metachess'
      ? `${side} cannot move, and is neither in check nor in metacheck.`
      : `${side} cannot move and is not in check.`;
}

export function refusalWords({ san, reply }: Refusal): string {
  return reply ? `${san} is illegal here: it would allow ${reply.san}.` : `${san} is illegal here.`;
}

/** Where the men stand, for those who do not see the board. */
export function boardWords(rules: RuleSet, position: unknown): string {
  const sides: [string[], string[]] = [[], []];
  const men: { square: number; kind: number; color: Color }[] = [];
  rules.visitMen(position, (square, { kind, color }) => men.push({ square, kind, color }));
  men.sort((a, b) => a.kind - b.kind || a.square - b.square);
  for (const { square, kind, color } of men) {
    sides[color].push(`${rules.army[kind]!.name} ${makeSquare(square, rules.geometry)}`);
  }
  return sides.map((side, color) => `${sideName(color as Color)}: ${side.join(', ')}.`).join(' ');
}
