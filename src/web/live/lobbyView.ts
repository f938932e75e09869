import { pageGames } from '../../rules/registry.ts';
import { element } from '../dom.ts';
import { makeNewGame } from './newGame.ts';
import { OwnGames } from './ownGames.ts';

/** The page that begins games by link, and lists the running ones. */
export class LobbyView {
  readonly element: HTMLElement;
  private readonly ownGames = new OwnGames();

  /** `chosen`: the name of the game that is offered first. */
  constructor(chosen?: string) {
    const { title, about } = pageGames.find(({ name }) => name === chosen) ?? pageGames[0]!;
    this.element = element(
      'div',
      { class: 'live lobby' },
      makeNewGame((id) => {
        location.hash = `#game=${id}`;
      }),
      element(
        'div',
        { class: 'lobby-side' },
        this.ownGames.element,
        element(
          'section',
          { class: 'card' },
          element('h2', {}, `${title} in one line`),
          element('p', {}, about),
          element(
            'p',
            {},
            'On the board such moves are marked with a boxed cross, and trying one shows the mate.',
          ),
          element('a', { href: '#rule', class: 'button' }, 'Try the rule'),
        ),
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
