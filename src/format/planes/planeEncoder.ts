import type { Square } from '../../board/board.ts';
import { encoderBytes } from './generated/encoderBytes.ts';
import type { Learner } from './growTree.ts';
import { CodedTable, type CoderExports, moduleOf, PlaneCoder } from './planeCoder.ts';
import type { ListedEndgame, ListedShape, PlaneEndgame, PlanesShape } from './planeEndgame.ts';
import {
  type PlaneSource,
  type PlaneTarget,
  type PlaneValues,
  planeSource,
} from './planeSources.ts';
import { CELLS, type Planes } from './planes.ts';

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

/** The bytes of a number that has no plane. */
const NO_PLANE = new Uint8Array();

/** What codes planes on this thread, and how many tables it was prepared for. */
let coder: PlaneCoder<EncoderExports> | undefined;
let begun = 0;

/** Codes the planes of one table, until another one is begun: all tables of a thread share their coder, and its memory. */
export class PlaneEncoder {
  readonly planes: Planes;
  private readonly number = ++begun;
  private readonly coder: PlaneCoder<EncoderExports>;
  private readonly table: CodedTable;
  private readonly target: PlaneTarget;
  private readonly source: PlaneSource;
  /** Has the plane that was prepared last no position? Then it is left out. */
  isEmpty = false;

  /** `room`: bytes of the coder's memory for samples, from {@link free} on. */
  constructor(
    endgame: PlaneEndgame | ListedEndgame,
    shape: PlanesShape | ListedShape,
    values: PlaneValues,
    room: (exports: EncoderExports) => number = () => 0,
  ) {
    coder ??= new PlaneCoder<EncoderExports>(encoderModule());
    const { exports } = coder;
    coder.reserve(room(exports));
    exports.clearColumns();
    this.coder = coder;
    this.table = new CodedTable(endgame, shape);
    coder.setTable(this.table);
    this.planes = this.table.planes;
    this.target = {
      rows: new Uint8Array(exports.memory.buffer, this.encoderAt('codes'), 2 * CELLS),
      turns: new Uint8Array(exports.memory.buffer, this.encoderAt('turns'), CELLS >> 6),
      corrections: coder.i32('corrections', 1 + 4 * CELLS),
      correct: this.correct,
    };
    this.source = planeSource(endgame, shape, values, this.table, this.target);
    if (this.source.areRanks) coder.setup[ARE_RANKS] = 1;
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
    this.target.corrections[0] = 0;
    this.isEmpty = !this.source.copy(standing);
    return this.isEmpty || exports.preparePlane(place) !== 0;
  }

  /**
   * The bytes of planes by number; none if a number has no plane, or one that is not `wanted`. Undefined if the values are no
   * table.
   */
  encode(
    from: number,
    to: number,
    wanted: (number: number) => boolean = () => true,
  ): Uint8Array[] | undefined {
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
      coded.push(NO_PLANE);
      const standing = wanted(number) ? planes.squares(number) : undefined;
      if (!standing) continue;
      if (!this.prepare(standing, batch.length)) return undefined;
      if (this.isEmpty) continue;
      batch.push(number - from);
      if (batch.length === BATCH) finish();
    }
    if (batch.length > 0) finish();
    return coded;
  }

  /** Notes the code of a side and cell that has no rank of its own. */
  private readonly correct = (cell: number, code: number): void => {
    const { corrections } = this.target;
    const count = corrections[0]!++;
    corrections[1 + 2 * count] = cell;
    corrections[2 + 2 * count] = IS_CODE | (code & 0xffff);
  };
}
