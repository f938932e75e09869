import type { Side } from '../../server/protocol.ts';
import { element } from '../dom.ts';

/** A side's hit points, as a bar and as a number. */
export class HitPoints {
  readonly element: HTMLElement;
  private readonly bar: HTMLElement;
  private readonly number = element('span', { class: 'number' });
  private readonly most: number;

  constructor(side: Side, most: number) {
    this.most = most;
    this.bar = element('span', { class: 'left' });
    this.element = element(
      'span',
      { class: `hit-points ${side}` },
      element('span', { class: 'bar', 'aria-hidden': 'true' }, this.bar),
      this.number,
    );
  }

  show(left: number): void {
    this.bar.style.width = `${(100 * left) / this.most}%`;
    this.element.classList.toggle('low', 4 * left <= this.most);
    this.number.textContent = `${left} HP`;
  }
}
