import type { Square } from '../../board/board.ts';
import { SlabPlacements } from '../../index/slabPlacements.ts';
import type { CodesRoom, Slices } from '../../index/slices.ts';
import { type Color, WHITE } from '../../pieces/army.ts';
import type { ValueCode } from '../../table/value.ts';
import { valueOfCode } from '../../table/values.ts';
import type { DecodedPlane } from './decodedPlane.ts';
import { ListedNumbers } from './listedNumbers.ts';
import { valuesByRank } from './listedRanks.ts';
import { ListedRoom } from './listedRoom.ts';
import { CodedTable } from './planeCoder.ts';
import {
  type Correction,
  type DecodedTable,
  type PlaneDecoder,
  planeDecoder,
} from './planeDecoder.ts';
import {
  isListed,
  type ListedEndgame,
  type ListedShape,
  type PlaneEndgame,
  type PlanesShape,
} from './planeEndgame.ts';
import { pawnKeys } from './planeParts.ts';
import { PlaneRoom } from './planeRoom.ts';
import { type MayWant, PlaneScan, type PlaneSink, type ScannedPlane } from './planeScan.ts';
import { CELLS, type Place, type Planes } from './planes.ts';
import { codesByRank } from './ranks.ts';
import { SlabImages } from './slabImages.ts';

/** The memory that a decoded plane takes, but for corrections. */
export const DECODED_BYTES = 2 * CELLS;

class RankedPlane implements DecodedPlane {
  asked = false;
  /** By side to move and cell. */
  private readonly ranks: Uint8Array;
  private readonly white: Int16Array;
  private readonly black: Int16Array;

  constructor(ranks: Uint8Array, [white, black]: readonly [Int16Array, Int16Array]) {
    this.ranks = ranks;
    this.white = white;
    this.black = black;
  }

  value(side: Color, cell: number): ValueCode {
    this.asked = true;
    const rank = this.ranks[side * CELLS + cell]!;
    return side === WHITE ? this.white[rank]! : this.black[rank]!;
  }
}

/** A plane of which some values have no rank. */
class CorrectedPlane implements DecodedPlane {
  asked = false;
  private readonly plane: DecodedPlane;
  private readonly corrected: ReadonlyMap<number, ValueCode>;

  constructor(
    plane: DecodedPlane,
    corrections: readonly Correction[],
    parse: (code: number) => ValueCode,
  ) {
    this.plane = plane;
    this.corrected = new Map(
      corrections.map(({ side, cell, code }) => [side * CELLS + cell, parse(code)]),
    );
  }

  value(side: Color, cell: number): ValueCode {
    this.asked = true;
    return this.corrected.get(side * CELLS + cell) ?? this.plane.value(side, cell);
  }
}

const SQUARES = 64;
/** What a number that has no plane is decoded to. */
const NOTHING = new Uint8Array(DECODED_BYTES);

/** Decodes the planes of a table. */
export class PlaneTable implements DecodedTable {
  readonly coded: CodedTable;
  /** As bytes. */
  readonly model: Uint8Array;
  private readonly endgame: PlaneEndgame | ListedEndgame;
  private readonly narrow: boolean;
  /** Are the ranks' values listed, and planes without a position left out? */
  private readonly listed: boolean;
  /** By side to move, codes and values by rank. */
  private readonly codes: readonly [Int16Array, Int16Array];
  private readonly values: readonly [Int16Array, Int16Array];

  private constructor(
    endgame: PlaneEndgame | ListedEndgame,
    shape: PlanesShape | ListedShape,
    model: Uint8Array,
    narrow: boolean,
  ) {
    this.coded = new CodedTable(endgame, shape);
    this.endgame = endgame;
    this.narrow = narrow;
    this.model = model;
    this.listed = isListed(shape);
    const [coded, other] = isListed(shape)
      ? [valuesByRank(shape.ranks[0]), valuesByRank(shape.ranks[1])]
      : [codesByRank(shape, 0), codesByRank(shape, 1)];
    this.codes = shape.first === 0 ? [coded, other] : [other, coded];
    this.values = [this.codes[0].map(this.parse), this.codes[1].map(this.parse)];
  }

  private readonly parse = (code: number): ValueCode => (this.listed ? code : valueOfCode(code));

  /** `narrow`: codes are bytes. Undefined if the bytes of the model are none. */
  static open(
    endgame: PlaneEndgame | ListedEndgame,
    shape: PlanesShape | ListedShape,
    model: Uint8Array,
    narrow: boolean,
  ): PlaneTable | undefined {
    const table = new PlaneTable(endgame, shape, model, narrow);
    return planeDecoder().accepts(table) ? table : undefined;
  }

  get planes(): Planes {
    return this.coded.planes;
  }

  /** Where the value of a placement is, given in slot order: an object that the next call overwrites. */
  locate(squares: ArrayLike<Square>): Place {
    const { places } = this.coded.lattice;
    if (places.length === SQUARES) return this.planes.locate(squares);
    return this.planes.locate(Array.from(squares, (square) => places[square]!));
  }

  /** Undefined if the bytes are no plane. */
  decode(number: number, bytes: Uint8Array): DecodedPlane | undefined {
    const standing = this.planes.squares(number);
    if (this.isLeftOut(standing, bytes)) return new RankedPlane(NOTHING, this.values);
    if (!standing) return undefined;
    const decoder = this.decoderOf(standing, bytes);
    if (!decoder) return undefined;
    const ranks = new Uint8Array(DECODED_BYTES);
    for (const side of [0, 1] as const) ranks.set(decoder.ranksOf(side), side * CELLS);
    const plane = new RankedPlane(ranks, this.values);
    const corrected = decoder.corrections();
    return corrected.length > 0 ? new CorrectedPlane(plane, corrected, this.parse) : plane;
  }

  /** Room for codes of decoded planes, in memory that has no position anywhere. */
  roomIn(room: CodesRoom): PlaneRoom | ListedRoom {
    const { material, placements } = this.endgame;
    if (!(placements instanceof SlabPlacements)) {
      const numbers = new ListedNumbers(material, this.planes, placements, this.coded.lattice);
      return new ListedRoom(numbers, this.values, room.sides);
    }
    const images = new SlabImages(material, this.planes, placements, room);
    const mayWant = this.groupFilter(placements, room.slices);
    return new PlaneRoom(images, this.codes, room.sides, mayWant);
  }

  /** Tells of which runs of planes something may be in slices. */
  private groupFilter(placements: SlabPlacements, slices: Slices | undefined): MayWant | undefined {
    if (!slices?.groups) return undefined;
    const { divisor, groupOf } = pawnKeys(placements, this.planes);
    const { from: first, count: groups } = slices.groups;
    return (from, count) => {
      const last = Math.floor((from + count - 1) / divisor);
      for (let key = Math.floor(from / divisor); key <= last; key++) {
        const group = groupOf(key);
        if (group >= first && group < first + groups) return true;
      }
      return false;
    };
  }

  /** Hands each plane that is unloaded into it to `use`. */
  scan(use: (plane: ScannedPlane) => void): PlaneScan {
    return new PlaneScan(this.planes, this.coded.lattice, this.values, this.parse, use);
  }

  /** Decodes a plane into the sink, if that wants any of it. False if the bytes are no plane. */
  unload(number: number, bytes: Uint8Array, sink: PlaneSink): boolean {
    const standing = this.planes.squares(number);
    if (this.isLeftOut(standing, bytes)) return true;
    if (!standing) return false;
    if (!sink.select(standing)) return true;
    const decoder = this.decoderOf(standing, bytes);
    if (!decoder) return false;
    sink.store(decoder);
    return true;
  }

  /** Has this number no plane, or its plane no position? */
  private isLeftOut(standing: readonly Square[] | undefined, bytes: Uint8Array): boolean {
    return bytes.length === 0 && (this.listed || !standing);
  }

  /** What has decoded the plane; undefined if the bytes are none. */
  private decoderOf(standing: readonly Square[], bytes: Uint8Array): PlaneDecoder | undefined {
    const decoder = planeDecoder();
    if (!decoder.decode(this, standing, bytes)) return undefined;
    const isCode = ({ code }: Correction) => !this.narrow || code === (code << 24) >> 24;
    return decoder.corrections().every(isCode) ? decoder : undefined;
  }
}
