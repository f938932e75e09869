import type { KernelMemory } from '../kernel/memory.ts';

/** A stretch of the kernel's memory. */
export interface Stretch {
  readonly address: number;
  readonly bytes: number;
}

/** Where an interrupted solve stands: enough to go on from, with the same bytes in the end. */
export interface Checkpoint {
  readonly table: string;
  /** Plies done of a table without pawns, or batches of groups. */
  readonly steps: number;
  /** What has to be in memory again, in order. */
  readonly stretches: readonly Stretch[];
}

/** Takes and gives checkpoints; where the bytes go is the caller's business. */
export interface CheckpointStore {
  save(checkpoint: Checkpoint, memory: KernelMemory): Promise<void>;
  /** The steps done of a saved checkpoint that is as long as these stretches, read into them; 0 where there is none. */
  restore(table: string, stretches: readonly Stretch[], memory: KernelMemory): Promise<number>;
}
