import { button } from './dom.ts';

/** A button that asks before it resigns. */
export function makeResign(resign: () => void): HTMLButtonElement {
  let asked = false;
  const forget = () => {
    asked = false;
    made.textContent = 'Resign';
  };
  const made = button('Resign', () => {
    if (asked) {
      forget();
      return resign();
    }
    asked = true;
    made.textContent = 'Really resign?';
  });
  made.addEventListener('blur', forget);
  return made;
}
