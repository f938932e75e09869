import { ok, type Result } from '../../board/result.ts';
import type { GameTree } from '../../play/gameTree.ts';
import { makePgn } from '../../play/makePgn.ts';
import { parsePgn } from '../../play/pgn.ts';
import { type GameRef, refOf } from '../../rules/gameRef.ts';
import { defaultGame } from '../../rules/registry.ts';
import { isRef, meetGame } from './catalog.ts';

/** Empty: not known. */
export type Players = readonly [white: string, black: string];

/** A game that was played on this device, as the browser keeps it. */
export interface DeviceGame {
  readonly id: string;
  /** What it is a game of. Older records name it in the PGN alone. */
  readonly game?: GameRef;
  /** With its variations. */
  readonly pgn: string;
  /** The moves, in UCI, to the position that is looked at. */
  readonly path: readonly string[];
  /** White's and Black's names, if the record has them. */
  readonly players?: Players;
  /** For lists: the rules' title, the first moves, how many there are, and the result. */
  readonly title: string;
  readonly opening: string;
  readonly plies: number;
  readonly result: string;
  /** Milliseconds since 1970. */
  readonly changed: number;
}

const LIST = 'metatb-games';
/** The game of this tab, as long as the tab lasts. */
const TAB = 'metatb-game';
/** The oldest go first. */
export const MOST_GAMES = 60;
/** Moves that a list shows of a game. */
const OPENING_PLIES = 6;

/** A new game's id. */
export function newGameId(): string {
  return crypto.randomUUID();
}

export function deviceGameOf(id: string, tree: GameTree, changed: number): DeviceGame {
  const end = tree.endOf().game;
  const san = end.plies.slice(0, OPENING_PLIES).map((ply) => ply.san);
  return {
    id,
    game: refOf(tree.rules),
    pgn: makePgn(tree),
    path: tree.pathTo(),
    players: [nameIn(tree, 'White'), nameIn(tree, 'Black')],
    title: tree.rules.title,
    opening: san.join(' ') + (end.length > OPENING_PLIES ? ' …' : ''),
    plies: end.length,
    result: tree.result,
    changed,
  };
}

function nameIn({ tags }: GameTree, tag: string): string {
  const name = tags.get(tag) ?? '';
  return name === '?' ? '' : name;
}

/** Errors: those of reading PGN, and of its game if that is described. */
export function treeOf({ game, pgn, path }: DeviceGame): Result<GameTree> {
  const rules = game ? meetGame(game) : ok(defaultGame);
  if (!rules.ok) return rules;
  const parsed = parsePgn(pgn, rules.value);
  if (!parsed.ok) return parsed;
  const { tree } = parsed.value;
  return ok(tree.goTo(tree.at(path)));
}

/** The latest first. */
export function listGames(): readonly DeviceGame[] {
  const games = read(localStorageOf(), LIST);
  return Array.isArray(games) ? games.filter(isGame) : [];
}

/** Keeps a game in this tab, so that it survives a reload, and in the list if anything was played. */
export function keepGame(game: DeviceGame): void {
  write(sessionStorageOf(), TAB, game);
  if (game.plies > 0) addToList(game);
}

/** As the latest one; an older state of the same game makes way for it. */
export function addToList(game: DeviceGame): void {
  const others = listGames().filter(({ id }) => id !== game.id);
  write(localStorageOf(), LIST, [game, ...others].slice(0, MOST_GAMES));
}

export function forgetGame(id: string): void {
  write(
    localStorageOf(),
    LIST,
    listGames().filter((game) => game.id !== id),
  );
}

/** The game of this tab; undefined if there is none, or if what is kept is no game. */
export function tabGame(): DeviceGame | undefined {
  const game = read(sessionStorageOf(), TAB);
  return isGame(game) ? game : undefined;
}

function isGame(value: unknown): value is DeviceGame {
  const game = (value ?? {}) as Partial<Record<keyof DeviceGame, unknown>>;
  const isText = (each: unknown) => typeof each === 'string';
  return (
    (game.game === undefined || isRef(game.game)) &&
    (game.players === undefined || (Array.isArray(game.players) && game.players.every(isText))) &&
    [game.id, game.pgn, game.title, game.opening, game.result].every(isText) &&
    Array.isArray(game.path) &&
    game.path.every(isText) &&
    Number.isInteger(game.plies) &&
    Number.isFinite(game.changed)
  );
}

function read(storage: Storage | undefined, key: string): unknown {
  try {
    return JSON.parse(storage?.getItem(key) ?? 'null');
  } catch {
    return undefined;
  }
}

function write(storage: Storage | undefined, key: string, value: unknown): void {
  try {
    storage?.setItem(key, JSON.stringify(value));
  } catch {
    // Full, or forbidden: the game lasts as long as the page.
  }
}

/** Even asking for them throws where storage is forbidden. */
function localStorageOf(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

function sessionStorageOf(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
