import type { KernelMemory } from './memory.ts';

/** The kernel's sets, by number. Each exists once a side. Must agree with assembly/frame.ts. */
export const SET = {
  legal: 0,
  /** Legal and not won so far: where a move for the other side holds out. */
  safe: 1,
  /** Neither decided nor drawn for good. */
  open: 2,
  /** Decided by the last ply that decides wins, or losses. */
  won: 3,
  lost: 4,
  allLost: 5,
  /** Holds out by an exit. */
  holding: 6,
  exitWins: 7,
  exitLoses: 8,
  exitLegal: 9,
  exitMates: 10,
  mate: 11,
  forbidden: 12,
  stuck: 13,
  spare: 14,
  exitDepth: 16,
  depth: 24,
} as const;

/** Bits of a distance at the most. */
const DEPTH_BITS = 8;
export const SETS_A_SIDE = 32;
/** The sets that keep flags of planes and slabs. */
const FLAGGED_SETS = 8;
/** Plies that the tally has room for. */
export const TALLY_PLIES = 512;
export const EXIT_BYTES = 192;

const MEN = 64;
const MAN_BYTES = 32;
const MOST_MEN = 8;
const SETS = MEN + MAN_BYTES * MOST_MEN;
const PLANE_FLAGS = SETS + 4 * 2 * SETS_A_SIDE;
const SLAB_FLAGS = PLANE_FLAGS + 4 * 2 * FLAGGED_SETS;
const LISTS = SLAB_FLAGS + 4 * 2 * FLAGGED_SETS;
const FRAME_BYTES = LISTS + 64;

/** A man as the kernel knows him. */
export interface FrameMan {
  readonly color: number;
  /** Addresses of his movement, and of the same backwards. */
  readonly movement: number;
  readonly backward: number;
  /** 0 lane, 1 row, 2 outer; 3 where he stands still within a slab. */
  readonly role: number;
  /** Of a man that stands still: his square by slab. */
  readonly squares: readonly number[] | undefined;
  readonly royal: boolean;
}

/** A slab: where the men stand that it fixes. */
export interface FrameSlab {
  /** All squares where no other man can stand; every square where the slab is no placement at all. */
  readonly fixed: bigint;
  /** Board placements for each placement of the slab. */
  readonly weight: number;
  /** The symmetry that leaves the still men where they are; 0 where only the identity does. */
  readonly symmetry: number;
  /** By colour: where a move of its man that stands still leads, as `slab * 8 + symmetry`. */
  readonly neighbours: readonly (readonly number[])[];
}

export interface FrameShape {
  /** Numbers of slabs and of men. */
  readonly slabs: number;
  readonly men: number;
  /** Men that are dimensions: 1 to 3. */
  readonly dimensions: number;
  /** Bytes of the table's codes: 1 or 2. */
  readonly codeBytes: number;
  /** Bit 0: the row man is like the outer man; bit 1: the lane man is like the row man. */
  readonly likeMen: number;
  readonly workers: number;
  /** Does the rule set forbid to enter some positions? */
  readonly forbids: boolean;
  /** Addresses: a block for the barrier, the counts of positions, the symmetries' maps of squares. */
  readonly sync: number;
  readonly tally: number;
  readonly squareMaps: number;
}

/** What a kernel works on, in memory: one group's men, slabs, sets and lists. */
export class Frame {
  readonly address: number;
  private readonly memory: KernelMemory;
  private readonly slabCount: number;
  private readonly planes: number;
  private readonly setAddresses: readonly number[];
  private readonly setBytes: number;
  private readonly flags: readonly { readonly address: number; readonly bytes: number }[];
  /** From this address on memory was never used before this frame. */
  private fresh: number;
  /** What must be zero before a group is begun. */
  private readonly cleared: readonly (readonly [address: number, bytes: number])[];
  private readonly lists: {
    readonly fixed: number;
    readonly weights: number;
    readonly symmetries: number;
    readonly neighbours: number;
    readonly stills: number;
    readonly distances: number;
    readonly tally: number;
  };

  /** About how many bytes a frame takes. */
  static bytes({ slabs, dimensions }: Pick<FrameShape, 'slabs' | 'dimensions'>): number {
    const words = dimensions === 1 ? 2 : 64 ** (dimensions - 1);
    return 2 * SETS_A_SIDE * (words * 8 * slabs + 320) + slabs * (1024 + 144 * 65) + FRAME_BYTES;
  }

  constructor(memory: KernelMemory, shape: FrameShape) {
    const { slabs, dimensions, tally } = shape;
    this.memory = memory;
    this.slabCount = slabs;
    this.planes = dimensions === 3 ? 64 : 1;
    const words = dimensions === 1 ? 2 : 64 ** (dimensions - 1);
    const { planes } = this;
    this.address = memory.allocate(FRAME_BYTES);
    const cleared: [number, number][] = [];
    const { fresh } = memory;
    const clear = (bytes: number) => {
      const address = memory.allocate(bytes);
      cleared.push([address, bytes]);
      return address;
    };
    const setBytes = words * 8 * slabs;
    this.setAddresses = Array.from({ length: 2 * SETS_A_SIDE }, (_, set) => {
      const name = set % SETS_A_SIDE;
      // The kernel adds to these, and writes all others before it reads them.
      if (name === SET.forbidden && !shape.forbids) return 0;
      return name >= SET.depth ? clear(setBytes) : memory.allocate(setBytes);
    });
    this.setBytes = setBytes;
    const planeFlags = Array.from({ length: 2 * FLAGGED_SETS }, () => clear(slabs * planes));
    const slabFlags = Array.from({ length: 2 * FLAGGED_SETS }, () => clear(slabs));
    this.flags = [
      ...planeFlags.map((address) => ({ address, bytes: slabs * planes })),
      ...slabFlags.map((address) => ({ address, bytes: slabs })),
    ];
    this.lists = {
      fixed: memory.allocate(8 * slabs),
      weights: memory.allocate(slabs),
      symmetries: memory.allocate(slabs),
      neighbours: memory.allocate(64 * slabs),
      stills: memory.allocate(slabs * MOST_MEN),
      distances: memory.allocate(128 * slabs * planes),
      tally,
    };
    this.cleared = cleared;
    this.fresh = fresh;

    const { fixed, neighbours, weights, symmetries, distances } = this.lists;
    const atOnce = dimensions === 3 ? 1 : dimensions === 2 ? 16 : 64;
    const head = [dimensions, words, planes, slabs, shape.men, atOnce, fixed, neighbours];
    head.push(shape.squareMaps, weights, shape.sync, shape.workers, 64 ** dimensions);
    head.push(symmetries, shape.likeMen, shape.codeBytes);
    memory.i32(this.address, head.length).set(head);
    memory.i32(this.address + SETS, this.setAddresses.length).set(this.setAddresses);
    memory.i32(this.address + PLANE_FLAGS, planeFlags.length).set(planeFlags);
    memory.i32(this.address + SLAB_FLAGS, slabFlags.length).set(slabFlags);
    memory.i32(this.address + LISTS, 2).set([distances, tally]);
  }

  useSlabs(slabs: readonly FrameSlab[]): void {
    const { memory, lists } = this;
    const count = slabs.length;
    memory.u64(lists.fixed, count).set(slabs.map(({ fixed }) => fixed));
    memory.u8(lists.weights, count).set(slabs.map(({ weight }) => weight));
    memory.u8(lists.symmetries, count).set(slabs.map(({ symmetry }) => symmetry));
    const entries = memory.i32(lists.neighbours, 16 * count).fill(-1);
    for (const [i, { neighbours }] of slabs.entries()) {
      for (const [color, list] of neighbours.entries()) entries.set(list, 16 * i + 8 * color);
    }
  }

  useMen(men: readonly FrameMan[]): void {
    const { memory, slabCount, lists } = this;
    for (const [i, { color, movement, backward, role, squares, royal }] of men.entries()) {
      const stills = lists.stills + i * slabCount;
      if (squares) memory.u8(stills, slabCount).set(squares);
      const fields = [color, movement, backward, role, stills, royal ? 1 : 0];
      memory.i32(this.address + MEN + MAN_BYTES * i, fields.length).set(fields);
    }
  }

  /** The addresses of the lists of exits by colour, and of the finished codes by side to move. */
  useLists(exits: readonly number[], codes: readonly number[]): void {
    this.memory.i32(this.address + LISTS + 8, 2).set(exits);
    this.memory.i32(this.address + LISTS + 20, 2).set(codes);
  }

  setAddress(name: number, side: number): number {
    return this.setAddresses[side * SETS_A_SIDE + name]!;
  }

  /** Zeroes this worker's share of what an earlier group, or an earlier table, may have left. */
  clearShare(worker: number, workers: number): void {
    for (const [address, room] of this.cleared) {
      const bytes = Math.min(room, Math.max(0, this.fresh - address));
      const share = Math.ceil(bytes / workers);
      const from = Math.min(worker * share, bytes);
      this.memory.u8(address + from, Math.min(share, bytes - from)).fill(0);
    }
    this.fresh = Number.POSITIVE_INFINITY;
  }

  /** Has any position been decided at this ply? */
  decidedAt(ply: number): boolean {
    const entry = this.memory.u64(this.lists.tally + 32 * ply, 4);
    return entry[0] !== 0n || entry[2] !== 0n;
  }

  /** Positions decided before a ply, up to symmetry. */
  decidedBefore(ply: number): number {
    const entries = this.memory.u64(this.lists.tally, 4 * ply);
    let sum = 0;
    for (let i = 1; i < entries.length; i += 2) sum += Number(entries[i]);
    return sum;
  }

  /** What plies change: the sets and flags that a solve can be taken up from, given the first layer. */
  state(): readonly { readonly address: number; readonly bytes: number }[] {
    const names = [SET.safe, SET.open, SET.won, SET.lost, SET.allLost, SET.holding];
    const depths = Array.from({ length: DEPTH_BITS }, (_, bit) => SET.depth + bit);
    const sets = [0, 1].flatMap((side) =>
      [...names, ...depths].map((name) => ({
        address: this.setAddress(name, side),
        bytes: this.setBytes,
      })),
    );
    return [...sets, ...this.flags];
  }

  /** The greatest distance of any exit. */
  longestExit(): number {
    // Lists of bits by distance, 32 bytes each: of the plane's exits that win, then of those that lose.
    const lists = this.memory.i32(this.lists.distances, 32 * this.slabCount * this.planes);
    let longest = 0;
    for (let i = 0; i < lists.length; i++) {
      if (lists[i] !== 0) longest = Math.max(longest, (i % 8) * 32 + 31 - Math.clz32(lists[i]!));
    }
    return longest;
  }
}
