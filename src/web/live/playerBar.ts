import type { SeatState, Side } from '../../server/protocol.ts';
import { element } from '../dom.ts';
import { Clock } from './clock.ts';
import { type LiveGame, sideToMove } from './liveGame.ts';
import { nameOf, sideNames } from './liveWords.ts';

const stateWords: Readonly<Record<SeatState, string>> = {
  free: 'nobody yet',
  away: 'offline',
  here: 'online',
};

/** One player at an edge of the board: who it is, whether it is there, and its clock. */
export class PlayerBar {
  readonly element: HTMLElement;
  private readonly side: Side;
  private readonly clock: Clock;
  private readonly name = element('span', { class: 'name' });
  private readonly state = element('span', { class: 'state' });

  constructor(side: Side) {
    this.side = side;
    this.clock = new Clock(side);
    this.element = element(
      'div',
      { class: `player ${side}`, role: 'group', 'aria-label': sideNames[side] },
      element('span', { class: 'disc', 'aria-hidden': 'true' }),
      this.name,
      this.state,
      this.clock.element,
    );
  }

  show(live: LiveGame): void {
    const { side } = this;
    const state = live.seats[side];
    this.name.textContent = `${nameOf(live, side)}${side === live.color ? ' (you)' : ''}`;
    // One's own connection has a line of its own.
    this.state.textContent = side === live.color ? '' : stateWords[state];
    this.state.className = `state ${state}`;
    this.element.classList.toggle('to-move', !live.ending && sideToMove(live) === side);
  }

  showClock({ clocks, clocksAt }: LiveGame): void {
    this.clock.show(clocks, performance.now() - clocksAt);
  }
}
