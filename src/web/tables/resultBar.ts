import { element } from '../dom.ts';
import type { Results } from './atlas.ts';
import { percent } from './valueWords.ts';

/** How positions end, as a bar of three parts: White wins, drawn, Black wins. Its words stand in its label. */
export function makeResultBar({ white, drawn, black, all }: Results): HTMLElement {
  const part = (kind: string, number: number) => {
    const made = element('span', { class: kind });
    made.style.flexGrow = String(number / all);
    return number > 0 && made;
  };
  const words = [
    `White wins ${percent(white, all)}`,
    `drawn ${percent(drawn, all)}`,
    `Black wins ${percent(black, all)}`,
  ].join(', ');
  return element(
    'span',
    { class: 'result-bar', role: 'img', 'aria-label': words, title: words },
    part('white', white),
    part('drawn', drawn),
    part('black', black),
  );
}
