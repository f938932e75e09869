import { type GeneralKernel, scratchBytes } from '../../kernel/general/kernel.ts';
import * as at from '../../kernel/general/layout.ts';
import { EDGE_NEAR, EDGE_WINS, LOST, OPEN, WON } from '../../kernel/general/sets.ts';
import type { KernelMemory } from '../../kernel/kernelMemory.ts';
import type { Color } from '../../pieces/army.ts';
import { squaresAround } from '../../position/around.ts';
import type { Crew, OwnBytes, SlabArguments, SlabWork } from './crew.ts';
import type { WrittenMovement } from './movement.ts';
import type { PathWriter } from './pathWriter.ts';
import { bytesIn, type TablePlaces, writeIndex } from './tablePlaces.ts';
import type { TableShape } from './tableShape.ts';

/** A piece of a table for the kernel. */
export interface FramePiece {
  readonly color: Color;
  readonly isRoyal: boolean;
  readonly movement: WrittenMovement;
  /** Addresses of words; `goal` is 0 if it has none. */
  readonly stands: number;
  readonly goal: number;
  readonly sheltered: boolean;
  readonly immune: boolean;
}

/** A set of placements with one side to move: `2 * name + side`. */
export type SetId = number;

/** What the last pieces are, the very last first. */
const dimensions = [at.LANE, at.ROW, at.OUTER];

/** Sets of which the kernel keeps which planes are empty. */
const flagged = new Set([OPEN, WON, WON + 1, LOST, LOST + 1, EDGE_WINS, EDGE_NEAR]);

/** The most operations on sets that are done at once: more than come one after another. */
const MOST_OPERATIONS = 64;

/** A table laid out in the kernel's memory: its pieces, its slabs and sets of its placements. */
export class TableFrame {
  readonly address: number;
  /** By side to move: where its codes are. */
  readonly codes: readonly [number, number];
  readonly shape: TableShape;
  private readonly memory: KernelMemory;
  private readonly crew: Crew;
  private readonly scratch: OwnBytes;
  /** Memory of sets that are not needed any more. */
  private readonly spare: number[] = [];
  /** Operations to be done before anything else; `operations`: where the kernel reads them. */
  private readonly pending: number[] = [];
  private readonly operations: number;

  /** `pieces`: in the order of `shape.men`. */
  constructor(
    memory: KernelMemory,
    crew: Crew,
    writer: PathWriter,
    shape: TableShape,
    pieces: readonly FramePiece[],
    {
      codes,
      places,
      blasts,
    }: {
      readonly codes: readonly [number, number];
      readonly places: TablePlaces;
      readonly blasts: boolean;
    },
  ) {
    const { board, fixedMen, rows, planes, slabs, leaders } = shape;
    this.memory = memory;
    this.crew = crew;
    this.shape = shape;
    this.codes = codes;
    const bytes = scratchBytes(shape.slabBytes);
    this.scratch = { address: memory.allocate(bytes * crew.size), bytes };
    this.address = memory.allocateZeros(at.FRAME_BYTES);
    this.operations = memory.allocate(at.OPERATION_BYTES * MOST_OPERATIONS);
    const squares = Array.from({ length: board.size }, (_, square) => square);
    const set = (offset: number, value: number) => memory.setI32(this.address + offset, value);
    set(at.SQUARES, board.size);
    set(at.ROWS, rows);
    set(at.PLANES, planes);
    set(at.PLANE_BYTES, shape.planeBytes);
    set(at.SLAB_BYTES, shape.slabBytes);
    set(at.MEN, pieces.length);
    set(at.FIXED_MEN, fixedMen);
    set(at.DOUBLINGS, Math.ceil(Math.log2(Math.max(board.files, board.ranks))));
    set(at.SLABS, slabs);
    set(at.ROWS_IN_GROUP, Math.ceil(rows / 64));
    set(at.BLASTS, blasts ? 1 : 0);
    set(at.CODES, codes[0]);
    set(at.CODES + 4, codes[1]);
    set(at.BOARD, writer.squares(squares));
    set(at.NEAR, writer.words(squares.map((square) => squaresAround(board, square))));
    const fixed = (slab: number) =>
      leaders.squares.subarray(slab * fixedMen, (slab + 1) * fixedMen);
    set(at.SLAB_SQUARES, writer.words(Array.from({ length: slabs }, (_, slab) => fixed(slab))));
    set(at.FIXED_SQUARES, bytesIn(memory, leaders.squares));
    set(at.WEIGHTS, bytesIn(memory, leaders.weights));
    set(at.SLOTS, bytesIn(memory, shape.order));
    set(at.OWN_PLACES, places.table);
    set(at.OWN_INDEX, writeIndex(memory, shape, places.symmetries.maps));
    set(at.MAPS, places.symmetries.maps);
    set(at.WORD_MAPS, places.symmetries.wordMaps);
    set(at.SWAPS, places.symmetries.swaps);

    for (const [i, piece] of pieces.entries()) this.writePiece(i, piece, pieces.length);
  }

  private writePiece(i: number, piece: FramePiece, count: number): void {
    const { fixedMen } = this.shape;
    const { movement } = piece;
    const role = i < fixedMen ? at.FIXED : dimensions[count - 1 - i]!;
    const fields: [number, number][] = [
      [at.COLOR, piece.color],
      [at.ROLE, role],
      [at.TAKES, movement.takes],
      [at.TAKES_INTO, movement.takesInto],
      [at.TAKES_AT, movement.takesAt],
      [at.MOVES, movement.moves],
      [at.LEAPS, movement.leaps],
      [at.ALL_MOVES, movement.allMoves],
      [at.SLIDES, movement.slides],
      [at.CHAINS, movement.chains],
      [at.PASSING_MOVES, movement.passingMoves],
      [at.PASSING_CHAINS, movement.passingChains],
      [at.PASSANTS, movement.passants],
      [at.IS_ROYAL, piece.isRoyal ? 1 : 0],
      [at.STANDS, piece.stands],
      [at.GOAL, piece.goal],
      [at.SHELTERED, piece.sheltered ? 1 : 0],
      [at.IMMUNE, piece.immune ? 1 : 0],
    ];
    for (const [offset, value] of fields) {
      this.memory.setI32(this.address + at.PIECES + at.PIECE_BYTES * i + offset, value);
    }
  }

  /** Makes this the frame that the crew works on. */
  use(counts: OwnBytes = { address: 0, bytes: 0 }): void {
    this.crew.useFrame(this.address, this.shape.slabBytes, this.scratch, counts);
  }

  /** Memory in which each thread counts: see finishCodes of the kernel. */
  allocateCounts(): OwnBytes {
    const { memory, crew } = this;
    const bytes = at.COUNT_LISTS * at.COUNTS_BYTES;
    return { address: memory.allocateZeros(bytes * crew.size), bytes };
  }

  setConversions(side: Color, address: number): void {
    this.memory.setI32(this.address + at.CONVERSIONS + 4 * side, address);
  }

  setConversionPlaces(address: number, plies: number): void {
    this.memory.setI32(this.address + at.CONVERSION_PLACES, address);
    this.memory.setI32(this.address + at.CONVERSION_PLIES, plies);
  }

  /** The set of this name, in memory that is all zeros at first. */
  set(name: number, side: Color): SetId {
    const set = 2 * name + side;
    const place = this.address + at.SETS + 4 * set;
    const { memory, shape } = this;
    if (memory.u32(place, 1)[0] === 0) {
      memory.setI32(place, this.allocateSet());
      if (flagged.has(name)) {
        const flags = memory.allocateZeros(shape.slabs * flagBytes(shape));
        memory.setI32(this.address + at.FLAGS + 4 * set, flags);
      }
    }
    return set;
  }

  private allocateSet(): number {
    const { memory, shape, spare } = this;
    const bytes = shape.slabs * shape.slabBytes;
    const address = spare.pop();
    if (address === undefined) return memory.allocateZeros(bytes);
    memory.u8(address, bytes).fill(0);
    return address;
  }

  has(set: SetId): boolean {
    return this.memory.u32(this.address + at.SETS + 4 * set, 1)[0] !== 0;
  }

  /** Forgets all sets but those of these names; others will take their memory. */
  keepOnly(names: ReadonlySet<number>): void {
    this.combinePending();
    const addresses = this.memory.u32(this.address + at.SETS, at.MOST_SETS);
    for (const [set, address] of addresses.entries()) {
      if (address === 0 || names.has(set >> 1)) continue;
      this.spare.push(address);
      addresses[set] = 0;
    }
  }

  get threads(): number {
    return this.crew.size;
  }

  /** The kernel, for what its leader does alone. */
  get kernel(): GeneralKernel {
    this.combinePending();
    return this.crew.kernel;
  }

  /** Does the work for all slabs, or for those from `begin` to `end`. */
  run<W extends SlabWork>(work: W, ...given: SlabArguments<W>): number {
    return this.runSome(0, this.shape.slabs, work, ...given);
  }

  runSome<W extends SlabWork>(
    begin: number,
    end: number,
    work: W,
    ...given: SlabArguments<W>
  ): number {
    this.combinePending();
    return this.crew.run(work, begin, end, ...given);
  }

  and(left: SetId, right: SetId, out: SetId): SetId {
    return this.combine(at.AND, left, right, out);
  }

  or(left: SetId, right: SetId, out: SetId): SetId {
    return this.combine(at.OR, left, right, out);
  }

  without(left: SetId, right: SetId, out: SetId): SetId {
    return this.combine(at.AND_NOT, left, right, out);
  }

  private combine(op: number, left: SetId, right: SetId, out: SetId): SetId {
    if (this.pending.length === 4 * MOST_OPERATIONS) this.combinePending();
    this.pending.push(op, left, right, out);
    return out;
  }

  /** Does what is to be combined, all of it in one slab after another. */
  private combinePending(): void {
    const { crew, shape, memory, operations, pending } = this;
    if (pending.length === 0) return;
    memory.i32(operations, pending.length).set(pending);
    const count = pending.length / 4;
    pending.length = 0;
    crew.run('combine', 0, shape.slabs, operations, count);
  }

  /** Gives all placements of a set this code, for this side to move. Returns how many there are. */
  enter(side: Color, set: SetId, code: number): number {
    return this.run('enterCode', side, set, code);
  }

  /** Placements of `among` from which a side has a move within the table into `x`. */
  unmoves(side: Color, x: SetId, among: SetId, out: SetId, goals = false): SetId {
    this.run('findUnmoves', side, x, among, goals ? 1 : 0, out);
    return out;
  }
}

export const sides = [0, 1] as const satisfies readonly Color[];

/** Bytes of a slab's flags: see assembly/frame.ts. */
function flagBytes({ planes }: TableShape): number {
  return Math.ceil(planes / 8) * 8;
}
