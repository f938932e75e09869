import type { Square } from '../../board/board.ts';
import { IndexStarts } from '../../index/indexPart.ts';
import { boardSymmetries, kingPairOf, type SlabPlacements } from '../../index/slabPlacements.ts';
import type { Material } from '../../table/material.ts';
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

/** By symmetry times 64, plus a square: its image. */
const images = Uint8Array.from(boardSymmetries.flat());

/** Copies the codes of planes, of a byte each, from the set solver's index or a part of it. */
export class PlaneRows {
  private readonly planes: Planes;
  private readonly placements: SlabPlacements;
  // Numbers have 31 bits, since no more codes of a side than 2 GiB are in memory at once.
  /** By slot: the stride of its square in a number, 0 if it is no digit. */
  private readonly strides: Int32Array;
  /** By slot: the stride of a king's square in White's times 64 plus Black's, 0 for others and with pawns. */
  private readonly pairStrides: Int32Array;
  /** Where pairs of kings, or groups of pawns, lie. */
  private readonly places: IndexStarts;
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
  /** Cells of a row that have numbers of their own: all if the lane piece is one of a pair of kings. */
  private readonly lanes: number;
  /** By row and lane: a number in the index, -1 for none, and 64 times the symmetry that takes the cell there. */
  private readonly starts: Int32Array;
  private readonly turns: Uint16Array;
  /**
   * Codes of all planes that differ in the square of the last fixed piece: by side in order of coding and cell, a row by its
   * square in the index.
   */
  private block: Int8Array | undefined;
  /** The others' squares in the plane that was copied last, and whether the block is that of these. */
  private others: readonly Square[] | undefined;
  private blockIsRead = false;

  /** `codes`: by side in order of coding. */
  constructor(
    { men }: Material,
    planes: Planes,
    placements: SlabPlacements,
    codes: readonly [Int8Array, Int8Array],
    room: RowRoom,
    places = new IndexStarts(placements),
  ) {
    const { pieceSlots, pawnSlots } = placements;
    const [white, black] = pieceSlots as [number, number];
    this.planes = planes;
    this.placements = placements;
    this.pawnless = pawnSlots.length === 0;
    this.pairStrides = Int32Array.from(men, (_, slot) =>
      !this.pawnless ? 0 : slot === white ? SQUARES : slot === black ? 1 : 0,
    );
    this.places = places;
    const strides = new Int32Array(men.length);
    for (const [i, slot] of pieceSlots.entries()) {
      if (!this.pawnless || i >= 2) strides[slot] = SQUARES ** (pieceSlots.length - 1 - i);
    }
    this.strides = strides;
    this.inBlocks = strides[planes.standing.at(-1)!] === 1;
    this.lanes = this.pairStrides[planes.layout.lane] === 0 ? 1 : SQUARES;
    this.starts = new Int32Array(SQUARES * this.lanes);
    this.turns = new Uint16Array(SQUARES * this.lanes);
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
    const { room, planes, strides, starts, turns } = this;
    this.blockIsRead = false;
    this.findStarts(standing, standing.length);
    if (this.lanes === 1) {
      for (let a = 0; a < SQUARES; a++) {
        room.turns[a] = turns[a]! / SQUARES;
        this.copyRow(a * SQUARES, starts[a]!, strides[planes.layout.lane]!);
      }
      return;
    }
    const [coded, other] = this.codes;
    room.turns.fill(0);
    for (let cell = 0; cell < CELLS; cell++) {
      const from = starts[cell]!;
      room.codes[cell] = from < 0 ? ILLEGAL : coded[from]!;
      room.codes[CELLS + cell] = from < 0 ? ILLEGAL : other[from]!;
    }
  }

  /** Finds {@link starts} without the digits of fixed pieces from place `count` on, and of the lane piece if it has any. */
  private findStarts(standing: readonly Square[], count: number): void {
    const { planes, strides, fixed, pairStrides, places, placements, lanes, starts, turns } = this;
    const { row, lane } = planes.layout;
    let fixedPair = 0;
    for (let i = 0; i < standing.length; i++)
      fixedPair += pairStrides[planes.standing[i]!]! * standing[i]!;
    for (let symmetry = 0; symmetry < fixed.length; symmetry++) {
      let sum = 0;
      for (let i = 0; i < count; i++) {
        const slot = planes.standing[i]!;
        const square = images[symmetry * SQUARES + standing[i]!]!;
        sum += slot === places.divider ? places.ofSquare(square) : strides[slot]! * square;
      }
      fixed[symmetry] = sum;
    }
    const pawns = placements.pawnSlots.map((slot) => standing[planes.standing.indexOf(slot)]!);
    const group = this.pawnless ? undefined : placements.group(pawns)!;
    const [rowPair, lanePair, stride] = [pairStrides[row]!, pairStrides[lane]!, strides[row]!];
    for (let at = 0; at < starts.length; at++) {
      const a = (at / lanes) | 0;
      const pair = fixedPair + rowPair * a + lanePair * (at % lanes);
      const place = group ? group.group : pairPlaces[pair]!;
      const turn = (group ? group.symmetry : pairSymmetries[pair]!) * SQUARES;
      const rest = fixed[turn / SQUARES]! + stride * images[turn + a]!;
      starts[at] = place < 0 ? -1 : places.ofPlace(place) + rest;
      turns[at] = turn;
    }
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
    this.block ??= new Int8Array(2 * CELLS * SQUARES);
    if (!this.blockIsRead) this.readBlock(standing, this.block);
    const { room, lanes, turns, block } = this;
    const square = standing.at(-1)!;
    room.turns.fill(0);
    for (let cell = 0; cell < CELLS; cell++) {
      const turn = turns[lanes === 1 ? cell >> 6 : cell]!;
      const at = cell * SQUARES + images[turn + square]!;
      room.codes[cell] = block[at]!;
      room.codes[CELLS + cell] = block[CELLS * SQUARES + at]!;
    }
  }

  private readBlock(standing: readonly Square[], block: Int8Array): void {
    const { planes, strides, codes, words, lanes, starts, turns } = this;
    const blockWords = wordsOf(block);
    this.findStarts(standing, standing.length - 1);
    const stride = strides[planes.layout.lane]!;
    for (let cell = 0; cell < CELLS; cell++) {
      const at = lanes === 1 ? cell >> 6 : cell;
      const number = starts[at]!;
      const from = number + stride * images[turns[at]! + (cell & 63)]!;
      for (let side = 0; side < 2; side++) {
        const to = (side * CELLS + cell) * ROW_WORDS;
        if (number < 0) blockWords.fill(NO_POSITIONS, to, to + ROW_WORDS);
        else if (words) copyWords(words[side]!, from >> 2, blockWords, to);
        else block.set(codes[side]!.subarray(from, from + SQUARES), to * 4);
      }
    }
    this.blockIsRead = true;
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
