import { element, uniqueId } from '../dom.ts';
import { keep, readKept } from '../kept.ts';

const KEY = 'metatb-name';
/** The server's limit (`src/server/games/playerName.ts`). */
const MOST_CHARACTERS = 24;

/** The visitor's name, or undefined. */
export function ownName(): string | undefined {
  return readKept(KEY);
}

/** A field for the visitor's name, which is kept for the next game. */
export function makeNameField(): HTMLElement {
  const id = uniqueId('name');
  const input = element('input', {
    id,
    type: 'text',
    maxlength: MOST_CHARACTERS,
    autocomplete: 'nickname',
    placeholder: 'optional',
    value: ownName(),
    oninput: () => keep(KEY, input.value.trim() || undefined),
  });
  return element('label', { for: id, class: 'picker' }, 'Your name', input);
}
