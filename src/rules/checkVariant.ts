import type { Army } from '../pieces/army.ts';
import type { Variant } from './variant.ts';

/** What a game's name may be, without its parameters: it is a folder's name and an address. */
const GAME_NAME = /^[a-z0-9][a-z0-9_-]{0,31}$/;

/** What the server has at its root besides games: a test compares these with its routes. */
const ROUTES = ['assets', 'games', 'health', 'lila', 'tables'];

/** Why no game can have this name, which is without parameters, or undefined. */
export function problemOfName(game: string): string | undefined {
  if (!GAME_NAME.test(game)) {
    const form = 'small letters, digits, - and _, at most 32, a letter or digit first';
    return `'${game}' is no name of a game: ${form}`;
  }
  return ROUTES.includes(game) ? `'${game}' is an address of the server` : undefined;
}

/** Throws a RangeError for a description that no game can have. */
export function checkVariant({ name, stuck, bar, equipment: { army } }: Variant): void {
  const problem = problemOfName(name.split(':')[0]!);
  if (problem) throw new RangeError(problem);
  const letters = army.map(({ letter }) => letter);
  for (const [i, letter] of letters.entries()) {
    if (!/^[A-Z]$/.test(letter)) throw new RangeError(`a piece's letter is A to Z: '${letter}'`);
    if (letters.indexOf(letter) < i) throw new RangeError(`${name} has two kinds ${letter}`);
  }
  if (army.slice(1).some(({ royal }) => royal === 'only'))
    throw new RangeError(`${name} has a kind of which each side has exactly one: it comes first`);
  const [first] = army;
  if (first?.royal === 'only' && [first.promotions, first.blackPromotions].some((to) => to?.length))
    throw new RangeError(`a ${first.name} promotes, and its side would have none left`);
  for (const kind of army.keys()) checkPromotions(army, kind, [kind]);
  // A side all of whose moves are barred would neither move nor pass.
  if (bar && (stuck === 'pass' || stuck.free === 'pass'))
    throw new RangeError(`${name} has a bar and passes: not both`);
}

/** `before`: the kinds that lead to this one, itself last. Tables of promotions that lead back could not be put in order. */
function checkPromotions(army: Army, kind: number, before: readonly number[]): void {
  const { promotions, blackPromotions = [] } = army[kind]!;
  for (const next of new Set([...promotions, ...blackPromotions])) {
    const { name } = army[kind]!;
    if (!army[next] || army[next].royal === 'only')
      throw new RangeError(`a ${name} cannot become piece ${next}`);
    if (before.includes(next)) throw new RangeError(`a ${army[next].name} becomes one again`);
    checkPromotions(army, next, [...before, next]);
  }
}
