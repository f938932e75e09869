import type { MessagePort } from 'node:worker_threads';
import type { Problem } from '../chess/result.ts';
import type { TeamProgress } from './control.ts';

/** A run of the set solver, as each of its workers is given it. */
export interface TeamTask {
  readonly rules: string;
  readonly dir: string;
  /** Names of the tables wanted, and of those in their plan that are not there yet. */
  readonly wanted: readonly string[];
  readonly missing: readonly string[];
  /** Shared by all workers. */
  readonly memory: WebAssembly.Memory;
  /** What a Control stands on. */
  readonly control: SharedArrayBuffer;
  readonly index: number;
  readonly workers: number;
  /** Takes {@link TeamMessage}, from worker 0. */
  readonly port: MessagePort;
}

export type TeamMessage =
  | ({ readonly kind: 'progress'; readonly table: string } & TeamProgress)
  | SolvedMessage;

export interface SolvedMessage {
  readonly kind: 'solved';
  readonly table: string;
  readonly path: string;
  /** Solving alone, and all with reading and writing files. */
  readonly solveSeconds: number;
  readonly seconds: number;
}

/** Plain data: an Error's own fields are lost between threads. */
export type TeamAnswer =
  | {
      readonly ok: true;
      /** All that worker 0 has said of solved tables: answers may overtake messages. */
      readonly solved: readonly SolvedMessage[];
    }
  | { readonly ok: false; readonly problem: Problem };
