import { fail, ok, type Result } from '../board/result.ts';

/** A choice that a game leaves open. */
export interface Parameter {
  readonly key: string;
  /** What it decides, for the game's page. */
  readonly about: string;
  /** The values that it takes, in words. */
  readonly values: string;
  /** Its value if none is given, in normal form. */
  readonly usual: string;
  /** The words that it takes, if it takes one of a few. */
  readonly words?: readonly string[];
  /** The least and the greatest number that it takes, if it takes whole numbers. */
  readonly range?: readonly [number, number];
  /** Tables ignore what it decides: a game has the same tables whatever its value. */
  readonly beyondTables?: true;
  /** The normal form of a value. Errors say which values there are. */
  normalise(value: string): Result<string>;
}

/** A parameter that takes one of a few words, the usual one first. */
export function oneOf(
  key: string,
  about: string,
  words: readonly [string, ...string[]],
): Parameter {
  return {
    key,
    about,
    values: words.join(' or '),
    words,
    usual: words[0],
    normalise: (value) =>
      words.includes(value)
        ? ok(value)
        : fail('parameter', `${key} is ${words.join(' or ')}, not '${value}'`, value),
  };
}

/** A parameter that takes a whole number from `least` to `most`. Tables ignore it. */
export function wholeNumber(
  key: string,
  about: string,
  usual: number,
  range: readonly [number, number],
): Parameter {
  const [least, most] = range;
  const values = `a whole number from ${least} to ${most}`;
  return {
    key,
    about,
    values,
    usual: String(usual),
    range,
    beyondTables: true,
    normalise: (value) =>
      /^\d{1,5}$/.test(value) && Number(value) >= least && Number(value) <= most
        ? ok(String(Number(value)))
        : fail('parameter', `${key} is ${values}, not '${value}'`, value),
  };
}

/**
 * The values of a game's parameters, from `key=value,...`; the commas stand outside parentheses. Those not given have
 * their usual values. Errors: `parameter`.
 */
export function parseParameters(
  game: string,
  parameters: readonly Parameter[],
  text: string,
): Result<ReadonlyMap<string, string>> {
  const values = new Map(parameters.map(({ key, usual }) => [key, usual]));
  const given = new Set<string>();
  for (const part of text === '' ? [] : splitValues(text)) {
    const [, key, value] = /^([^=]*)=(.*)$/s.exec(part) ?? [];
    const parameter = parameters.find((each) => each.key === key);
    if (!parameter || value === undefined) {
      const forms = parameters.map((each) => `${each.key}=${each.usual} (${each.values})`);
      const found = `${game} has no parameter '${part}'`;
      return fail('parameter', `${found}: it has ${forms.join(', ') || 'none'}`, part);
    }
    if (given.has(parameter.key)) {
      return fail('parameter', `${parameter.key} is given twice in '${game}:${text}'`, part);
    }
    given.add(parameter.key);
    const normal = parameter.normalise(value);
    if (!normal.ok) {
      const { code, message } = normal.problem;
      return fail(code, `${parameter.key}=${value}: ${message}`, value);
    }
    values.set(parameter.key, normal.value);
  }
  return ok(values);
}

/** `R=RN,B=(4,1)` as its parts: the commas stand outside parentheses. */
export function splitValues(text: string): readonly string[] {
  return text.split(/,(?![^(]*\))/);
}

/** The name of a game with these values: the same for the same game, as usual values are left out. */
export function nameWith(
  game: string,
  parameters: readonly Parameter[],
  values: ReadonlyMap<string, string>,
): string {
  const unusual = parameters.filter(({ key, usual }) => values.get(key) !== usual);
  const parts = unusual.map(({ key }) => `${key}=${values.get(key)}`);
  return parts.length === 0 ? game : `${game}:${parts.join(',')}`;
}
