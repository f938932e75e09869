import { colorName } from '../board/pieceLook.ts';
import { element } from '../dom.ts';
import type { PreparingOptions } from './phaseView.ts';

/** A step of the past, as an item of a list. */
export function makeHappened({ by, text }: PreparingOptions['history'][number]): HTMLElement {
  return element(
    'li',
    {},
    element('span', { class: `disc ${colorName(by)}`, 'aria-hidden': 'true' }),
    element('span', {}, text),
  );
}
