import type { SelectedKind, Selection } from '../../play/preparation.ts';
import { element } from '../dom.ts';
import { upperFirst } from '../sentence.ts';
import { makeMovementPicture, makeMovementWords } from './movementPicture.ts';

/** The four kinds: how they move, or that it is open. */
export function makeKindCards(stage: Selection): HTMLElement {
  return element('ul', { class: 'kind-cards' }, ...stage.kinds.map((kind) => cardOf(stage, kind)));
}

function cardOf({ rules, proposal }: Selection, { letter, name, movement }: SelectedKind) {
  const isProposed = proposal?.movements.has(letter);
  const state = isProposed ? 'proposed' : 'open';
  return element(
    'li',
    { class: `kind-card ${movement === undefined ? state : 'decided'}` },
    element('h3', {}, upperFirst(name)),
    movement === undefined
      ? element('div', { class: 'picture-frame empty', 'aria-hidden': 'true' })
      : element('div', { class: 'picture-frame' }, makeMovementPicture(rules, letter).picture),
    element('p', {}, movement === undefined ? upperFirst(state) : makeMovementWords(movement)),
  );
}
