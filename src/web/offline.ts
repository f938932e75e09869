/** Has the page work without a network from the second visit on, where browsers allow it. */
export function keepOffline(): void {
  if (!('serviceWorker' in navigator)) return;
  // What is on the way for the page itself comes first.
  const register = () => {
    void navigator.serviceWorker.register('./serviceWorker.js').catch(() => {});
  };
  if (document.readyState === 'complete') register();
  else addEventListener('load', register, { once: true });
}
