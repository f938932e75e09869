import type { KernelMemory } from '../../kernel/kernelMemory.ts';

/** A stretch of the kernel's memory. */
export interface Stretch {
  readonly address: number;
  readonly bytes: number;
}

/** Where an interrupted solve stands: enough to go on from, with the same bytes in the end. */
export interface Checkpoint {
  readonly table: string;
  /** Plies done of a table without pawns, or batches of groups. */
  readonly pliesDone: number;
  /** What has to be in memory again, in order. */
  readonly stretches: readonly Stretch[];
}

/** What was found of a checkpoint. */
interface Restored {
  /** 0 if there is none, or none that is sound. */
  readonly pliesDone: number;
  /** Why one that was there was thrown away. */
  readonly discarded?: string;
}

/** Takes and gives checkpoints; where the bytes go is the caller's business. */
export interface CheckpointStore {
  save(checkpoint: Checkpoint, memory: KernelMemory): Promise<void>;
  /** Reads a sound checkpoint of exactly these stretches into them; otherwise memory stays as it was. */
  restore(table: string, stretches: readonly Stretch[], memory: KernelMemory): Promise<Restored>;
}
