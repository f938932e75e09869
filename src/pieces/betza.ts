import { fail, ok, type Result } from '../board/result.ts';
import { outward } from './atoms.ts';
import { problemOf } from './betzaProblems.ts';
import { parseTerm, type Term } from './betzaTerms.ts';
import { type Direction, readDirections, selected } from './directions.ts';
import { ENDLESS, type Leg, type Movement, type Purpose } from './legs.ts';
import { normalised } from './normalForm.ts';

/** The most characters of a movement. */
const MOST_CHARACTERS = 256;

/**
 * Reads a movement in Betza's notation as far as it is exact here: `QN`, `fmWfceFfmnnD`, `t[FR]`.
 * Errors: `betza-empty`, `betza-length`, and those of `parseTerm` and `problemOf`; their messages say at
 * which character.
 */
export function parseBetza(text: string): Result<Movement> {
  if (text === '') return fail('betza-empty', 'a movement has at least one atom, such as K');
  if (text.length > MOST_CHARACTERS) {
    const message = `a movement has at most ${MOST_CHARACTERS} characters, not ${text.length}`;
    return fail('betza-length', message, text);
  }
  return readTerms(text);
}

/** Terms of any length: `makeBetza` can need more letters than the text that it was given as a movement. */
export function readTerms(text: string): Result<Movement> {
  const legs: Leg[] = [];
  let at = 0;
  while (at < text.length) {
    const term = parseTerm(text, at);
    if (!term.ok) return term;
    const directions = readDirections(term.value.modifiers);
    const problem = problemOf(term.value, directions);
    if (problem) return problem;
    legs.push(...legsOf(term.value, directions));
    at = term.value.end;
  }
  return ok(normalised(legs));
}

function legsOf(term: Term, directions: readonly Direction[]): Leg[] {
  const { modifiers, leaps, range, isBent } = term;
  const has = (letter: string) => modifiers.includes(letter);
  const isEither = has('m') === has('c');
  const purposes: Purpose[] = isEither ? ['move', 'take'] : has('m') ? ['move'] : ['take'];
  const steps = leaps.flatMap((leap) => selected(leap, directions));
  const initial = has('i') && { initial: true as const };
  const lame = has('n') && { lame: true as const };
  const hop = (has('p') && { hop: 'over' as const }) || (has('g') && { hop: 'behind' as const });
  const legs = purposes.flatMap((purpose) =>
    steps.map(
      (step): Leg => ({ step, range: isBent ? 1 : range, purpose, ...initial, ...lame, ...hop }),
    ),
  );
  if (isBent) return legs.flatMap((leg) => [leg, ...bentLegs(leg)]);
  if (has('e')) return [...legs, ...legs.flatMap(enPassantLeg)];
  return givesEnPassant(term) ? legs.map((leg) => ({ ...leg, enPassant: true })) : legs;
}

/**
 * From its first square a bent rider goes on outward, both ways: as in XBetza, directions choose the first step only.
 * The leap to that square is a leg of its own.
 */
function bentLegs(leap: Leg): Leg[] {
  return outward(leap.step).map((onward) => ({ ...leap, onward, range: ENDLESS }));
}

function enPassantLeg(leg: Leg): Leg[] {
  return leg.purpose === 'take' ? [{ ...leg, enPassant: true }] : [];
}

/** `fmnnD`, the pawn's double step, or a longer one, or one in another direction along a line. Elsewhere `nn` is no more than `n`. */
function givesEnPassant({ modifiers, leaps, range }: Term): boolean {
  const [long, short] = leaps[0]!;
  const passes = leaps.length === 1 && range === 1 && long > 1 && (short === 0 || short === long);
  return passes && modifiers.includes('nn') && modifiers.includes('m') && !modifiers.includes('c');
}
