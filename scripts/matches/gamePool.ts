import { Piscina } from 'piscina';
import type { Result } from '../../src/board/result.ts';
import { interrupted } from '../../src/cli/interrupt.ts';
import { execArgv } from '../../src/store/workers.ts';
import type { Conditions } from './conditions.ts';
import type { GameRecord } from './gameRecord.ts';
import type { GameTask } from './matchWorker.ts';
import type { Command } from './uciProgram.ts';

/** The function of matchWorker.ts. */
const PLAY: keyof typeof import('./matchWorker.ts') = 'playGame';

/** Threads that play games, each one at a time. */
export class GamePool {
  private readonly pool: Piscina;
  private readonly fairy: Command | undefined;
  private readonly signal: AbortSignal;

  /** `fairy`: the program, if it plays. `signal`: ends the games under way. */
  constructor(threads: number, fairy: Command | undefined, signal: AbortSignal) {
    const filename = new URL('matchWorker.js', import.meta.url).href;
    this.pool = new Piscina({
      filename,
      execArgv: [...execArgv],
      minThreads: 1,
      maxThreads: threads,
    });
    this.fairy = fairy;
    this.signal = signal;
  }

  /** Errors: `interrupted`, and those of `GamePlayer.play`. */
  async play(conditions: Conditions, number: number): Promise<Result<GameRecord>> {
    const { fairy, signal } = this;
    const task: GameTask = { conditions, number, fairy };
    try {
      return await this.pool.run(task, { name: PLAY, signal });
    } catch (error) {
      if (signal.aborted) return interrupted;
      throw error;
    }
  }

  end(): Promise<void> {
    return this.pool.destroy();
  }
}
