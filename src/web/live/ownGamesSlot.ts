import { element } from '../dom.ts';
import type { OwnGames } from './ownGames.ts';
import { ownSeats } from './seats.ts';

/** A list of this browser's running games by link for other pages. Its code is loaded only if there are any. */
export class OwnGamesSlot {
  readonly element = element('div', { class: 'own-games-slot' });
  private games: OwnGames | undefined;

  /** Resolves to whether there may be any. */
  async refresh(): Promise<boolean> {
    const some = ownSeats().some(({ over }) => !over);
    if (this.games) await this.games.refresh();
    else if (some) {
      const { OwnGames } = await import('./ownGames.ts');
      this.games ??= new OwnGames();
      this.element.replaceChildren(this.games.element);
    }
    return some;
  }
}
