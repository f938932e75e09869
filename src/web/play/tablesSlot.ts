import type { Man } from '../../chess/men.ts';
import { MAX_MEN } from '../../table/material.ts';
import { element } from '../dom.ts';
import type { TablesPanel } from '../tables/panel.ts';
import type { Probed, TablesEvents } from '../tables/probed.ts';

/** The place of the tables beside the board. What they need is loaded once there are few enough men. */
export class TablesSlot {
  readonly element = element('div', { class: 'tables-slot' });
  private readonly events: TablesEvents;
  private panel: Promise<TablesPanel> | undefined;
  private shown: Probed | undefined;

  constructor(events: TablesEvents) {
    this.events = events;
  }

  async show(probed: Probed): Promise<void> {
    this.shown = probed;
    if (!isCovered(probed)) {
      this.element.replaceChildren();
      (await this.panel)?.leave();
      return;
    }
    this.panel ??= import('../tables/panel.ts').then(
      ({ TablesPanel }) => new TablesPanel(this.events),
    );
    const panel = await this.panel;
    // Meanwhile there may be another position on the board.
    if (this.shown !== probed) return;
    if (!this.element.contains(panel.element)) this.element.replaceChildren(panel.element);
    panel.show(probed);
  }
}

/** Can there be a table with this position? */
function isCovered({ rules, position }: Probed): boolean {
  const men: Man[] = [];
  rules.visitMen(position, (_, man) => men.push(man));
  return men.length <= MAX_MEN && rules.rights(position) !== 'lasting';
}
