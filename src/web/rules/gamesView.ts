import '../style/rules.css';
import type { Problem } from '../../board/result.ts';
import { makeDiagram } from '../board/diagram.ts';
import { element } from '../dom.ts';
import { type CatalogGame, catalog, findGame, type Origin } from '../games/catalog.ts';
import { rulesHash } from '../route.ts';
import { gameLinks } from './gameLinks.ts';
import { makeGamePage } from './gamePage.ts';

/** All games, or the rules of one. */
export class GamesView {
  readonly element: HTMLElement;
  readonly title: string;

  constructor(rules?: string) {
    const found = rules === undefined ? undefined : findGame(rules);
    this.title = found?.ok ? found.value.title : 'Games';
    this.element = found?.ok ? makeGamePage(found.value) : makeGameList(found?.problem);
  }
}

/** `problem`: why the game that was asked for is not shown. */
function makeGameList(problem: Problem | undefined): HTMLElement {
  return element(
    'div',
    { class: 'games-view' },
    element('h1', {}, 'Games'),
    problem && element('p', { class: 'problem', role: 'alert' }, problemWords(problem)),
    element(
      'p',
      { class: 'lead' },
      'Each can be played here and by link, and its endgames solved.',
    ),
    element('ul', { class: 'game-cards' }, makeOwnCard(), ...catalog().map(makeCard)),
  );
}

function problemWords({ code, message, text }: Problem): string {
  return code === 'rules' ? `There is no game “${text}” here. Choose one of these.` : `${message}.`;
}

function makeOwnCard(): HTMLElement {
  return element(
    'li',
    { class: 'game-card own' },
    element('h2', {}, element('a', { href: '#own' }, 'Your own game')),
    element(
      'p',
      {},
      'Describe its board, pieces and ends in the format of Fairy-Stockfish’s variants.ini, and play it at once.',
    ),
  );
}

const badges: Readonly<Record<Origin, string>> = {
  'built in': 'built in',
  server: 'this server’s',
  own: 'your own',
};

function makeCard({ rules, origin }: CatalogGame): HTMLElement {
  const { name, title, about, board, variant } = rules;
  const href = rulesHash(name);
  return element(
    'li',
    { class: 'game-card' },
    variant.start !== undefined &&
      element('a', { href, tabindex: -1, 'aria-hidden': 'true' }, makeDiagram(rules, rules.start)),
    element(
      'div',
      {},
      element('h2', {}, element('a', { href }, title)),
      element(
        'p',
        { class: 'hint' },
        element('span', { class: `origin ${origin}` }, badges[origin]),
        ` ${board.files}×${board.ranks}`,
      ),
      element('p', {}, about),
      element(
        'div',
        { class: 'buttons' },
        element('a', { class: 'button', href, 'aria-label': `Rules: ${title}` }, 'Rules'),
        ...gameLinks(rules, 'By link'),
      ),
    ),
  );
}
