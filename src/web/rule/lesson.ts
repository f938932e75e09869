import { unwrap } from '../../board/result.ts';
import { Game } from '../../play/game.ts';
import { findRuleSet } from '../../rules/registry.ts';
import type { GameBoard } from '../board/gameBoard.ts';
import { element } from '../dom.ts';
import { playHash } from '../route.ts';
import type { Example } from './examples.ts';
import { Trial } from './trial.ts';

export interface Lesson {
  readonly element: HTMLElement;
  readonly board: GameBoard;
}

/** An example with a board of its own. */
export function makeLesson({ name, title, rules: ofGame, fen, text, task }: Example): Lesson {
  const rules = unwrap(findRuleSet(ofGame));
  const trial = new Trial(
    Game.start(rules, unwrap(rules.parseFen(fen))),
    element('a', { class: 'button', href: playHash(rules.name, fen) }, 'Open on the board'),
  );
  const article = element(
    'article',
    { class: 'lesson', id: `example-${name}`, 'aria-label': title },
    trial.board.element,
    element(
      'div',
      { class: 'lesson-text' },
      element('h3', { tabindex: -1 }, title),
      ...text.map((words) => element('p', {}, words)),
      element('p', { class: 'task' }, task),
      trial.element,
    ),
  );
  return { element: article, board: trial.board };
}
