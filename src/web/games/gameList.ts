import { button, element } from '../dom.ts';
import { type DeviceGame, listGames } from './deviceGames.ts';

export interface GameListEvents {
  /** Of the game on the board, which is not offered again. */
  readonly current: () => string;
  readonly onOpen: (game: DeviceGame) => void;
  readonly onForget: (game: DeviceGame) => void;
}

/** The games of this device, to go on with: running ones by link, then those on this board. The latter are filled in when it is opened. */
export class GameList {
  readonly element: HTMLDetailsElement;
  private readonly body = element('div', { class: 'body' });
  private readonly events: GameListEvents;

  constructor(byLink: HTMLElement, events: GameListEvents) {
    this.events = events;
    this.element = element(
      'details',
      { class: 'games', ontoggle: () => this.refresh() },
      element('summary', {}, 'Games on this device'),
      byLink,
      this.body,
    );
  }

  /** Opens the list for running games by link: they may be waiting for this visitor. */
  showByLink(some: boolean): void {
    if (some) this.element.open = true;
  }

  refresh(): void {
    if (!this.element.open) return;
    const current = this.events.current();
    const games = listGames().filter(({ id }) => id !== current);
    if (games.length === 0) {
      const hint = 'Games appear here once another one is on the board.';
      this.body.replaceChildren(element('p', { class: 'hint' }, hint));
      return;
    }
    this.body.replaceChildren(element('ul', {}, ...games.map((game) => this.row(game))));
  }

  private row(game: DeviceGame): HTMLElement {
    const { title, opening, plies, result, changed } = game;
    const moves = Math.ceil(plies / 2);
    const facts = [
      title,
      `${moves} ${moves === 1 ? 'move' : 'moves'}`,
      ...(result === '*' ? [] : [result]),
      when(changed),
    ];
    const open = button('', () => this.events.onOpen(game), { class: 'open' });
    open.append(
      element('span', { class: 'opening' }, opening),
      element('span', { class: 'facts' }, facts.join(' · ')),
    );
    return element(
      'li',
      {},
      open,
      button('✕', () => this.events.onForget(game), {
        class: 'forget',
        'aria-label': `Delete the game ${opening}`,
        title: 'Delete',
      }),
    );
  }
}

/** `14:05` of today, `3 May` of another day. */
function when(changed: number): string {
  const date = new Date(changed);
  const isToday = date.toDateString() === new Date().toDateString();
  return isToday
    ? date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
    : date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' });
}
