import { parentPort, workerData } from 'node:worker_threads';
import { type DescribedGame, tryGame } from './describedGame.ts';

/** What a thread tries. */
export interface TrialTask {
  readonly game: DescribedGame;
  /** The most files and ranks of a board. */
  readonly board: number;
}

const { game, board } = workerData as TrialTask;
// Once this thread has started, its time runs.
parentPort!.postMessage(undefined);
parentPort!.postMessage(tryGame(game, board));
