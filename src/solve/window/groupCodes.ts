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
 * The codes of a table with pawns that was solved through a window, group after group: a block for each task and side. Workers
 * share it.
 */
export class GroupCodes implements CodeTasks {
  readonly codeBytes: CodeBytes;
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
    this.expand(this.block(group, task, side), address);
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

  private expand(block: number, address: number): void {
    this.blocks.read(block, address, this.taskCodes * this.codeBytes);
  }

  private block(group: number, task: number, side: 0 | 1): number {
    return 2 * (group * this.tasksOfGroup + task) + side;
  }
}
