import { ok, type Result } from '../../board/result.ts';
import { isCustom } from './predefined.ts';
import { excerpt, wrong } from './problems.ts';
import type { Kinds, Outcome, Settings } from './settings.ts';
import { readSquares, type SquareSet, WIDEST } from './squares.ts';

/** A kind of value: what it may be, in words, and how it is read in a game whose kinds and board are known. */
export interface Reader<T> {
  readonly words: string;
  read(text: string, settings: Settings): Result<T>;
}

/** One of these words. */
function oneOf<T>(values: Readonly<Record<string, T>>): Reader<T> {
  const words = Object.keys(values)
    .join(' or ')
    .replace(/ or (?=.* or )/g, ', ');
  return {
    words,
    read: (text) => (Object.hasOwn(values, text) ? ok(values[text]!) : isNot(text, words)),
  };
}

function isNot(text: string, words: string) {
  return wrong(`'${excerpt(text)}' is not ${words}`, text);
}

export const yesOrNo = oneOf({ true: true, false: false });
export const outcome = oneOf<Outcome>({ win: 1, loss: -1, draw: 0 });
export const outcomeOrNone = oneOf<Outcome | undefined>({
  win: 1,
  loss: -1,
  draw: 0,
  none: undefined,
});

const MOST_COUNT = 1000;

export function count(least: number): Reader<number> {
  const words = `a whole number from ${least} to ${MOST_COUNT}`;
  return {
    words,
    read(text) {
      const number = /^\d{1,4}$/.test(text) ? Number(text) : -1;
      return number >= least && number <= MOST_COUNT ? ok(number) : isNot(text, words);
    },
  };
}

/** A rank from 1, or the number of ranks. */
export function rank(least: number): Reader<number> {
  const words = `a rank from ${least} to ${WIDEST}`;
  return { words, read: (text) => sideOf(text, least, words) };
}

/** A file from 1, or the number of files; as a number or a letter. */
export function file(least: number): Reader<number> {
  const letter = (number: number) => String.fromCharCode(96 + number);
  const words = `a file from ${least} to ${WIDEST} or from ${letter(least)} to ${letter(WIDEST)}`;
  return {
    words,
    read: (text) =>
      sideOf(/^[a-z]$/.test(text) ? `${text.charCodeAt(0) - 96}` : text, least, words, text),
  };
}

function sideOf(text: string, least: number, words: string, written = text): Result<number> {
  const number = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  return number >= least && number <= WIDEST ? ok(number) : isNot(written, words);
}

export const squares: Reader<SquareSet> = {
  words: 'squares such as d4 e4, *8 for a rank, d* for a file, or -',
  read: (text, { files, ranks }) => readSquares(text, files, ranks),
};

/** Letters of kinds, or `-` for none. */
export const kinds: Reader<Kinds> = {
  words: 'letters of kinds such as qrbn, or -',
  read(text, settings) {
    if (text === '-') return ok([]);
    const found: string[] = [];
    for (const letter of text.replace(/\s/g, '')) {
      const kind = kindOf(letter, settings);
      if (!kind.ok) return kind;
      if (!found.includes(kind.value)) found.push(kind.value);
    }
    return ok(found);
  },
};

/** {@link kinds}, or `*` for all. */
export const kindsOrAll: Reader<Kinds | 'all'> = {
  words: `${kinds.words}, or * for all`,
  read: (text, settings) => (text === '*' ? ok('all') : kinds.read(text, settings)),
};

export const kind: Reader<string> = {
  words: 'the letter of a kind',
  read(text, settings) {
    if ([...text].length === 1) return kindOf(text, settings);
    return isNot(text, kind.words);
  },
};

export const kindOrAll: Reader<string | 'all'> = {
  words: 'the letter of a kind, or * for all',
  read(text, settings) {
    if (text === '*') return ok('all');
    return [...text].length === 1 ? kindOf(text, settings) : isNot(text, kindOrAll.words);
  },
};

function kindOf(letter: string, settings: Settings): Result<string> {
  const found = [...settings.kinds].find((each) => each[1].letter === letter.toUpperCase());
  if (found) return ok(found[0]);
  const letters = [...settings.kinds.values()].map((each) => each.letter.toLowerCase());
  const right = letters.length > 0 ? `kinds are ${letters.join(' ')}` : 'it has no kinds';
  return wrong(`the game has no kind '${excerpt(letter)}': ${right}`, letter);
}

/** `a`, `a:QN`, or `-`: no such kind. */
export interface KindValue {
  readonly letter: string;
  readonly movement: string | undefined;
}

/** The letter of a kind and, if it is a custom one or the king, its movement; undefined for `-`. */
export function readKind(key: string, text: string): Result<KindValue | undefined> {
  if (text === '-') return ok(undefined);
  const [, letter, movement] = /^([a-zA-Z])(?:\s*:\s*(\S+))?$/.exec(text) ?? [];
  if (letter === undefined) {
    const form = isCustom(key)
      ? 'a letter and a movement such as a:QN'
      : `a letter such as ${key[0]}`;
    return wrong(`'${excerpt(text)}' is not ${form}, or - for no such kind`, text);
  }
  if (isCustom(key) && movement === undefined) {
    return wrong(`'${text}' has no movement: write it after a colon, such as ${letter}:QN`, text);
  }
  if (!isCustom(key) && key !== 'king' && movement !== undefined) {
    const right = `write customPiece1 = ${excerpt(text)}`;
    return wrong(`a ${key} has the movement that its name says: ${right}`, text);
  }
  return ok({ letter: letter.toUpperCase(), movement });
}

const MOST_TEXT = 200;

export const shortText: Reader<string> = {
  words: `a text of at most ${MOST_TEXT} characters`,
  read: (text) =>
    text.length <= MOST_TEXT
      ? ok(text)
      : wrong(`a text has at most ${MOST_TEXT} characters, not ${text.length}`, text),
};

/** Read once the kinds and the board are known. */
export const fen: Reader<string> = { words: 'a FEN', read: (text) => ok(text) };

const MOST_NAME = 32;

/** `a:archbishop c:chancellor`, with _ for a space: by letter. */
export const pieceNames: Reader<ReadonlyMap<string, string>> = {
  words: 'names such as a:archbishop c:dragon_king',
  read(text, settings) {
    const found = new Map<string, string>();
    for (const part of text.split(/\s+/)) {
      const [, letter, name] = /^([a-zA-Z]):([A-Za-z][A-Za-z0-9_'-]*)$/.exec(part) ?? [];
      if (letter === undefined || name!.length > MOST_NAME) {
        const form = `write ${pieceNames.words}, with at most ${MOST_NAME} characters`;
        return wrong(`'${excerpt(part)}' is no name of a kind: ${form}`, part);
      }
      const kind = kindOf(letter, settings);
      if (!kind.ok) return kind;
      found.set(letter.toUpperCase(), name!.replaceAll('_', ' '));
    }
    return ok(found);
  },
};
