import type { Square } from '../../board/board.ts';
import type { Color } from '../../pieces/army.ts';
import { decoderBytes } from './generated/decoderBytes.ts';
import { type CodedTable, type CoderExports, moduleOf, PlaneCoder } from './planeCoder.ts';
import { CELLS } from './planes.ts';

interface DecoderExports extends CoderExports {
  decodePlane(length: number): number;
  forgetDistributions(): void;
}

const decoderModule = moduleOf(decoderBytes);

/** A cell's code that has no rank. */
export interface Correction {
  readonly side: Color;
  readonly cell: number;
  readonly code: number;
}

/** A table and the model of its values, as bytes. */
export interface DecodedTable {
  readonly coded: CodedTable;
  readonly model: Uint8Array;
}

/** Decodes planes, one after another. All tables of a thread share one. */
export class PlaneDecoder extends PlaneCoder<DecoderExports> {
  private table: DecodedTable | undefined;
  private readonly bytes: Uint8Array;
  private readonly correctionCount: Int32Array;
  /** Of the coded side, and of the other. */
  private readonly ranks: readonly [Uint8Array, Uint8Array];

  constructor() {
    super(decoderModule());
    this.bytes = this.u8('bytes', this.exports.MOST_PLANE_BYTES.value);
    this.correctionCount = this.i32('corrections', 1);
    this.ranks = [this.u8('codedRanks', CELLS), this.u8('otherRanks', CELLS)];
  }

  /** Has the table a sound model? Selects it if so. */
  accepts(table: DecodedTable): boolean {
    this.table = undefined;
    if (!this.setModel(table.model, table.coded.ranks)) return false;
    this.exports.forgetDistributions();
    this.setTable(table.coded);
    this.table = table;
    return true;
  }

  /** Decodes the bytes of the plane with these fixed pieces. False if they are none. */
  decode(table: DecodedTable, standing: readonly Square[], bytes: Uint8Array): boolean {
    if (bytes.length > this.bytes.length || (this.table !== table && !this.accepts(table))) {
      return false;
    }
    this.setPlane(table.coded.planes, standing);
    this.bytes.set(bytes);
    return this.exports.decodePlane(bytes.length) !== 0;
  }

  private get first(): Color {
    return this.table!.coded.first;
  }

  /** The ranks of a side in the plane that was decoded last, by cell; overwritten by the next. */
  ranksOf(side: Color): Uint8Array {
    return this.ranks[side === this.first ? 0 : 1]!;
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

let shared: PlaneDecoder | undefined;

/** The decoder of this thread. */
export function planeDecoder(): PlaneDecoder {
  shared ??= new PlaneDecoder();
  return shared;
}
