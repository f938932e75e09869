import { opposite, WHITE } from '../src/pieces/army.ts';
import type { Move } from '../src/position/moves.ts';
import type { Position } from '../src/position/position.ts';
import type { Ending, RuleSet } from '../src/rules/ruleset.ts';
import type { FairyGame, FairyPly } from './fairyGames.ts';

/** Where a game as Fairy-Stockfish played it and the same game under our rules part. */
export interface Difference {
  readonly about: 'fen' | 'moves' | 'check' | 'end';
  /** As Fairy-Stockfish writes it. */
  readonly fen: string;
  readonly here: string;
  readonly there: string;
  /** The moves that led there. */
  readonly played: string;
}

/** What was compared. */
export interface Replayed {
  /** The first one in moves or ends, else the first one in checks. */
  readonly difference?: Difference;
  readonly plies: number;
  /** How the game ended, with its result: `checkmate 1-0`. Undefined if it did not, or is drawn for want of material. */
  readonly end?: string;
}

/**
 * Plays a game of Fairy-Stockfish's again from a position, and compares all positions up to the first difference.
 *
 * @param early ends that may come sooner here: wins by a ply, draws where nobody wins there either
 */
export function replay(
  rules: RuleSet,
  from: Position,
  game: FairyGame,
  early: readonly string[] = [],
): Replayed {
  let position = from;
  const played: string[] = [];
  let otherCheck: Difference | undefined;
  for (const ply of game.plies) {
    const ending = rules.ending(position);
    if (ending && early.includes(ending.reason) && isAlsoEnd(game, ply, position, ending)) break;
    const moves = movesOf(rules, position, ending);
    const whereIs = (parted: Parted): Difference | undefined =>
      parted && { ...parted, fen: ply.fen, played: played.join(' ') };
    const difference =
      whereIs(unlikeFen(rules, position, ply)) ??
      whereIs(unlikeMoves(moves, ply, ending)) ??
      whereIs(unlikeEnd(position, ending, ply, game));
    if (difference) return { difference, plies: played.length };
    otherCheck ??= whereIs(unlikeCheck(rules, position, ply));
    if (ply.played !== '') {
      position = rules.play(position, moves.get(normalUci(ply.played))!);
      played.push(ply.played);
    }
  }
  const plies = played.length;
  if (otherCheck) return { difference: otherCheck, plies };
  const ending = rules.ending(position);
  return ending ? { plies, end: `${ending.reason} ${resultOf(position, ending)}` } : { plies };
}

/** Does the game go on there, and end with the same result after one ply; or does nobody win, if it is a draw here? */
function isAlsoEnd(
  { plies, result }: FairyGame,
  ply: FairyPly,
  position: Position,
  ending: Ending,
): boolean {
  if (ending.wdl === 0) return result === '*' || result === '1/2-1/2';
  const isNext = ply === plies.at(-2) && plies.at(-1)!.moves === '';
  return isNext && result === resultOf(position, ending);
}

function movesOf(rules: RuleSet, position: Position, ending: Ending | undefined) {
  const moves = ending ? [] : rules.legalMoves(position);
  return new Map<string, Move>(moves.map((move) => [rules.makeUci(move), move]));
}

type Parted = Pick<Difference, 'about' | 'here' | 'there'> | undefined;

function unlikeFen(rules: RuleSet, position: Position, ply: FairyPly): Parted {
  const [here, there] = [normalFen(rules.makeFen(position)), normalFen(ply.fen)];
  return here === there ? undefined : { about: 'fen', here, there };
}

function unlikeMoves(
  moves: ReadonlyMap<string, Move>,
  ply: FairyPly,
  ending: Ending | undefined,
): Parted {
  const theirs = new Set(ply.moves.split(' ').filter(Boolean).map(normalUci));
  const onlyHere = [...moves.keys()].filter((uci) => !theirs.has(uci));
  const onlyThere = [...theirs].filter((uci) => !moves.has(uci));
  if (onlyHere.length + onlyThere.length === 0) return undefined;
  const over = ending ? `over: ${ending.reason}` : 'only';
  const list = (some: readonly string[]) => `only ${some.toSorted().join(' ') || '-'}`;
  const here = ending ? over : list(onlyHere);
  return { about: 'moves', here, there: theirs.size === 0 ? 'over' : list(onlyThere) };
}

function unlikeCheck(rules: RuleSet, position: Position, ply: FairyPly): Parted {
  // Of a game that is over, only how it ended counts.
  if (ply.moves === '' || rules.check(position) === ply.check) return undefined;
  const [here, there] = [!ply.check, ply.check].map((is) => (is ? 'check' : 'no check'));
  return { about: 'check', here: here!, there: there! };
}

function unlikeEnd(
  position: Position,
  ending: Ending | undefined,
  ply: FairyPly,
  game: FairyGame,
): Parted {
  if (ply.moves !== '' || ply.played !== '') return undefined;
  const here = ending ? `${ending.reason} ${resultOf(position, ending)}` : 'no moves, not over';
  if (ending && (game.insufficient || resultOf(position, ending) === game.result)) return undefined;
  return { about: 'end', here, there: game.result };
}

function resultOf({ turn }: Position, { wdl }: Ending): string {
  if (wdl === 0) return '1/2-1/2';
  return (wdl === 1 ? turn : opposite(turn)) === WHITE ? '1-0' : '0-1';
}

/** Board, side to move and castling rights: without a stock, and without en passant rights, which it keeps unused too. */
function normalFen(fen: string): string {
  const [board, turn, rights] = fen.split(' ');
  const rows = board!
    .replace(/\[.*\]|~/g, '')
    .replace(/\d+/g, (count) => '.'.repeat(Number(count)));
  return `${rows} ${turn} ${[...(rights ?? '-')].sort().join('')}`;
}

/** It writes a pass as a move from a square to itself. */
function normalUci(uci: string): string {
  const [, from, to] = /^([a-z]\d+)([a-z]\d+)/.exec(uci) ?? [];
  return from !== undefined && from === to ? '0000' : uci;
}
