import { unwrap } from '../../board/result.ts';
import type { Choice } from '../../play/choice.ts';
import { Game } from '../../play/game.ts';
import { choiceWords } from '../../play/words.ts';
import { findRuleSet } from '../../rules/registry.ts';
import { GameBoard, refusalArrows } from '../board/gameBoard.ts';
import { button, element } from '../dom.ts';
import { MoveInput } from '../play/moveInput.ts';
import { Status } from '../play/status.ts';
import { playHash } from '../route.ts';
import type { Example } from './examples.ts';

export interface Lesson {
  readonly element: HTMLElement;
  readonly board: GameBoard;
}

/** An example with a board of its own, on which everything can be tried, by hand and by keyboard. */
export function makeLesson(example: Example): Lesson {
  const rules = unwrap(findRuleSet(example.rules));
  const first = Game.start(rules, unwrap(rules.parseFen(example.fen)));
  let game: Game = first;
  const status = new Status();
  const show = () => {
    // Once the game is over one may still try what is forbidden, and see why.
    board.show({ game, movable: [0, 1] });
    status.show(game);
    input.show(game, false);
    again.disabled = game === first;
  };
  const tryMove = (choice: Choice) => {
    if (choice.legal) {
      game = unwrap(game.follow(choice.uci));
      show();
      status.announce(`${choice.san} is legal.`);
    } else {
      board.show({ game, movable: [0, 1], arrows: refusalArrows(choice) });
      status.announce(`${choiceWords(choice)}.`, 'problem');
    }
  };
  const board = new GameBoard({ onTry: tryMove });
  const input = new MoveInput({
    game: () => game,
    onMove: async (choices) => {
      const choice = choices.length > 1 ? await board.choose(choices) : choices[0];
      if (choice) tryMove(choice);
    },
    onProblem: (message) => status.announce(message, 'problem'),
  });
  const again = button('Start again', () => {
    game = first;
    show();
    status.announce('');
  });
  show();
  const article = element(
    'article',
    { class: 'lesson', id: `example-${example.name}`, 'aria-label': example.title },
    board.element,
    element(
      'div',
      { class: 'lesson-text' },
      element('h3', { tabindex: -1 }, example.title),
      ...example.text.map((text) => element('p', {}, text)),
      element('p', { class: 'task' }, example.task),
      status.element,
      input.element,
      element(
        'div',
        { class: 'buttons' },
        again,
        element(
          'a',
          { class: 'button', href: playHash(rules.name, example.fen) },
          'Open on the board',
        ),
      ),
    ),
  );
  return { element: article, board };
}
