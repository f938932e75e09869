import type { Color } from '../../pieces/army.ts';
import type { Game } from '../../play/game.ts';
import { piecesOn } from '../../position/position.ts';
import { MAX_MEN } from '../../table/material.ts';
import { element } from '../dom.ts';
import type { TablesPanel } from '../tables/panel.ts';
import type { Probed, TablesEvents } from '../tables/probed.ts';

/** The place of the tables beside the board. What they need is loaded once there are few enough pieces. */
export class TablesSlot {
  readonly element = element('div', { class: 'tables-slot' });
  private readonly events: TablesEvents;
  private loading: Promise<TablesPanel> | undefined;
  private panel: TablesPanel | undefined;
  private shown: Probed | undefined;

  constructor(events: TablesEvents) {
    this.events = events;
  }

  /** `over`: nothing may be played, because the game has ended or its position is being set up. */
  async show(game: Game, over: boolean): Promise<void> {
    const probed: Probed = { game, over };
    this.shown = probed;
    const covered = isCovered(game);
    // The room is reserved before the tables have loaded, so that nothing jumps.
    this.element.classList.toggle('covered', covered);
    if (!covered) return this.clear();
    this.loading ??= import('../tables/panel.ts').then(
      ({ TablesPanel }) => new TablesPanel(this.events),
    );
    const panel = await this.loading;
    this.panel = panel;
    // Meanwhile there may be another position on the board.
    if (this.shown !== probed) return;
    if (!this.element.contains(panel.element)) this.element.replaceChildren(panel.element);
    void panel.show(probed);
  }

  /** Shows nothing, whatever the position. */
  hide(): void {
    this.shown = undefined;
    this.element.classList.remove('covered');
    this.clear();
  }

  private clear(): void {
    this.element.replaceChildren();
    this.panel?.leave();
  }

  /** Do the tables move this side? */
  play(side: Color): boolean {
    return this.panel?.plays(side) ?? false;
  }

  playBoth(): boolean {
    return this.play(0) && this.play(1);
  }

  playNeither(): void {
    this.panel?.playNeither();
  }
}

/** Can there be a table with this position? */
export function isCovered({ rules, position }: Game): boolean {
  return piecesOn(position).length <= MAX_MEN && rules.rights(position) !== 'permanent';
}
