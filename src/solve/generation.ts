import { type Failure, fail, type Problem, type Result } from '../board/result.ts';
import type { Material } from '../table/material.ts';
import type { Table } from '../table/table.ts';
import type { SlabCodes } from '../table/values.ts';
import type { PlannedTable } from './plan.ts';

/** How to solve: by set algebra, or by `reference`, one position at a time. */
export const solverNames = ['sets', 'reference'] as const;
export type SolverName = (typeof solverNames)[number];

/** Options of every generation, wherever its tables are stored. */
export interface GenerationOptions {
  /** Solve the wanted tables again even if they exist. Default: no. */
  readonly force?: boolean;
  /**
   * Also make missing tables that an existing one depends on. Default: yes, so that every position that a finished
   * table leads to can be probed; if false, only what the missing tables need is made.
   */
  readonly complete?: boolean;
  /** Stops the work. Finished tables are kept, and in a folder a checkpoint of a large unfinished one. */
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: GenerateEvent) => void;
}

export type GenerateEvent =
  | { readonly kind: 'plan'; readonly steps: readonly PlannedTable[] }
  | { readonly kind: 'found'; readonly table: string }
  /** A file that is damaged, or of an older version, is solved again. */
  | { readonly kind: 'damaged'; readonly table: string; readonly problem: Problem }
  /** Sets do not take this table: the reference solver makes it, as nothing else was asked for. */
  | { readonly kind: 'fallback'; readonly table: string; readonly reason: string }
  /** A table with longer distances than there was room for is solved again with more. */
  | { readonly kind: 'long'; readonly table: string }
  | ProgressEvent
  | CheckpointEvent
  | ({ readonly kind: 'solved' } & GeneratedTable)
  | PackingEvent;

export interface ProgressEvent {
  readonly kind: 'progress';
  readonly table: string;
  readonly done: number;
  readonly total: number;
  /** The current ply of the threads that solve by sets together; 0 or absent if `done` of `total` measures the work. */
  readonly ply?: number;
}

/** `done` of `total` placements of a solved table are packed. The last such event of a table comes before `solved`. */
interface PackingEvent {
  readonly kind: 'packing';
  readonly table: string;
  readonly done: number;
  readonly total: number;
}

/** What happens to the checkpoint of a large table. */
export type CheckpointEvent = { readonly kind: 'checkpoint'; readonly table: string } & (
  | { readonly action: 'writing'; readonly bytes: number }
  /** `pliesDone`: for a table with pawns, the number of batches of groups. */
  | { readonly action: 'resumed'; readonly pliesDone: number }
  | { readonly action: 'discarded'; readonly reason: string }
  /** The table is finished. */
  | { readonly action: 'removed' }
);

export interface GeneratedTable {
  readonly table: string;
  /** The path of its file; absent if the table stays in memory. */
  readonly path?: string;
  /** The size of its file; absent if the table stays in memory. */
  readonly bytes?: number;
  /** The time to solve and to pack it; null if the table existed before. */
  readonly seconds: number | null;
  /** Unless a worker solved it alone: the time to solve, without reading and writing files. */
  readonly solveSeconds?: number;
}

/** A table's codes by side to move, outside the kernel's memory. */
export type BothCodes = readonly [SlabCodes, SlabCodes];

/** What a solver publishes. */
export type SolverEvent =
  | Extract<GenerateEvent, { kind: 'fallback' | 'long' }>
  | ProgressEvent
  | CheckpointEvent
  | PackingEvent
  | {
      readonly kind: 'solved';
      readonly table: string;
      readonly seconds: number;
      readonly solveSeconds?: number;
      /** The size of its file; absent if the table stays in memory. */
      readonly bytes?: number;
      /** Only if the table stays in memory: its codes, or its values in plies. */
      readonly codes?: BothCodes;
      readonly values?: Table['values'];
    };

/** Where finished tables are found and stored: a folder, or memory. */
export interface TableHome {
  /** The table if it exists, is sound, and holds what is needed. Errors: a file that may be someone's data. */
  find(material: Material, needed: TableContent): Promise<Result<Find>>;
  /**
   * Prepares to store the missing tables, so that a refusal comes before hours of work. Called only if a table will be
   * made. Errors: `write`.
   */
  prepare(
    found: readonly string[],
    missing: readonly string[],
    forced: ReadonlySet<string>,
    publish: (event: CheckpointEvent) => void,
  ): Promise<Result<undefined>>;
  /** Records a solved table. */
  keep(table: Solved): GeneratedTable;
  close(): Promise<void>;
}

/** `longest`: as far as is known, the longest distance of a table that was found, in moves. */
export type Find =
  | { readonly kind: 'missing' }
  | { readonly kind: 'found'; readonly table: GeneratedTable; readonly longest: number }
  | { readonly kind: 'damaged'; readonly problem: Problem };

type Solved = Extract<SolverEvent, { kind: 'solved' }>;

/** What a solver reads of the tables that it builds on: values, which every table has, or also the codes of some. */
export type TableContent = 'codes' | 'values';

/** What is expected of solving a table. */
export interface TableEstimate {
  readonly solver: SolverName;
  /** Memory while it is solved, including its targets. */
  readonly bytes: number;
  /** Bytes of scratch files meanwhile, at most; absent or 0 if it needs none. */
  readonly scratch?: number;
  /** Why it is not solved by sets, if `reference` was not asked for. */
  readonly fallback?: string;
}

/** One way to solve tables. */
export interface TableSolver {
  readonly buildsOn: TableContent;
  /** By table; those that cannot be solved, however much memory there is, are left out. */
  estimate(steps: readonly PlannedTable[], state: PlanState): ReadonlyMap<string, TableEstimate>;
  /** Prepares the work on the missing tables of a plan, possibly none. Starts nothing. Errors: `solver`, `memory`. */
  prepare(steps: readonly PlannedTable[], state: PlanState): Result<SolverJob>;
}

/** What is known of a plan's tables, by name. */
export interface PlanState {
  readonly missing: ReadonlySet<string>;
  /** Distances, in moves, that there must be room for in tables that have or may have such. */
  readonly distances: ReadonlyMap<string, number>;
}

export interface SolverJob {
  /** Solves the missing tables in order. Errors: `interrupted`, `memory`, `write`, `read`, `crash`. */
  run(
    publish: (event: SolverEvent) => void,
    signal: AbortSignal | undefined,
  ): Promise<Result<undefined>>;
}

export const INTERRUPTED = 'interrupted';

/** The code of the problem that a table must be solved again with room for longer distances; its text is the table's name. */
export const TOO_NARROW = 'too-narrow';

export function interrupted(): Failure {
  return fail(INTERRUPTED, 'interrupted: finished tables are kept, run it again to go on');
}

/** The first failure of parallel work: rather one than an interruption, which it may have caused. */
export function firstProblem(results: readonly Result<unknown>[]): Failure | undefined {
  const failures = results.filter((each) => !each.ok);
  return failures.find(({ problem }) => problem.code !== INTERRUPTED) ?? failures[0];
}
