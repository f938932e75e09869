import type { Square } from '../../chess/geometry.ts';
import type { SlabCodes } from '../../table/values.ts';
import { writeEncoders } from './modelTables.ts';
import { type CoderExports, MOST_PLANE_BYTES, PlaneCoder } from './planeCoder.ts';
import type { PlaneModel } from './planeModel.ts';
import { PlaneRows } from './planeRows.ts';
import { CELLS, Planes } from './planes.ts';
import type { PlaneEndgame, PlanesShape } from './planeTable.ts';
import { codesByRank, fits, ranksByCode } from './ranks.ts';
import { SlabImages } from './slabImages.ts';

/** Planes that the coder codes side by side. */
const BATCH = 4;
/** In a list of corrections: the value is a code, not a rank. */
const IS_CODE = 0x10000;

/** Codes the planes of one table. */
export class PlaneEncoder {
  readonly planes: Planes;
  readonly coder: PlaneCoder;
  private readonly source: { copy(standing: readonly Square[]): void };
  private readonly corrections: Int32Array;

  /** `room`: bytes of the coder's memory for samples. */
  constructor(
    endgame: PlaneEndgame,
    shape: PlanesShape,
    codes: readonly [SlabCodes, SlabCodes],
    room?: (exports: CoderExports) => number,
  ) {
    const { material, army, placements } = endgame;
    this.planes = new Planes(material, army, shape);
    this.coder = new PlaneCoder(material, army, this.planes, shape, room);
    this.corrections = this.coder.i32('corrections', 1 + 4 * CELLS);
    const [coded, other] = shape.first === 0 ? codes : ([codes[1], codes[0]] as const);
    if (coded instanceof Int8Array && other instanceof Int8Array && fits(shape)) {
      const { buffer } = this.coder.exports.memory;
      const rows = new Int8Array(buffer, this.coder.at('codes'), 2 * CELLS);
      const turns = this.coder.u8('turns', CELLS >> 6);
      const room = { codes: rows, turns };
      this.source = new PlaneRows(material, this.planes, placements, [coded, other], room);
    } else {
      const images = new SlabImages(material, this.planes, placements);
      this.coder.areRanks = true;
      this.source = {
        copy: (standing) => this.copyRanks(images.of(standing, false), [coded, other], shape),
      };
    }
  }

  setModel(model: PlaneModel): void {
    writeEncoders(model, this.coder.exports.memory.buffer as ArrayBuffer, this.coder.at('coders'));
    this.coder.setModel(model);
  }

  /**
   * Prepares a plane as one of a batch. False if its values are not those of a table: positions where the rules have none, or
   * the reverse.
   */
  prepare(standing: readonly Square[], place = 0): boolean {
    this.coder.setPlane(standing);
    this.corrections[0] = 0;
    this.source.copy(standing);
    return this.coder.exports.preparePlane(place) !== 0;
  }

  /** The bytes of planes by number; none if a number has no plane. Undefined if the values are no table. */
  encode(from: number, to: number): Uint8Array[] | undefined {
    const { planes, coder } = this;
    const coded: Uint8Array[] = [];
    const batch: number[] = [];
    const finish = () => {
      coder.exports.codeBatch(batch.length);
      const lengths = coder.i32('lengths', BATCH);
      for (const [place, at] of batch.entries()) {
        const length = lengths[place]!;
        const bytes = coder.u8('bytes', BATCH * MOST_PLANE_BYTES);
        const end = (place + 1) * MOST_PLANE_BYTES;
        coded[at] = bytes.slice(end - length, end);
      }
      batch.length = 0;
    };
    for (let number = from; number < to; number++) {
      coded.push(new Uint8Array());
      const standing = planes.squares(number);
      if (!standing) continue;
      if (!this.prepare(standing, batch.length)) return undefined;
      batch.push(number - from);
      if (batch.length === BATCH) finish();
    }
    if (batch.length > 0) finish();
    return coded;
  }

  private copyRanks(
    images: ReturnType<SlabImages['of']>,
    codes: readonly [SlabCodes, SlabCodes],
    shape: PlanesShape,
  ): void {
    const rows = this.coder.u8('codes', 2 * CELLS).fill(0);
    const { corrections } = this;
    this.ranking ??= ([0, 1] as const).map((side) => ({
      codes: codesByRank(shape, side),
      ranks: ranksByCode(shape, side),
    }));
    for (const [side, { codes: known, ranks }] of this.ranking.entries()) {
      const own = codes[side]!;
      for (const { base, cells, offsets } of images) {
        for (let i = 0; i < cells.length; i++) {
          const code = own[base + offsets[i]!]!;
          const rank = ranks[code & 0xffff]!;
          const at = side * CELLS + cells[i]!;
          if (known[rank] !== code && rows[at] === 0) {
            const count = corrections[0]!++;
            corrections[1 + 2 * count] = at;
            corrections[2 + 2 * count] = IS_CODE | (code & 0xffff);
          }
          rows[at] = rank;
        }
      }
    }
  }

  private ranking: { readonly codes: Int16Array; readonly ranks: Uint8Array }[] | undefined;
}
