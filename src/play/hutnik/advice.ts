import type { SelectedKind } from '../preparation.ts';
import {
  areAlike,
  isSymmetric,
  LETTERS,
  type Power,
  powerOf,
  takesAlmostAnywhere,
} from './movements.ts';

/**
 * What the rules advise against in a movement for a kind, in whole sentences: pieces should be like their namesakes,
 * knights weakest and queens strongest, and nothing should take from anywhere.
 */
export function adviceOn(
  kinds: readonly SelectedKind[],
  letter: string,
  movement: string,
): readonly string[] {
  const name = nameOf(kinds, letter);
  const power = powerOf(movement);
  const found: string[] = [];
  if (!areAlike(movement, letter)) {
    found.push(`It has no move of a usual ${name}, which is confusing.`);
  }
  for (const other of kinds) {
    if (other.movement === undefined || other.letter === letter) continue;
    const theirs = powerOf(other.movement);
    const isHigher = LETTERS.indexOf(letter) < LETTERS.indexOf(other.letter);
    const comes = `a ${name} would reach ${squares(power)} on average`;
    const others = `a ${other.name} reaches ${squares(theirs)}`;
    if (isHigher && power.squares < theirs.squares) {
      found.push(`It is weaker than the ${other.name}: ${comes}, ${others}.`);
    } else if (!isHigher && power.squares > theirs.squares) {
      found.push(`It is stronger than the ${other.name}: ${comes}, ${others}.`);
    }
  }
  if (takesAlmostAnywhere(power)) {
    found.push('It could take on almost every square at once, even a king.');
  }
  if (!isSymmetric(movement)) {
    found.push('Its left and right differ, so that the opponent has to agree to it.');
  }
  return found;
}

function nameOf(kinds: readonly SelectedKind[], letter: string): string {
  return kinds.find((kind) => kind.letter === letter)?.name ?? letter;
}

function squares({ squares }: Power): string {
  return `${Math.round(squares * 10) / 10} squares`;
}
