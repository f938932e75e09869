import type { KernelMemory } from '../../kernel/kernelMemory.ts';
import type { RawStore } from './pages.ts';

/** Chunks begin at multiples of this, so that 31 bits address 128 GiB. */
const ALIGNMENT = 64;

/**
 * What is decided, in the order in which it is: for each ply and other row, side and task, the chunk of records that holds it
 * (assembly/records.ts). Written once, at the end; read once or twice. Workers share it.
 */
export class Log {
  private readonly store: RawStore;
  private readonly tasks: number;
  /** By row, side and task: where the chunk begins, in ALIGNMENTs, and its bytes. */
  private readonly starts: Int32Array;
  private readonly lengths: Int32Array;
  /** ALIGNMENTs used. */
  private readonly end: Int32Array;

  /** Allocates in the kernel's memory what workers share, all zeros. */
  constructor(memory: KernelMemory, store: RawStore, rows: number, tasks: number) {
    const chunks = 2 * rows * tasks;
    const view = (length: number) => memory.i32(memory.allocate(4 * length), length);
    this.store = store;
    this.tasks = tasks;
    this.starts = view(chunks);
    this.lengths = view(chunks);
    this.end = view(1);
  }

  /** Bytes of the kernel's memory that a log takes. */
  static bytes(rows: number, tasks: number): number {
    return 16 * rows * tasks + 1024;
  }

  /** Empties it. For one worker, while no other uses it. */
  clear(): void {
    this.lengths.fill(0);
    this.end[0] = 0;
  }

  /** Bytes used so far. */
  get bytes(): number {
    return Atomics.load(this.end, 0) * ALIGNMENT;
  }

  append(row: number, side: number, task: number, pieces: readonly Uint8Array[]): void {
    const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
    if (bytes === 0) return;
    const start = Atomics.add(this.end, 0, Math.ceil(bytes / ALIGNMENT));
    const chunk = new Uint8Array(bytes);
    let at = 0;
    for (const piece of pieces) {
      chunk.set(piece, at);
      at += piece.length;
    }
    this.store.write(start * ALIGNMENT, chunk);
    const i = this.place(row, side, task);
    this.starts[i] = start;
    this.lengths[i] = bytes;
  }

  /** The bytes of a chunk; 0 if there is none. */
  length(row: number, side: number, task: number): number {
    return this.lengths[this.place(row, side, task)]!;
  }

  read(row: number, side: number, task: number, into: Uint8Array): void {
    this.store.read(this.starts[this.place(row, side, task)]! * ALIGNMENT, into);
  }

  private place(row: number, side: number, task: number): number {
    return (row * 2 + side) * this.tasks + task;
  }
}
