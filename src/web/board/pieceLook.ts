import { type Army, type Color, WHITE } from '../../pieces/army.ts';
import { element } from '../dom.ts';

/** The class of a piece's picture, such as `q-piece`. */
export function lookOf(army: Army, kind: number): string {
  return `${army[kind]!.letter.toLowerCase()}-piece`;
}

export function colorName(color: Color): 'white' | 'black' {
  return color === WHITE ? 'white' : 'black';
}

/** A piece as a small picture. */
export function symbolOf(army: Army, kind: number, color: Color): HTMLElement {
  return element('span', { class: `piece ${lookOf(army, kind)} ${colorName(color)}` });
}
