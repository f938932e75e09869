import type { Problem, Result } from '../../board/result.ts';
import type { GameRef } from '../../rules/gameRef.ts';
import type { SolverEvent } from '../generation.ts';
import type { SolveStep } from './memoryPlan.ts';

/** The work of a team on the missing tables of a plan, as plain data: the host plans, workers execute. */
export interface TeamWork {
  readonly rules: GameRef;
  readonly steps: readonly SolveStep[];
  /** Shared by all workers. */
  readonly memory: WebAssembly.Memory;
  readonly workers: number;
  /** Bytes that may be used besides that memory. */
  readonly spare: number;
  /** Bytes of memory for the pages of tables that are solved through a window. */
  readonly pageBytes: number;
}

/** The part of one worker. */
export interface TeamTask extends TeamWork {
  /** The words of a Control, shared by all workers. */
  readonly control: SharedArrayBuffer | ArrayBuffer;
  readonly index: number;
}

/** The threads that a team runs on: Node's pool, a browser's workers, or the calling thread. */
export interface Threads {
  readonly count: number;
  /** Whether they share memory. */
  readonly shared: boolean;
  /** Runs the work on all threads together. Errors: `interrupted`, `crash`, and those of reading and writing tables. */
  run(
    work: TeamWork,
    publish: (event: SolverEvent) => void,
    signal: AbortSignal | undefined,
  ): Promise<Result<undefined>>;
}

/** A worker's result; plain data, because structured cloning drops an Error's own fields. */
export type TeamAnswer = { readonly ok: true } | { readonly ok: false; readonly problem: Problem };
