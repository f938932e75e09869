import { expect, test } from 'vitest';
import { kernelBytes } from '../../src/kernel/generated/kernelBytes.ts';
import { withSharedMemory } from '../../src/kernel/sharedMemory.ts';

const env = (shared: boolean) => ({
  env: { memory: new WebAssembly.Memory({ initial: 1, maximum: 65536, shared }), abort: () => {} },
});

test('one byte makes a kernel one for memory that threads share, and for no other', () => {
  const alone = kernelBytes();
  const shared = withSharedMemory(alone);
  expect(shared.filter((byte, i) => byte !== alone[i])).toHaveLength(1);
  for (const [bytes, isShared] of [
    [alone, false],
    [shared, true],
  ] as const) {
    const module = new WebAssembly.Module(bytes);
    expect(() => new WebAssembly.Instance(module, env(isShared))).not.toThrow();
    expect(() => new WebAssembly.Instance(module, env(!isShared))).toThrow(WebAssembly.LinkError);
  }
});

test('what imports no such memory is refused', () => {
  expect(() => withSharedMemory(new Uint8Array([0, 97, 115, 109]))).toThrow('no bounded memory');
  expect(() => withSharedMemory(withSharedMemory(kernelBytes()))).toThrow('no bounded memory');
});
