import { element, uniqueId } from '../dom.ts';
import { keep, readKept } from './kept.ts';

const KEY = 'metatb-name';
/** As the server has it. */
const MOST_CHARACTERS = 24;

/** The name that the visitor goes by, undefined if none was given. */
export function ownName(): string | undefined {
  return readKept(KEY);
}

/** Where the visitor may give a name; it is kept for the next game. */
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
