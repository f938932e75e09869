import { whenIdle } from './whenIdle.ts';

/** Makes the page work without a network from the second visit on, in browsers that allow it. */
export function keepOffline(): void {
  if (!('serviceWorker' in navigator)) return;
  // The page's own files load first.
  if (document.readyState === 'complete') void register();
  else addEventListener('load', () => void register(), { once: true });
}

async function register(): Promise<void> {
  try {
    await navigator.serviceWorker.register('./serviceWorker.js');
    const { active } = await navigator.serviceWorker.ready;
    // The solver and the atlas: wanted offline, but not before the board can be used.
    whenIdle(() => active?.postMessage('keep-all'));
  } catch {
    // If the browser may not store files, the page still works online.
  }
}
