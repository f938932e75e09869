/** A WebAssembly page. */
const PAGE = 65536;
/** Growing detaches all views, so it does not happen for each small thing. */
const LEAST_GROWTH = 1 << 22;
/** Room for the kernel's own data, from address 0. */
const KERNEL_BYTES = PAGE;
/**
 * What 32-bit addresses reach, less the kernel's own data and one page: so no address overflows, and views of the memory can be sent
 * to other threads, which V8 cannot read there if it is 4 GiB.
 */
export const MOST_BYTES = 2 ** 32 - KERNEL_BYTES - PAGE;

/** Thrown if memory cannot be made, or cannot grow to what is needed. */
export class MemoryFull extends Error {
  readonly bytes: number;

  constructor(bytes: number) {
    super(`there is no room for ${bytes} bytes`);
    this.bytes = bytes;
  }
}

/**
 * Allocates the kernel's memory, from the bottom up. Every worker has its own over the same memory and makes the same
 * calls, so all know the same addresses without exchanging them.
 */
export class KernelMemory {
  readonly memory: WebAssembly.Memory;
  private top = KERNEL_BYTES;
  /** The highest address ever allocated: memory beyond it is still all zeros. */
  private highest = KERNEL_BYTES;

  private readonly grows: boolean;

  /** `grows`: is the memory enlarged when it is too small, which detaches views of it? Throws {@link MemoryFull} if it cannot be. */
  constructor(memory: WebAssembly.Memory, grows = false) {
    this.memory = memory;
    this.grows = grows;
  }

  /** Returns the address of `bytes` bytes, a multiple of 64, with 128 bytes of padding on both sides. */
  allocate(bytes: number): number {
    const address = roundUp(this.top + 128, 64);
    this.top = address + bytes + 128;
    if (this.top > this.highest) this.highest = this.top;
    if (this.grows) this.growTo(this.top + PAGE);
    if (this.top > this.memory.buffer.byteLength) {
      throw new Error(`kernel memory is too small: ${this.top} bytes`);
    }
    return address;
  }

  /** The same, all zeros; memory that was never allocated is so already. */
  allocateZeros(bytes: number): number {
    const used = this.highest;
    const address = this.allocate(bytes);
    if (used > address) this.u8(address, Math.min(bytes, used - address)).fill(0);
    return address;
  }

  private growTo(bytes: number): void {
    const more = bytes - this.memory.buffer.byteLength;
    if (more <= 0) return;
    orFull(bytes, () => this.memory.grow(Math.ceil(Math.max(more, LEAST_GROWTH) / PAGE)));
  }

  /** Where memory begins that was never allocated, and so is all zeros. */
  get fresh(): number {
    return this.highest;
  }

  /** Notes that memory up to `address` was allocated by another. */
  noteUsed(address: number): void {
    this.highest = Math.max(this.highest, address);
  }

  /** Where free memory begins. Passed to {@link release}, frees what was allocated since. */
  mark(): number {
    return this.top;
  }

  release(mark: number): void {
    this.top = mark;
  }

  /** Typed views of `length` elements at an address. */
  u8(address: number, length: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, address, length);
  }

  i8(address: number, length: number): Int8Array {
    return new Int8Array(this.memory.buffer, address, length);
  }

  i16(address: number, length: number): Int16Array {
    return new Int16Array(this.memory.buffer, address, length);
  }

  i32(address: number, length: number): Int32Array {
    return new Int32Array(this.memory.buffer, address, length);
  }

  u32(address: number, length: number): Uint32Array {
    return new Uint32Array(this.memory.buffer, address, length);
  }

  u64(address: number, length: number): BigUint64Array {
    return new BigUint64Array(this.memory.buffer, address, length);
  }

  i32At(address: number): number {
    return new DataView(this.memory.buffer).getInt32(address, true);
  }

  setI32(address: number, value: number): void {
    new DataView(this.memory.buffer).setInt32(address, value, true);
  }

  setU64(address: number, value: bigint): void {
    new DataView(this.memory.buffer).setBigUint64(address, value, true);
  }
}

function roundUp(value: number, step: number): number {
  return Math.ceil(value / step) * step;
}

/** Memory with room for `bytes` bytes of allocations. Throws {@link MemoryFull} if the machine cannot provide it. */
export function makeMemory(bytes: number, shared: boolean): WebAssembly.Memory {
  const initial = Math.ceil((bytes + KERNEL_BYTES) / PAGE);
  return orFull(bytes, () => new WebAssembly.Memory({ initial, maximum: PAGE, shared }));
}

/** Does what WebAssembly refuses by a RangeError if there is no room for `bytes`. */
function orFull<T>(bytes: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof RangeError ? new MemoryFull(bytes) : error;
  }
}
