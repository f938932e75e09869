import { element } from '../dom.ts';

/** Beside a game's moves: what its players settled before them. Its code is loaded only for games that have something. */
export class SettledSlot {
  readonly element = element('div', { class: 'settled-slot' });
  private shown: string | undefined;

  async show(tags: ReadonlyMap<string, string>): Promise<void> {
    const told = tags.get('Preparation');
    if (told === this.shown) return;
    this.shown = told;
    this.element.replaceChildren();
    if (told === undefined) return;
    const { makeSettledOf } = await import('./settled.ts');
    if (told === this.shown) this.element.replaceChildren(...makeSettledOf(tags));
  }
}
