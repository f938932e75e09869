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
  /** Holds out by a conversion. */
  safeConversion: 6,
  conversionWins: 7,
  conversionLoses: 8,
  conversionLegal: 9,
  conversionMates: 10,
  mate: 11,
  forbidden: 12,
  stuck: 13,
  spare: 14,
  /** The bits of distances: so many sets a slab, one behind the other. */
  distance: 16,
} as const;

const DISTANCE_BITS = 8;
/** Sets that nothing has but rule sets that forbid something. */
const forbidding = new Set<number>([SET.conversionLegal, SET.conversionMates, SET.forbidden]);
/** Sets that the kernel adds to; all others it writes before it reads them. */
const added = new Set<number>([SET.mate, SET.stuck]);
export const SETS_A_SIDE = 32;
/** The sets that keep flags of planes and slabs. */
const FLAGGED_SETS = 8;
/** Plies that the tally has room for. */
export const TALLY_PLIES = 512;
export const CONVERSION_BYTES = 192;

const MEN = 64;
const MAN_BYTES = 32;
const MOST_MEN = 8;
const SETS = MEN + MAN_BYTES * MOST_MEN;
const PLANE_FLAGS = SETS + 4 * 2 * SETS_A_SIDE;
const SLAB_FLAGS = PLANE_FLAGS + 4 * 2 * FLAGGED_SETS;
const LISTS = SLAB_FLAGS + 4 * 2 * FLAGGED_SETS;
const CODES = LISTS + 20;
const LONGEST_EXIT = CODES + 8;
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
  /**
   * By side: room for the bits of distances, eight sets, where the codes come to stand in the end. Own room where there
   * is none.
   */
  readonly distanceRoom?: readonly [number, number] | undefined;
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
    readonly conversionPlaces: number;
    readonly tally: number;
  };

  /** About how many bytes a frame takes, the room for its distances included. */
  static bytes({ slabs, dimensions }: Pick<FrameShape, 'slabs' | 'dimensions'>): number {
    const words = dimensions === 1 ? 2 : 64 ** (dimensions - 1);
    const planes = dimensions === 3 ? 64 : 1;
    const lists = slabs * (1536 + 528 * planes);
    return 2 * (SET.distance + DISTANCE_BITS) * (words * 8 * slabs + 320) + lists + FRAME_BYTES;
  }

  constructor(memory: KernelMemory, shape: FrameShape) {
    const { slabs, dimensions, tally, distanceRoom } = shape;
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
    const distances = shape.codeBytes === 1 ? 128 : 256;
    this.setAddresses = Array.from({ length: 2 * SETS_A_SIDE }, (_, set) => {
      const [name, side] = [set % SETS_A_SIDE, Math.floor(set / SETS_A_SIDE)];
      if (name > SET.distance || (forbidding.has(name) && !shape.forbids)) return 0;
      if (name === SET.distance)
        return distanceRoom?.[side as 0 | 1] ?? memory.allocate(DISTANCE_BITS * setBytes);
      return added.has(name) ? clear(setBytes) : memory.allocate(setBytes);
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
      // A byte a plane for each distance, by colour and by whether conversions win or lose.
      conversionPlaces: memory.allocate(4 * slabs * planes * distances),
      tally,
    };
    this.cleared = cleared;
    this.fresh = fresh;

    const { fixed, neighbours, weights, symmetries, conversionPlaces } = this.lists;
    const atOnce = dimensions === 3 ? 1 : dimensions === 2 ? 16 : 64;
    const head = [dimensions, words, planes, slabs, shape.men, atOnce, fixed, neighbours];
    head.push(shape.squareMaps, weights, shape.sync, shape.workers, 64 ** dimensions);
    head.push(symmetries, shape.likeMen, shape.codeBytes);
    memory.i32(this.address, head.length).set(head);
    memory.i32(this.address + SETS, this.setAddresses.length).set(this.setAddresses);
    memory.i32(this.address + PLANE_FLAGS, planeFlags.length).set(planeFlags);
    memory.i32(this.address + SLAB_FLAGS, slabFlags.length).set(slabFlags);
    memory.i32(this.address + LISTS, 2).set([conversionPlaces, tally]);
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

  /** The addresses of the lists of conversions by colour, and of the finished codes by side to move. */
  useLists(conversions: readonly number[], codes: readonly number[]): void {
    this.memory.i32(this.address + LISTS + 8, 2).set(conversions);
    this.memory.i32(this.address + CODES, 2).set(codes);
    this.memory.setI32(this.address + LONGEST_EXIT, 0);
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
    const names = [SET.safe, SET.open, SET.won, SET.lost, SET.safeConversion];
    const { setBytes } = this;
    const sets = [0, 1].flatMap((side) => [
      ...names.map((name) => ({ address: this.setAddress(name, side), bytes: setBytes })),
      { address: this.setAddress(SET.distance, side), bytes: DISTANCE_BITS * setBytes },
    ]);
    return [...sets, ...this.flags];
  }

  /** The greatest distance of any conversion, once they are found. */
  longestConversion(): number {
    return this.memory.i32(this.address + LONGEST_EXIT, 1)[0]!;
  }
}
