import type { KernelMemory } from '../../kernel/kernelMemory.ts';
import { pliesOf } from '../../table/value.ts';
import type { CodeBytes, SlabCodes } from '../../table/values.ts';
import { valueOfCode } from '../../table/values.ts';
import type { Stretch } from '../sets/checkpoint.ts';
import type { GrowingStore, LogStore } from './growing.ts';
import type { LogCodes } from './logCodes.ts';
import type { CodeTasks } from './windowCodes.ts';
import { sides } from './windowPasses.ts';

/** Where the codes of groups are kept, and how they are made smaller. */
export interface CodeStore extends LogStore {
  compress(bytes: Uint8Array): Uint8Array;
  /** Throws if the bytes are not those that were made. */
  expand(bytes: Uint8Array): Uint8Array;
}

/**
 * The codes of a table with pawns that was solved through a window, group after group: compressed in a store, task by task and
 * side by side. Workers share it.
 */
export class GroupCodes implements CodeTasks {
  readonly codeBytes: CodeBytes;
  readonly tasks: number;
  readonly taskCodes: number;
  private readonly memory: KernelMemory;
  private readonly growing: GrowingStore;
  private readonly store: CodeStore;
  private readonly rooms: readonly [number, number];
  private readonly tasksOfGroup: number;
  /** By task and side: where its codes begin in the store, their bytes there, and the longest distance among them, in plies. */
  private readonly starts: Int32Array;
  private readonly lengths: Int32Array;
  private readonly plies: Int32Array;
  /** What a checkpoint holds, from which codes in a store can be used again. */
  readonly state: readonly Stretch[];

  /** Allocates in the kernel's memory what workers share. `rooms`: by side, for the codes of a task. */
  constructor(
    memory: KernelMemory,
    growing: GrowingStore,
    store: CodeStore,
    rooms: readonly [number, number],
    shape: Pick<CodeTasks, 'codeBytes' | 'taskCodes'> & { groups: number; tasksOfGroup: number },
  ) {
    this.tasks = shape.groups * shape.tasksOfGroup;
    const bytes = 4 * 2 * this.tasks;
    const lists = [0, 1, 2].map(() => ({ address: memory.allocate(bytes), bytes }));
    const [starts, lengths, plies] = lists.map(({ address }) => memory.i32(address, bytes / 4));
    this.memory = memory;
    this.growing = growing;
    this.store = store;
    this.rooms = rooms;
    this.codeBytes = shape.codeBytes;
    this.taskCodes = shape.taskCodes;
    this.tasksOfGroup = shape.tasksOfGroup;
    this.starts = starts!;
    this.lengths = lengths!;
    this.plies = plies!;
    this.state = [...lists, ...growing.state];
  }

  /** Bytes of the kernel's memory that the lists take. */
  static bytes(tasks: number): number {
    return 24 * tasks + 2048;
  }

  /** Begins anew. For one worker, while no other uses it. */
  clear(): void {
    this.lengths.fill(0);
    this.growing.clear();
  }

  /** Keeps the codes of a task of a group, which are made here. */
  add(group: number, task: number, codes: LogCodes): void {
    codes.make(task);
    for (const side of sides) {
      const bytes = this.store.compress(bytesOf(codes.here(side)));
      const i = this.place(group, task, side);
      this.starts[i] = this.growing.append(bytes);
      this.lengths[i] = bytes.length;
      this.plies[i] = codes.lastPly(task, side);
    }
  }

  /** Puts the codes of a task of a group at an address. Throws InputError: DAMAGED_LOG. */
  read(group: number, task: number, side: 0 | 1, address: number): void {
    this.expand(this.place(group, task, side), address);
  }

  make(task: number): void {
    for (const side of sides) this.expand(2 * task + side, this.rooms[side]);
  }

  makeSome(task: number, side: 0 | 1, wanted: readonly number[]): boolean {
    const i = 2 * task + side;
    if (wanted.every((code) => pliesOf(valueOfCode(code)) > this.plies[i]!)) return false;
    this.expand(i, this.rooms[side]);
    return true;
  }

  here(side: 0 | 1): SlabCodes {
    const [at, length] = [this.rooms[side], this.taskCodes];
    return this.codeBytes === 2 ? this.memory.i16(at, length) : this.memory.i8(at, length);
  }

  private expand(i: number, address: number): void {
    const { growing, memory } = this;
    const bytes = new Uint8Array(this.lengths[i]!);
    growing.read(this.starts[i]!, bytes);
    const room = memory.u8(address, this.taskCodes * this.codeBytes);
    const codes = this.expanded(bytes);
    if (codes?.length !== room.length) throw growing.damaged();
    room.set(codes);
  }

  private expanded(bytes: Uint8Array): Uint8Array | undefined {
    try {
      return this.store.expand(bytes);
    } catch {
      return undefined;
    }
  }

  private place(group: number, task: number, side: 0 | 1): number {
    return 2 * (group * this.tasksOfGroup + task) + side;
  }
}

/** A copy of the bytes of codes in shared memory. */
function bytesOf({ buffer, byteOffset, byteLength }: SlabCodes): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength).slice();
}
