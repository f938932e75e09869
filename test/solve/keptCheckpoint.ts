import { expect } from 'vitest';
import type { KernelMemory } from '../../src/kernel/kernelMemory.ts';
import type { Checkpoint, CheckpointStore, SolveState } from '../../src/solve/sets/checkpoint.ts';

/** Keeps the last checkpoint. */
export class KeptCheckpoint implements CheckpointStore {
  private table = '';
  private distanceBits = 0;
  private bytes: readonly Uint8Array[] = [];
  pliesDone = 0;
  /** Keeps what it has. */
  isFrozen = false;

  async save(checkpoint: Checkpoint, memory: KernelMemory): Promise<void> {
    if (this.isFrozen) return;
    const { table, distanceBits, pliesDone, stretches } = checkpoint;
    this.table = table;
    this.distanceBits = distanceBits;
    this.pliesDone = pliesDone;
    this.bytes = stretches.map(({ address, bytes }) => memory.u8(address, bytes).slice());
  }

  async restore({ table, distanceBits, stretches }: SolveState, memory: KernelMemory) {
    if (table !== this.table) return { pliesDone: 0 };
    if (distanceBits < this.distanceBits) return { pliesDone: 0, isWider: true };
    expect(stretches.map(({ bytes }) => bytes)).toEqual(this.bytes.map(({ length }) => length));
    for (const [i, { address, bytes }] of stretches.entries()) {
      memory.u8(address, bytes).set(this.bytes[i]!);
    }
    return { pliesDone: this.pliesDone };
  }
}
