import { boardSymmetries } from '../../index/slabPlacements.ts';
import type { KernelMemory } from '../../kernel/kernelMemory.ts';
import type { AwayCodes } from '../sets/conversionWriter.ts';
import type { GroupCodes } from './groupCodes.ts';
import type { WindowShape } from './windowPasses.ts';

/** The codes of other groups of the same table that a group's conversions lead to, which a worker brings in task by task. */
export class GroupTargets {
  private readonly memory: KernelMemory;
  private readonly rooms: readonly number[];
  private readonly codes: GroupCodes;
  private readonly shape: WindowShape;
  private targets: readonly (readonly AwayCodes[])[] = [];

  /** `rooms`: each for the codes of a task. */
  constructor(
    memory: KernelMemory,
    rooms: readonly number[],
    codes: GroupCodes,
    shape: WindowShape,
  ) {
    this.memory = memory;
    this.rooms = rooms;
    this.codes = codes;
    this.shape = shape;
  }

  /** From here on for the conversions of another group. */
  use(away: readonly AwayCodes[]): void {
    const targets = new Map<number, AwayCodes[]>();
    for (const each of away) {
      const key = 4 * each.group + 2 * each.symmetry + each.side;
      targets.set(key, [...(targets.get(key) ?? []), each]);
    }
    this.targets = [...targets.values()];
  }

  /** Brings in what the conversions of a task lead to, and tells the kernel where it is. */
  load(task: number): void {
    const { memory, rooms, codes } = this;
    for (const [i, conversions] of this.targets.entries()) {
      const { group, symmetry, side } = conversions[0]!;
      const image = this.imageOf(task, symmetry);
      codes.read(group, image, side, rooms[i]!);
      const first = rooms[i]! - image * codes.taskCodes * codes.codeBytes;
      // Wraps around: the kernel adds what the task's number takes away.
      for (const { field } of conversions) memory.setI32(field, first | 0);
    }
  }

  /** The task of the mirrored slabs of a task: it has the eight files of the last square that a slab fixes, or all slabs. */
  private imageOf(task: number, symmetry: number): number {
    const { slabs, slabsOfTask } = this.shape;
    const map = boardSymmetries[symmetry]!;
    let image = 0;
    let slab = task * slabsOfTask;
    for (let stride = 1; stride < slabs; stride *= 64) {
      image += map[slab & 63]! * stride;
      slab >>= 6;
    }
    return Math.floor(image / slabsOfTask);
  }
}
