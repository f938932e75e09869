import { unwrap } from '../../board/result.ts';
import { numberedMoves } from '../../play/moveText.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { makeDiagram } from '../board/diagram.ts';
import { element } from '../dom.ts';
import { playHash } from '../route.ts';
import { moveCount } from './valueWords.ts';

/** Longer lines of moves open on request. */
const SHOWN_PLIES = 12;

export interface Shown {
  readonly rules: RuleSet;
  readonly fen: string;
  /** The caption: `White wins in 31 moves`. */
  readonly title: string;
  /** Best play from the position, in SAN. */
  readonly line?: readonly string[];
  readonly text?: string;
}

/** A position as a picture that opens it on the board, with a title, a line of moves and a text. */
export function makePositionCard({ rules, fen, title, line = [], text }: Shown): HTMLElement {
  const position = unwrap(rules.parseFen(fen));
  const blackBegins = position.turn !== 0;
  const words = numberedMoves(line, blackBegins);
  const rest = words.slice(SHOWN_PLIES);
  return element(
    'article',
    { class: 'position-card' },
    element(
      'a',
      { href: playHash(rules.name, fen), 'aria-label': `${title}: open on the board` },
      makeDiagram(rules, position),
    ),
    element(
      'div',
      { class: 'about' },
      element('h4', {}, title),
      element('p', { class: 'turn' }, `${blackBegins ? 'Black' : 'White'} to move`),
      text !== undefined && element('p', {}, text),
      words.length > 0 &&
        element('p', { class: 'moves-text' }, words.slice(0, SHOWN_PLIES).join(' ')),
      rest.length > 0 &&
        element(
          'details',
          {},
          element('summary', {}, `All ${moveCount(line.length)}`),
          element('p', { class: 'moves-text' }, rest.join(' ')),
        ),
    ),
  );
}
