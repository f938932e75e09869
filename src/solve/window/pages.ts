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

/** Pages that all threads find in the kernel's memory: those that are wanted most. */
export interface Homes {
  readonly address: number;
  readonly count: number;
  /** As many are left for pages that are read most often. */
  readonly reserved: number;
}

const NO_HOMES: Homes = { address: 0, count: 0, reserved: 0 };

/** The pages of a table's sets: a page is one set of one side in a few slabs. Some have a home in the kernel's memory. */
export class PageStore {
  readonly pageBytes: number;
  private readonly buffers: readonly Uint8Array[];
  private readonly perBuffer: number;
  private readonly homes: Homes;
  /** The first slot that is in no buffer. */
  private readonly inMemory: number;
  private readonly file: RawStore | undefined;
  /** By page: the slot where it is kept, plus one; 0 for a page without bits, which is kept nowhere. Homes are the first slots. */
  private readonly slots: Int32Array;
  /** By page: counts how often it was written, so that a window knows whether what it holds is the latest. */
  private readonly versions: Int32Array;
  /** 0: locked? */
  private readonly lock: Int32Array;
  private readonly freeHomes: FreeSlots;
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
    const inBuffers = buffers.reduce((sum, { byteLength }) => sum + byteLength / pageBytes, 0);
    this.pageBytes = pageBytes;
    this.buffers = buffers.map((buffer) => new Uint8Array(buffer));
    this.perBuffer = buffers[0] ? buffers[0].byteLength / pageBytes : 1;
    this.homes = homes;
    this.inMemory = homes.count + inBuffers;
    this.file = file;
    this.slots = shared.subarray(0, pages);
    this.versions = shared.subarray(pages, 2 * pages);
    this.lock = shared.subarray(2 * pages, 2 * pages + 1);
    const free = shared.subarray(2 * pages + 1);
    this.freeHomes = new FreeSlots(free.subarray(0, pages + 2), 0, Math.min(homes.count, pages));
    this.freeSlots = new FreeSlots(free.subarray(pages + 2), homes.count, pages);
  }

  /** The i32 that a store of `pages` pages shares. */
  static words(pages: number): number {
    return 4 * pages + 5;
  }

  has(page: number): boolean {
    return this.slots[page]! > 0;
  }

  version(page: number): number {
    return this.versions[page]!;
  }

  /** The address of a page that has a home, else 0. */
  homeOf(page: number): number {
    const slot = this.slots[page]! - 1;
    const { address, count } = this.homes;
    return slot >= 0 && slot < count ? address + slot * this.pageBytes : 0;
  }

  /** Finds a home for a page of which nothing is needed any more: it has what was there. Returns 0 if there is none. */
  moveIn(page: number, isReadMost: boolean): number {
    const home = this.homeOf(page);
    if (home > 0 || this.homes.count === 0) return home;
    const least = isReadMost ? 0 : this.homes.reserved;
    const slot = this.locked(() => (this.freeHomes.left > least ? this.freeHomes.take() : -1));
    if (slot < 0) return 0;
    if (this.has(page)) this.drop(page);
    this.slots[page] = slot + 1;
    return this.homeOf(page);
  }

  /** A page was written that has a home. */
  touch(page: number): void {
    this.versions[page]!++;
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
    const free = slot < this.homes.count ? this.freeHomes : this.freeSlots;
    this.locked(() => free.give(slot));
  }

  private inBuffer(slot: number): Uint8Array {
    const { perBuffer, pageBytes } = this;
    const i = slot - this.homes.count;
    const at = (i % perBuffer) * pageBytes;
    return this.buffers[Math.floor(i / perBuffer)]!.subarray(at, at + pageBytes);
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

/** Slots from a first one on: those that were given back are taken first. */
class FreeSlots {
  /** 0: slots used so far; 1: free ones among them; then these. */
  private readonly words: Int32Array;
  private readonly first: number;
  private readonly count: number;

  constructor(words: Int32Array, first: number, count: number) {
    this.words = words;
    this.first = first;
    this.count = count;
  }

  get left(): number {
    return this.count - this.words[0]! + this.words[1]!;
  }

  take(): number {
    const { words } = this;
    return words[1]! > 0 ? words[2 + --words[1]!]! : this.first + words[0]!++;
  }

  give(slot: number): void {
    const { words } = this;
    words[2 + words[1]!++] = slot;
  }
}
