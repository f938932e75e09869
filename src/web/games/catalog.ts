import { fail, ok, type Result } from '../../board/result.ts';
import { type GameRef, gameOf, refOf } from '../../rules/gameRef.ts';
import { allGames, findRuleSet } from '../../rules/registry.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { ListedGames } from '../../server/protocol.ts';
import { keep, readKept } from '../kept.ts';

/** Where a game of the page comes from. */
export type Origin = 'built in' | 'server' | 'own';

export interface CatalogGame {
  readonly rules: RuleSet;
  readonly origin: Origin;
}

/** The visitor's own games, as this browser keeps them. */
const OWN = 'metatb-own-games';
/** More than anybody has; so that the browser's storage, which games share, cannot fill up. */
const MOST_OWN = 100;

/** Views wait for the server's games no longer than this. */
const PATIENCE_MS = 3000;

let ofServer: readonly RuleSet[] = [];
/** Games that this page has met since it was opened, in a link or in a kept game: they are not listed. */
const met = new Map<string, RuleSet>();
let fetched: Promise<void> | undefined;

/** All games that this page knows: built in, the server's once {@link askServer} has resolved, and the visitor's own. */
export function catalog(): readonly CatalogGame[] {
  const listed: CatalogGame[] = allGames().map((rules) => ({ rules, origin: 'built in' }));
  const add = (rules: RuleSet, origin: Origin) => {
    if (!listed.some((each) => each.rules.name === rules.name)) listed.push({ rules, origin });
  };
  for (const rules of ownGames()) add(rules, 'own');
  for (const rules of ofServer) add(rules, 'server');
  return listed;
}

/** A game of the {@link catalog}, or one with parameters, by its name. Errors: those of `findRuleSet`. */
export function findGame(name: string): Result<RuleSet> {
  const own = keptRefs().find((ref) => ref.name === name);
  const found =
    (own && madeOf(own)) ?? ofServer.find((rules) => rules.name === name) ?? met.get(name);
  return found ? ok(found) : findRuleSet(name);
}

/** Learns once which games the server adds to the built-in ones. Without a server there are none. */
export function askServer(): Promise<void> {
  fetched ??= fetchGames();
  return fetched;
}

async function fetchGames(): Promise<void> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const response = await fetch(new URL('games', document.baseURI), { signal });
    if (!response.ok) return;
    const { games } = (await response.json()) as ListedGames;
    ofServer = games.flatMap(({ name, variant }) => {
      const rules = variant === undefined ? undefined : gameOf({ name, ini: variant });
      return rules?.ok ? [rules.value] : [];
    });
  } catch {
    // Plain files, or no network: asked again when the page is next opened.
  }
}

/**
 * The game of a link or of a kept game. From now on {@link findGame} finds it, unless the visitor or the server has another one
 * of its name. Errors: those of {@link gameOf}.
 */
export function meetGame(ref: GameRef): Result<RuleSet> {
  const found = gameOf(ref);
  if (found.ok && ref.ini !== undefined) met.set(ref.name, found.value);
  return found;
}

/** The visitor's own games, the latest first. */
export function ownGames(): readonly RuleSet[] {
  return keptRefs().flatMap((ref) => madeOf(ref) ?? []);
}

/** The visitor's games, made once each: lists show all of them again and again. */
const made = new Map<string, RuleSet>();

/** Undefined if this page cannot read it: another version of it may. */
function madeOf(ref: GameRef): RuleSet | undefined {
  const known = made.get(ref.name);
  if (known && known.variant.ini === ref.ini) return known;
  const rules = gameOf(ref);
  if (!rules.ok) return undefined;
  made.set(ref.name, rules.value);
  return rules.value;
}

/** Keeps a game of a variants.ini in this browser, in place of one of the same name. Errors: `full`. */
export function keepOwnGame(rules: RuleSet): Result<undefined> {
  const others = keptRefs().filter(({ name }) => name !== rules.name);
  if (others.length >= MOST_OWN) {
    return fail('full', `this browser keeps ${MOST_OWN} games: delete one first`, rules.name);
  }
  keepRefs([refOf(rules), ...others]);
  return ok(undefined);
}

export function forgetOwnGame(name: string): void {
  keepRefs(keptRefs().filter((ref) => ref.name !== name));
}

function keptRefs(): readonly GameRef[] {
  try {
    const kept: unknown = JSON.parse(readKept(OWN) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isRef) : [];
  } catch {
    return [];
  }
}

function keepRefs(refs: readonly GameRef[]): void {
  keep(OWN, JSON.stringify(refs));
}

/** Is this a reference to a game, as `refOf` makes it and JSON keeps it? */
export function isRef(value: unknown): value is GameRef {
  const { name, ini } = (value ?? {}) as Partial<Record<keyof GameRef, unknown>>;
  return typeof name === 'string' && (ini === undefined || typeof ini === 'string');
}
