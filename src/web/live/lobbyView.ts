import '../style/live.css';
import '../style/lobby.css';
import { defaultGame } from '../../rules/registry.ts';
import { element } from '../dom.ts';
import { findGame } from '../games/catalog.ts';
import { sentence } from '../sentence.ts';
import { makeNewGame } from './newGame.ts';
import { OwnGames } from './ownGames.ts';

/** The page that begins games by link, and lists the running ones. */
export class LobbyView {
  readonly element: HTMLElement;
  private readonly ownGames = new OwnGames();

  /** `chosen`: the name of the game that is offered first. */
  constructor(chosen: string = defaultGame.name) {
    const found = findGame(chosen);
    const begin = (id: string) => {
      location.hash = `#game=${id}`;
    };
    this.element = element(
      'div',
      { class: 'live lobby' },
      element(
        'div',
        {},
        !found.ok &&
          element('p', { class: 'problem', role: 'alert' }, sentence(found.problem.message)),
        makeNewGame(found.ok ? found.value : defaultGame, begin),
      ),
      element(
        'div',
        { class: 'lobby-side' },
        this.ownGames.element,
        element(
          'section',
          { class: 'card' },
          element('h2', {}, 'Good to know'),
          element(
            'ul',
            { class: 'plain' },
            element('li', {}, 'No account: the seat is kept in this browser.'),
            element(
              'li',
              {},
              'Your friend sees the rules with the invitation, of a game of your own too.',
            ),
            element(
              'li',
              {},
              'Close the page and come back when you like; without a clock a game may take days.',
            ),
            element('li', {}, 'A draw, a takeback and a rematch need both players.'),
          ),
        ),
      ),
    );
  }

  leave(): void {
    this.ownGames.leave();
  }
}
