import { unwrap } from '../../chess/result.ts';
import { Game } from '../../play/game.ts';
import { findRuleSet } from '../../rules/registry.ts';
import { GameBoard } from '../board/gameBoard.ts';
import { element } from '../dom.ts';
import { type Example, examples, words } from './examples.ts';
import { type Lesson, makeLesson } from './lesson.ts';

/** The rule on one screen, and examples to try it on. */
export class RuleView {
  private readonly cards = words.map(makeCard);
  private readonly lessons = examples.map(makeLesson);
  readonly element = element(
    'div',
    { class: 'rule' },
    element('h1', {}, 'The rule'),
    element(
      'p',
      { class: 'lead' },
      'Metachess is chess, but you may not make a move that lets your opponent checkmate at once.',
    ),
    element(
      'div',
      { class: 'rule-cards' },
      ...this.cards.map(({ element }) => element),
      element(
        'div',
        { class: 'rule-card' },
        element('h2', {}, 'On the board'),
        element('p', {}, key('green', '● green'), ' A legal move of the man you have picked.'),
        element(
          'p',
          {},
          key('amber', '✕ amber'),
          ' Chess allows it, but it hangs a mate. Try it, and an arrow shows the mate.',
        ),
        element('p', {}, key('amber', '# amber glow'), ' Metacheck.'),
        element('p', {}, key('red', '+ red glow'), ' Check, as in chess.'),
        element(
          'p',
          {},
          'The mate is judged by chess alone. Castling is forbidden too where the king could be mated on the square it passes over. All else is as in chess.',
        ),
      ),
    ),
    element('h2', {}, 'Try it'),
    element('div', { class: 'lessons' }, ...this.lessons.map(({ element }) => element)),
  );

  /** To be called once the view is in the page. */
  placed(): void {
    for (const { board } of [...this.cards, ...this.lessons]) board.fit();
  }
}

function key(kind: string, text: string): HTMLElement {
  return element('span', { class: `key ${kind}` }, text);
}

/** A small board to look at. */
function makeCard({ title, text, fen, rules: name }: Example): Lesson {
  const rules = unwrap(findRuleSet(name));
  const board = new GameBoard({ onTry: () => {} });
  board.show({ game: Game.start(rules, unwrap(rules.parseFen(fen))), movable: [] });
  const card = element(
    'div',
    { class: 'rule-card' },
    element('h2', {}, title),
    board.element,
    ...text.map((each) => element('p', {}, each)),
  );
  return { element: card, board };
}
