import { ok, type Result } from '../../chess/result.ts';
import { findRuleSet } from '../../rules/registry.ts';
import { type Game, goTo, startGame, withMoves } from './game.ts';

/** Where the browser keeps the game on this device: of each tab its own, as long as the tab lasts. */
const KEY = 'metatb-game';

/** The game as it is kept: everything else follows from the moves. */
interface Kept {
  readonly rules: string;
  /** FEN of the position before the first move. */
  readonly start: string;
  /** UCI. */
  readonly moves: readonly string[];
  /** Plies before the position that is looked at. */
  readonly at: number;
}

/** Keeps a game in place of the one before, so that it is there when the page is loaded anew. */
export function keepGame({ rules, positions, plies, at }: Game): void {
  const start = rules.makeFen(positions[0]);
  const kept: Kept = { rules: rules.name, start, moves: plies.map(({ uci }) => uci), at };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Full, or forbidden: the game lasts as long as the page.
  }
}

/** The game that was kept; undefined where there is none, or what is there is no game. */
export function keptGame(): Game | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    if (!isKept(kept)) return undefined;
    const game = gameOf(kept);
    return game.ok ? game.value : undefined;
  } catch {
    return undefined;
  }
}

/** Errors: those of rules, FENs and moves. */
function gameOf({ rules, start, moves, at }: Kept): Result<Game> {
  const named = findRuleSet(rules);
  if (!named.ok) return named;
  const position = named.value.parseFen(start);
  if (!position.ok) return position;
  const game = withMoves(startGame(named.value, position.value), moves);
  return game.ok ? ok(goTo(game.value, at)) : game;
}

function isKept(value: unknown): value is Kept {
  const { rules, start, moves, at } = (value ?? {}) as Partial<Record<keyof Kept, unknown>>;
  const isText = (each: unknown) => typeof each === 'string';
  return (
    isText(rules) &&
    isText(start) &&
    Array.isArray(moves) &&
    moves.every(isText) &&
    Number.isInteger(at)
  );
}
