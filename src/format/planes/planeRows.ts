import type { Square } from '../../chess/geometry.ts';
import type { Material } from '../../table/material.ts';
import { boardSymmetries, kingPairOf, type SlabPlacements } from '../../table/slabPlacements.ts';
import { ILLEGAL } from '../../table/values.ts';
import { CELLS, type Planes } from './planes.ts';

const SQUARES = 64;
/** Bytes of a row as words of 32 bits, which are copied faster. */
const ROW_WORDS = SQUARES / 4;
const NO_POSITIONS = (ILLEGAL & 0xff) * 0x01010101;

/** By White's king's square times 64 plus Black's: the place of the canonical pair, -1 for none, and the symmetry. */
const pairPlaces = new Int16Array(CELLS);
const pairSymmetries = new Uint8Array(CELLS);
for (let kings = 0; kings < CELLS; kings++) {
  const pair = kingPairOf(kings >> 6, kings & 63);
  pairPlaces[kings] = pair?.place ?? -1;
  pairSymmetries[kings] = pair?.symmetry ?? 0;
}

/** Where the codes of a plane go, for both sides in turn: see assembly/memory.ts. */
export interface RowRoom {
  /** 64 rows of 64 bytes a side. */
  readonly codes: Int8Array;
  /** By row: the symmetry that takes the lane piece's squares to places in the row. */
  readonly turns: Uint8Array;
}

/** Codes of all planes that differ in the square of one fixed piece. */
interface Block {
  /** The squares of the others. */
  readonly others: readonly Square[];
  /** By side in order of coding and cell: a row by the piece's square in the index. */
  readonly rows: Int8Array;
  /** By cell: 64 times the symmetry that takes the piece there. */
  readonly turns: Uint16Array;
}

/** By symmetry times 64, plus a square: its image. */
const images = Uint8Array.from(boardSymmetries.flat());

/** Copies the codes of planes, of a byte each, from the set solver's index. */
export class PlaneRows {
  private readonly planes: Planes;
  private readonly placements: SlabPlacements;
  // Numbers in the index have 31 bits, since both sides' codes lie in the 4 GiB that WebAssembly addresses.
  /** By slot: the stride of its square in a number, 0 if it is no digit. */
  private readonly strides: Int32Array;
  /** By slot: the stride of a king's square in White's times 64 plus Black's, 0 for others and with pawns. */
  private readonly pairStrides: Int32Array;
  /** The stride of a pair of kings in the index. */
  private readonly unit: number;
  private readonly pawnless: boolean;
  /**
   * Is the piece whose squares are adjacent in the index the last fixed one? Then a plane's cells lie far apart, but those of
   * planes that differ in its square lie together, and are read together.
   */
  private readonly inBlocks: boolean;
  private readonly codes: readonly [Int8Array, Int8Array];
  /** The same by words of 32 bits; undefined if they are not aligned. */
  private readonly words: readonly [Int32Array, Int32Array] | undefined;
  private readonly room: RowRoom;
  private readonly roomWords: Int32Array;
  /** By symmetry: the part of a number that the fixed pieces have. */
  private readonly fixed = new Int32Array(boardSymmetries.length);
  private block: Block | undefined;
  /** All but the last of the squares that were copied last. */
  private others: readonly Square[] | undefined;

  /** `codes`: by side in order of coding. */
  constructor(
    { men }: Material,
    planes: Planes,
    placements: SlabPlacements,
    codes: readonly [Int8Array, Int8Array],
    room: RowRoom,
  ) {
    const { pieceSlots, pawnSlots } = placements;
    const [white, black] = pieceSlots as [number, number];
    this.planes = planes;
    this.placements = placements;
    this.pawnless = pawnSlots.length === 0;
    this.pairStrides = Int32Array.from(men, (_, slot) =>
      !this.pawnless ? 0 : slot === white ? SQUARES : slot === black ? 1 : 0,
    );
    this.unit = SQUARES ** (pieceSlots.length - 2);
    const strides = new Int32Array(men.length);
    for (const [i, slot] of pieceSlots.entries()) {
      if (!this.pawnless || i >= 2) strides[slot] = SQUARES ** (pieceSlots.length - 1 - i);
    }
    this.strides = strides;
    this.inBlocks = strides[planes.standing.at(-1)!] === 1;
    this.codes = codes;
    const aligned = codes.every(({ byteOffset }) => byteOffset % 4 === 0);
    this.words = aligned ? [wordsOf(codes[0]), wordsOf(codes[1])] : undefined;
    this.room = room;
    this.roomWords = wordsOf(room.codes);
  }

  /** Fills the room with the codes of the plane of these fixed pieces. */
  copy(standing: readonly Square[]): void {
    const others = this.inBlocks ? standing.slice(0, -1) : undefined;
    // A block is worth its cost from the second of its planes on: samples are of planes that lie apart.
    if (others && areEqual(others, this.others)) this.copyFromBlock(standing);
    else this.copyRows(standing);
    this.others = others;
  }

  private copyRows(standing: readonly Square[]): void {
    const { room, planes, strides } = this;
    const start = this.cellsOf(standing, standing.length);
    if (this.pairStrides[planes.layout.lane] === 0) {
      for (let a = 0; a < SQUARES; a++) {
        const from = start(a, 0);
        room.turns[a] = this.symmetry;
        this.copyRow(a * SQUARES, from, strides[planes.layout.lane]!);
      }
      return;
    }
    const [coded, other] = this.codes;
    room.turns.fill(0);
    for (let cell = 0; cell < CELLS; cell++) {
      const from = start(cell >> 6, cell & 63);
      room.codes[cell] = from < 0 ? ILLEGAL : coded[from]!;
      room.codes[CELLS + cell] = from < 0 ? ILLEGAL : other[from]!;
    }
  }

  private symmetry = 0;

  /**
   * Finds the numbers of a plane's cells in the index, without the digits of fixed pieces from place `count` on, and without
   * the lane piece's if it is not one of a pair of kings; -1 for no number. Sets {@link symmetry} to what takes the cell there.
   */
  private cellsOf(standing: readonly Square[], count: number): (a: number, l: number) => number {
    const { planes, strides, fixed, pairStrides, unit, placements } = this;
    const { row, lane } = planes.layout;
    let fixedPair = 0;
    for (let i = 0; i < standing.length; i++)
      fixedPair += pairStrides[planes.standing[i]!]! * standing[i]!;
    for (let symmetry = 0; symmetry < fixed.length; symmetry++) {
      let sum = 0;
      for (let i = 0; i < count; i++) {
        sum += strides[planes.standing[i]!]! * images[symmetry * SQUARES + standing[i]!]!;
      }
      fixed[symmetry] = sum;
    }
    const stride = strides[row]!;
    if (this.pawnless) {
      const [rowPair, lanePair] = [pairStrides[row]!, pairStrides[lane]!];
      return (a, l) => {
        const pair = fixedPair + rowPair * a + lanePair * l;
        const place = pairPlaces[pair]!;
        const symmetry = pairSymmetries[pair]!;
        this.symmetry = symmetry;
        return place < 0
          ? -1
          : (place * unit + fixed[symmetry]! + stride * images[symmetry * SQUARES + a]!) | 0;
      };
    }
    const pawns = placements.pawnSlots.map((slot) => standing[planes.standing.indexOf(slot)]!);
    const { group, symmetry } = placements.group(pawns)!;
    const base = (group * placements.groupSize + fixed[symmetry]!) | 0;
    this.symmetry = symmetry;
    return (a) => (base + stride * images[symmetry * SQUARES + a]!) | 0;
  }

  /** Copies 64 codes of each side, `stride` apart. */
  private copyRow(at: number, from: number, stride: number): void {
    const { words, roomWords, room } = this;
    if (from < 0) {
      roomWords.fill(NO_POSITIONS, at / 4, at / 4 + ROW_WORDS);
      roomWords.fill(NO_POSITIONS, (CELLS + at) / 4, (CELLS + at) / 4 + ROW_WORDS);
    } else if (words && stride === 1) {
      const [coded, other] = words;
      copyWords(coded, from >> 2, roomWords, at >> 2);
      copyWords(other, from >> 2, roomWords, (CELLS + at) >> 2);
    } else {
      const [coded, other] = this.codes;
      const { codes } = room;
      for (let i = at, next = from; i < at + SQUARES; i++, next += stride) {
        codes[i] = coded[next]!;
        codes[CELLS + i] = other[next]!;
      }
    }
  }

  private copyFromBlock(standing: readonly Square[]): void {
    const { room } = this;
    const { rows, turns } = this.blockOf(standing);
    const square = standing.at(-1)!;
    room.turns.fill(0);
    for (let cell = 0; cell < CELLS; cell++) {
      const at = cell * SQUARES + images[turns[cell]! + square]!;
      room.codes[cell] = rows[at]!;
      room.codes[CELLS + cell] = rows[CELLS * SQUARES + at]!;
    }
  }

  private blockOf(standing: readonly Square[]): Block {
    const others = standing.slice(0, -1);
    const known = this.block;
    if (known && areEqual(others, known.others)) return known;
    const { planes, strides, codes, words } = this;
    const { lane } = planes.layout;
    const block = known ?? {
      rows: new Int8Array(2 * CELLS * SQUARES),
      turns: new Uint16Array(CELLS),
    };
    const { rows, turns } = block;
    const rowWords = wordsOf(rows);
    const start = this.cellsOf(standing, others.length);
    const stride = strides[lane]!;
    for (let cell = 0; cell < CELLS; cell++) {
      const number = start(cell >> 6, cell & 63);
      const turn = this.symmetry * SQUARES;
      turns[cell] = turn;
      const from = (number + stride * images[turn + (cell & 63)]!) | 0;
      for (let side = 0; side < 2; side++) {
        const to = (side * CELLS + cell) * ROW_WORDS;
        if (number < 0) rowWords.fill(NO_POSITIONS, to, to + ROW_WORDS);
        else if (words) copyWords(words[side]!, from >> 2, rowWords, to);
        else rows.set(codes[side]!.subarray(from, from + SQUARES), to * 4);
      }
    }
    this.block = { ...block, others };
    return this.block;
  }
}

function areEqual(some: readonly Square[], others: readonly Square[] | undefined): boolean {
  return others?.every((square, i) => square === some[i]) ?? false;
}

function wordsOf({ buffer, byteOffset, length }: Int8Array): Int32Array {
  return new Int32Array(buffer, byteOffset, length >> 2);
}

/** Copies a row. */
function copyWords(from: Int32Array, first: number, to: Int32Array, at: number): void {
  for (let i = 0; i < ROW_WORDS; i++) to[at + i] = from[first + i]!;
}
