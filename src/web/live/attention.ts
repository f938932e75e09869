import { button, element, uniqueId } from '../dom.ts';
import type { LiveGame } from './liveGame.ts';
import { otherSide, sideToMove } from './liveGame.ts';
import { nameOf } from './liveWords.ts';
import { isSoundOn, play, turnSound } from './sound.ts';

/** Whether the game waits for this visitor, and the title of the tab. */
interface Attention {
  readonly title: string;
  readonly ours: boolean;
}

/** `sent`: the visitor's move is on its way to the server. */
function attentionOf(live: LiveGame, sent: boolean): Attention {
  const { color, ending, seats, offers } = live;
  if (ending) {
    const title = ending.winner ? `${nameOf(live, ending.winner)} won` : 'A draw';
    return { title, ours: false };
  }
  const turn = sent ? otherSide(sideToMove(live)) : sideToMove(live);
  if (color === null) return { title: `${nameOf(live, turn)}’s turn`, ours: false };
  if (seats[otherSide(color)] === 'free') return { title: 'Waiting for a player', ours: false };
  if (offers.draw === otherSide(color)) return { title: 'A draw is offered', ours: true };
  if (turn === color) return { title: 'Your turn', ours: true };
  return { title: `${nameOf(live, turn)}’s turn`, ours: false };
}

const icon = () => document.querySelector<HTMLLinkElement>('link[rel="icon"]');

/** Signals that it is the visitor's turn: in the tab, by a sound and, if allowed, by a notification. */
export class AttentionSeeker {
  readonly element: HTMLElement;
  private readonly notifyButton = makeNotifyButton();
  private readonly id: string;
  private ours = false;
  private isFirst = true;

  constructor(id: string) {
    this.id = id;
    this.element = element('div', { class: 'attention' }, makeSoundSwitch(), this.notifyButton);
  }

  show(live: LiveGame, sent: boolean, news: string): void {
    const { title, ours } = attentionOf(live, sent);
    this.notifyButton.hidden = live.color === null || live.ending !== null;
    document.title = `${title} · A game by link · Metachess`;
    icon()?.setAttribute('href', ours ? './icon-turn.svg' : './icon.svg');
    // No signal on opening: the visitor is looking at the page.
    if (ours && !this.ours && !this.isFirst) {
      play('turn');
      notify(title, news, this.id);
    }
    this.ours = ours;
    this.isFirst = false;
  }

  /** Restores the icon for the other views. */
  leave(): void {
    icon()?.setAttribute('href', './icon.svg');
  }
}

function makeSoundSwitch(): HTMLElement {
  const id = uniqueId('sound');
  const input = element('input', {
    id,
    type: 'checkbox',
    checked: isSoundOn(),
    onchange: () => {
      turnSound(input.checked);
      play('turn');
    },
  });
  return element('label', { for: id, class: 'switch' }, input, 'Sound');
}

/** Only this button asks for permission to notify; it is left out if the browser cannot. */
function makeNotifyButton(): HTMLElement {
  const place = element('span', { class: 'notify' });
  const canAsk = 'Notification' in globalThis && isSecureContext;
  if (!canAsk || Notification.permission !== 'default') return place;
  const ask = async () => {
    const answer = await Notification.requestPermission();
    if (answer === 'default') return;
    place.textContent =
      answer === 'granted' ? 'You will be notified.' : 'The browser does not allow notifications.';
  };
  place.append(button('Notify me when it is my turn', () => void ask()));
  return place;
}

function notify(title: string, body: string, id: string): void {
  if (!document.hidden || !('Notification' in globalThis)) return;
  if (Notification.permission !== 'granted') return;
  const options = { body, tag: id, icon: './icon-turn.svg' };
  try {
    const shown = new Notification(title, options);
    shown.onclick = () => {
      focus();
      shown.close();
    };
  } catch {
    // Chromium on Android allows notifications from service workers only.
    navigator.serviceWorker?.controller?.postMessage({ title, options });
  }
}
