import { createHash } from 'node:crypto';
import { fail, ok, type Result } from '../../board/result.ts';
import { IllegalGame } from '../../play/illegal/illegalGame.ts';
import { gameOf } from '../../rules/gameRef.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { PlayedMove } from '../protocol.ts';
import { beginPlay, type Game, noOffers, type Play } from './game.ts';

/** The start of a game whose first position its players settle: no FEN. */
export const PREPARED = '';

/** A game's record in the file, without its moves. */
export interface GameRow {
  readonly id: string;
  readonly rules: string;
  readonly start: string;
  /** JSON: the part of the game that is neither in the moves nor in the other columns. */
  readonly state: string;
  /** The number of its moves. */
  readonly plies: number;
  /** What describes the rules if they are not built in: sections of a variants.ini. */
  readonly variant: string | null;
  /** {@link gameSum} */
  readonly sum: string;
}

export interface MoveRow extends PlayedMove {
  readonly ply: number;
  /** {@link moveSum} */
  readonly sum: string;
}

type State = Pick<
  Game,
  'seats' | 'clock' | 'offers' | 'declined' | 'ending' | 'rematch' | 'notice'
>;

export function makeState(game: Game): string {
  const { seats, clock, offers, declined, ending, rematch, notice } = game;
  const state: State = { seats, clock, offers, declined, ending, rematch, notice };
  return JSON.stringify(state);
}

/** A checksum of a game's record. That of a built-in game is as it was before there were others. */
export function gameSum(row: Omit<GameRow, 'sum'>): string {
  const { id, rules, start, state, plies, variant } = row;
  return sumOf([id, rules, start, state, plies, ...(variant === null ? [] : [variant])]);
}

/** A checksum of a move's record. */
export function moveSum(game: string, { ply, uci, san }: Omit<MoveRow, 'sum'>): string {
  return sumOf([game, ply, uci, san]);
}

function sumOf(fields: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(fields)).digest('base64url').slice(0, 16);
}

/**
 * The game of a record. Moves from the first damaged one on are lost: the game continues from there and says so.
 * Errors: `damaged`.
 */
export function readRecord(row: GameRow, rows: readonly MoveRow[]): Result<Game> {
  const { id, plies, rules: name, variant } = row;
  if (gameSum(row) !== row.sum) return damaged(id);
  const found = gameOf(variant === null ? { name } : { name, ini: variant });
  if (!found.ok)
    return fail('damaged', `The server cannot read this game: ${found.problem.message}.`, id);
  const begun = beginning(found.value, row.start);
  if (!begun.ok) return damaged(id);
  const firstBad = rows.findIndex((move, i) => move.ply !== i || moveSum(id, move) !== move.sum);
  const sound = rows.slice(0, firstBad < 0 ? plies : Math.min(firstBad, plies));
  const play = replay(begun.value, sound);
  // The checksum is right, so the record was written under other rules of the same name.
  if (!play.ok) return damaged(id);
  const state = JSON.parse(row.state) as State;
  const game: Game = {
    id,
    play: play.value,
    seats: { white: state.seats.white, black: state.seats.black },
    clock: state.clock,
    offers: state.offers,
    declined: state.declined,
    ending: state.ending,
    rematch: state.rematch,
    notice: state.notice,
  };
  return ok(sound.length < plies ? withLoss(game, plies - sound.length) : game);
}

function beginning(rules: RuleSet, start: string): Result<Play> {
  if (start === PREPARED) return ok(beginPlay(rules));
  const position = rules.parseFen(start);
  return position.ok ? ok(beginPlay(rules, position.value)) : position;
}

function replay(begun: Play, moves: readonly PlayedMove[]): Result<Play> {
  if (!(begun instanceof IllegalGame)) return begun.replayed(moves);
  return begun.replayed(moves.map(({ uci }) => uci));
}

/**
 * The game with a notice that `plies` moves are lost, or something else if that is not positive. Offers lapse; an
 * ending stands.
 */
export function withLoss(game: Game, plies: number): Game {
  const what =
    plies > 1
      ? `its last ${plies} moves are lost`
      : plies === 1
        ? 'its last move is lost'
        : 'its last change is lost';
  const notice = `The server’s record of this game was damaged: ${what}.`;
  return { ...game, offers: noOffers, notice };
}

function damaged(id: string) {
  return fail('damaged', 'The server’s record of this game is damaged and cannot be read.', id);
}
