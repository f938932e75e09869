import { Worker } from 'node:worker_threads';
import { fail, type Result } from '../../board/result.ts';
import type { GameRef } from '../../rules/gameRef.ts';
import { workerUrl } from '../../store/workerModules.ts';
import type { DescribedGame } from './describedGame.ts';
import { refuse } from './game.ts';
import type { GameLimits } from './limits.ts';
import type { TrialTask } from './trialWorker.ts';

/** The most memory of a thread, in MiB, and so of a game that it tries: those of the largest built-in ones have half of it. */
const MEMORY = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 16 };
const stopping = refuse('full', 'The server stops. Try again.');
const REMEDY = 'describe it with fewer pieces, simpler ones, or a smaller board';

/**
 * Tries visitors' games in threads of their own, so that no text holds up the server: a few at a time, others wait, and a
 * thread that takes too long is ended.
 */
export class Trials {
  private readonly limits: GameLimits;
  private readonly onError: (error: Error) => void;
  private readonly threads = new Set<Worker>();
  private readonly waiting: (() => void)[] = [];
  private running = 0;
  private isClosed = false;

  constructor(limits: GameLimits, onError: (error: Error) => void) {
    this.limits = limits;
    this.onError = onError;
  }

  /** The game, which has been played for some moves. Errors: `variant`, `full`. */
  async run(game: DescribedGame): Promise<Result<GameRef>> {
    const { trials, trialsWaiting } = this.limits;
    if (this.running < trials) this.running++;
    else if (this.waiting.length >= trialsWaiting) {
      return refuse('full', 'The server is reading too many other games. Try again.');
    } else await new Promise<void>((go) => this.waiting.push(go));
    try {
      return this.isClosed ? stopping : await this.inThread(game);
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }

  /** Ends all threads: what they try, and what waits, is refused. */
  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all([...this.threads].map((thread) => thread.terminate()));
  }

  private async inThread(game: DescribedGame): Promise<Result<GameRef>> {
    const { board, trialTime } = this.limits;
    const workerData: TrialTask = { game, board };
    const thread = new Worker(workerUrl('trial'), { workerData, resourceLimits: MEMORY });
    this.threads.add(thread);
    let timer: NodeJS.Timeout | undefined;
    const tried = await new Promise<Result<GameRef>>((resolve) => {
      const refuseAs = (why: string) => resolve(fail('variant', why));
      thread.on('message', (result: Result<GameRef> | undefined) => {
        if (result) resolve(result);
        else timer = setTimeout(() => refuseAs(`too slow: ${REMEDY}`), trialTime);
      });
      thread.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return refuseAs(`too large: ${REMEDY}`);
        this.onError(error);
        refuseAs('this server cannot play this game');
      });
      thread.on('exit', () => resolve(stopping));
    });
    clearTimeout(timer);
    this.threads.delete(thread);
    await thread.terminate();
    return tried;
  }
}
