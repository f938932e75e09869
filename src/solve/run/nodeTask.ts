import type { MessagePort } from 'node:worker_threads';
import type { IndexPart } from '../../index/indexPart.ts';
import type { OpenScratch } from '../../store/openScratch.ts';
import type { SolvedCodes } from '../../store/packing.ts';
import type { CodeBytes, SlabCodes } from '../../table/values.ts';
import type { SolverEvent } from '../generation.ts';
import type { TeamTask } from './teamTask.ts';

/** Where pages and logs of all tables of a run are, one table after another. */
export interface Scratch {
  /** For logs that outlive the run: see logPath in src/store/openScratch.ts. */
  readonly folder: string;
  readonly buffers: readonly SharedArrayBuffer[];
  readonly pages: OpenScratch;
  readonly log: OpenScratch;
  readonly codes: OpenScratch;
  /** Of finished tables, what groups of pawns need. */
  readonly finished: OpenScratch;
}

/** A task for a worker of Node, with tables as files in a folder. */
export interface NodeTask extends TeamTask {
  readonly dir: string;
  /** Present if tables are solved through a window. */
  readonly scratch?: Scratch;
  /** Worker 0 posts {@link NodeMessage}s here. It, and for tables in parts all others, receive {@link HostMessage}s. */
  readonly port: MessagePort;
}

/** A table that is solved and not yet packed. */
export interface DecidedTable extends SolvedCodes {
  readonly kind: 'decided';
  /** Since work on it began. */
  readonly seconds: number;
  readonly solveSeconds: number;
}

/** A table that is solved, and whose codes are made part by part as the host asks for them. */
export interface DecidedInParts extends Omit<DecidedTable, 'kind' | 'codes'> {
  readonly kind: 'decidedInParts';
  readonly codeBytes: CodeBytes;
  /** How many workers make them: those from 0 on. */
  readonly workers: number;
}

/** `filled`: the part that was asked for. */
export type NodeMessage = SolverEvent | DecidedTable | DecidedInParts | { readonly kind: 'filled' };

/** A part of a table, and shared memory for its codes by side to move. */
export interface WantedPart {
  readonly kind: 'part';
  readonly part: IndexPart;
  readonly into: readonly [SlabCodes, SlabCodes];
}

/** `written`: the file of a table. */
export type HostMessage = WantedPart | { readonly kind: 'written'; readonly table: string };
