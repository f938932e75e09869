import { element } from '../dom.ts';
import { rulesHash } from '../route.ts';

type Entries = readonly (readonly [letters: string, meaning: string])[];

const atoms: Entries = [
  ['W F', 'one square straight; one diagonally'],
  ['D A H G', 'leaps of two and three squares: D, H straight, A, G diagonally'],
  ['N C Z', 'knight (2,1), camel (3,1), zebra (3,2); others as (4,1)'],
  ['K R B Q', 'king, rook, bishop, queen'],
  ['W3 NN', 'a number: up to so many steps that way; the letter twice: any number'],
  ['t[FR] t[WB]', 'a step, and from there outward as a rook; as a bishop'],
];

const modifiers: Entries = [
  ['m c', 'only moves; only captures'],
  ['f b l r', 'only forward, backward, left, right'],
  ['v s', 'only forward and backward; only sideways'],
  ['n', 'cannot jump over what stands in between'],
  ['p g', 'over one piece, to any square behind it; to the next one'],
];

/** Betza's notation in short. */
export function makeBetzaHelp(): HTMLElement {
  return element(
    'details',
    { class: 'betza-help' },
    element('summary', {}, 'Betza’s letters'),
    element(
      'p',
      {},
      'Write what a piece does one after the other: ',
      element('code', {}, 'RN'),
      ' moves as a rook or a knight, ',
      element('code', {}, 'mRcB'),
      ' moves as a rook and captures as a bishop.',
    ),
    tableOf('Moves', atoms),
    tableOf('Before a move', modifiers),
    element('p', {}, element('a', { href: rulesHash('hutnik') }, 'The rules of the game')),
  );
}

function tableOf(caption: string, entries: Entries): HTMLElement {
  return element(
    'table',
    {},
    element('caption', {}, caption),
    element(
      'tbody',
      {},
      ...entries.map(([letters, meaning]) =>
        element(
          'tr',
          {},
          element('th', { scope: 'row' }, element('code', {}, letters)),
          element('td', {}, meaning),
        ),
      ),
    ),
  );
}
