import type { Square } from '../../board/board.ts';
import type { Color } from '../../pieces/army.ts';
import type { SlabCodes } from '../../table/values.ts';
import type { PlaneDecoder } from './planeDecoder.ts';
import type { MayWant, PlaneSink } from './planeScan.ts';
import type { SlabImage, SlabImages } from './slabImages.ts';

/** Pairs of cells in a row. */
const ROW_PAIRS = 32;

type Pairs = Uint16Array | Uint32Array;

/** Memory for the codes of a table, or of slices of it, into which planes are decoded. */
export class PlaneRoom implements PlaneSink {
  private readonly images: SlabImages;
  private readonly sides: readonly (SideRoom | undefined)[];
  private selected: readonly SlabImage[] = [];
  readonly mayWant: MayWant | undefined;

  /** `codes` and `sides`: the codes by rank, and the memory, by side to move. `mayWant`: see {@link MayWant}. */
  constructor(
    images: SlabImages,
    codes: readonly [Int16Array, Int16Array],
    sides: readonly (SlabCodes | undefined)[],
    mayWant?: MayWant,
  ) {
    this.images = images;
    this.mayWant = mayWant;
    this.sides = sides.map((room, side) => room && new SideRoom(room, codes[side as Color]));
  }

  /** Selects a plane by the squares of its fixed pieces. False if no cell of it has a place here. */
  select(standing: readonly Square[]): boolean {
    this.selected = this.images.of(standing, true);
    return this.selected.length > 0;
  }

  /** Stores the selected plane, just decoded. */
  store(decoder: PlaneDecoder): void {
    const corrections = decoder.corrections();
    for (const side of [0, 1] as const) {
      const room = this.sides[side];
      if (!room) continue;
      const ranks = decoder.ranksOf(side);
      const corrected = corrections.filter((each) => each.side === side);
      for (const image of this.selected) {
        room.store(image, ranks);
        for (const { cell, code } of corrected) room.correct(image, cell, code);
      }
    }
  }
}

/** The memory for one side's codes. */
class SideRoom {
  private readonly room: SlabCodes;
  /** By rank. */
  private readonly codes: SlabCodes;
  /** The room by pairs of codes; undefined if it is not aligned. */
  private readonly pairs: Pairs | undefined;
  /** By pairs of ranks, as they lie in memory. */
  private readonly pairsOfCodes: Pairs;

  constructor(room: SlabCodes, codes: Int16Array) {
    const { byteOffset, length, BYTES_PER_ELEMENT: width } = room;
    const buffer = room.buffer as ArrayBuffer;
    const Pair = width === 1 ? Uint16Array : Uint32Array;
    this.room = room;
    this.codes = width === 1 ? Int8Array.from(codes) : codes;
    const aligned = byteOffset % (2 * width) === 0;
    this.pairs = aligned ? new Pair(buffer, byteOffset, length >> 1) : undefined;
    this.pairsOfCodes = new Pair(2 ** 16);
    const [ranks, two] = [new Uint8Array(2), this.codes.slice(0, 2)];
    const pairOfRanks = new Uint16Array(ranks.buffer);
    const pairOfCodes = new Pair(two.buffer as ArrayBuffer);
    for (let one = 0; one < codes.length; one++) {
      for (let other = 0; other < codes.length; other++) {
        [ranks[0], ranks[1]] = [one, other];
        [two[0], two[1]] = [this.codes[one]!, this.codes[other]!];
        this.pairsOfCodes[pairOfRanks[0]!] = pairOfCodes[0]!;
      }
    }
  }

  store({ base, rows }: SlabImage, ranks: Uint8Array): void {
    const { room, codes, pairs } = this;
    const pairsOfRanks = new Uint16Array(ranks.buffer, ranks.byteOffset, ranks.length / 2);
    for (const { first, at, cells, offsets, straight } of rows) {
      const to = base + at;
      if (straight && pairs && to % 2 === 0) this.storeRow(pairs, to / 2, pairsOfRanks, first / 2);
      else {
        for (let i = 0; i < cells.length; i++) {
          room[to + offsets[i]!] = codes[ranks[first + cells[i]!]!]!;
        }
      }
    }
  }

  /** By pairs it takes half the time. */
  private storeRow(pairs: Pairs, to: number, pairsOfRanks: Uint16Array, from: number): void {
    const { pairsOfCodes } = this;
    for (let i = 0; i < ROW_PAIRS; i++) pairs[to + i] = pairsOfCodes[pairsOfRanks[from + i]!]!;
  }

  /** Stores the code of a cell that is not that of its rank. */
  correct({ base, rows }: SlabImage, cell: number, code: number): void {
    for (const { first, at, cells, offsets } of rows) {
      const i = cell < first ? -1 : cells.indexOf(cell - first);
      if (i >= 0) this.room[base + at + offsets[i]!] = code;
    }
  }
}
