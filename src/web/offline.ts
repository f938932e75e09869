/** Makes the page work without a network from the second visit on, in browsers that allow it. */
export function keepOffline(): void {
  if (!('serviceWorker' in navigator)) return;
  // What the page itself is still loading comes first.
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
    // Without leave to keep files the page works as long as there is a network.
  }
}

function whenIdle(work: () => void): void {
  // Safari has no idle callbacks.
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 5000 });
  else setTimeout(work, 1000);
}
