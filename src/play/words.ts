import { makeSquare } from '../board/board.ts';
import { type Color, opposite, WHITE } from '../pieces/army.ts';
import type { Move } from '../position/moves.ts';
import { type Position, piecesOn } from '../position/position.ts';
import { kingName } from '../rules/endWords.ts';
import type { Ending, RuleSet } from '../rules/ruleset.ts';
import type { Choice } from './choice.ts';

/** What threatens the side to move. */
export interface Alarm {
  readonly alarm: 'check' | 'metacheck' | undefined;
  /** In metacheck: the mate that the opponent would give if it were its turn. */
  readonly threat: Threat | undefined;
}

export interface Threat {
  readonly move: Move;
  readonly san: string;
}

export function sideName(color: Color): 'White' | 'Black' {
  return color === WHITE ? 'White' : 'Black';
}

/** Says which side is to move, and whether it is in check or in metacheck. */
export function turnWords(turn: Color, { alarm, threat }: Alarm): string {
  const side = sideName(turn);
  if (alarm === 'check') return `${side} to move, in check.`;
  if (threat) return `${side} to move, in metacheck: ${threat.san} is threatened.`;
  return alarm ? `${side} to move, in ${alarm}.` : `${side} to move.`;
}

/** Says how a game has ended and why, in one or two sentences. */
export function endingWords(
  rules: RuleSet,
  position: Position,
  { reason, wdl }: Ending,
  alarm: Alarm,
): string {
  const { turn } = position;
  const winner = wdl < 0 ? opposite(turn) : turn;
  const why = whyWords(rules, position, reason, winner, alarm);
  return `${why} ${wdl === 0 ? 'A draw.' : `${sideName(winner)} wins.`}`;
}

/** The name of an end and what has brought it about. `winner`: of an end that is no draw. */
function whyWords(
  rules: RuleSet,
  position: Position,
  reason: Ending['reason'],
  winner: Color,
  alarm: Alarm,
): string {
  const { army, variant } = rules;
  const royal = kingName(army);
  const side = sideName(position.turn);
  const canMove = rules.moves(position).length > 0;
  if (reason === variant.goal?.name) {
    const { kinds, region } = variant.goal;
    const names = kinds?.map((kind) => army[kind]!.name) ?? ['piece'];
    const where = 'ranks' in region ? 'rank' : 'square';
    return `${capitalised(reason)}: ${sideName(winner)} has a ${names.join(' or a ')} on a goal ${where}.`;
  }
  switch (reason) {
    case 'checkmate':
      return `Checkmate: ${side} is in check and has no legal move.`;
    case 'metacheckmate':
      return `Metacheckmate: ${lossWords(side, canMove, alarm)}`;
    case 'stalemate':
      return `Stalemate: ${stalemateWords(side, canMove, rules.threat !== undefined)}`;
    case 'double stalemate':
      return 'Double stalemate: neither side can move.';
    case 'bare king':
      return `Bare king: ${sideName(opposite(winner))} has nothing left but its ${royal}.`;
    case 'bare kings':
      return `Bare kings: neither side has anything left but its ${royal}.`;
    case 'threefold repetition':
      return 'Threefold repetition: the same position has come up three times.';
    case '50-move rule':
      return 'The 50-move rule: fifty moves by each side without a capture or a pawn move.';
    case 'dead position':
      return 'Dead position: with these pieces neither side can win.';
    default:
      return `${capitalised(reason)}.`;
  }
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function lossWords(side: string, canMove: boolean, { alarm, threat }: Alarm): string {
  if (alarm === 'check') {
    return canMove
      ? `${side} is in check, and every way out would allow mate.`
      : `${side} is in check and has no way out, a mate in chess too.`;
  }
  const mate = threat?.san ?? 'mate';
  return canMove
    ? `${side} is in metacheck (${mate} is threatened), and every move would allow mate.`
    : `${side} cannot move and is in metacheck: ${mate} is threatened. Chess would call it stalemate.`;
}

function stalemateWords(side: string, canMove: boolean, knowsMetacheck: boolean): string {
  if (canMove) {
    return `every move of ${side} would allow mate, but ${side} is neither in check nor in metacheck.`;
  }
  return knowsMetacheck
    ? `${side} cannot move, and is neither in check nor in metacheck.`
    : `${side} cannot move and is not in check.`;
}

/** Says why the rules forbid a move. No full stop, as in every problem's message. */
export function choiceWords({ san, refutation }: Choice): string {
  if (!refutation) return `${san} is illegal here`;
  const { passing } = refutation;
  if (passing === undefined) return `${san} is illegal here: it would allow ${refutation.san}`;
  return `${san} is illegal here: the king passes ${passing}, where ${refutation.san} would be mate`;
}

/** Describes where the pieces stand, for readers who do not see the board. */
export function boardWords(rules: RuleSet, position: Position): string {
  const sides: [string[], string[]] = [[], []];
  for (const { square, kind, color } of piecesOn(position)) {
    sides[color].push(`${rules.army[kind]!.name} ${makeSquare(square, rules.board)}`);
  }
  return sides.map((side, color) => `${sideName(color as Color)}: ${side.join(', ')}.`).join(' ');
}
