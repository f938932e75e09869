import type { Step } from '../board/board.ts';
import { type Failure, fail, ok, type Result } from '../board/result.ts';
import { BENT, LEAPS, SHORTHANDS } from './atoms.ts';
import { ENDLESS } from './legs.ts';

/** One term of a movement as written: modifiers, an atom, and how far it goes. */
export interface Term {
  readonly modifiers: string;
  /** The atom without its range: `N`, `(4,1)`, `t[FR]`. */
  readonly atom: string;
  /** The leap of the atom; two of K and Q. */
  readonly leaps: readonly Step[];
  readonly range: number;
  /** A rider, or an atom with a number. */
  readonly isRanged: boolean;
  readonly isBent: boolean;
  /** The index of the first modifier or, without any, of the atom; and the index after the term. */
  readonly start: number;
  readonly end: number;
}

type Atom = Omit<Term, 'modifiers' | 'start'>;

const MODIFIERS = /[mcnpgiefblrvsh]*/y;
/**
 * XBetza's words for t[FR] and t[WB]. Modifiers that stand before both parts, letter by letter the same, go in front of
 * `t`: `fmFfmyafsF` is `fmt[FR]`. Ours: there m and c are for all the squares.
 */
const XBETZA_BENT = /([mcfblrvs]*)(F|W)\1yafs\2/y;
const OWN_BENT = /t\[(?:FR|WB)\]/y;
const OBLIQUE = /\((0|[1-9]\d*),(0|[1-9]\d*)\)/y;
const DIGITS = /\d*/y;

const UNSUPPORTED: Readonly<Record<string, string>> = {
  j: 'jumping sliders are not supported',
  q: 'circular riders are not supported',
  z: 'crooked riders are not supported',
  o: 'cylinder boards are not supported',
  a: 'moves of several legs are not supported, except FyafsF and WyafsW',
  y: 'moves of several legs are not supported, except FyafsF and WyafsW',
  u: 'unloading is not supported',
  d: 'taking own pieces is not supported',
  x: 'relays are not supported',
  t: 'the only bent riders are t[FR] and t[WB]',
  O: 'castling is no part of a movement here',
  U: 'the universal leaper is not supported',
  '@': 'drops are not supported',
  L: 'sources disagree on L: write C for the camel (3,1), Z for the zebra (3,2)',
  J: 'sources disagree on J: write C for the camel (3,1), Z for the zebra (3,2)',
};

/**
 * Reads the term that begins at `start`.
 * Errors: `betza-letter`, `betza-unsupported`, `betza-atom`, `betza-leap`, `betza-range`.
 */
export function parseTerm(text: string, start: number): Result<Term> {
  const bent = matchAt(XBETZA_BENT, text, start);
  if (bent) {
    const [all, modifiers, letter] = bent;
    const end = start + all.length;
    if (text[end] === letter) return noRange(text, end);
    const term = bentAtom(letter === 'F' ? 't[FR]' : 't[WB]', text, end);
    return term.ok ? ok({ ...term.value, modifiers: modifiers!, start }) : term;
  }
  const [modifiers] = matchAt(MODIFIERS, text, start)!;
  const at = start + modifiers.length;
  const atom = parseAtom(text, at);
  return atom.ok ? ok({ ...atom.value, modifiers, start }) : atom;
}

/** A problem with `part` of the text, which begins at this index. */
export function refuse(code: string, part: string, index: number, why: string): Failure {
  return fail(code, `'${part}' at character ${index + 1}: ${why}`, part);
}

function parseAtom(text: string, at: number): Result<Atom> {
  const bent = matchAt(OWN_BENT, text, at);
  if (bent) return bentAtom(bent[0], text, at + bent[0].length);
  const letter = text[at] ?? '';
  if (letter === '(') return parseOblique(text, at);
  const shorthand = SHORTHANDS.get(letter);
  if (shorthand) return parseShorthand(text, at, shorthand);
  const leap = LEAPS.get(letter);
  if (!leap) return noAtom(text, at);
  const atom = { atom: letter, leaps: [leap], isBent: false };
  if (text[at + 1] !== letter) return withRange(text, at + 1, { ...atom, range: 1 });
  const end = at + 2;
  if (matchAt(DIGITS, text, end)![0]) return noRange(text, end);
  return ok({ ...atom, range: ENDLESS, isRanged: true, end });
}

function parseShorthand(
  text: string,
  at: number,
  { leaps, range }: { leaps: readonly Step[]; range: number },
): Result<Atom> {
  const letter = text[at]!;
  const end = at + 1;
  if (text[end] === letter) {
    const right = letter === 'K' ? 'Q, or Q2 and so on' : `${letter}, which is endless by itself`;
    return refuse('betza-range', letter + letter, at, `shorthands are not doubled: write ${right}`);
  }
  const atom = { atom: letter, leaps, range, isBent: false };
  if (letter !== 'K') return withRange(text, end, atom);
  const [digits] = matchAt(DIGITS, text, end)!;
  if (digits) return refuse('betza-range', digits, end, 'K has no range: write Q2 and so on');
  return ok({ ...atom, isRanged: false, end });
}

function parseOblique(text: string, at: number): Result<Atom> {
  const found = matchAt(OBLIQUE, text, at);
  const right = `a leap is written (a,b), with 1 to ${ENDLESS} for a, and b from 0 to a`;
  if (!found) return refuse('betza-leap', text.slice(at, at + 7), at, right);
  const [atom, long, short] = [found[0], Number(found[1]), Number(found[2])];
  if (long === 0 || long > ENDLESS || short > long) return refuse('betza-leap', atom, at, right);
  const end = at + atom.length;
  return withRange(text, end, { atom, leaps: [[long, short]], range: 1, isBent: false });
}

function withRange(text: string, at: number, atom: Omit<Atom, 'end' | 'isRanged'>): Result<Atom> {
  const [digits] = matchAt(DIGITS, text, at)!;
  const end = at + digits.length;
  if (digits === '') return ok({ ...atom, isRanged: atom.range > 1, end });
  if (/^0./.test(digits)) {
    return refuse('betza-range', digits, at, 'a range has no 0 in front; 0 alone is endless');
  }
  const range = digits === '0' ? ENDLESS : Math.min(Number(digits), ENDLESS);
  return ok({ ...atom, range, isRanged: true, end });
}

function bentAtom(atom: string, text: string, end: number): Result<Atom> {
  if (matchAt(DIGITS, text, end)![0]) return noRange(text, end);
  const leaps = [BENT.get(atom)!];
  return ok({ atom, leaps, range: ENDLESS, isRanged: true, isBent: true, end });
}

function noRange(text: string, at: number): Failure {
  const extra = matchAt(DIGITS, text, at)![0] || text[at]!;
  return refuse('betza-range', extra, at, 'no range can follow: what is before it is endless');
}

function noAtom(text: string, at: number): Failure {
  if (at === text.length) {
    const right = `an atom must follow the modifiers, such as ${text}W`;
    return refuse('betza-atom', text.slice(-1), at - 1, right);
  }
  const letter = String.fromCodePoint(text.codePointAt(at)!);
  if (/\d/.test(letter)) {
    return refuse('betza-range', letter, at, 'a range follows an atom, as in N3');
  }
  const unsupported = UNSUPPORTED[letter];
  if (unsupported) {
    const part = letter === 't' ? /^t(\[[^\]]{0,8}\]?)?/.exec(text.slice(at))![0] : letter;
    return refuse('betza-unsupported', part, at, unsupported);
  }
  const atoms = [...LEAPS.keys(), ...SHORTHANDS.keys(), '(a,b)', ...BENT.keys()].join(' ');
  const right = `atoms are ${atoms}, modifiers are m c f b l r v s h n p g i e`;
  return refuse('betza-letter', letter, at, right);
}

/** What a sticky pattern finds at this index. */
function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index;
  return pattern.exec(text);
}
