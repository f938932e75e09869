import type { MessagePort } from 'node:worker_threads';
import type { OpenScratch } from '../../store/openScratch.ts';
import type { SolvedCodes } from '../../store/packing.ts';
import type { SolverEvent } from '../generation.ts';
import type { TeamTask } from './teamTask.ts';

/** Where pages and logs of all tables of a run are, one table after another. */
export interface Scratch {
  readonly buffers: readonly SharedArrayBuffer[];
  readonly pages: OpenScratch;
  readonly log: OpenScratch;
}

/** A task for a worker of Node, with tables as files in a folder. */
export interface NodeTask extends TeamTask {
  readonly dir: string;
  /** Present if tables are solved through a window. */
  readonly scratch?: Scratch;
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
