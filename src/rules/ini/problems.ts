import { type Failure, fail } from '../../board/result.ts';

/** What is wrong with a line of a variants.ini, in one line that says what would be right. */
export interface VariantProblem {
  /** From 1. */
  readonly line: number;
  readonly key?: string;
  readonly message: string;
}

/** Tells of a problem with what these keys have set, at the line of the first one that is given. */
export type Refuse = (keys: readonly string[], message: string) => void;

/** A value that cannot be read. */
export function wrong(message: string, text = ''): Failure {
  return fail('variants', message, text);
}

/** Of these words the one that is most like it, as a question; '' if none is. */
export function suggestion(word: string, words: Iterable<string>): string {
  let best = '';
  // A third of the letters may differ.
  let least = Math.floor(word.length / 3) + 1;
  for (const each of words) {
    const distance = distanceOf(word.toLowerCase(), each.toLowerCase(), least);
    if (distance < least) [best, least] = [each, distance];
  }
  return best && `: did you mean ${best}?`;
}

/** A part of a text from a file, for a message of one line. */
export function excerpt(text: string): string {
  const most = 40;
  return text.length > most ? `${text.slice(0, most)}...` : text;
}

/** How many letters must be changed, added or left out (Levenshtein), or `most` if as many or more. */
function distanceOf(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) >= most) return most;
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (let i = 0; i < one.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < other.length; j++) {
      const change = row[j]! + (one[i] === other[j] ? 0 : 1);
      next.push(Math.min(change, row[j + 1]! + 1, next[j]! + 1));
    }
    row = next;
  }
  return row[other.length]!;
}
