import type { GeneralKernel } from '../../kernel/general/kernel.ts';
import { COMBINE } from '../../kernel/general/kernel.ts';
import * as at from '../../kernel/general/layout.ts';
import { LOST, OPEN, WON } from '../../kernel/general/sets.ts';
import type { KernelMemory } from '../../kernel/kernelMemory.ts';
import type { Color } from '../../pieces/army.ts';
import { squaresAround } from '../../position/around.ts';
import type { WrittenMovement } from './movement.ts';
import type { PathWriter } from './pathWriter.ts';
import type { TableNumbers } from './tableNumbers.ts';
import { fixedSquaresOf, type TableShape } from './tableShape.ts';

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
const flagged = new Set([OPEN, WON, WON + 1, LOST, LOST + 1]);

/** A table laid out in the kernel's memory: its pieces, its slabs and sets of its placements. */
export class TableFrame {
  readonly address: number;
  /** By side to move: where its codes are. */
  readonly codes: readonly [number, number];
  readonly shape: TableShape;
  readonly kernel: GeneralKernel;
  private readonly memory: KernelMemory;
  private readonly scratch: number;

  constructor(
    memory: KernelMemory,
    kernel: GeneralKernel,
    writer: PathWriter,
    shape: TableShape,
    pieces: readonly FramePiece[],
    places: {
      readonly scratch: number;
      readonly codes: readonly [number, number];
      readonly numbers: TableNumbers;
      readonly blasts: boolean;
    },
  ) {
    const { board, fixedMen, rows, planes, words, slabs } = shape;
    this.memory = memory;
    this.kernel = kernel;
    this.shape = shape;
    this.codes = places.codes;
    this.scratch = places.scratch;
    this.address = memory.allocate(at.FRAME_BYTES);
    memory.u8(this.address, at.FRAME_BYTES).fill(0);
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
    set(at.ROWS_IN_GROUP, Math.ceil(rows / 8));
    set(at.BLASTS, places.blasts ? 1 : 0);
    set(at.CODES, places.codes[0]);
    set(at.CODES + 4, places.codes[1]);
    set(at.BOARD, writer.squares(squares));

    const near = memory.allocate(board.size * words * 8);
    memory.u8(near, board.size * words * 8).fill(0);
    for (const square of squares)
      writer.put(near + square * words * 8, squaresAround(board, square));
    set(at.NEAR, near);

    const fixedWords = memory.allocate(slabs * words * 8);
    memory.u8(fixedWords, slabs * words * 8).fill(0);
    const fixedSquares = memory.allocate(slabs * fixedMen);
    for (let slab = 0; slab < slabs; slab++) {
      const fixed = fixedSquaresOf(shape, slab);
      const apart = new Set(fixed).size === fixed.length;
      writer.put(fixedWords + slab * words * 8, apart ? fixed : squares);
      memory.u8(fixedSquares + slab * fixedMen, fixedMen).set(fixed);
    }
    set(at.SLAB_SQUARES, fixedWords);
    set(at.FIXED_SQUARES, fixedSquares);

    const { numbers } = places;
    set(at.OWN_TABLE, numbers.table);
    set(at.PLACES, numbers.places);
    set(at.CARRIERS, numbers.carriers);
    set(at.MAPS, numbers.maps);
    set(at.WORD_MAPS, this.writeWordMaps(writer));

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

  /** For each symmetry and each value of each byte of a word: the squares that it takes to those. */
  private writeWordMaps(writer: PathWriter): number {
    const { board, words, symmetries } = this.shape;
    const bytes = words * 8;
    const size = symmetries.length * bytes * 256 * bytes;
    const address = this.memory.allocate(size);
    this.memory.u8(address, size).fill(0);
    for (const [i, map] of symmetries.entries()) {
      if (i === 0) continue;
      const back = new Array<number>(board.size);
      for (const [square, to] of map.entries()) back[to] = square;
      for (let byte = 0; byte < bytes; byte++) {
        for (let value = 1; value < 256; value++) {
          const word = address + ((i * bytes + byte) * 256 + value) * bytes;
          for (let bit = 0; bit < 8; bit++) {
            const square = back[8 * byte + bit];
            if ((value >> bit) & 1 && square !== undefined) writer.put(word, [square]);
          }
        }
      }
    }
    return address;
  }

  /** Makes this the frame that the kernel works on. */
  use(): void {
    this.kernel.useFrame(this.address, this.scratch);
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
      const bytes = shape.slabs * shape.slabBytes;
      const address = memory.allocate(bytes);
      memory.u8(address, bytes).fill(0);
      memory.u32(place, 1)[0] = address;
      if (flagged.has(name)) {
        const flags = memory.allocate(shape.slabs * shape.planes);
        memory.u8(flags, shape.slabs * shape.planes).fill(0);
        memory.u32(this.address + at.FLAGS + 4 * set, 1)[0] = flags;
      }
    }
    return set;
  }

  /** Calls for each slab. */
  each(work: (slab: number) => void): void {
    for (let slab = 0; slab < this.shape.slabs; slab++) work(slab);
  }

  and(left: SetId, right: SetId, out: SetId): SetId {
    return this.combine(COMBINE.and, left, right, out);
  }

  or(left: SetId, right: SetId, out: SetId): SetId {
    return this.combine(COMBINE.or, left, right, out);
  }

  without(left: SetId, right: SetId, out: SetId): SetId {
    return this.combine(COMBINE.andNot, left, right, out);
  }

  private combine(op: number, left: SetId, right: SetId, out: SetId): SetId {
    this.each((slab) => this.kernel.combine(op, left, right, out, slab));
    return out;
  }

  /** Gives all placements of a set this code, for this side to move. Returns how many there are. */
  enter(side: Color, set: SetId, code: number): number {
    let count = 0;
    this.each((slab) => {
      count += this.kernel.enterCode(side, set, code, slab);
    });
    return count;
  }

  /** Placements of `among` from which a side has a move within the table into `x`. */
  unmoves(side: Color, x: SetId, among: SetId, out: SetId, goals = false): SetId {
    this.each((slab) => this.kernel.findUnmoves(side, x, among, goals, out, slab));
    return out;
  }
}

export const sides = [0, 1] as const satisfies readonly Color[];
