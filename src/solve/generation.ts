import { type Failure, fail, type Problem, type Result } from '../chess/result.ts';
import type { Material } from '../table/material.ts';
import type { SlabCodes } from '../table/values.ts';
import type { PlannedTable } from './plan.ts';

/** How to solve: by set algebra, or by `reference`, one position at a time. */
export const solverNames = ['sets', 'reference'] as const;
export type SolverName = (typeof solverNames)[number];

/** What every generation can be asked for, wherever its tables go. */
export interface GenerationOptions {
  /** Solve the wanted tables again even if they are there. */
  readonly force?: boolean;
  /**
   * Whether tables below one that is there are made too if they are missing. Default: yes, so that whatever a finished
   * table leads to can be probed; no makes only what the missing tables need.
   */
  readonly complete?: boolean;
  /** Stops the work; finished tables stay, and a checkpoint of a large one if they go to a folder. */
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: GenerateEvent) => void;
}

export type GenerateEvent =
  | { readonly kind: 'plan'; readonly steps: readonly PlannedTable[] }
  | { readonly kind: 'found'; readonly table: string }
  /** A damaged file is solved again. */
  | { readonly kind: 'damaged'; readonly table: string; readonly problem: Problem }
  | ProgressEvent
  | CheckpointEvent
  | ({ readonly kind: 'solved' } & GeneratedTable)
  /** `done` of `total` placements, of all tables together; `table` if one is packed by all threads. */
  | {
      readonly kind: 'packing';
      readonly done: number;
      readonly total: number;
      readonly table?: string;
    };

export interface ProgressEvent {
  readonly kind: 'progress';
  readonly table: string;
  readonly done: number;
  readonly total: number;
  /** The ply that the set solver is at; 0 or absent if `done` of `total` says how much of the work is done. */
  readonly ply?: number;
}

/** What happens to the checkpoint of a large table. */
export type CheckpointEvent = { readonly kind: 'checkpoint'; readonly table: string } & (
  | { readonly action: 'writing'; readonly bytes: number }
  /** `pliesDone`: of a table with pawns, batches of groups. */
  | { readonly action: 'resumed'; readonly pliesDone: number }
  | { readonly action: 'discarded'; readonly reason: string }
  /** The table is finished. */
  | { readonly action: 'removed' }
);

export interface GeneratedTable {
  readonly table: string;
  /** Of its file; absent if the table stays in memory. */
  readonly path?: string;
  /** Null if the table was there before. */
  readonly seconds: number | null;
  /** Of the set solver: solving alone, without files. */
  readonly solveSeconds?: number;
}

/** A table's codes by side to move, outside the kernel's memory. */
export type BothCodes = readonly [SlabCodes, SlabCodes];

/** What a solver publishes. */
export type SolverEvent =
  | ProgressEvent
  | CheckpointEvent
  | {
      readonly kind: 'solved';
      readonly table: string;
      readonly seconds: number;
      readonly solveSeconds?: number;
      /** Of a table that stays in memory. */
      readonly codes?: BothCodes;
    };

/** Where finished tables are found and kept: a folder, or memory. */
export interface TableHome {
  /** The table if it is there, sound, and of use to the solver. Errors: a file that may be someone's data. */
  find(material: Material, solver: SolverName): Promise<Result<Find>>;
  /**
   * Gets ready for the missing tables: better a refusal now than after hours of work. Called only when something is
   * going to be made. Errors: `write`.
   */
  prepare(
    found: readonly string[],
    missing: readonly string[],
    forced: ReadonlySet<string>,
    publish: (event: CheckpointEvent) => void,
  ): Promise<Result<undefined>>;
  /** Takes note of a solved table. */
  keep(table: Solved): GeneratedTable;
  close(): Promise<void>;
}

export type Find =
  | { readonly kind: 'missing' }
  | { readonly kind: 'found'; readonly table: GeneratedTable }
  | { readonly kind: 'damaged'; readonly problem: Problem };

type Solved = Extract<SolverEvent, { kind: 'solved' }>;

/** One way to solve tables. */
export interface TableSolver {
  readonly name: SolverName;
  /** By table: bytes while it is solved, its targets included; undefined if the solver cannot tell. */
  estimate(steps: readonly PlannedTable[]): ReadonlyMap<string, number> | undefined;
  /** The work on the missing tables of a plan, which may be none. Errors, before anything starts: `solver`, `too-many-men`, `memory`. */
  prepare(steps: readonly PlannedTable[], missing: ReadonlySet<string>): Result<SolverJob>;
  close(): Promise<void>;
}

export interface SolverJob {
  /** Solves the missing tables in order. Errors: `interrupted`, `memory`, `write`, `read`, `crash`. */
  run(
    publish: (event: SolverEvent) => void,
    signal: AbortSignal | undefined,
  ): Promise<Result<undefined>>;
}

export const INTERRUPTED = 'interrupted';

export function interrupted(): Failure {
  return fail(INTERRUPTED, 'interrupted: finished tables are kept, run it again to go on');
}

/** The problem of a worker that died. */
export function crashed(worker: string, error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  return fail('crash', `${worker} died: ${message}`);
}
