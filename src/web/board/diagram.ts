import { boardWords } from '../../play/words.ts';
import { type Position, piecesOn } from '../../position/position.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { element } from '../dom.ts';
import { placeOn, setDimensions } from './dimensions.ts';
import { symbolOf } from './pieceLook.ts';

/** A board to look at, White below. */
export function makeDiagram(rules: RuleSet, position: Position): HTMLElement {
  const { board, army } = rules;
  const diagram = element('div', {
    class: 'diagram',
    role: 'img',
    'aria-label': boardWords(rules, position),
  });
  setDimensions(diagram, board);
  for (const { square, kind, color } of piecesOn(position)) {
    const piece = symbolOf(army, kind, color);
    placeOn(piece, square, board);
    diagram.append(piece);
  }
  return diagram;
}
