import type { MessagePort } from 'node:worker_threads';
import type { Problem } from '../../board/result.ts';
import type { GameRef } from '../../rules/gameRef.ts';
import type { SolverName } from '../generation.ts';

/** The task of solving one table, as plain data for a worker. */
export interface SolveTask {
  readonly rules: GameRef;
  readonly table: string;
  readonly solver: SolverName;
  readonly dir: string;
  /** Receives {@link SolveProgress}. */
  readonly port: MessagePort;
  /** Of each thread that shares the work, the other end of {@link FollowTask}'s. */
  readonly followers: readonly MessagePort[];
}

/** The task of sharing the work on one table. */
export interface FollowTask {
  /** Brings {@link CrewWork}, or is closed without. */
  readonly port: MessagePort;
}

export interface SolveProgress {
  /** Positions that are looked into, of `total`. */
  readonly done: number;
  readonly total: number;
}

/** Plain data too: structured cloning drops an Error's own fields. */
export type SolveAnswer =
  | { readonly ok: true; readonly seconds: number; readonly bytes: number }
  | { readonly ok: false; readonly problem: Problem };
