import type { KernelMemory } from '../../kernel/kernelMemory.ts';
import type { SlabCodes } from '../../table/values.ts';
import type { Stretch } from '../sets/checkpoint.ts';
import { GrowingStore, type LogStore } from './growing.ts';

/** Where codes are kept, and how they are made smaller. */
export interface CodeStore extends LogStore {
  compress(bytes: Uint8Array): Uint8Array;
  /** Throws if the bytes are not those that were made. */
  expand(bytes: Uint8Array): Uint8Array;
}

/** Blocks of codes by number, compressed in a store. Workers share them. */
export class CodeBlocks {
  /** What else workers share. */
  readonly growing: GrowingStore;
  private readonly memory: KernelMemory;
  private readonly store: CodeStore;
  /** By block: where it begins in the store, and its bytes there, 0 for one that is not there. */
  private readonly starts: Int32Array;
  private readonly lengths: Int32Array;
  /** What a checkpoint holds, from which a store can be used again. */
  readonly state: readonly Stretch[];

  /** Allocates in the kernel's memory what workers share. */
  constructor(memory: KernelMemory, store: CodeStore, blocks: number) {
    const bytes = 4 * blocks;
    const lists = [0, 1].map(() => ({ address: memory.allocate(bytes), bytes }));
    const [starts, lengths] = lists.map(({ address }) => memory.i32(address, blocks));
    this.growing = new GrowingStore(memory, store);
    this.memory = memory;
    this.store = store;
    this.starts = starts!;
    this.lengths = lengths!;
    this.state = [...lists, ...this.growing.state];
  }

  /** Bytes of the kernel's memory that so many blocks take. */
  static bytes(blocks: number): number {
    return 8 * blocks + 1024;
  }

  /** Begins anew. For one worker, while no other uses it. */
  clear(): void {
    this.lengths.fill(0);
    this.growing.clear();
  }

  has(block: number): boolean {
    return this.lengths[block]! > 0;
  }

  add(block: number, codes: SlabCodes): void {
    const bytes = this.store.compress(bytesOf(codes));
    this.starts[block] = this.growing.append(bytes);
    this.lengths[block] = bytes.length;
  }

  /** Puts the codes of a block, so many bytes, at an address. Throws InputError: DAMAGED_LOG. */
  read(block: number, address: number, bytes: number): void {
    const codes = this.take(block);
    if (codes.length !== bytes) throw this.growing.damaged();
    this.memory.u8(address, bytes).set(codes);
  }

  /** The bytes of the codes of a block. Throws InputError: DAMAGED_LOG. */
  take(block: number): Uint8Array {
    const { growing, store } = this;
    const length = this.lengths[block]!;
    if (length <= 0) throw growing.damaged();
    const kept = new Uint8Array(length);
    growing.read(this.starts[block]!, kept);
    try {
      return store.expand(kept);
    } catch {
      throw growing.damaged();
    }
  }
}

/** A copy of the bytes of codes in shared memory. */
function bytesOf({ buffer, byteOffset, byteLength }: SlabCodes): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength).slice();
}
