import { fail, InputError } from '../../board/result.ts';
import type { KernelMemory } from '../../kernel/kernelMemory.ts';
import type { Stretch } from '../sets/checkpoint.ts';
import type { RawStore } from './pages.ts';

/** What is appended begins at multiples of this, so that 31 bits address 128 GiB. */
const ALIGNMENT = 64;
/** A store begins with so many bytes that no other has, and then as many of the process that writes to it. */
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

/** Of a log: what was read is not what was written. */
const DAMAGED_LOG = 'damaged-log';

/** A log's bytes, written at its end and read anywhere. Workers share it. */
export class GrowingStore {
  private readonly store: LogStore;
  /** ALIGNMENTs used. */
  private readonly end: Int32Array;
  private readonly mark: Uint8Array;
  /** Of the worker that writes marks. */
  private readonly owner = new Uint8Array(MARK_BYTES);
  /** What a checkpoint holds, from which what the store has can be used again. */
  readonly state: readonly Stretch[];

  /** Allocates in the kernel's memory what workers share, all zeros. */
  constructor(memory: KernelMemory, store: LogStore) {
    this.store = store;
    const [end, mark] = [4, MARK_BYTES].map((bytes) => ({
      address: memory.allocate(bytes),
      bytes,
    })) as [Stretch, Stretch];
    this.end = memory.i32(end.address, 1);
    this.mark = memory.u8(mark.address, MARK_BYTES);
    this.state = [end, mark];
  }

  /** Begins anew. For one worker, while no other uses it. */
  clear(): void {
    this.end[0] = 1;
    this.store.clear();
    // Random bytes cannot go straight into shared memory.
    this.mark.set(crypto.getRandomValues(new Uint8Array(MARK_BYTES)));
    this.store.write(0, this.mark);
    this.own();
  }

  /**
   * Has the store what the checkpoint says that was restored? Then no other process can use it from now on, but after a crash the
   * same checkpoint can.
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

  /** Returns the place where the bytes begin. */
  append(bytes: Uint8Array): number {
    const place = Atomics.add(this.end, 0, Math.ceil(bytes.length / ALIGNMENT));
    this.store.write(place * ALIGNMENT, bytes);
    return place;
  }

  read(place: number, into: Uint8Array): void {
    this.store.read(place * ALIGNMENT, into);
  }

  /** What was read is not what was written. */
  damaged(): InputError {
    const { name } = this.store;
    return new InputError(fail(DAMAGED_LOG, `${name} is not as it was written`, name).problem);
  }
}
