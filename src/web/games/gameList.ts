import { element } from '../dom.ts';
import type { DeviceGameList, GameListEvents } from './deviceGameList.ts';

/** The games of this device, to go on with: running ones by link, then those on this board, which are loaded when it is opened. */
export class GameList {
  readonly element: HTMLDetailsElement;
  private readonly body = element('div', { class: 'body' });
  private readonly events: GameListEvents;
  private loading: Promise<DeviceGameList> | undefined;

  constructor(byLink: HTMLElement, events: GameListEvents) {
    this.events = events;
    this.element = element(
      'details',
      { class: 'games', ontoggle: () => void this.refresh() },
      element('summary', {}, 'Games on this device'),
      byLink,
      this.body,
    );
  }

  /** Opens the list for running games by link: they may be waiting for this visitor. */
  showByLink(some: boolean): void {
    if (some) this.element.open = true;
  }

  async refresh(): Promise<void> {
    if (!this.element.open) return;
    this.loading ??= import('./deviceGameList.ts').then(
      ({ DeviceGameList }) => new DeviceGameList(this.events),
    );
    const list = await this.loading;
    list.refresh();
    if (!list.element.isConnected) this.body.replaceChildren(list.element);
  }
}
