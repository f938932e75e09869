import type { Army, Color } from '../../pieces/army.ts';
import type { Material } from '../../table/material.ts';
import { symbolOf } from '../board/pieceLook.ts';
import { element } from '../dom.ts';

const NUMBERS = ['', '', 'two ', 'three ', 'four ', 'five '];

/** `king and two knights against king`. */
export function materialWords({ men }: Material, army: Army): string {
  const side = (color: Color) => {
    const kinds = men.filter((piece) => piece.color === color).map(({ kind }) => kind);
    const words = [...new Set(kinds)].map((kind) => {
      const number = kinds.filter((each) => each === kind).length;
      const { name } = army[kind]!;
      return `${NUMBERS[number] ?? `${number} `}${number > 1 ? plural(name) : name}`;
    });
    return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
  };
  return `${side(0)} against ${side(1)}`;
}

/** `rooks`, `ferzes`, `canaries`, `archbishops`. */
function plural(name: string): string {
  if (/(?:s|x|z|ch|(?<!bi)sh)$/.test(name)) return `${name}es`;
  return /[^aeiou]y$/.test(name) ? `${name.slice(0, -1)}ies` : `${name}s`;
}

/** The pieces as small pictures, White's first. For eyes only: {@link materialWords} says the same. */
export function materialSymbols({ men }: Material, army: Army): HTMLElement {
  const side = (color: Color) =>
    men.filter((piece) => piece.color === color).map(({ kind }) => symbolOf(army, kind, color));
  const between = element('span', { class: 'versus' }, '–');
  return element(
    'span',
    { class: 'symbols', 'aria-hidden': 'true' },
    ...side(0),
    between,
    ...side(1),
  );
}
