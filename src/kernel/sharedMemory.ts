/** In the binary format the limits of an imported memory begin with flags: 1 with a maximum, 3 if it is shared, too. */
const [BOUNDED, SHARED] = [1, 3] as const;

/** A kernel's code is the same for memory that threads share: only its import says so. `bytes`: compiled for memory of one thread. */
export function withSharedMemory(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  // The import's names, env and memory, each after its length; then its kind, 2.
  const name = [3, ...ascii('env'), 6, ...ascii('memory'), 2];
  const at = bytes.findIndex((_, i) => name.every((byte, j) => bytes[i + j] === byte));
  const flags = at + name.length;
  if (at < 0 || bytes[flags] !== BOUNDED) throw new Error('the kernel imports no bounded memory');
  const shared = bytes.slice();
  shared[flags] = SHARED;
  return shared;
}

function ascii(text: string): number[] {
  return [...text].map((letter) => letter.charCodeAt(0));
}
