import type { RuleSet } from '../../rules/ruleset.ts';

/** The games of lila-tablebase, by their names here: how they are called there. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['chess', 'standard'],
  ['atomic', 'atomic'],
  ['antichess', 'antichess'],
]);

/** Those of `games` that lila-tablebase has, too, by their names there. `rulesIn`: the rules of an entry. */
export function lilaGames<T>(
  games: readonly T[],
  rulesIn: (game: T) => RuleSet,
): ReadonlyMap<string, T> {
  return new Map(
    games.flatMap((game) => {
      const name = NAMES.get(rulesIn(game).name);
      return name === undefined ? [] : [[name, game] as const];
    }),
  );
}
