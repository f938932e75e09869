import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { kernelBytes } from '../../src/kernel/generated/kernelBytes.ts';
import { drawnPly, Frame, SET, tallyBytes } from '../../src/kernel/kernelFrame.ts';
import { KernelMemory, makeMemory } from '../../src/kernel/kernelMemory.ts';
import { BLOCK_BYTES } from '../../src/kernel/layout.ts';
import { withSharedMemory } from '../../src/kernel/sharedMemory.ts';

const SLABS = 462;
const BITS = 7;

/** A frame of empty slabs in shared memory, in which all placements are legal and none is lost. */
function sharedFrame(workers: number) {
  const shape = { slabs: SLABS, dimensions: 2, distanceBits: BITS };
  const memory = new KernelMemory(makeMemory(Frame.bytes(shape, false) + (4 << 20), true));
  const [sync, tally, squareMaps] = [64, tallyBytes(BITS), 512].map((bytes) =>
    memory.allocate(bytes),
  );
  const frame = new Frame(memory, {
    ...shape,
    codeBytes: 1,
    identicalPieces: 0,
    forbids: false,
    men: 0,
    workers,
    sync: sync!,
    tally: tally!,
    squareMaps: squareMaps!,
  });
  const slab = { fixed: 0n, weight: 3, symmetry: 0, neighbours: [] };
  frame.useSlabs(Array.from({ length: SLABS }, () => slab));
  for (const side of [0, 1]) {
    memory.u8(frame.setAddress(SET.open, side), SLABS * 512).fill(255);
  }
  const blocks = Array.from({ length: workers }, () => memory.allocate(BLOCK_BYTES + (1 << 16)));
  return { memory, frame, blocks, tally: tally! };
}

describe('workers on threads of their own', () => {
  it.each([2, 3, 5])(
    '%i of them meet at every barrier, and share out the slabs',
    async (workers) => {
      const { memory, frame, blocks, tally } = sharedFrame(workers);
      const counters = new SharedArrayBuffer(4 * workers);
      const threads = blocks.map((block, index) => {
        const data = {
          bytes: withSharedMemory(kernelBytes()),
          memory: memory.memory,
          frame: frame.address,
          block,
          counters,
          index,
          rounds: 500,
          counted: SET.open,
          entry: drawnPly(BITS),
        };
        const worker = new Worker(new URL('./barrierWorker.mjs', import.meta.url), {
          workerData: data,
        });
        return new Promise<number>((resolve, reject) => {
          worker.once('message', resolve);
          worker.once('error', reject);
        });
      });
      expect(await Promise.all(threads)).toEqual(threads.map(() => 0));
      const placements = 50 * SLABS * 4096;
      expect([...memory.u64(tally + 32 * drawnPly(BITS), 4)].map(Number)).toEqual([
        3 * placements,
        placements,
        3 * placements,
        placements,
      ]);
    },
  );
});
