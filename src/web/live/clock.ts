import type { Clocks, Side } from '../../server/protocol.ts';
import { element } from '../dom.ts';

/** Below it tenths of seconds are shown, in milliseconds. */
const TENTHS = 10_000;

/** What is left of one side's time, as it runs. */
export class Clock {
  readonly element = element('span', { class: 'clock', role: 'timer' });
  private readonly side: Side;

  constructor(side: Side) {
    this.side = side;
    this.element.setAttribute('aria-label', `${side === 'white' ? 'White' : 'Black'}’s clock`);
  }

  /** `since`: milliseconds since `clocks` arrived. */
  show(clocks: Clocks | null, since: number): void {
    this.element.hidden = clocks === null;
    if (!clocks) return;
    const running = clocks.running === this.side;
    const left = Math.max(0, clocks[this.side] - (running ? since : 0));
    this.element.classList.toggle('running', running);
    this.element.classList.toggle('low', running && left < TENTHS);
    this.element.textContent = clockText(left);
  }
}

/** `1:02:03`, `4:59`, `0:09.9`. */
function clockText(milliseconds: number): string {
  const tenths = Math.floor(milliseconds / 100);
  const [seconds, minutes] = [Math.floor(tenths / 10) % 60, Math.floor(tenths / 600)];
  const two = (number: number) => String(number).padStart(2, '0');
  if (milliseconds < TENTHS) return `0:${two(seconds)}.${tenths % 10}`;
  if (minutes < 60) return `${minutes}:${two(seconds)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds)}`;
}
