import { fail, ok, type Result, unwrap } from '../board/result.ts';
import { chess } from './chess.ts';
import { hutnik } from './hutnik.ts';
import { illegal } from './illegal.ts';
import { makeWellKnown, wellKnownNames } from './ini/wellKnown.ts';
import { metachess } from './metachess.ts';
import { metamachy } from './metamachy.ts';
import { nameWith, type Parameter, parseParameters } from './parameters.ts';
import { reach } from './reach.ts';
import { Recent } from './recent.ts';
import { rulesOf } from './rules.ts';
import type { RuleSet } from './ruleset.ts';
import type { OpenGame } from './variant.ts';

/** Games that are made when somebody asks for them, most with parameters. */
const openGames: readonly OpenGame[] = [reach, metamachy, hutnik, illegal];

/** The games that are made when the program starts: all others take it some milliseconds each. */
const own: readonly RuleSet[] = [metachess, chess];

export const defaultGame: RuleSet = metachess;

/** The names of all games, the default first. A new one is in a list above, or a section in ini/wellKnownText.ts. */
export const gameNames: readonly string[] = [
  metachess.name,
  chess.name,
  reach.name,
  ...wellKnownNames,
  metamachy.name,
  hutnik.name,
  illegal.name,
];

/** Those of games that need no server to keep their secrets: see `isHidden`. */
export const openNames: readonly string[] = gameNames.filter((name) => name !== illegal.name);

/** Every game, the default first; of games with parameters the usual one. */
export function allGames(): readonly RuleSet[] {
  return gameNames.map((name) => unwrap(findRuleSet(name)));
}

/** A game with its usual parameters. */
function makeUsual(name: string): RuleSet | undefined {
  const game = openGames.find((each) => each.name === name);
  if (!game) return undefined;
  return rulesOf(
    game.make(game.name, new Map(game.parameters.map(({ key, usual }) => [key, usual]))),
  );
}

const known = new Map(own.map((rules) => [rules.name, rules]));

/** Games with other than the usual parameters: there are more of them than a server has memory for. */
const withParameters = new Recent<RuleSet>(32);

/**
 * The rules of a game, by its name and, after a colon, parameters: `hutnik:Q=QN,promote=QR`. The same object for the
 * same game, with parameters while it is among the last ones asked for. Errors: `rules`, `parameter`, and those of
 * movements.
 */
export function findRuleSet(text: string): Result<RuleSet> {
  const found = known.get(text) ?? makeWellKnown(text) ?? makeUsual(text);
  if (found) {
    known.set(text, found);
    return ok(found);
  }
  const colon = text.indexOf(':');
  const game = openGames.find(({ name }) => name === text.slice(0, colon));
  if (colon < 0 || !game?.parameters.length) return fail('rules', unknownGame(text), text);
  const values = parseParameters(game.name, game.parameters, text.slice(colon + 1));
  if (!values.ok) return values;
  const name = nameWith(game.name, game.parameters, values.value);
  if (name === game.name) return findRuleSet(name);
  const ofTables = game.parameters.filter(({ beyondTables }) => !beyondTables);
  const tables = nameWith(game.name, ofTables, values.value);
  // A game that has another one's tables says so itself.
  const make = () => rulesOf({ tables, ...game.make(name, values.value) });
  return ok(withParameters.get(name, make));
}

/** The choices that a game leaves open; none if it has no parameters. */
export function parametersOf({ name }: RuleSet): readonly Parameter[] {
  return openGames.find((game) => game.name === name.split(':')[0])?.parameters ?? [];
}

/** The values of a game's parameters, in normal form. */
export function valuesOf(rules: RuleSet): ReadonlyMap<string, string> {
  const [game = '', text = ''] = rules.name.split(/:(.*)/s);
  return unwrap(parseParameters(game, parametersOf(rules), text));
}

/** The game with other values of some parameters. Errors: `parameter`, and those of movements. */
export function withValues(
  rules: RuleSet,
  values: Iterable<readonly [string, string]>,
): Result<RuleSet> {
  const [game = ''] = rules.name.split(':');
  const all = new Map([...valuesOf(rules), ...values]);
  return findRuleSet(nameWith(game, parametersOf(rules), all));
}

function unknownGame(text: string): string {
  const colon = text.indexOf(':');
  const found = `no rule set '${text}': there are ${gameNames.join(', ')}`;
  if (colon < 0 || !gameNames.includes(text.slice(0, colon))) return found;
  return `${text.slice(0, colon)} has no parameters: '${text}'`;
}
