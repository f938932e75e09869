import { fail, ok, type Result } from '../../board/result.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { levels } from '../../search/levels.ts';

/** What a program has set. */
export interface UciOptions {
  readonly rules: RuleSet;
  /** MiB. */
  readonly hash: number;
  readonly multiPv: number;
  /** A folder; empty for none. */
  readonly tablePath: string;
  readonly isLimited: boolean;
  /** An index of `levels`, for limited strength. */
  readonly level: number;
}

const [MOST_HASH, MOST_LINES] = [1024, 100] as const;
const EMPTY = '<empty>';

/** The lines that say which options there are. */
export function optionLines(options: UciOptions, games: readonly string[]): readonly string[] {
  const variants = games.map((name) => `var ${name}`).join(' ');
  const names = levels.map(({ name }) => `var ${name}`).join(' ');
  const option = (text: string) => `option name ${text}`;
  return [
    option(`Hash type spin default ${options.hash} min 1 max ${MOST_HASH}`),
    option('Ponder type check default false'),
    option(`MultiPV type spin default 1 min 1 max ${MOST_LINES}`),
    option(`UCI_Variant type combo default ${options.rules.name} ${variants}`),
    option('UCI_LimitStrength type check default false'),
    option(`Level type combo default ${levels[options.level]!.name} ${names}`),
    option(`TablePath type string default ${options.tablePath || EMPTY}`),
    option(`VariantPath type string default ${EMPTY}`),
    option('Clear Hash type button'),
  ];
}

export interface OptionText {
  readonly name: string;
  readonly value: string;
}

/** Reads `setoption name NAME value VALUE`. Errors: `uci`. */
export function parseSetOption(text: string): Result<OptionText> {
  // Blanks in a value stay: a path may have several in a row.
  const match = /(?:^|\s)setoption\s+name\s+(.+?)(?:\s+value(?:\s+(.*))?)?$/i.exec(text.trim());
  if (!match) return fail('uci', 'say setoption name NAME value VALUE', text);
  const value = match[2]?.trim() ?? '';
  return ok({
    name: match[1]!.toLowerCase().replace(/\s+/g, ' '),
    value: value === EMPTY ? '' : value,
  });
}

/** The options with a plain one changed; undefined if it is none of these. Errors: `uci`. */
export function changed(
  options: UciOptions,
  { name, value }: OptionText,
): Result<UciOptions> | undefined {
  const number = (key: 'hash' | 'multiPv', title: string, most: number): Result<UciOptions> => {
    const found = /^\d{1,6}$/.test(value) ? Number(value) : 0;
    if (found >= 1 && found <= most) return ok({ ...options, [key]: found });
    return fail('uci', `${title} is a number from 1 to ${most}, not '${value}'`, value);
  };
  // Programs may write what there is to choose in another case.
  const word = value.toLowerCase();
  switch (name) {
    case 'hash':
      return number('hash', 'Hash', MOST_HASH);
    case 'multipv':
      return number('multiPv', 'MultiPV', MOST_LINES);
    case 'tablepath':
      return ok({ ...options, tablePath: value });
    case 'uci_limitstrength':
      return word === 'true' || word === 'false'
        ? ok({ ...options, isLimited: word === 'true' })
        : fail('uci', `UCI_LimitStrength is true or false, not '${value}'`, value);
    case 'level': {
      const level = levels.findIndex((each) => each.name === word);
      const names = levels.map((each) => each.name).join(', ');
      return level >= 0
        ? ok({ ...options, level })
        : fail('uci', `Level is one of ${names}, not '${value}'`, value);
    }
    // How it thinks does not depend on these.
    case 'ponder':
    case 'uci_analysemode':
    case 'uci_showwdl':
    case 'uci_opponent':
    case 'uci_chess960':
      return ok(options);
    default:
      return undefined;
  }
}
