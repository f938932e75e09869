import type { KernelMemory } from '../../kernel/kernelMemory.ts';

/** A run of the kernel's memory. */
export interface Stretch {
  readonly address: number;
  readonly bytes: number;
}

/** Where the state of a solve lies in memory. */
export interface SolveState {
  readonly table: string;
  readonly distanceBits: number;
  /** The runs of memory that a solve goes on with, in order. */
  readonly stretches: readonly Stretch[];
}

/** The state of an interrupted solve: enough to resume it and end with the same bytes. */
export interface Checkpoint extends SolveState {
  /** The number of finished plies or, for a table with pawns, batches of groups. */
  readonly pliesDone: number;
}

/** The result of looking for a checkpoint. */
interface Restored {
  /** 0 if there is no sound checkpoint of this state. */
  readonly pliesDone: number;
  /** Why a checkpoint was discarded. */
  readonly discarded?: string;
  /** Is there one with more bits of distances? It is kept. */
  readonly isWider?: boolean;
}

/** Keeps checkpoints, wherever the caller puts their bytes. */
export interface CheckpointStore {
  save(checkpoint: Checkpoint, memory: KernelMemory): Promise<void>;
  /** Reads a sound checkpoint of exactly this state into memory; if there is none, leaves memory unchanged. */
  restore(state: SolveState, memory: KernelMemory): Promise<Restored>;
}
