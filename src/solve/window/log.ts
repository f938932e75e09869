import { fail, InputError } from '../../board/result.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { KernelMemory } from '../../kernel/kernelMemory.ts';
import type { Stretch } from '../sets/checkpoint.ts';
import type { RawStore } from './pages.ts';

/** Chunks begin at multiples of this, so that 31 bits address 128 GiB. */
const ALIGNMENT = 64;
/** A log begins with so many bytes that no other has, and then as many of the process that writes to it. */
const MARK_BYTES = 16;

/** Where a log is kept. */
export interface LogStore extends RawStore {
  /** For messages. */
  readonly name: string;
  /** Forgets all bytes. */
  clear(): void;
  /** Returns when what was written outlasts a crash of the machine. */
  sync(): void;
}

/** Where a chunk belongs. */
export interface ChunkName {
  readonly row: number;
  readonly side: 0 | 1;
  readonly task: number;
}

/** Of a log: what was read is not what was written. */
const DAMAGED_LOG = 'damaged-log';

/**
 * What is decided, in the order in which it is: for each ply and other row, side and task, the chunk of records that holds it
 * (assembly/records.ts). Written once, at the end; read once or twice. Workers share it.
 */
export class Log {
  private readonly memory: KernelMemory;
  private readonly kernel: Kernel;
  private readonly store: LogStore;
  private readonly tasks: number;
  /** By row, side and task: where the chunk begins, in ALIGNMENTs, its bytes and their checksum. */
  private readonly starts: Int32Array;
  private readonly lengths: Int32Array;
  private readonly sums: Int32Array;
  /** ALIGNMENTs used. */
  private readonly end: Int32Array;
  private readonly mark: Uint8Array;
  /** Of the worker that writes marks. */
  private readonly owner = new Uint8Array(MARK_BYTES);
  /** What a checkpoint holds, from which a log in its store can be used again. */
  readonly state: readonly Stretch[];

  /** Allocates in the kernel's memory what workers share, all zeros. */
  constructor(
    memory: KernelMemory,
    kernel: Kernel,
    store: LogStore,
    { rows, tasks }: { rows: number; tasks: number },
  ) {
    const chunks = 2 * rows * tasks;
    const state: Stretch[] = [];
    const allocate = (bytes: number) => {
      const address = memory.allocate(bytes);
      state.push({ address, bytes });
      return address;
    };
    const view = (length: number) => memory.i32(allocate(4 * length), length);
    this.memory = memory;
    this.kernel = kernel;
    this.store = store;
    this.tasks = tasks;
    this.starts = view(chunks);
    this.lengths = view(chunks);
    this.sums = view(chunks);
    this.end = view(1);
    this.mark = memory.u8(allocate(MARK_BYTES), MARK_BYTES);
    this.state = state;
  }

  /** Bytes of the kernel's memory that a log takes. */
  static bytes(rows: number, tasks: number): number {
    return 24 * rows * tasks + 2048;
  }

  /** Begins anew. For one worker, while no other uses it. */
  clear(): void {
    this.lengths.fill(0);
    this.end[0] = 1;
    this.store.clear();
    // Random bytes cannot go straight into shared memory.
    this.mark.set(crypto.getRandomValues(new Uint8Array(MARK_BYTES)));
    this.store.write(0, this.mark);
    this.own();
  }

  /**
   * Is what the store has the log of the checkpoint that was restored? Then no other process can use it from now on, but after a
   * crash the same checkpoint can.
   */
  takeOver(): boolean {
    if (!this.begins(this.mark)) return false;
    this.own();
    return true;
  }

  private own(): void {
    crypto.getRandomValues(this.owner);
    this.store.write(MARK_BYTES, this.owner);
  }

  /** Does the store begin so? */
  private begins(...parts: readonly Uint8Array[]): boolean {
    const found = new Uint8Array(parts.length * MARK_BYTES);
    try {
      this.store.read(0, found);
    } catch {
      return false;
    }
    return found.every((byte, i) => byte === parts[Math.floor(i / MARK_BYTES)]![i % MARK_BYTES]);
  }

  /** Makes what was written last. Throws InputError if it is another process that writes to the store. */
  sync(): void {
    if (!this.begins(this.mark, this.owner)) {
      const { name } = this.store;
      throw new InputError(fail(DAMAGED_LOG, `another process writes to ${name}`, name).problem);
    }
    this.store.sync();
  }

  /** `room`: the address of memory for a chunk. */
  append(name: ChunkName, pieces: readonly Uint8Array[], room: number): void {
    const bytes = lengthOf(pieces);
    if (bytes === 0) return;
    const start = Atomics.add(this.end, 0, Math.ceil(bytes / ALIGNMENT));
    const chunk = this.memory.u8(room, bytes);
    let at = 0;
    for (const piece of pieces) {
      chunk.set(piece, at);
      at += piece.length;
    }
    this.store.write(start * ALIGNMENT, chunk);
    const i = this.place(name);
    this.starts[i] = start;
    this.lengths[i] = bytes;
    this.sums[i] = this.kernel.checksum(room, bytes);
  }

  /** The bytes of a chunk; 0 if there is none. */
  length(chunk: ChunkName): number {
    return this.lengths[this.place(chunk)]!;
  }

  /** Reads a chunk to an address. Throws InputError: {@link DAMAGED_LOG}. */
  read(chunk: ChunkName, room: number): void {
    const i = this.place(chunk);
    const bytes = this.lengths[i]!;
    this.store.read(this.starts[i]! * ALIGNMENT, this.memory.u8(room, bytes));
    if (this.kernel.checksum(room, bytes) === this.sums[i]) return;
    const { name } = this.store;
    throw new InputError(fail(DAMAGED_LOG, `${name} is not as it was written`, name).problem);
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
