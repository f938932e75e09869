import type { KernelMemory } from '../../kernel/kernelMemory.ts';
import { pliesOf } from '../../table/value.ts';
import type { CodeBytes, SlabCodes } from '../../table/values.ts';
import { valueOfCode } from '../../table/values.ts';
import type { Stretch } from '../sets/checkpoint.ts';
import { CodeBlocks, type CodeStore } from './codeBlocks.ts';
import type { GrowingStore } from './growing.ts';
import type { LogCodes } from './logCodes.ts';
import type { CodeTasks } from './windowCodes.ts';
import { sides } from './windowPasses.ts';

/**
 * The codes of a table with pawns that was solved through a window, group after group: a block for each task and side. Those of a
 * group have as few bytes as its distances need. Workers share it.
 */
export class GroupCodes {
  /** Bytes of the codes that {@link read} puts somewhere. */
  readonly codeBytes: CodeBytes;
  /** Of all groups. */
  readonly tasks: number;
  readonly taskCodes: number;
  private readonly memory: KernelMemory;
  private readonly blocks: CodeBlocks;
  private readonly rooms: readonly [number, number];
  private readonly tasksOfGroup: number;
  /** By block: the longest distance of its codes, in plies. */
  private readonly plies: Int32Array;
  /** What a checkpoint holds, from which codes in a store can be used again. */
  readonly state: readonly Stretch[];

  /** Allocates in the kernel's memory what workers share. `rooms`: by side, for the codes of a task. */
  constructor(
    memory: KernelMemory,
    store: CodeStore,
    rooms: readonly [number, number],
    shape: Pick<CodeTasks, 'codeBytes' | 'taskCodes'> & { groups: number; tasksOfGroup: number },
  ) {
    this.tasks = shape.groups * shape.tasksOfGroup;
    const blocks = 2 * this.tasks;
    const plies = { address: memory.allocate(4 * blocks), bytes: 4 * blocks };
    this.memory = memory;
    this.blocks = new CodeBlocks(memory, store, blocks);
    this.rooms = rooms;
    this.codeBytes = shape.codeBytes;
    this.taskCodes = shape.taskCodes;
    this.tasksOfGroup = shape.tasksOfGroup;
    this.plies = memory.i32(plies.address, blocks);
    this.state = [plies, ...this.blocks.state];
  }

  /** Bytes of the kernel's memory that the lists take. */
  static bytes(tasks: number): number {
    return 8 * tasks + CodeBlocks.bytes(2 * tasks);
  }

  get growing(): GrowingStore {
    return this.blocks.growing;
  }

  /** Begins anew. For one worker, while no other uses it. */
  clear(): void {
    this.blocks.clear();
  }

  /** Keeps the codes of a task of a group, which are made here. */
  add(group: number, task: number, codes: LogCodes): void {
    codes.make(task);
    for (const side of sides) {
      const i = this.block(group, task, side);
      this.blocks.add(i, codes.here(side));
      this.plies[i] = codes.lastPly(task, side);
    }
  }

  /** Puts the codes of a task of a group at an address. Throws InputError: DAMAGED_LOG. */
  read(group: number, task: number, side: 0 | 1, address: number): void {
    this.expand(this.block(group, task, side), this.codesAt(address, this.codeBytes));
  }

  /** The codes of all groups, of so many bytes each. */
  all(codeBytes: CodeBytes): CodeTasks {
    const { tasks, taskCodes, plies } = this;
    const here = (side: 0 | 1) => this.codesAt(this.rooms[side], codeBytes);
    const makeSide = (task: number, side: 0 | 1) => this.expand(2 * task + side, here(side));
    return {
      ...{ codeBytes, tasks, taskCodes, here },
      make: (task) => {
        for (const side of sides) makeSide(task, side);
      },
      makeSome: (task, side, wanted) => {
        const last = plies[2 * task + side]!;
        if (wanted.every((code) => pliesOf(valueOfCode(code)) > last)) return false;
        makeSide(task, side);
        return true;
      },
    };
  }

  private codesAt(address: number, codeBytes: CodeBytes): SlabCodes {
    const { memory, taskCodes } = this;
    return codeBytes === 2 ? memory.i16(address, taskCodes) : memory.i8(address, taskCodes);
  }

  private expand(block: number, into: SlabCodes): void {
    const { buffer, length } = new Uint8Array(this.blocks.take(block));
    const isNarrow = length === into.length;
    const codes = isNarrow ? new Int8Array(buffer) : new Int16Array(buffer, 0, length >> 1);
    if (codes.length !== into.length) throw this.growing.damaged();
    into.set(codes);
  }

  private block(group: number, task: number, side: 0 | 1): number {
    return 2 * (group * this.tasksOfGroup + task) + side;
  }
}
