import { type ConversionRoom, emptyEntries, listBytes } from './conversionRoom.ts';
import type { KernelMemory } from './kernelMemory.ts';
import * as layout from './layout.ts';

/** The kernel's sets, by number; there is one per side. */
export const SET = {
  legal: layout.LEGAL,
  safe: layout.SAFE,
  open: layout.OPEN,
  won: layout.WON,
  lost: layout.LOST,
  safeConversion: layout.SAFE_CONVERSION,
  conversionWins: layout.CONVERSION_WINS,
  conversionLoses: layout.CONVERSION_LOSES,
  conversionLegal: layout.CONVERSION_LEGAL,
  conversionMates: layout.CONVERSION_MATES,
  mate: layout.MATE,
  forbidden: layout.FORBIDDEN,
  stuck: layout.STUCK,
  spare: layout.SPARE,
  secondSpare: layout.SECOND_SPARE,
  thirdSpare: layout.THIRD_SPARE,
  distance: layout.DISTANCE,
} as const;

/** Sets that only rule sets that forbid something have. */
const forbidding = new Set<number>([SET.conversionLegal, SET.conversionMates, SET.forbidden]);
/** Sets that the kernel only adds to; it writes all others before it reads them. */
const added = new Set<number>([SET.mate, SET.stuck]);

/** The entry of a tally, after those of all plies, that counts draws. */
export function drawnPly(distanceBits: number): number {
  return 2 * 2 ** distanceBits;
}

/** Bytes of a tally. */
export function tallyBytes(distanceBits: number): number {
  return 32 * (drawnPly(distanceBits) + 1);
}

/** A piece as the kernel knows it. */
export interface FramePiece {
  readonly color: number;
  /** Addresses of its movement, and of the same backwards. */
  readonly movement: number;
  readonly backward: number;
  /** 0 lane, 1 row, 2 outer, 3 fixed, 4 the third of the fixed ones. */
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
  /** By colour: where the moves of its king lead, as `slab * 8 + symmetry`. */
  readonly neighbours: readonly (readonly number[])[];
}

export interface FrameShape {
  readonly slabs: number;
  readonly men: number;
  /** Pieces that are dimensions: 1 to 3. */
  readonly dimensions: number;
  /** Bytes of the table's codes: 1 or 2. */
  readonly codeBytes: number;
  /** Bits of the distances: of conversions, and of the whole table if its codes are made from them. */
  readonly distanceBits: number;
  /** See IDENTICAL_PIECES in layout.ts. */
  readonly identicalPieces: number;
  readonly workers: number;
  /** Does the rule set forbid entering some positions? */
  readonly forbids: boolean;
  /** Addresses: a block for the barrier, the counts of positions, the symmetries' maps of squares. */
  readonly sync: number;
  readonly tally: number;
  readonly squareMaps: number;
  /** By side: room for the bits of distances, as much as for codes, which may overwrite them in the end; allocated if undefined. */
  readonly distanceRoom?: readonly [number, number] | undefined;
  /**
   * Present if the sets are paged in by a window, which knows their addresses, and decisions are logged. `flags`: of the sets,
   * shared with the frame that {@link Frame.flagAddresses} are of; this frame's own if undefined.
   */
  readonly window?: { readonly flags: readonly number[] | undefined } | undefined;
}

/** The address of what is not in memory: beyond all memory, so that the kernel traps there. */
export const NOWHERE = 0xffff0000;

/** What a kernel works on, in memory: one group's pieces, slabs, sets and lists. */
export class Frame {
  readonly address: number;
  private readonly memory: KernelMemory;
  private readonly slabCount: number;
  private readonly planes: number;
  private readonly slabBytes: number;
  private readonly setAddresses: readonly number[];
  /** By side and name: the address of the addresses by slab. */
  private readonly pageTables: readonly number[];
  private readonly setBytes: number;
  private readonly flags: readonly { readonly address: number; readonly bytes: number }[];
  /** Memory from this address on was never used before this frame. */
  private fresh: number;
  /** What must be zero before a group begins. */
  private readonly cleared: readonly (readonly [address: number, bytes: number])[];
  private readonly distanceSets: number;
  private readonly distanceBits: number;
  /** Slabs that places of conversions are kept of at a time, and the bytes of each. */
  private readonly placed: number;
  private readonly slabPlaces: number;
  readonly flagAddresses: readonly number[];
  private readonly lists: {
    readonly fixed: number;
    readonly weights: number;
    readonly symmetries: number;
    readonly neighbours: number;
    readonly fixedByPiece: number;
    readonly conversionPlaces: number;
    readonly tally: number;
  };

  /** About how many bytes a frame takes; `inPlace`: codes overwrite its distances, and have their room. */
  static bytes(
    { slabs, dimensions, distanceBits }: Pick<FrameShape, 'slabs' | 'dimensions' | 'distanceBits'>,
    inPlace: boolean,
  ): number {
    const words = wordsOf(dimensions);
    const sets = SET.distance + (inPlace ? 0 : distanceBits);
    const places = 4 * planesOf(dimensions) * 2 ** distanceBits;
    const lists = slabs * (1024 + 4 * 2 * SET.distance + 16 * planesOf(dimensions) + places);
    return 2 * sets * (words * 8 * slabs + 320) + lists + layout.FRAME_BYTES;
  }

  constructor(memory: KernelMemory, shape: FrameShape) {
    const { slabs, dimensions, codeBytes, distanceBits, tally, distanceRoom } = shape;
    this.memory = memory;
    this.slabCount = slabs;
    this.planes = planesOf(dimensions);
    this.distanceBits = distanceBits;
    const words = wordsOf(dimensions);
    const { planes } = this;
    this.slabBytes = words * 8;
    this.address = memory.allocate(layout.FRAME_BYTES);
    const cleared: [number, number][] = [];
    const { fresh } = memory;
    const clear = (bytes: number) => {
      const address = memory.allocate(bytes);
      cleared.push([address, bytes]);
      return address;
    };
    const setBytes = words * 8 * slabs;
    // A byte of each code takes as much memory as eight sets.
    this.distanceSets = distanceRoom ? 8 * codeBytes : distanceBits;
    const { window } = shape;
    const exists = (name: number) =>
      name <= SET.distance && (!forbidding.has(name) || shape.forbids);
    this.setAddresses = Array.from({ length: 2 * layout.SETS_A_SIDE }, (_, set) => {
      const [name, side] = [set % layout.SETS_A_SIDE, Math.floor(set / layout.SETS_A_SIDE)];
      if (!exists(name)) return 0;
      if (window) return NOWHERE;
      if (name === SET.distance)
        return distanceRoom?.[side as 0 | 1] ?? memory.allocate(this.distanceSets * setBytes);
      return added.has(name) ? clear(setBytes) : memory.allocate(setBytes);
    });
    this.setBytes = setBytes;
    const flagged = 2 * layout.FLAGGED_SETS;
    const flagBytes = (i: number) => (i < flagged ? slabs * planes : slabs);
    const flags =
      window?.flags ?? Array.from({ length: 2 * flagged }, (_, i) => clear(flagBytes(i)));
    this.flagAddresses = flags;
    this.flags = flags.map((address, i) => ({ address, bytes: flagBytes(i) }));
    this.pageTables = this.setAddresses.map((base, i) => {
      if (base === 0) return 0;
      const table = memory.allocate(4 * slabs);
      const isDistance = i % layout.SETS_A_SIDE === SET.distance;
      const step = window ? 0 : words * 8 * (isDistance ? this.distanceSets : 1);
      memory.u32(table, slabs).set(Array.from({ length: slabs }, (_, slab) => base + slab * step));
      return table;
    });
    const slabsAtOnce = slabsAtOnceOf(dimensions);
    this.placed = window ? slabsAtOnce : slabs;
    // A byte per plane for each distance, by colour and by whether conversions win or lose.
    this.slabPlaces = 4 * planes * 2 ** distanceBits;
    this.lists = {
      fixed: memory.allocate(8 * slabs),
      weights: memory.allocate(slabs),
      symmetries: memory.allocate(slabs),
      neighbours: memory.allocate(64 * slabs),
      fixedByPiece: memory.allocate(slabs * layout.MOST_PIECES),
      conversionPlaces: memory.allocate(this.placed * this.slabPlaces),
      tally,
    };
    this.cleared = cleared;
    this.fresh = fresh;

    const { lists } = this;
    const fields: readonly (readonly [offset: number, value: number])[] = [
      [layout.DIMENSIONS, dimensions],
      [layout.SLAB_WORDS, words],
      [layout.SLAB_PLANES, planes],
      [layout.SLABS, slabs],
      [layout.MEN, shape.men],
      [layout.SLABS_AT_ONCE, slabsAtOnce],
      [layout.FIRST_SLAB, 0],
      [layout.LOGGED, window ? 1 : 0],
      [layout.FRONTIER_RECORDS, 0],
      [layout.THIRD_MOVES, 0],
      [layout.CONVERSION_LISTS, 0],
      [layout.CONVERSION_ENTRIES, 0],
      [layout.FIXED_SQUARES, lists.fixed],
      [layout.NEIGHBOURS, lists.neighbours],
      [layout.SQUARE_MAPS, shape.squareMaps],
      [layout.WEIGHTS, lists.weights],
      [layout.SYNC, shape.sync],
      [layout.WORKERS, shape.workers],
      [layout.SYMMETRIES, lists.symmetries],
      [layout.IDENTICAL_PIECES, shape.identicalPieces],
      [layout.CODE_BYTES, codeBytes],
      [layout.DISTANCE_BITS, distanceBits],
      [layout.DISTANCE_SETS, this.distanceSets],
      [layout.CONVERSION_PLACES, lists.conversionPlaces],
      [layout.TALLY, tally],
      ...this.pageTables.map((address, i) => [layout.SETS + 4 * i, address] as const),
      ...flags.slice(0, flagged).map((at, i) => [layout.PLANE_FLAGS + 4 * i, at] as const),
      ...flags.slice(flagged).map((at, i) => [layout.SLAB_FLAGS + 4 * i, at] as const),
    ];
    const frame = memory.i32(this.address, layout.FRAME_BYTES / 4);
    for (const [offset, value] of fields) frame[offset / 4] = value;
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
      const address = this.address + layout.PIECES + layout.PIECE_BYTES * i;
      memory.i32(address, fields.length).set(fields);
    }
  }

  /** The addresses of the lists of conversions by colour, and of the finished codes by side to move. */
  useLists(conversions: readonly number[], codes: readonly number[]): void {
    this.memory.i32(this.address + layout.CONVERSIONS, 2).set(conversions);
    this.useCodes(codes);
    this.memory.setI32(this.address + layout.LONGEST_CONVERSION, 0);
  }

  /** The addresses of the finished codes by side to move: they wrap around, as those of placesFrom do. */
  useCodes(codes: readonly number[]): void {
    this.memory.i32(this.address + layout.CODES, 2).set(codes);
  }

  /** Changes the bytes of the finished codes. */
  useCodeBytes(codeBytes: number): void {
    this.memory.setI32(this.address + layout.CODE_BYTES, codeBytes);
  }

  setAddress(name: number, side: number): number {
    return this.setAddresses[side * layout.SETS_A_SIDE + name]!;
  }

  /** The addresses of a set by slab, which a window writes. */
  pagesOf(name: number, side: number): Uint32Array {
    return this.memory.u32(this.pageTables[side * layout.SETS_A_SIDE + name]!, this.slabCount);
  }

  /** Of a window's frame: where the frontiers' records are noted, see FRONTIER_RECORDS in layout.ts. */
  useRecords(address: number): void {
    this.memory.u32(this.address + layout.FRONTIER_RECORDS, 1)[0] = address;
  }

  /** Where moves of the third piece were found, 0 if they were not: see THIRD_MOVES in layout.ts. */
  useThird(address: number): void {
    this.memory.u32(this.address + layout.THIRD_MOVES, 1)[0] = address;
  }

  /** Of a window's frame: the slabs of a set from `first` on and before `end` are at an address, one after another. */
  placeSlabs(name: number, side: number, first: number, end: number, address: number): void {
    const pages = this.pagesOf(name, side);
    for (let slab = first; slab < end; slab++) {
      pages[slab] = address + (slab - first) * this.slabBytes;
    }
  }

  /** The same of the flags of planes, if the set has any. */
  placeFlags(name: number, side: number, first: number, address: number): void {
    const field = this.address + layout.PLANE_FLAGS + 4 * (side * layout.FLAGGED_SETS + name);
    // Wraps around: the kernel adds what the slab's number takes away.
    this.memory.u32(field, 1)[0] = (address - first * this.planes) >>> 0;
  }

  /** Of a window's frame: no conversions are offered. Also for a worker that has found none. */
  clearPlaces(): void {
    const bytes = this.placed * this.slabPlaces;
    this.memory.u8(this.lists.conversionPlaces, bytes).fill(0);
  }

  /** Of a window's frame: lists and places of conversions are of as many slabs as are worked on at once, from `first` on. */
  conversionsFrom(first: number, { lists, entries }: ConversionRoom): void {
    const { memory, address, distanceBits, slabPlaces } = this;
    const fields = [
      [layout.CONVERSION_PLACES, this.lists.conversionPlaces, slabPlaces],
      [layout.CONVERSION_LISTS, lists, listBytes(distanceBits)],
    ] as const;
    for (const [field, begin, bytes] of fields) {
      // Wraps around: the kernel adds what the slab's number takes away.
      memory.u32(address + field, 1)[0] = (begin - first * bytes) >>> 0;
    }
    memory.u32(address + layout.CONVERSION_ENTRIES, 1)[0] = entries;
    emptyEntries(memory, entries);
  }

  /** By side and name of the sets that have flags: the address of a flag per slab. */
  get slabFlagAddresses(): readonly number[] {
    return this.flagAddresses.slice(this.flagAddresses.length / 2);
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
    const { setBytes, distanceSets } = this;
    const sets = [0, 1].flatMap((side) => [
      ...names.map((name) => ({ address: this.setAddress(name, side), bytes: setBytes })),
      { address: this.setAddress(SET.distance, side), bytes: distanceSets * setBytes },
    ]);
    return [...sets, ...this.flags];
  }

  /** The longest distance of any conversion, once conversions are found. */
  longestConversion(): number {
    return this.memory.i32(this.address + layout.LONGEST_CONVERSION, 1)[0]!;
  }
}

/** Slabs that a worker takes at once: large ones one by one. */
export function slabsAtOnceOf(dimensions: number): number {
  return dimensions === 3 ? 1 : dimensions === 2 ? 16 : 64;
}

function wordsOf(dimensions: number): number {
  return dimensions === 1 ? 2 : 64 ** (dimensions - 1);
}

function planesOf(dimensions: number): number {
  return dimensions === 3 ? 64 : 1;
}
