import type { Square } from '../../board/board.ts';
import type { SlabPlacements } from '../../index/slabPlacements.ts';
import type { SlabCodes } from '../../table/values.ts';
import { encoderBytes } from './generated/encoderBytes.ts';
import type { Learner } from './growTree.ts';
import { ListedNumbers } from './listedNumbers.ts';
import { ListedSource } from './listedSource.ts';
import { CodedTable, type CoderExports, moduleOf, PlaneCoder } from './planeCoder.ts';
import {
  isListed,
  type ListedEndgame,
  type ListedShape,
  type PlaneEndgame,
  type PlanesShape,
} from './planeEndgame.ts';
import { PlaneRows } from './planeRows.ts';
import { CELLS, type Planes } from './planes.ts';
import { codesByRank, fits, ranksByCode } from './ranks.ts';
import { SlabImages } from './slabImages.ts';

/** Planes that the coder codes side by side. */
const BATCH = 4;
const MOST_RANKS = 256;
/** The place in the setup of whether rows are ranks instead of codes. */
const ARE_RANKS = 9;
/** In a list of corrections: the value is a code, not a rank. */
const IS_CODE = 0x10000;

/** The order of addresses in assembly/memory.ts. */
const addresses = ['codes', 'turns', 'coded', 'lengths', 'escaped'] as const;

interface EncoderExports extends CoderExports, Learner {
  clearColumns(): void;
  encoderAddressOf(which: number): number;
  makeCoders(): void;
  preparePlane(plane: number): number;
  positions(): number;
  codeBatch(planes: number): void;
  beginSamples(): void;
  takeSamples(set: number, step: number, samples: number, capacity: number, count: number): number;
}

const encoderModule = moduleOf(encoderBytes);

/** What codes planes on this thread, and how many tables it was prepared for. */
let coder: PlaneCoder<EncoderExports> | undefined;
let begun = 0;

/** Codes the planes of one table, until another one is begun: all tables of a thread share their coder, and its memory. */
export class PlaneEncoder {
  readonly planes: Planes;
  private readonly number = ++begun;
  private readonly coder: PlaneCoder<EncoderExports>;
  private readonly table: CodedTable;
  /** Says whether the plane has a position. */
  private readonly source: { copy(standing: readonly Square[]): boolean };
  private readonly corrections: Int32Array;
  /** Has the plane that was prepared last no position? Then it is left out. */
  isEmpty = false;

  /** `codes`: by side to move. `room`: bytes of the coder's memory for samples, from {@link free} on. */
  constructor(
    endgame: PlaneEndgame | ListedEndgame,
    shape: PlanesShape | ListedShape,
    codes: readonly [SlabCodes, SlabCodes],
    room: (exports: EncoderExports) => number = () => 0,
  ) {
    const { material } = endgame;
    const placements = endgame.placements as SlabPlacements;
    coder ??= new PlaneCoder<EncoderExports>(encoderModule());
    const { exports } = coder;
    coder.reserve(room(exports));
    exports.clearColumns();
    this.coder = coder;
    this.table = new CodedTable(endgame, shape);
    coder.setTable(this.table);
    const { planes } = this.table;
    this.planes = planes;
    this.corrections = coder.i32('corrections', 1 + 4 * CELLS);
    const [coded, other] = shape.first === 0 ? codes : ([codes[1], codes[0]] as const);
    if (isListed(shape)) {
      coder.setup[ARE_RANKS] = 1;
      const numbers = new ListedNumbers(material, planes, endgame.placements, this.table.lattice);
      const plies = [coded, other] as const;
      if (!(plies[0] instanceof Int16Array && plies[1] instanceof Int16Array)) {
        throw new Error('listed ranks are of values in plies');
      }
      const source = new ListedSource(numbers, shape, [plies[0], plies[1]]);
      const rows = new Uint8Array(exports.memory.buffer, this.encoderAt('codes'), 2 * CELLS);
      this.source = { copy: (standing) => source.copy(standing, rows, this.correct) };
    } else if (coded instanceof Int8Array && other instanceof Int8Array && fits(shape)) {
      const room = {
        codes: new Int8Array(exports.memory.buffer, this.encoderAt('codes'), 2 * CELLS),
        turns: new Uint8Array(exports.memory.buffer, this.encoderAt('turns'), CELLS >> 6),
      };
      const rows = new PlaneRows(material, planes, placements, [coded, other], room);
      this.source = {
        copy(standing) {
          rows.copy(standing);
          return true;
        },
      };
    } else {
      const images = new SlabImages(material, planes, placements);
      coder.setup[ARE_RANKS] = 1;
      this.source = {
        copy: (standing) => {
          this.copyRanks(images.of(standing, false), [coded, other], shape);
          return true;
        },
      };
    }
  }

  get exports(): EncoderExports {
    if (this.number !== begun) throw new Error('another table is being coded');
    return this.coder.exports;
  }

  /** Where the memory begins that the constructor was asked for. */
  get free(): number {
    return this.coder.free;
  }

  /** The number of ranks of each set of values. */
  get ranks(): readonly [number, number] {
    return this.table.ranks;
  }

  private encoderAt(name: (typeof addresses)[number]): number {
    return this.exports.encoderAddressOf(addresses.indexOf(name));
  }

  /** Selects the model to code by, as bytes. */
  useModel(packed: Uint8Array): void {
    const { exports, coder, table } = this;
    if (!coder.setModel(packed, table.ranks)) throw new Error('no model of this table');
    exports.makeCoders();
  }

  /** How often a rank was the value of a sample without another symbol, by rank: of the first set, or of the second. */
  escaped(set: 0 | 1): Uint32Array {
    const at = this.encoderAt('escaped') + set * 4 * MOST_RANKS;
    return new Uint32Array(this.exports.memory.buffer, at, MOST_RANKS);
  }

  /**
   * Prepares a plane as one of a batch. False if its values are not those of a table: positions where the rules have none, or
   * the reverse.
   */
  prepare(standing: readonly Square[], place = 0): boolean {
    const { exports, coder } = this;
    coder.setPlane(this.planes, standing);
    this.corrections[0] = 0;
    this.isEmpty = !this.source.copy(standing);
    return this.isEmpty || exports.preparePlane(place) !== 0;
  }

  /** The bytes of planes by number; none if a number has no plane. Undefined if the values are no table. */
  encode(from: number, to: number): Uint8Array[] | undefined {
    const { planes } = this;
    const coded: Uint8Array[] = [];
    const batch: number[] = [];
    const finish = () => {
      const { buffer } = this.exports.memory;
      this.exports.codeBatch(batch.length);
      const most = this.exports.MOST_PLANE_BYTES.value;
      const lengths = new Int32Array(buffer, this.encoderAt('lengths'), BATCH);
      const bytes = new Uint8Array(buffer, this.encoderAt('coded'), BATCH * most);
      for (const [place, at] of batch.entries()) {
        const length = lengths[place]!;
        const end = (place + 1) * most;
        coded[at] = bytes.slice(end - length, end);
      }
      batch.length = 0;
    };
    for (let number = from; number < to; number++) {
      coded.push(new Uint8Array());
      const standing = planes.squares(number);
      if (!standing) continue;
      if (!this.prepare(standing, batch.length)) return undefined;
      if (this.isEmpty) continue;
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
    const rows = new Uint8Array(
      this.exports.memory.buffer,
      this.encoderAt('codes'),
      2 * CELLS,
    ).fill(0);
    this.ranking ??= ([0, 1] as const).map((side) => ({
      codes: codesByRank(shape, side),
      ranks: ranksByCode(shape, side),
    }));
    for (const [side, { codes: known, ranks }] of this.ranking.entries()) {
      const own = codes[side]!;
      for (const { base, rows: found } of images) {
        for (const { first, at, cells, offsets } of found) {
          for (let i = 0; i < cells.length; i++) {
            const code = own[base + at + offsets[i]!]!;
            const rank = ranks[code & 0xffff]!;
            const cell = side * CELLS + first + cells[i]!;
            if (known[rank] !== code && rows[cell] === 0) this.correct(cell, code);
            rows[cell] = rank;
          }
        }
      }
    }
  }

  /** Notes the code of a side and cell that has no rank of its own. */
  private readonly correct = (cell: number, code: number): void => {
    const { corrections } = this;
    const count = corrections[0]!++;
    corrections[1 + 2 * count] = cell;
    corrections[2 + 2 * count] = IS_CODE | (code & 0xffff);
  };

  private ranking: { readonly codes: Int16Array; readonly ranks: Uint8Array }[] | undefined;
}
