import type { Step } from '../board/board.ts';
import { around } from './atoms.ts';
import { canJoin, hasDirection, readDirections, selected } from './directions.ts';

/** A term without what is the same for all terms of a group. */
export interface Wording {
  readonly directions: string;
  readonly atom: string;
  /** The steps that it stands for: bit `i` is the `i`-th of the group's steps. */
  readonly bits: number;
}

const known = new Map<string, readonly Omit<Wording, 'atom'>[]>();

/** The sets of steps that one term of an atom with these leaps can stand for, each with its fewest letters. */
export function wordings(atom: string, leaps: readonly Step[], firstBit: number): Wording[] {
  const shapes = leaps.map(shapeOf);
  const key = shapes.join(' ');
  const words = known.get(key) ?? wordsOf(shapes);
  known.set(key, words);
  return words.map(({ directions, bits }) => ({ directions, atom, bits: bits << firstBit }));
}

/** Directions depend on no more of a leap than this: W, F or N stands for its like. */
function shapeOf([long, short]: Step): Step {
  return short === 0 ? [1, 0] : short === long ? [1, 1] : [2, 1];
}

/** Grows words by one direction at a time, the shortest first, until every set of steps has one. */
function wordsOf(leaps: readonly Step[]): readonly Omit<Wording, 'atom'>[] {
  const forms = leaps.flatMap(around).map(String);
  const all: Word = { directions: '', bits: 2 ** forms.length - 1, last: '' };
  const found = new Map([[all.bits, all]]);
  const oneWord = directionsOf(leaps, forms);
  const seen = new Set<string>();
  const queue: Word[][] = [
    [],
    ...[1, 2].map((length) => oneWord.filter(({ directions }) => directions.length === length)),
  ];
  for (let length = 1; length < queue.length; length++) {
    for (const word of queue[length]!) {
      const state = word.last + word.bits;
      if (seen.has(state)) continue;
      seen.add(state);
      if (!found.has(word.bits)) found.set(word.bits, word);
      for (const next of oneWord) {
        const directions = word.directions + next.directions;
        if (canJoin(word.last, next.directions[0]!)) continue;
        queue[directions.length] ??= [];
        queue[directions.length]!.push({ ...next, directions, bits: word.bits | next.bits });
      }
    }
  }
  return [...found.values()];
}

interface Word extends Omit<Wording, 'atom'> {
  /** The last letter, if it is a direction by itself, which the next letter could join. */
  readonly last: string;
}

/** All directions of one or two letters that leaps with these forms have. */
function directionsOf(leaps: readonly Step[], forms: readonly string[]): readonly Word[] {
  const letters = [...'fblrvsh'];
  const pairs = letters.flatMap((one) => letters.map((other) => one + other));
  return [...letters, ...pairs].flatMap((directions) => {
    const read = readDirections(directions);
    const has = leaps.every((leap) => hasDirection(leap, directions));
    if (read.length > 1 || !has) return [];
    const steps = leaps.flatMap((leap) => selected(leap, read)).map(String);
    const bits = forms.reduce((sum, form, i) => sum | (Number(steps.includes(form)) << i), 0);
    return { directions, bits, last: directions.length === 1 ? directions : '' };
  });
}

/** A letter weighs more than all steps that two terms could share. */
const LETTER = 64;

/**
 * Wordings that together stand for all steps of `need`, and for none but those of `allowed`: with the fewest letters if
 * each has `extra` letters more, and then with the fewest steps said twice (`WfF`, not `WfK`). None if that cannot be
 * done.
 */
export function cheapest(
  need: number,
  allowed: number,
  from: readonly Wording[],
  extra: number,
): readonly Wording[] {
  const usable = from.filter(({ bits }) => (bits & ~allowed) === 0);
  const best = new Map<number, Cover>([[0, { cost: 0, terms: [] }]]);
  const cover = (left: number): Cover => {
    const done = best.get(left);
    if (done) return done;
    let found: Cover = { cost: Number.POSITIVE_INFINITY, terms: [] };
    const lowest = left & -left;
    for (const term of usable) {
      if ((term.bits & lowest) === 0) continue;
      const rest = cover(left & ~term.bits);
      const letters = term.directions.length + term.atom.length + extra;
      const cost = rest.cost + letters * LETTER + countBits(term.bits);
      if (cost < found.cost) found = { cost, terms: [term, ...rest.terms] };
    }
    best.set(left, found);
    return found;
  };
  return cover(need).terms.toSorted((a, b) => a.directions.length - b.directions.length);
}

function countBits(bits: number): number {
  return bits === 0 ? 0 : 1 + countBits(bits & (bits - 1));
}

interface Cover {
  readonly cost: number;
  readonly terms: readonly Wording[];
}
