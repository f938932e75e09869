import { button, element } from '../dom.ts';
import type { Game, Ply } from '../game/game.ts';

/** The moves in SAN, each a button that leads to the position after it. */
export class MoveList {
  readonly element: HTMLElement;
  private readonly list = element('ol', { class: 'moves', 'aria-label': 'Moves' });
  private shown: readonly Ply[] | undefined;
  private buttons: readonly HTMLButtonElement[] = [];
  private readonly onGoTo: (at: number) => void;

  constructor(onGoTo: (at: number) => void) {
    this.onGoTo = onGoTo;
    this.element = element('div', { class: 'move-list' }, this.list);
  }

  show(game: Game): void {
    // Whoever goes through the moves by keyboard keeps the focus: the buttons stay as long as the moves do.
    if (game.plies !== this.shown) this.fill(game);
    for (const [i, each] of this.buttons.entries()) {
      const current = i + 1 === game.at;
      if (current) each.setAttribute('aria-current', 'true');
      else each.removeAttribute('aria-current');
      if (current) scrollInto(this.element, each);
    }
    if (game.at === 0) this.element.scrollTop = 0;
  }

  private fill({ rules, positions, plies }: Game): void {
    const blackBegins = rules.turn(positions[0]) !== 0;
    const first = blackBegins ? 1 : 0;
    this.shown = plies;
    this.buttons = plies.map(({ san }, i) => button(san, () => this.onGoTo(i + 1)));
    const rows: HTMLElement[] = [];
    for (let ply = 0; plies.length > 0 && ply < plies.length + first; ply += 2) {
      const [white, black] = [this.buttons[ply - first], this.buttons[ply + 1 - first]];
      const number = element('span', { class: 'number' }, `${ply / 2 + 1}.`);
      rows.push(element('li', {}, number, white ?? element('span', { class: 'gap' }, '…'), black));
    }
    this.list.replaceChildren(...rows);
  }
}

/** Unlike `scrollIntoView` this moves nothing but the list. */
function scrollInto(list: HTMLElement, item: HTMLElement): void {
  const top = item.offsetTop - list.offsetTop;
  if (top < list.scrollTop) list.scrollTop = top;
  const bottom = top + item.offsetHeight;
  if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
}
