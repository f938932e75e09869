import type { Step } from '../board/board.ts';
import type { Failure } from '../board/result.ts';
import { refuse, type Term } from './betzaTerms.ts';
import { type Direction, hasDirection } from './directions.ts';

/**
 * What is wrong with a term that is well formed, or undefined.
 * Errors: `betza-repeated`, `betza-direction`, `betza-hop`, `betza-lame`, `betza-en-passant`.
 */
export function problemOf(term: Term, directions: readonly Direction[]): Failure | undefined {
  return (
    findRepeated(term) ??
    findDirection(term, directions) ??
    findHop(term) ??
    findLame(term) ??
    findEnPassant(term)
  );
}

function findRepeated({ modifiers, start }: Term): Failure | undefined {
  // Doubled letters mean other things in XBetza; of them only `nn` is known here.
  const repeated = /([mcpgie]).*\1|n.+n/.exec(modifiers);
  if (!repeated) return;
  const letter = repeated[1] ?? 'n';
  const at = modifiers.lastIndexOf(letter);
  return refuse('betza-repeated', letter, start + at, 'write each modifier once');
}

function findDirection(
  { modifiers, start, leaps, atom }: Term,
  directions: readonly Direction[],
): Failure | undefined {
  for (const { letters, first, last } of directions) {
    const refused = (why: string) => refuse('betza-direction', letters, start + first, why);
    const isKnown = leaps.every((leap) => hasDirection(leap, letters));
    if (!isKnown) return refused(rightDirection(letters, atom, leaps));
    const isStraight = leaps.every(([, short]) => short === 0);
    // Joined or apart: for W and its like that is the same.
    if (last === first + 1 || last === first || isStraight) continue;
    const between = modifiers.slice(first + 1, last);
    return refused(`write the two letters together, without '${between}' between them`);
  }
  return;
}

function rightDirection(letters: string, atom: string, leaps: readonly Step[]): string {
  if (!letters.includes('h')) {
    const apart = letters.replace(/./g, '$&$&');
    return `programs disagree on this: write '${apart}' for both directions`;
  }
  const isOblique = leaps.every(([long, short]) => short > 0 && short < long);
  if (!isOblique) return `${atom} has no halves: only N C Z and their like have`;
  return 'halves are fh bh lh rh, hl and hr';
}

function findHop({ modifiers, start, atom, leaps, range, isRanged, isBent }: Term) {
  const at = modifiers.search(/[pg]/);
  if (at < 0) return;
  const letter = modifiers[at]!;
  const refused = (why: string) => refuse('betza-hop', letter, start + at, why);
  if (/p.*g|g.*p/.test(modifiers)) return refused('either p or g, not both');
  const isLine = leaps.every(([long]) => long === 1) && !isBent;
  if (!isLine || !isRanged) {
    return refused(`${atom} does not hop: only R, B, Q do, and W or F with a range such as W3`);
  }
  // With g the range counts to the piece that is hopped over, with p to the target beyond it.
  if (letter === 'g' || range > 1) return;
  return refused('hopping over a piece takes a range of 2 or more');
}

function findLame({ modifiers, start, atom, leaps, isBent }: Term) {
  const at = modifiers.indexOf('n');
  if (at < 0) return;
  const refused = (why: string) => refuse('betza-lame', 'n', start + at, why);
  if (/[pg]/.test(modifiers)) return refused('a move that hops cannot be lame');
  const isDefined = ([long, short]: Step) =>
    short === 0 || short === long || long === 2 || (long === 3 && short === 2);
  if (!isBent && leaps.every(isDefined)) return;
  return refused(
    `the path of ${atom} is not defined: only N, Z and leaps along a line can be lame`,
  );
}

function findEnPassant({ modifiers, start, atom, leaps, isRanged, isBent }: Term) {
  const at = modifiers.indexOf('e');
  if (at < 0) return;
  const refused = (why: string) => refuse('betza-en-passant', 'e', start + at, why);
  const isFerz = leaps.length === 1 && leaps[0]!.every((side) => side === 1) && !isBent;
  if (!isFerz || isRanged) {
    return refused(`only F takes en passant, not ${atom}${isFerz ? ' with a range' : ''}`);
  }
  return modifiers.includes('c') ? undefined : refused('write it with c, as ce');
}
