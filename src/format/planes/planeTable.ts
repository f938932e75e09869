import type { Square } from '../../chess/geometry.ts';
import type { Color } from '../../chess/men.ts';
import type { ValueCode } from '../../table/value.ts';
import { type SlabCodes, valueOfCode } from '../../table/values.ts';
import { PlaneDecoder } from './planeDecoder.ts';
import type { PlaneEndgame, PlanesShape } from './planeEndgame.ts';
import type { PlaneModel } from './planeModel.ts';
import { CELLS, Planes } from './planes.ts';
import { codesByRank } from './ranks.ts';
import { type SlabImage, SlabImages } from './slabImages.ts';

/** A plane, decoded. */
export interface DecodedPlane {
  /** UNCOVERED where there is no position. */
  value(side: Color, cell: number): ValueCode;
}

/** The memory that a decoded plane takes, but for corrections. */
export const DECODED_BYTES = 2 * CELLS;

/** What a number that has no plane is decoded to. */
const NOTHING = new Uint8Array(DECODED_BYTES);

/** Decodes the planes of a table. */
export class PlaneTable {
  readonly planes: Planes;
  private readonly endgame: PlaneEndgame;
  private readonly shape: PlanesShape;
  private readonly model: PlaneModel;
  /** By side to move, codes and values by rank. */
  private readonly codes: readonly [Int16Array, Int16Array];
  private readonly values: readonly [Int16Array, Int16Array];
  private made: PlaneDecoder | undefined;
  private images: SlabImages | undefined;
  private readonly plane = new Int16Array(CELLS);

  constructor(endgame: PlaneEndgame, shape: PlanesShape, model: PlaneModel) {
    const { material, army } = endgame;
    this.planes = new Planes(material, army, shape);
    this.endgame = endgame;
    this.shape = shape;
    this.model = model;
    const [coded, other] = [codesByRank(shape, 0), codesByRank(shape, 1)];
    this.codes = shape.first === 0 ? [coded, other] : [other, coded];
    this.values = [this.codes[0].map(valueOfCode), this.codes[1].map(valueOfCode)];
  }

  /** Made on first use: locating a placement does not need it. */
  private get decoder(): PlaneDecoder {
    this.made ??= new PlaneDecoder(this.endgame, this.planes, this.shape, this.model);
    return this.made;
  }

  /** Undefined if the bytes are no plane. */
  decode(number: number, bytes: Uint8Array): DecodedPlane | undefined {
    const standing = this.planes.squares(number);
    if (!standing) return bytes.length === 0 ? this.planeOf(NOTHING) : undefined;
    if (!this.decodeBytes(standing, bytes)) return undefined;
    const ranks = new Uint8Array(DECODED_BYTES);
    for (const side of [0, 1] as const) ranks.set(this.decoder.ranksOf(side), side * CELLS);
    const corrected = this.decoder.corrections();
    if (corrected.length === 0) return this.planeOf(ranks);
    const codes = new Map(corrected.map(({ side, cell, code }) => [side * CELLS + cell, code]));
    const { value } = this.planeOf(ranks);
    return {
      value: (side, cell) => {
        const code = codes.get(side * CELLS + cell);
        return code === undefined ? value(side, cell) : valueOfCode(code);
      },
    };
  }

  private planeOf(ranks: Uint8Array): DecodedPlane {
    const { values } = this;
    return { value: (side, cell) => values[side][ranks[side * CELLS + cell]!]! };
  }

  private decodeBytes(standing: readonly Square[], bytes: Uint8Array): boolean {
    const { decoder } = this;
    decoder.setPlane(standing);
    return decoder.decode(bytes);
  }

  /** Decodes a plane into those of a table's `sides` that are given. False if the bytes are no plane. */
  unload(number: number, bytes: Uint8Array, sides: readonly (SlabCodes | undefined)[]): boolean {
    const standing = this.planes.squares(number);
    if (!standing) return bytes.length === 0;
    if (!this.decodeBytes(standing, bytes)) return false;
    const { material, placements } = this.endgame;
    this.images ??= new SlabImages(material, this.planes, placements);
    const corrected = this.decoder.corrections();
    for (const side of [0, 1] as const) {
      const to = sides[side];
      if (!to) continue;
      const codes = this.plane;
      const ranks = this.decoder.ranksOf(side);
      const byRank = this.codes[side];
      for (let i = 0; i < CELLS; i++) codes[i] = byRank[ranks[i]!]!;
      for (const each of corrected) if (each.side === side) codes[each.cell] = each.code;
      for (const image of this.images.of(standing, true)) {
        if (to instanceof Int8Array) scatter8(image, codes, to);
        else scatter(image, codes, to);
      }
    }
    return true;
  }
}

function scatter8({ base, cells, offsets }: SlabImage, plane: Int16Array, codes: Int8Array): void {
  for (let i = 0; i < cells.length; i++) codes[base + offsets[i]!] = plane[cells[i]!]!;
}

function scatter({ base, cells, offsets }: SlabImage, plane: Int16Array, codes: SlabCodes): void {
  for (let i = 0; i < cells.length; i++) codes[base + offsets[i]!] = plane[cells[i]!]!;
}
