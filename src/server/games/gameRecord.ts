import { fail, ok, type Result } from '../../chess/result.ts';
import { findRuleSet } from '../../rules/registry.ts';
import type { PlayedMove } from '../protocol.ts';
import { type Game, replay } from './game.ts';

/** A game as the file has it, without its moves. */
export interface GameRow {
  readonly id: string;
  readonly rules: string;
  readonly start: string;
  /** JSON: all that neither the moves nor the other columns tell. */
  readonly state: string;
}

type State = Pick<Game, 'seats' | 'clock' | 'offers' | 'declined' | 'ending' | 'rematch'>;

export function makeState(game: Game): string {
  const { seats, clock, offers, declined, ending, rematch } = game;
  const state: State = { seats, clock, offers, declined, ending, rematch };
  return JSON.stringify(state);
}

/** Errors: `damaged`. */
export function readRecord(record: GameRow, moves: readonly PlayedMove[]): Result<Game> {
  const { id, start } = record;
  const found = findRuleSet(record.rules);
  if (!found.ok) return damaged(id, found.problem.message);
  const rules = found.value;
  try {
    const state = JSON.parse(record.state) as State;
    const keys: string[] = [];
    const position = replay(rules, start, moves, (each) => keys.push(rules.repetitionKey(each)));
    return ok({
      id,
      rules,
      start,
      position,
      keys,
      moves: moves.map(({ uci, san }) => ({ uci, san })),
      seats: { white: state.seats.white, black: state.seats.black },
      clock: state.clock,
      offers: state.offers,
      declined: state.declined,
      ending: state.ending,
      rematch: state.rematch,
    });
  } catch (error) {
    return damaged(id, (error as Error).message);
  }
}

function damaged(id: string, why: string) {
  return fail('damaged', `the record of this game is damaged: ${why}`, id);
}
