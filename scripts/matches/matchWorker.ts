// The thread in which games of matches are played.
import type { Result } from '../../src/board/result.ts';
import type { Conditions } from './conditions.ts';
import { GamePlayer } from './gamePlayer.ts';
import type { GameRecord } from './gameRecord.ts';
import type { Command } from './uciProgram.ts';

export interface GameTask {
  readonly conditions: Conditions;
  readonly number: number;
  /** Fairy-Stockfish's program, if it plays. */
  readonly fairy: Command | undefined;
}

/** Of the last game: the next one is often of the same match. */
let last: { readonly key: string; readonly player: GamePlayer } | undefined;

export function playGame({ conditions, number, fairy }: GameTask): Promise<Result<GameRecord>> {
  const key = JSON.stringify([conditions, fairy]);
  if (last?.key !== key) {
    last?.player.end();
    last = { key, player: new GamePlayer(conditions, fairy) };
  }
  return last.player.play(number);
}
