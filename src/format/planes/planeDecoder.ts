import type { Color } from '../../chess/men.ts';
import { decoderBytes } from './generated/decoderBytes.ts';
import { writeDecoders } from './modelTables.ts';
import { type CoderExports, MOST_PLANE_BYTES, moduleOf, PlaneCoder } from './planeCoder.ts';
import type { PlaneEndgame, PlanesShape } from './planeEndgame.ts';
import type { PlaneModel } from './planeModel.ts';
import { CELLS, type Planes } from './planes.ts';

interface DecoderExports extends CoderExports {
  decodePlane(length: number): number;
}

const decoderModule = moduleOf(decoderBytes);

/** A cell's code that has no rank. */
export interface Correction {
  readonly side: Color;
  readonly cell: number;
  readonly code: number;
}

/** Decodes the planes of one table, one after another. */
export class PlaneDecoder extends PlaneCoder<DecoderExports> {
  private readonly first: Color;
  private readonly bytes: Uint8Array;
  private readonly correctionCount: Int32Array;
  private readonly ranks: readonly [Uint8Array, Uint8Array];

  constructor(endgame: PlaneEndgame, planes: Planes, shape: PlanesShape, model: PlaneModel) {
    super(decoderModule(), endgame, planes, shape);
    this.first = shape.first;
    this.bytes = this.u8('bytes', MOST_PLANE_BYTES);
    this.correctionCount = this.i32('corrections', 1);
    const [coded, other] = [this.u8('codedRanks', CELLS), this.u8('otherRanks', CELLS)];
    this.ranks = shape.first === 0 ? [coded, other] : [other, coded];
    this.setNodes(model);
    const distributions = { leaves: this.at('leaves'), escapes: this.at('escapes') };
    writeDecoders(model, this.exports.memory.buffer as ArrayBuffer, distributions);
  }

  /** Decodes the bytes of the selected plane. False if they are none. */
  decode(bytes: Uint8Array): boolean {
    if (bytes.length > MOST_PLANE_BYTES) return false;
    this.bytes.set(bytes);
    return this.exports.decodePlane(bytes.length) !== 0;
  }

  /** The ranks of a side in the plane that was decoded last, by cell; overwritten by the next. */
  ranksOf(side: Color): Uint8Array {
    return this.ranks[side];
  }

  /** The cells of that plane whose codes have no rank. */
  corrections(): readonly Correction[] {
    const count = this.correctionCount[0]!;
    if (count === 0) return [];
    const found = this.i32('corrections', 1 + 2 * count);
    return Array.from({ length: count }, (_, i) => {
      const [where, code] = [found[1 + 2 * i]!, found[2 + 2 * i]!];
      const side = (where >> 12 === 0 ? this.first : 1 - this.first) as Color;
      return { side, cell: where & (CELLS - 1), code: (code << 16) >> 16 };
    });
  }
}
