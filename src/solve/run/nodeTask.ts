import type { MessagePort } from 'node:worker_threads';
import type { TeamTask } from './teamTask.ts';

/** A task for a worker of Node, with tables as files in a folder. */
export interface NodeTask extends TeamTask {
  readonly dir: string;
  /** Worker 0 posts the solver's events here. */
  readonly port: MessagePort;
}
