import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { KernelMemory, MemoryFull, MOST_BYTES, makeMemory } from '../../src/kernel/kernelMemory.ts';

test('memory that may grow does so, keeps what is in it, and says when it cannot', () => {
  const memory = new KernelMemory(new WebAssembly.Memory({ initial: 2, maximum: 100 }), true);
  const first = memory.allocate(1000);
  memory.u8(first, 1)[0] = 7;
  const second = memory.allocate(1_000_000);
  expect(memory.u8(second, 1_000_000).length).toBe(1_000_000);
  expect(memory.u8(first, 1)[0]).toBe(7);
  expect(() => memory.allocate(10_000_000)).toThrow(MemoryFull);
});

test('memory of a fixed size does not', () => {
  const memory = new KernelMemory(new WebAssembly.Memory({ initial: 2, maximum: 100 }));
  expect(() => memory.allocate(1_000_000)).toThrow('too small');
});

test('views of the largest memory reach other threads', async () => {
  const memory = new KernelMemory(makeMemory(MOST_BYTES, true));
  const end = memory.allocate(MOST_BYTES - 1024);
  const { port1, port2 } = new MessageChannel();
  try {
    const received = Promise.race([once(port1, 'message'), once(port1, 'messageerror')]);
    port2.postMessage(memory.i8(end, 4));
    expect(await received).toEqual([new Int8Array(4)]);
  } finally {
    port1.close();
  }
});
