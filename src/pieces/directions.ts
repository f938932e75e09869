import type { Step } from '../board/board.ts';
import { around } from './atoms.ts';

/** Letters read together: one, the same one twice, or two that cross. */
export interface Direction {
  readonly letters: string;
  /** The index of the first letter, and of the last, among the modifiers. */
  readonly first: number;
  readonly last: number;
}

const LETTERS = 'fblrvsh';
const JOINED = /^(?:[fbvh][lrsh]|[lrsh][fbvh]|(.)\1)$/;

/** The direction letters among the modifiers, joined from left to right where two can be. */
export function readDirections(modifiers: string): readonly Direction[] {
  const places = [...modifiers].flatMap((letter, i) => (LETTERS.includes(letter) ? [i] : []));
  const directions: Direction[] = [];
  for (let i = 0; i < places.length; i++) {
    const first = places[i]!;
    const next = places[i + 1];
    const letter = modifiers[first]!;
    if (next !== undefined && canJoin(letter, modifiers[next]!)) {
      directions.push({ letters: letter + modifiers[next], first, last: next });
      i++;
    } else {
      directions.push({ letters: letter, first, last: first });
    }
  }
  return directions;
}

export function canJoin(letter: string, next: string): boolean {
  return JOINED.test(letter + next);
}

const STRAIGHT = /^[fblrvs]+$/;
/**
 * Not `vl vr vs sb sf sv`: XBoard reads both letters apart, Fairy-Stockfish reads the pair as no direction at all.
 */
const SLANTED = /^(?:([fblrvs])\1?|[fb][lrs]|[lr][fbv])$/;
const HALVES = /^(?:[fblr]h|h[lr])$/;

/** Does the leap have such a direction? */
export function hasDirection([long, short]: Step, letters: string): boolean {
  if (short === 0) return STRAIGHT.test(letters);
  return SLANTED.test(letters) || (long !== short && HALVES.test(letters));
}

/** The forms of a leap that any of the directions selects, or all if there are none. The leap must have them. */
export function selected(leap: Step, directions: readonly Direction[]): readonly Step[] {
  const forms = around(leap);
  if (directions.length === 0) return forms;
  const isSelected = leap[1] === 0 ? isAlong : leap[0] === leap[1] ? isBetween : isNear;
  return forms.filter((form) => directions.some(({ letters }) => isSelected(form, letters)));
}

function isOnSide([x, y]: Step, letter: string): boolean {
  if (letter === 'f') return y > 0;
  if (letter === 'b') return y < 0;
  if (letter === 'l') return x < 0;
  if (letter === 'r') return x > 0;
  return letter === 'v' ? y !== 0 : x !== 0;
}

function isAlong(step: Step, letters: string): boolean {
  return [...letters].some((letter) => isOnSide(step, letter));
}

function isBetween(step: Step, letters: string): boolean {
  return [...letters].every((letter) => isOnSide(step, letter));
}

/** Of an oblique leap: the last letter says along which axis it is longer, unless the half on a side is meant. */
function isNear([x, y]: Step, letters: string): boolean {
  const [first, last] = [letters.at(0)!, letters.at(-1)!];
  const isUpright = Math.abs(y) > Math.abs(x);
  if (last === 'h') return isOnSide([x, y], first);
  // Turning (1, 2) to the right gives (2, -1): upright where both signs agree, flat where they differ.
  if (first === 'h') return (isUpright === x * y > 0) === (last === 'r');
  return isBetween([x, y], letters) && isUpright === 'fbv'.includes(last);
}
