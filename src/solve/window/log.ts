import type { Kernel } from '../../kernel/kernel.ts';
import type { KernelMemory } from '../../kernel/kernelMemory.ts';
import type { Stretch } from '../sets/checkpoint.ts';
import type { GrowingStore } from './growing.ts';

/** Where a chunk belongs. */
export interface ChunkName {
  readonly row: number;
  readonly side: 0 | 1;
  readonly task: number;
}

/**
 * What is decided, in the order in which it is: for each ply and other row, side and task, the chunk of records that holds it
 * (assembly/records.ts). Written once, at the end; read once or twice. Workers share it.
 */
export class Log {
  private readonly memory: KernelMemory;
  private readonly kernel: Kernel;
  private readonly store: GrowingStore;
  private readonly tasks: number;
  /** By row, side and task: where the chunk begins in the store, its bytes and their checksum. */
  private readonly starts: Int32Array;
  private readonly lengths: Int32Array;
  private readonly sums: Int32Array;
  /** What a checkpoint holds, from which a log in its store can be used again. */
  readonly state: readonly Stretch[];

  /** Allocates in the kernel's memory what workers share, all zeros. */
  constructor(
    memory: KernelMemory,
    kernel: Kernel,
    store: GrowingStore,
    { rows, tasks }: { rows: number; tasks: number },
  ) {
    const bytes = 4 * 2 * rows * tasks;
    const lists = [0, 1, 2].map(() => ({ address: memory.allocate(bytes), bytes }));
    const [starts, lengths, sums] = lists.map(({ address }) => memory.i32(address, bytes / 4));
    this.memory = memory;
    this.kernel = kernel;
    this.store = store;
    this.tasks = tasks;
    this.starts = starts!;
    this.lengths = lengths!;
    this.sums = sums!;
    this.state = [...lists, ...store.state];
  }

  /** Bytes of the kernel's memory that a log takes. */
  static bytes(rows: number, tasks: number): number {
    return 24 * rows * tasks + 2048;
  }

  /** Begins anew. For one worker, while no other uses it. */
  clear(): void {
    this.lengths.fill(0);
    this.store.clear();
  }

  /** `room`: the address of memory for a chunk. */
  append(name: ChunkName, pieces: readonly Uint8Array[], room: number): void {
    const bytes = lengthOf(pieces);
    if (bytes === 0) return;
    const chunk = this.memory.u8(room, bytes);
    let at = 0;
    for (const piece of pieces) {
      chunk.set(piece, at);
      at += piece.length;
    }
    const i = this.place(name);
    this.starts[i] = this.store.append(chunk);
    this.lengths[i] = bytes;
    this.sums[i] = this.kernel.checksum(room, bytes);
  }

  /** The bytes of a chunk; 0 if there is none. */
  length(chunk: ChunkName): number {
    return this.lengths[this.place(chunk)]!;
  }

  /** Reads a chunk to an address. Throws InputError: DAMAGED_LOG. */
  read(chunk: ChunkName, room: number): void {
    const i = this.place(chunk);
    const bytes = this.lengths[i]!;
    this.store.read(this.starts[i]!, this.memory.u8(room, bytes));
    if (this.kernel.checksum(room, bytes) !== this.sums[i]) throw this.store.damaged();
  }

  /** Forgets the chunks of a row, as if it had not been begun. For one worker. */
  forget(row: number): void {
    this.lengths.fill(0, 2 * row * this.tasks, 2 * (row + 1) * this.tasks);
  }

  private place({ row, side, task }: ChunkName): number {
    return (row * 2 + side) * this.tasks + task;
  }
}

/** The bytes of a chunk of these pieces. */
export function lengthOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}
