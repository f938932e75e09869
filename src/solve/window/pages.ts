/** Bytes somewhere, read and written at offsets. Calls block: the kernel's threads have nothing else to do. */
export interface RawStore {
  /** Throws if it cannot be read to the end of `into`. */
  read(offset: number, into: Uint8Array): void;
  write(offset: number, from: Uint8Array): void;
}

/** The most bytes of a buffer, and what its bytes are a multiple of: no page is larger. */
const MOST_BUFFER_BYTES = 2 ** 31;
const BUFFER_STEP = 2 ** 15;

/**
 * Buffers for pages, of up to `bytes` bytes in all. What is never written of them is never taken from the system. `each`: bytes
 * of all but the last. `known`: buffers that are free again, of which those that are as large are used, since the memory of
 * others is not free before all threads have collected their garbage.
 */
export function makeBuffers(
  bytes: number,
  each = MOST_BUFFER_BYTES,
  known: readonly SharedArrayBuffer[] = [],
): SharedArrayBuffer[] {
  const free = [...known];
  const buffers: SharedArrayBuffer[] = [];
  for (let rest = bytes; rest >= BUFFER_STEP; rest -= each) {
    const whole = Math.min(rest, each, MOST_BUFFER_BYTES);
    const size = Math.floor(whole / BUFFER_STEP) * BUFFER_STEP;
    const found = free.findIndex(({ byteLength }) => byteLength === size);
    buffers.push(found < 0 ? new SharedArrayBuffer(size) : free.splice(found, 1)[0]!);
  }
  return buffers;
}

/** Places in the kernel's memory of the first pages, where all threads find them. */
export interface Homes {
  readonly address: number;
  readonly count: number;
}

const NO_HOMES: Homes = { address: 0, count: 0 };

/** The pages of a table's sets: a page is one set of one side in a few slabs. The first have a home in the kernel's memory. */
export class PageStore {
  readonly pageBytes: number;
  private readonly buffers: readonly Uint8Array[];
  private readonly perBuffer: number;
  private readonly homes: Homes;
  /** The number of slots that are in buffers. */
  private readonly inMemory: number;
  private readonly file: RawStore | undefined;
  /** By page: the slot where it is kept, plus one, or 1 at home; 0 for a page without bits, which is kept nowhere. */
  private readonly slots: Int32Array;
  /** By page: counts how often it was written, so that a window knows whether what it holds is the latest. */
  private readonly versions: Int32Array;
  /** 0: locked? */
  private readonly lock: Int32Array;
  private readonly freeSlots: FreeSlots;

  /**
   * `shared`: i32 that all threads share, as many as {@link words} says, 0 at first. `buffers`: see {@link makeBuffers}; what
   * does not fit into them goes to `file`.
   */
  constructor(
    pages: number,
    pageBytes: number,
    shared: Int32Array,
    buffers: readonly SharedArrayBuffer[],
    file: RawStore | undefined,
    homes = NO_HOMES,
  ) {
    this.pageBytes = pageBytes;
    this.buffers = buffers.map((buffer) => new Uint8Array(buffer));
    this.perBuffer = buffers[0] ? buffers[0].byteLength / pageBytes : 1;
    this.homes = homes;
    this.inMemory = buffers.reduce((sum, { byteLength }) => sum + byteLength / pageBytes, 0);
    this.file = file;
    this.slots = shared.subarray(0, pages);
    this.versions = shared.subarray(pages, 2 * pages);
    this.lock = shared.subarray(2 * pages, 2 * pages + 1);
    this.freeSlots = new FreeSlots(shared.subarray(2 * pages + 1));
  }

  /** The i32 that a store of `pages` pages shares. */
  static words(pages: number): number {
    return 3 * pages + 3;
  }

  has(page: number): boolean {
    return this.slots[page]! > 0;
  }

  version(page: number): number {
    return this.versions[page]!;
  }

  /** The address of the home that a page has, whether it has bits or not; else 0. */
  homeOf(page: number): number {
    const { address, count } = this.homes;
    return page < count ? address + page * this.pageBytes : 0;
  }

  /** A page that has a home is to have bits. */
  moveIn(page: number): void {
    this.slots[page] = 1;
  }

  read(page: number, into: Uint8Array): void {
    const slot = this.slots[page]! - 1;
    if (slot >= this.inMemory) this.file!.read((slot - this.inMemory) * this.pageBytes, into);
    else into.set(this.inBuffer(slot));
  }

  write(page: number, from: Uint8Array): void {
    if (this.slots[page] === 0) this.slots[page] = this.locked(() => this.freeSlots.take()) + 1;
    const slot = this.slots[page]! - 1;
    if (slot >= this.inMemory) this.file!.write((slot - this.inMemory) * this.pageBytes, from);
    else this.inBuffer(slot).set(from);
    this.versions[page]!++;
  }

  /** Makes a page one without bits. */
  drop(page: number): void {
    const slot = this.slots[page]! - 1;
    this.versions[page]!++;
    if (slot < 0) return;
    this.slots[page] = 0;
    if (page >= this.homes.count) this.locked(() => this.freeSlots.give(slot));
  }

  private inBuffer(slot: number): Uint8Array {
    const { perBuffer, pageBytes } = this;
    const at = (slot % perBuffer) * pageBytes;
    return this.buffers[Math.floor(slot / perBuffer)]!.subarray(at, at + pageBytes);
  }

  private locked<T>(work: () => T): T {
    // Held for a few instructions: waiting would take longer than trying again.
    while (Atomics.compareExchange(this.lock, 0, 0, 1) !== 0);
    try {
      return work();
    } finally {
      Atomics.store(this.lock, 0, 0);
    }
  }
}

/** Slots: those that were given back are taken first. */
class FreeSlots {
  /** 0: slots used so far; 1: free ones among them; then these. */
  private readonly words: Int32Array;

  constructor(words: Int32Array) {
    this.words = words;
  }

  take(): number {
    const { words } = this;
    return words[1]! > 0 ? words[2 + --words[1]!]! : words[0]!++;
  }

  give(slot: number): void {
    const { words } = this;
    words[2 + words[1]!++] = slot;
  }
}
