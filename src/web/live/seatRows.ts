import type { Clocks, SeatState, Side } from '../../server/protocol.ts';
import { button, element } from '../dom.ts';
import { Clock } from './clock.ts';
import type { LiveGame } from './liveGame.ts';

const words: Readonly<Record<SeatState, string>> = {
  free: 'free',
  away: 'away',
  here: 'here',
};

/** `count`: with us, where we look on. */
function onlookerWords(count: number, looksOn: boolean): string {
  if (!looksOn && count === 0) return 'Nobody looks on.';
  if (!looksOn) return count === 1 ? '1 looks on.' : `${count} look on.`;
  const others = count - 1;
  if (others === 0) return 'You are looking on.';
  return `You are looking on, with ${others === 1 ? 'another' : `${others} others`}.`;
}

/** Who sits where, the clocks, and how many look on. */
export class SeatRows {
  readonly element = element('div', { class: 'seats' });
  private readonly clocks = { white: new Clock('white'), black: new Clock('black') };

  /** `onSit`: asked for the free seat. */
  show(live: LiveGame, onSit: (play: boolean) => void): void {
    const { color, seats, onlookers } = live;
    const row = (side: Side) => {
      const name = `${side === 'white' ? 'White' : 'Black'}${side === color ? ' (you)' : ''}`;
      const state = seats[side];
      const canSit = state === 'free' && color === null;
      return element(
        'div',
        { class: 'seat' },
        element('span', {}, name, ' ', element('span', { class: state }, words[state])),
        canSit && button('Sit down', () => onSit(true), { class: 'primary' }),
        this.clocks[side].element,
      );
    };
    this.element.replaceChildren(
      row('black'),
      row('white'),
      element('p', { class: 'onlookers' }, onlookerWords(onlookers, color === null)),
    );
  }

  showClocks(clocks: Clocks | null, since: number): void {
    this.clocks.white.show(clocks, since);
    this.clocks.black.show(clocks, since);
  }
}
