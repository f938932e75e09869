import { type Level, levels } from '../../src/search/levels.ts';

/** Who plays, as plain data for threads and files. */
export type Player = SearchPlayer | FairyPlayer;

/** Our search, at a level or limited otherwise. */
export interface SearchPlayer {
  readonly kind: 'search';
  readonly level: Level;
}

export interface FairyPlayer {
  readonly kind: 'fairy';
  /** As the program calls itself: `Fairy-Stockfish 11.1 LB 64`. */
  readonly program: string;
  /** From -20 to 20. */
  readonly skill: number;
  readonly milliseconds: number;
}

/** A level, by its number. `milliseconds`: for a move, of a level that has no limit of its own. */
export function levelPlayer(number: number, milliseconds: number): SearchPlayer {
  const level = levels.find((each) => each.number === number)!;
  const { depth, nodes, milliseconds: own } = level.limits;
  const isLimited = depth !== undefined || nodes !== undefined || own !== undefined;
  return { kind: 'search', level: isLimited ? level : limited(level, { milliseconds }) };
}

/** The strongest level with this time for a move, whatever its own limits. */
export function timedPlayer(milliseconds: number): SearchPlayer {
  return { kind: 'search', level: limited(levels.at(-1)!, { milliseconds }) };
}

/** The strongest level, but to a fixed depth. */
export function depthPlayer(depth: number): SearchPlayer {
  return { kind: 'search', level: limited(levels.at(-1)!, { depth }) };
}

function limited(level: Level, limits: Level['limits']): Level {
  return { ...level, limits };
}

/** Milliseconds for a move, if they are limited. */
export function timeOf(player: Player): number | undefined {
  return player.kind === 'fairy' ? player.milliseconds : player.level.limits.milliseconds;
}

/** `level 4 (hard)`, `Fairy-Stockfish, skill 8`. */
export function playerName(player: Player): string {
  if (player.kind === 'fairy') return `Fairy-Stockfish, skill ${player.skill}`;
  const { number, name } = player.level;
  return `level ${number} (${name})`;
}
