import '../style/page.css';
import '../style/queue.css';
import type { QueueState } from '../../queue/state.ts';
import { sentence } from '../sentence.ts';
import { startTheme } from '../theme.ts';
import { QueueView } from './queueView.ts';

/** The server looks at the queue once a second. */
const REFRESH_MS = 1500;
const PATIENCE_MS = 10_000;

startTheme(document.querySelector<HTMLButtonElement>('.theme')!);
const view = new QueueView();
document.querySelector('#content')!.append(view.element);

let timer: ReturnType<typeof setTimeout> | undefined;

/** Looks again and again while the page is visible. */
async function look(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  try {
    // Beside the page, wherever a proxy puts both.
    const response = await fetch('../queue', { signal: AbortSignal.timeout(PATIENCE_MS) });
    const answer = (await response.json()) as QueueState | { readonly error: { message: string } };
    if ('error' in answer) view.trouble(sentence(answer.error.message));
    else view.show(answer);
  } catch {
    view.trouble('The server cannot be reached.');
  }
  if (document.visibilityState === 'visible') timer = setTimeout(() => void look(), REFRESH_MS);
}

document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible' && timer === undefined) void look();
});
void look();
