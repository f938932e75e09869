import { makeSquare } from '../../board/board.ts';
import { BLACK, WHITE } from '../../pieces/army.ts';
import { piecesOn } from '../../position/position.ts';
import { splitValues } from '../../rules/parameters.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { upperFirst } from '../sentence.ts';

/** A step in words for a history: `Rook: RN`; with the name of who makes it `White proposes RN for the rook`. No full stop. */
export function stepWords(step: string, rules: RuleSet, by?: string): string {
  const [, verb, rest = ''] = /^(\S+)\s*(.*)$/s.exec(step) ?? [];
  switch (verb) {
    case 'propose':
    case 'agree':
      return movementWords(rest, rules, by);
    case 'place':
      return placeWords(rest, rules, by);
    case 'arrange': {
      const words = arrangementWords(rest, rules);
      return by === undefined ? upperFirst(words) : `${by} arranges ${words}`;
    }
    case 'accept':
      return by === undefined ? 'Accepted' : `${by} accepts`;
    case 'overrule':
      return by === undefined ? 'Overruled' : `${by} overrules`;
    case 'decline':
      return by === undefined ? 'Declined' : `${by} declines`;
    default:
      return by === undefined ? step : `${by}: ${step}`;
  }
}

/** Of `R=RN,B=(4,1)`. */
function movementWords(text: string, rules: RuleSet, by: string | undefined): string {
  const movements = splitValues(text).map((part): [string, string] => {
    const [letter = '', movement = ''] = part.split(/=(.*)/s);
    return [nameOf(letter, rules), movement];
  });
  if (by === undefined)
    return upperFirst(movements.map(([name, movement]) => `${name}: ${movement}`).join(', '));
  return `${by} proposes ${movements.map(([name, movement]) => `${movement} for the ${name}`).join(', ')}`;
}

function placeWords(text: string, rules: RuleSet, by: string | undefined): string {
  const [letter = '', square = ''] = text.split(' ');
  const name = nameOf(letter, rules);
  if (by === undefined) return `${upperFirst(name)} on ${square}`;
  const alike = piecesOn(rules.start).filter(
    ({ kind, color }) => color === WHITE && rules.army[kind]!.letter === letter,
  );
  return `${by} puts ${alike.length > 1 ? 'a' : 'the'} ${name} on ${square}`;
}

/** `king f12, queen g12, lion f11, eagle g11`: where Black's pieces stand, from the last rank down and from the left. */
export function arrangementWords(order: string, rules: RuleSet): string {
  const { army, board, start } = rules;
  const squares = piecesOn(start)
    .filter(({ kind, color }) => color === BLACK && order.includes(army[kind]!.letter))
    .map(({ square }) => square)
    .sort((a, b) => rankOf(b) - rankOf(a) || a - b);
  function rankOf(square: number): number {
    return Math.floor(square / board.files);
  }
  return [...order]
    .map((letter, i) => {
      const square = squares[i];
      const name = nameOf(letter, rules);
      return square === undefined ? name : `${name} ${makeSquare(square, board)}`;
    })
    .join(', ');
}

function nameOf(letter: string, { army }: RuleSet): string {
  return army.find((kind) => kind.letter === letter)?.name ?? letter;
}
