import { makeSquare } from '../board/board.ts';
import { type Army, type Color, opposite, WHITE } from '../pieces/army.ts';
import type { Move } from '../position/moves.ts';
import { type Position, piecesOn } from '../position/position.ts';
import { chessEquipment } from '../rules/chessPieces.ts';
import { kingName } from '../rules/endWords.ts';
import type { Ending, RuleSet } from '../rules/ruleset.ts';
import type { Extinction, Goal } from '../rules/variant.ts';
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
  ending: Ending,
  alarm: Alarm,
): string {
  const { turn } = position;
  const { wdl } = ending;
  const winner = wdl < 0 ? opposite(turn) : turn;
  const why = whyWords(rules, position, ending, winner, alarm);
  return `${why} ${wdl === 0 ? 'A draw.' : `${sideName(winner)} wins.`}`;
}

/** The name of an end and what has brought it about. `winner`: of an end that is no draw. */
function whyWords(
  rules: RuleSet,
  position: Position,
  { reason, wdl }: Ending,
  winner: Color,
  alarm: Alarm,
): string {
  const { army, variant } = rules;
  const { goal, extinction } = variant;
  const royal = kingName(army);
  const side = sideName(position.turn);
  const canMove = rules.moves(position).length > 0;
  if (reason === goal?.name) return `${capitalised(reason)}: ${goalWords(army, goal, wdl, winner)}`;
  switch (reason) {
    case 'checkmate':
      return `Checkmate: ${side} is in check and has no legal move.`;
    case 'metacheckmate':
      return `Metacheckmate: ${lossWords(rules, side, canMove, alarm)}`;
    case 'stalemate':
      return `Stalemate: ${stalemateWords(rules, side, canMove)}`;
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
  }
  const gone = goneSide(position, extinction, wdl, winner);
  const what = gone === undefined ? '' : `: ${sideName(gone)} has ${reason.replace(/ left$/, '')}`;
  return `${capitalised(reason)}${what}.`;
}

/** Who has reached a goal, and with what. */
function goalWords(army: Army, goal: Goal, wdl: Ending['wdl'], winner: Color): string {
  const { kinds, blackKinds, count = 1, region } = goal;
  const own = (winner === WHITE ? kinds : (blackKinds ?? kinds))?.map((kind) => army[kind]!.name);
  const where = 'ranks' in region ? 'rank' : 'square';
  const what = count === 1 ? `a ${own?.join(' or a ') ?? 'piece'}` : `${count} of its pieces`;
  if (wdl === 0) return `each side has ${what} on a goal ${where}.`;
  return `${sideName(winner)} has ${what} on a goal ${where}.`;
}

/** The side that has too few pieces; undefined if that has not ended the game. */
function goneSide(
  { sides }: Position,
  extinction: Extinction | undefined,
  wdl: Ending['wdl'],
  winner: Color,
): Color | undefined {
  const empty = sides.findIndex((side) => side.length === 0);
  if (empty >= 0) return empty as Color;
  if (!extinction || wdl === 0) return undefined;
  return extinction.wdl > 0 ? winner : opposite(winner);
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function lossWords(
  { variant }: RuleSet,
  side: string,
  canMove: boolean,
  { alarm, threat }: Alarm,
): string {
  const isChess = variant.equipment === chessEquipment;
  if (alarm === 'check') {
    if (canMove) return `${side} is in check, and every way out would allow mate.`;
    return `${side} is in check and has no way out${isChess ? ', a mate in chess too' : ''}.`;
  }
  const mate = threat?.san ?? 'mate';
  return canMove
    ? `${side} is in metacheck (${mate} is threatened), and every move would allow mate.`
    : `${side} cannot move and is in metacheck: ${mate} is threatened.${isChess ? ' Chess would call it stalemate.' : ''}`;
}

function stalemateWords({ army, threat }: RuleSet, side: string, canMove: boolean): string {
  if (canMove) {
    return `every move of ${side} would allow mate, but ${side} is neither in check nor in metacheck.`;
  }
  if (threat) return `${side} cannot move, and is neither in check nor in metacheck.`;
  const isRoyal = army.some(({ royal }) => royal !== undefined);
  return isRoyal ? `${side} cannot move and is not in check.` : `${side} cannot move.`;
}

/** Says why the rules forbid a move. No full stop, as in every problem's message. */
export function choiceWords({ san, refutation, rules }: Choice): string {
  if (!refutation) return `${san} is illegal here`;
  const { passing } = refutation;
  if (passing === undefined) return `${san} is illegal here: it would allow ${refutation.san}`;
  return `${san} is illegal here: the ${kingName(rules.army)} passes ${passing}, where ${refutation.san} would be mate`;
}

/** Describes where the pieces stand, for readers who do not see the board. */
export function boardWords(rules: RuleSet, position: Position): string {
  const sides: [string[], string[]] = [[], []];
  for (const { square, kind, color } of piecesOn(position)) {
    sides[color].push(`${rules.army[kind]!.name} ${makeSquare(square, rules.board)}`);
  }
  return sides.map((side, color) => `${sideName(color as Color)}: ${side.join(', ')}.`).join(' ');
}
