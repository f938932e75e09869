import { element } from '../dom.ts';

/** Games of the visitor's own: a variants.ini, checked and kept. */
export class OwnGamesView {
  readonly element = element('div', { class: 'own-view' }, element('h1', {}, 'Your own game'));

  leave(): void {}
}
