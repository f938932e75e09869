import type { KernelMemory } from './kernelMemory.ts';

/** The kernel's sets, by number; there is one per side. Must agree with assembly/frame.ts. */
export const SET = {
  legal: 0,
  /** Legal and not won so far: a move of the other side into these holds out. */
  safe: 1,
  /** Not decided so far, and not stalemate. */
  open: 2,
  /** Frontiers: decided by the last ply that decides wins, or losses. */
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
  /** Only the terminal layer uses these. */
  spare: 14,
  secondSpare: 5,
  thirdSpare: 15,
  /** The bits of distances: DISTANCE_BITS sets per slab, one after another. */
  distance: 16,
} as const;

const DISTANCE_BITS = 8;
/** Sets that only rule sets that forbid something have. */
const forbidding = new Set<number>([SET.conversionLegal, SET.conversionMates, SET.forbidden]);
/** Sets that the kernel only adds to; it writes all others before it reads them. */
const added = new Set<number>([SET.mate, SET.stuck]);
export const SETS_A_SIDE = 32;
/** Sets that have flags of planes and slabs: the first ones. */
const FLAGGED_SETS = 8;
/** Plies of a tally. */
export const TALLY_PLIES = 512;
export const CONVERSION_BYTES = 192;

const PIECES = 64;
const PIECE_BYTES = 32;
const MOST_PIECES = 8;
const SETS = PIECES + PIECE_BYTES * MOST_PIECES;
const PLANE_FLAGS = SETS + 4 * 2 * SETS_A_SIDE;
const SLAB_FLAGS = PLANE_FLAGS + 4 * 2 * FLAGGED_SETS;
const LISTS = SLAB_FLAGS + 4 * 2 * FLAGGED_SETS;
const CODES = LISTS + 20;
const LONGEST_CONVERSION = CODES + 8;
const FRAME_BYTES = LISTS + 64;

/** A piece as the kernel knows it. */
export interface FramePiece {
  readonly color: number;
  /** Addresses of its movement, and of the same backwards. */
  readonly movement: number;
  readonly backward: number;
  /** 0 lane, 1 row, 2 outer, 3 fixed. */
  readonly role: number;
  /** Fixed pieces only: the square in each slab. */
  readonly squares: readonly number[] | undefined;
  readonly royal: boolean;
}

/** A slab: one place of the pieces that it fixes. */
export interface FrameSlab {
  /** The squares that no other piece can have: all of them if the slab is no placement. */
  readonly fixed: bigint;
  /** Placements on the board that each placement of the slab represents. */
  readonly weight: number;
  /** The symmetry that leaves the fixed pieces in place; 0 if only the identity does. */
  readonly symmetry: number;
  /** By colour: where the moves of its fixed piece lead, as `slab * 8 + symmetry`. */
  readonly neighbours: readonly (readonly number[])[];
}

export interface FrameShape {
  readonly slabs: number;
  readonly men: number;
  /** Pieces that are dimensions: 1 to 3. */
  readonly dimensions: number;
  /** Bytes of the table's codes: 1 or 2. */
  readonly codeBytes: number;
  /** Bit 0: the row piece is identical to the outer piece; bit 1: the lane piece to the row piece. */
  readonly identicalPieces: number;
  readonly workers: number;
  /** Does the rule set forbid entering some positions? */
  readonly forbids: boolean;
  /** Addresses: a block for the barrier, the counts of positions, the symmetries' maps of squares. */
  readonly sync: number;
  readonly tally: number;
  readonly squareMaps: number;
  /** By side: room for the bits of distances, eight sets, which codes may overwrite in the end; allocated if undefined. */
  readonly distanceRoom?: readonly [number, number] | undefined;
}

/** What a kernel works on, in memory: one group's pieces, slabs, sets and lists. */
export class Frame {
  readonly address: number;
  private readonly memory: KernelMemory;
  private readonly slabCount: number;
  private readonly planes: number;
  private readonly setAddresses: readonly number[];
  private readonly setBytes: number;
  private readonly flags: readonly { readonly address: number; readonly bytes: number }[];
  /** Memory from this address on was never used before this frame. */
  private fresh: number;
  /** What must be zero before a group begins. */
  private readonly cleared: readonly (readonly [address: number, bytes: number])[];
  private readonly lists: {
    readonly fixed: number;
    readonly weights: number;
    readonly symmetries: number;
    readonly neighbours: number;
    readonly fixedByPiece: number;
    readonly conversionPlaces: number;
    readonly tally: number;
  };

  /** About how many bytes a frame takes, including the room for its distances. */
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
      fixedByPiece: memory.allocate(slabs * MOST_PIECES),
      // A byte per plane for each distance, by colour and by whether conversions win or lose.
      conversionPlaces: memory.allocate(4 * slabs * planes * distances),
      tally,
    };
    this.cleared = cleared;
    this.fresh = fresh;

    const { fixed, neighbours, weights, symmetries, conversionPlaces } = this.lists;
    const atOnce = dimensions === 3 ? 1 : dimensions === 2 ? 16 : 64;
    const head = [dimensions, words, planes, slabs, shape.men, atOnce, fixed, neighbours];
    head.push(shape.squareMaps, weights, shape.sync, shape.workers, 64 ** dimensions);
    head.push(symmetries, shape.identicalPieces, shape.codeBytes);
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

  usePieces(pieces: readonly FramePiece[]): void {
    const { memory, slabCount, lists } = this;
    for (const [i, { color, movement, backward, role, squares, royal }] of pieces.entries()) {
      const fixed = lists.fixedByPiece + i * slabCount;
      if (squares) memory.u8(fixed, slabCount).set(squares);
      const fields = [color, movement, backward, role, fixed, royal ? 1 : 0];
      memory.i32(this.address + PIECES + PIECE_BYTES * i, fields.length).set(fields);
    }
  }

  /** The addresses of the lists of conversions by colour, and of the finished codes by side to move. */
  useLists(conversions: readonly number[], codes: readonly number[]): void {
    this.memory.i32(this.address + LISTS + 8, 2).set(conversions);
    this.memory.i32(this.address + CODES, 2).set(codes);
    this.memory.setI32(this.address + LONGEST_CONVERSION, 0);
  }

  setAddress(name: number, side: number): number {
    return this.setAddresses[side * SETS_A_SIDE + name]!;
  }

  /** Zeroes this worker's share of what an earlier group or table may have left. */
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

  /** What plies change: the sets and flags from which a solve resumes, given the terminal layer. */
  state(): readonly { readonly address: number; readonly bytes: number }[] {
    const names = [SET.safe, SET.open, SET.won, SET.lost, SET.safeConversion];
    const { setBytes } = this;
    const sets = [0, 1].flatMap((side) => [
      ...names.map((name) => ({ address: this.setAddress(name, side), bytes: setBytes })),
      { address: this.setAddress(SET.distance, side), bytes: DISTANCE_BITS * setBytes },
    ]);
    return [...sets, ...this.flags];
  }

  /** The longest distance of any conversion, once conversions are found. */
  longestConversion(): number {
    return this.memory.i32(this.address + LONGEST_CONVERSION, 1)[0]!;
  }
}
