import type { KernelMemory } from '../../kernel/kernelMemory.ts';

/** A run of the kernel's memory. */
export interface Stretch {
  readonly address: number;
  readonly bytes: number;
}

/** The state of an interrupted solve: enough to resume it and end with the same bytes. */
export interface Checkpoint {
  readonly table: string;
  /** The number of finished plies or, for a table with pawns, batches of groups. */
  readonly pliesDone: number;
  /** The runs of memory to restore, in order. */
  readonly stretches: readonly Stretch[];
}

/** The result of looking for a checkpoint. */
interface Restored {
  /** 0 if there is no sound checkpoint. */
  readonly pliesDone: number;
  /** Why a checkpoint was discarded. */
  readonly discarded?: string;
}

/** Keeps checkpoints, wherever the caller puts their bytes. */
export interface CheckpointStore {
  save(checkpoint: Checkpoint, memory: KernelMemory): Promise<void>;
  /** Reads a sound checkpoint of exactly these stretches into memory; if there is none, leaves memory unchanged. */
  restore(table: string, stretches: readonly Stretch[], memory: KernelMemory): Promise<Restored>;
}
