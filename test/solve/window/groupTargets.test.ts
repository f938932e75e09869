import { expect, it } from 'vitest';
import { KernelMemory, makeMemory } from '../../../src/kernel/kernelMemory.ts';
import type { GroupCodes } from '../../../src/solve/window/groupCodes.ts';
import { GroupTargets } from '../../../src/solve/window/groupTargets.ts';
import { windowShape } from '../../../src/solve/window/rooms.ts';

const NO_BITS = { distanceBits: 1, conversionBits: 1 };

it.each([
  // White's king on c3, black's on the second rank; then on f3.
  { fixedCount: 2, task: 8 * 18 + 1, image: 8 * 21 + 1 },
  // White's king on the third rank.
  { fixedCount: 1, task: 2, image: 2 },
  { fixedCount: 0, task: 0, image: 0 },
])('a task of slabs that fix $fixedCount pieces', ({ fixedCount, task, image }) => {
  const layout = { pawnless: false, pawns: 2, groups: 3, dimensions: 3, fixedCount };
  const shape = windowShape({ ...layout, slabs: 64 ** fixedCount }, NO_BITS, false);
  const memory = new KernelMemory(makeMemory(1 << 16, false));
  const read: number[][] = [];
  const codes = { ...shape, codeBytes: 2, read: (...asked: number[]) => read.push(asked) };
  const rooms = [1000, 2000];
  const targets = new GroupTargets(memory, rooms, codes as unknown as GroupCodes, shape);
  const fields = [0, 1, 2].map(() => memory.allocate(4));
  const own = { table: 'KRPvkp', promoted: undefined, flipped: false, side: 1 } as const;
  targets.use([
    { ...own, group: 5, symmetry: 0, field: fields[0]! },
    { ...own, group: 6, symmetry: 1, field: fields[1]! },
    { ...own, group: 5, symmetry: 0, field: fields[2]! },
  ]);
  targets.load(task);
  expect(read).toEqual([
    [5, task, 1, 1000],
    [6, image, 1, 2000],
  ]);
  // Where the codes of a group would begin if it had this room for those of the task.
  const bytes = 2 * shape.taskCodes;
  const first = fields.map((field) => memory.i32At(field) >>> 0);
  const begin = (room: number, of: number) => (room - of * bytes) >>> 0;
  expect(first).toEqual([begin(1000, task), begin(2000, image), begin(1000, task)]);
});
