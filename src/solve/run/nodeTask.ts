import type { MessagePort } from 'node:worker_threads';
import type { TeamTask } from './teamTask.ts';

/** What a worker of Node is given: tables are files in a folder. */
export interface NodeTask extends TeamTask {
  readonly dir: string;
  /** Takes events of the solver, from worker 0. */
  readonly port: MessagePort;
}
