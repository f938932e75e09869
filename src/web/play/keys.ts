import type { StepEvents } from './steps.ts';

interface KeyOptions {
  /** Further keys and what they do. */
  readonly keys?: Readonly<Record<string, () => void>>;
  /** Until when. */
  readonly signal?: AbortSignal;
}

/** Steps through the game by keys, unless a text field has the focus. Only while `view` is in the page. */
export function listenForKeys(
  view: HTMLElement,
  steps: () => StepEvents,
  { keys, signal }: KeyOptions = {},
): void {
  const actions: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => steps().onBack(),
    ArrowRight: () => steps().onForward(),
    Home: () => steps().onFirst(),
    End: () => steps().onLast(),
    f: () => steps().onFlip(),
    ...keys,
  };
  const onKey = (event: KeyboardEvent) => {
    const { key, target, ctrlKey, altKey, metaKey, shiftKey, defaultPrevented } = event;
    const act = actions[key];
    if (!act || !view.isConnected || view.classList.contains('editing')) return;
    if (defaultPrevented || ctrlKey || altKey || metaKey || shiftKey) return;
    if (target instanceof Element && isTyping(target, key)) return;
    event.preventDefault();
    act();
  };
  document.addEventListener('keydown', onKey, signal ? { signal } : {});
}

/** In an empty field the arrow keys have nothing else to do. */
function isTyping(target: Element, key: string): boolean {
  const field = target.closest('input, textarea, select, dialog');
  if (field instanceof HTMLInputElement && field.value === '') return key.length === 1;
  return field !== null;
}
