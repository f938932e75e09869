import { unwrap } from '../../chess/result.ts';
import { findRuleSet } from '../../rules/registry.ts';
import { GameBoard } from '../board/gameBoard.ts';
import { button, element } from '../dom.ts';
import { currentOf, type Game, lastPlyOf, standingOf, startGame, withMove } from '../game/game.ts';
import { refusalWords } from '../game/words.ts';
import { Status } from '../play/status.ts';
import { playHash } from '../route.ts';
import type { Example } from './examples.ts';

export interface Lesson {
  readonly element: HTMLElement;
  readonly board: GameBoard;
}

/** An example as a board of its own, on which everything can be tried. */
export function makeLesson(example: Example): Lesson {
  const rules = unwrap(findRuleSet(example.rules));
  const first = startGame(rules, unwrap(rules.parseFen(example.fen)));
  let game: Game = first;
  const status = new Status(false);
  const show = () => {
    const ending = standingOf(game);
    const position = currentOf(game);
    board.show({
      rules,
      position,
      lastMove: lastPlyOf(game)?.move,
      // Where the game is over one may still try what is forbidden, and see why.
      movable: [0, 1],
    });
    status.show(rules, position, ending);
    again.disabled = game === first;
  };
  const board = new GameBoard({
    onMove(move) {
      game = withMove(game, move);
      show();
      status.announce(`${lastPlyOf(game)!.san} is legal.`);
    },
    onRefused: (refusal) => status.announce(refusalWords(refusal), 'problem'),
  });
  const again = button('Start again', () => {
    game = first;
    show();
    status.announce('');
  });
  show();
  const article = element(
    'article',
    { class: 'lesson', id: `example-${example.name}` },
    element('h3', {}, example.title),
    element('div', { class: 'text' }, ...example.text.map((text) => element('p', {}, text))),
    element('p', { class: 'task' }, example.task),
    board.element,
    status.element,
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
  );
  return { element: article, board };
}
