import { element } from '../dom.ts';

/** All games, or the rules of one. */
export class GamesView {
  readonly element: HTMLElement;

  constructor(rules?: string) {
    this.element = element('div', { class: 'games-view' }, element('h1', {}, rules ?? 'Games'));
  }
}
