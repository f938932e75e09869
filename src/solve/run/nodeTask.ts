import type { MessagePort } from 'node:worker_threads';
import type { SolvedCodes } from '../../store/packing.ts';
import type { SolverEvent } from '../generation.ts';
import type { TeamTask } from './teamTask.ts';

/** A task for a worker of Node, with tables as files in a folder. */
export interface NodeTask extends TeamTask {
  readonly dir: string;
  /** Worker 0 posts {@link NodeMessage}s here, and receives the names of tables whose files are written. */
  readonly port: MessagePort;
}

/** A table that is solved and not yet packed. */
export interface DecidedTable extends SolvedCodes {
  readonly kind: 'decided';
  /** Since work on it began. */
  readonly seconds: number;
  readonly solveSeconds: number;
}

export type NodeMessage = SolverEvent | DecidedTable;
