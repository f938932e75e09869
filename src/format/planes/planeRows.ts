import type { Square } from '../../board/board.ts';
import { IndexStarts } from '../../index/indexPart.ts';
import { boardSymmetries, kingPairOf, type SlabPlacements } from '../../index/slabPlacements.ts';
import type { Material } from '../../table/material.ts';
import { ILLEGAL } from '../../table/values.ts';
import { CELLS, type Planes } from './planes.ts';

const SQUARES = 64;
/** Bytes of a row as words of 32 bits, which are copied faster. */
const ROW_WORDS = SQUARES / 4;
/** The same of a plane, both sides. */
const PLANE_WORDS = (2 * CELLS) / 4;
/** Every other byte of a word. */
const EVEN = 0x00ff00ff;
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
/** The same the other way round: the square that it is the image of. */
const origins = Uint8Array.from(
  boardSymmetries.flatMap((map) => map.map((_, i) => map.indexOf(i))),
);

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
  /** Codes of all planes that differ in the square of the last fixed piece: by its square, each as the room has them. */
  private block: Block | undefined;
  /** The others' squares in the plane that was copied last, and in the block; how many planes were copied from that. */
  private others: readonly Square[] | undefined;
  private othersOfBlock: readonly Square[] | undefined;
  private copies = 0;

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
    // Samples are of planes that lie apart; where several were of a block, the next is as well.
    const isBeside = areEqual(others, this.others) || this.copies > 1;
    if (others && isBeside) this.copyFromBlock(standing, others);
    else this.copyRows(standing);
    this.others = others;
  }

  private copyRows(standing: readonly Square[]): void {
    const { room, planes, strides, starts, turns } = this;
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

  private copyFromBlock(standing: readonly Square[], others: readonly Square[]): void {
    this.block ??= new Block();
    if (!areEqual(others, this.othersOfBlock)) {
      this.readBlock(standing, this.block);
      this.othersOfBlock = others;
      this.copies = 0;
    }
    this.copies++;
    this.room.turns.fill(0);
    this.block.copy(standing.at(-1)!, this.roomWords);
  }

  private readBlock(standing: readonly Square[], block: Block): void {
    const { planes, strides, codes, words, lanes, starts, turns } = this;
    this.findStarts(standing, standing.length - 1);
    const stride = strides[planes.layout.lane]!;
    for (let row = 0; row < SQUARES; row++) {
      for (let side = 0; side < 2; side++) {
        for (let lane = 0; lane < SQUARES; lane++) {
          const at = lanes === 1 ? row : row * SQUARES + lane;
          const number = starts[at]!;
          const turn = turns[at]!;
          const from = number + stride * images[turn + lane]!;
          if (number < 0) block.blank(lane);
          else if (words) copyWords(words[side]!, from >> 2, block.words, lane * ROW_WORDS);
          else block.codes.set(codes[side]!.subarray(from, from + SQUARES), lane * SQUARES);
          if (lanes > 1) block.turnBack(lane, turn);
        }
        block.take(row, side, lanes === 1 ? turns[row]! : 0);
      }
    }
  }
}

/**
 * Planes that differ in one square only, and whose cells lie apart in the index, but beside those of the other planes. Such rows go
 * to the planes 64 at a time, while they are near the processor.
 */
class Block {
  /** A row of each of 64 lanes, by the square that the planes differ in. */
  readonly codes = new Int8Array(CELLS);
  readonly words = wordsOf(this.codes);
  private readonly turned = new Int8Array(SQUARES);
  /** By square, side and cell. */
  private readonly planes = new Int32Array(SQUARES * PLANE_WORDS);

  /** Makes the row of a lane one without positions. */
  blank(lane: number): void {
    this.words.fill(NO_POSITIONS, lane * ROW_WORDS, (lane + 1) * ROW_WORDS);
  }

  /** Puts a lane's row in order of the squares that a symmetry leads from. `turn`: 64 times the symmetry. */
  turnBack(lane: number, turn: number): void {
    if (turn === 0) return;
    const { codes, turned } = this;
    const at = lane * SQUARES;
    for (let square = 0; square < SQUARES; square++) {
      turned[square] = codes[at + images[turn + square]!]!;
    }
    codes.set(turned, at);
  }

  /** Takes the rows of all lanes, which have been turned so, into the planes. */
  take(row: number, side: number, turn: number): void {
    const { words, planes } = this;
    const at = (side * CELLS + row * SQUARES) / 4;
    for (let word = 0; word < ROW_WORDS; word++) {
      const place = (i: number) => origins[turn + 4 * word + i]! * PLANE_WORDS + at;
      const [a, b, c, d] = [place(0), place(1), place(2), place(3)];
      for (let i = 0; i < ROW_WORDS; i++) {
        // Four bytes of each of four lanes, to four planes.
        const from = 4 * i * ROW_WORDS + word;
        const first = words[from]!;
        const second = words[from + ROW_WORDS]!;
        const third = words[from + 2 * ROW_WORDS]!;
        const fourth = words[from + 3 * ROW_WORDS]!;
        const low = (first & EVEN) | ((second & EVEN) << 8);
        const low2 = ((first >>> 8) & EVEN) | (second & ~EVEN);
        const high = (third & EVEN) | ((fourth & EVEN) << 8);
        const high2 = ((third >>> 8) & EVEN) | (fourth & ~EVEN);
        planes[a + i] = (low & 0xffff) | (high << 16);
        planes[b + i] = (low2 & 0xffff) | (high2 << 16);
        planes[c + i] = (low >>> 16) | (high & ~0xffff);
        planes[d + i] = (low2 >>> 16) | (high2 & ~0xffff);
      }
    }
  }

  /** Copies the plane of a square, both sides. */
  copy(square: Square, to: Int32Array): void {
    to.set(this.planes.subarray(square * PLANE_WORDS, (square + 1) * PLANE_WORDS));
  }
}

function areEqual(
  some: readonly Square[] | undefined,
  others: readonly Square[] | undefined,
): boolean {
  return some !== undefined && (others?.every((square, i) => square === some[i]) ?? false);
}

function wordsOf({ buffer, byteOffset, length }: Int8Array): Int32Array {
  return new Int32Array(buffer, byteOffset, length >> 2);
}

/** Copies a row. */
function copyWords(from: Int32Array, first: number, to: Int32Array, at: number): void {
  for (let i = 0; i < ROW_WORDS; i++) to[at + i] = from[first + i]!;
}
