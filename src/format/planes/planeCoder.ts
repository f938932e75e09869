import type { Square } from '../../board/board.ts';
import { type Army, type Color, type Piece, ROYAL } from '../../pieces/army.ts';
import type { Lattice } from './lattice.ts';
import { isDerived } from './layout.ts';
import { drawRank, highestRank, worthsOf } from './listedRanks.ts';
import {
  isListed,
  type ListedEndgame,
  type ListedShape,
  latticeOfEndgame,
  type PlaneEndgame,
  type PlanesShape,
  planesOf,
} from './planeEndgame.ts';
import { weights } from './planeModel.ts';
import type { Planes } from './planes.ts';
import { drawnRank, rankCount } from './ranks.ts';
import { attackSteps, hasFewSteps, STEP_BYTES } from './steps.ts';

const SQUARES = 64;
const WASM_PAGE = 65536;
/** The numbers in the setup, and the place there of the number of symmetries. */
const SETUP = 16;
const STABLE_COUNT = 8;

/** The order of addresses in assembly/memory.ts. */
const addresses = [
  ...['setup', 'colors', 'royals', 'movements', 'steps', 'weights', 'maps', 'model', 'squares'],
  ...['stable', 'bytes', 'codedRanks', 'otherRanks', 'corrections', 'worths', 'beyond'],
] as const;

/** What both halves of the compiled coder export. Addresses are bytes in its memory. */
export interface CoderExports {
  readonly memory: WebAssembly.Memory;
  readonly MOST_MODEL_BYTES: WebAssembly.Global<'i32'>;
  readonly MOST_MOVEMENTS: WebAssembly.Global<'i32'>;
  readonly MOST_PLANE_BYTES: WebAssembly.Global<'i32'>;
  readonly MOST_STEPS: WebAssembly.Global<'i32'>;
  addressOf(which: number): number;
  setMovement(number: number, steps: number): void;
  readModel(length: number, firstRanks: number, secondRanks: number): number;
}

/** Compiles a module when it is first asked for. */
export function moduleOf(bytes: () => Uint8Array<ArrayBuffer>): () => WebAssembly.Module {
  let module: WebAssembly.Module | undefined;
  return () => {
    module ??= new WebAssembly.Module(bytes());
    return module;
  };
}

/** What a coder is told of a table. */
export class CodedTable {
  readonly planes: Planes;
  readonly first: Color;
  readonly setup: readonly number[];
  readonly colors: readonly number[];
  readonly royals: readonly number[];
  /** By slot: the steps by which the piece attacks, and a text that is the same for the same steps. */
  readonly movements: readonly { readonly steps: Int8Array; readonly key: string }[];
  /** The number of ranks of each set of values. */
  readonly ranks: readonly [number, number];
  /** By rank of the coded side, where ranks are listed: what the other side has by moving there. */
  readonly worths: Uint8Array | undefined;
  readonly lattice: Lattice;

  constructor(endgame: PlaneEndgame | ListedEndgame, shape: PlanesShape | ListedShape) {
    const { material, army } = endgame;
    const { men } = material;
    const { row, lane, first } = shape;
    this.planes = planesOf(endgame, shape);
    this.lattice = latticeOfEndgame(endgame);
    this.first = first;
    const ofTable = [row, lane, men.length, first];
    if (isListed(shape)) {
      const { ranks, guarded } = shape;
      this.ranks = [highestRank(ranks[0]), highestRank(ranks[1])];
      this.worths = worthsOf(ranks);
      const draws = ranks.map(drawRank);
      const flags = [0, 1, guarded ? 1 : 0];
      this.setup = [...ofTable, 0, 0, 0, 0, 0, ...flags, ...draws, ...this.ranks];
      this.royals = men.map(({ kind }) => (army[kind]!.royal === undefined ? 0 : 1));
    } else {
      const { wins, losses, bars } = shape;
      const derived = isDerived(material, shape) ? 1 : 0;
      this.ranks = [rankCount(shape, 0), rankCount(shape, 1)];
      const draws = [drawnRank(shape, 0), drawnRank(shape, 1)];
      const extent = [derived, wins, losses, bars ? 1 : 0];
      this.setup = [...ofTable, ...extent, 0, 0, 0, 1, ...draws, ...this.ranks];
      this.royals = men.map(({ kind }) => (kind === ROYAL ? 1 : 0));
    }
    this.colors = men.map(({ color }) => color);
    this.movements = men.map((piece) => movementOf(piece, army));
  }
}

/** A piece whose attacks are no steps, or too many, has none: values are only foretold less well. */
function movementOf(piece: Piece, army: Army) {
  const steps = hasFewSteps(piece, army) ? attackSteps(piece, army) : new Int8Array();
  return { steps, key: steps.join() };
}

/** Half of the compiled coder. It codes planes of one table at a time. */
export class PlaneCoder<E extends CoderExports> {
  readonly exports: E;
  setup!: Int32Array;
  private model!: Uint8Array;
  private squares!: Uint8Array;
  private stable!: Uint8Array;
  /** Numbers of the movements that the coder keeps, by key. */
  private readonly movements = new Map<string, number>();
  /** Where free memory begins. */
  readonly free: number;

  constructor(module: WebAssembly.Module) {
    const abort = () => {
      throw new Error('the coder stopped');
    };
    const { exports } = new WebAssembly.Instance(module, { env: { abort } });
    this.exports = exports as unknown as E;
    this.free = this.exports.memory.buffer.byteLength;
    this.look();
    this.i32('weights', weights.length).set(weights);
  }

  /** Makes sure of so many bytes from {@link free} on. Views of the memory from before may end. */
  reserve(bytes: number): void {
    const { memory } = this.exports;
    const missing = this.free + bytes - memory.buffer.byteLength;
    if (missing <= 0) return;
    memory.grow(Math.ceil(missing / WASM_PAGE));
    this.look();
  }

  private look(): void {
    this.setup = this.i32('setup', SETUP);
    this.model = this.u8('model', this.exports.MOST_MODEL_BYTES.value);
    this.squares = this.u8('squares', 8);
    this.stable = this.u8('stable', 8);
  }

  at(name: (typeof addresses)[number]): number {
    return this.exports.addressOf(addresses.indexOf(name));
  }

  u8(name: (typeof addresses)[number], length: number): Uint8Array {
    return new Uint8Array(this.exports.memory.buffer, this.at(name), length);
  }

  i32(name: (typeof addresses)[number], length: number): Int32Array {
    return new Int32Array(this.exports.memory.buffer, this.at(name), length);
  }

  /** Selects the table of further calls. */
  setTable({ setup, colors, royals, movements, worths, lattice }: CodedTable): void {
    this.setup.set(setup);
    const maps = this.u8('maps', lattice.maps.length * SQUARES);
    for (const [i, map] of lattice.maps.entries()) maps.set(map, i * SQUARES);
    const beyond = this.u8('beyond', SQUARES / 8).fill(255);
    for (const place of lattice.places) beyond[place >> 3]! ^= 1 << (place & 7);
    if (worths) this.u8('worths', worths.length).set(worths);
    this.u8('colors', colors.length).set(colors);
    this.u8('royals', royals.length).set(royals);
    const own = new Set(movements.map(({ key }) => key));
    // A table never has more than there is room for.
    if (new Set([...this.movements.keys(), ...own]).size > this.exports.MOST_MOVEMENTS.value) {
      this.movements.clear();
    }
    const numbers = movements.map(
      ({ key, steps }) => this.movements.get(key) ?? this.addMovement(key, steps),
    );
    this.u8('movements', numbers.length).set(numbers);
  }

  private addMovement(key: string, steps: Int8Array): number {
    const number = this.movements.size;
    const count = steps.length / STEP_BYTES;
    if (count > this.exports.MOST_STEPS.value) throw new Error(`a movement of ${count} steps`);
    this.movements.set(key, number);
    this.u8('steps', steps.length).set(steps);
    this.exports.setMovement(number, count);
    return number;
  }

  /** Selects the model of further calls, given as bytes. False if it is none of sets of so many `ranks`. */
  setModel(packed: Uint8Array, [first, second]: readonly [number, number]): boolean {
    if (packed.length > this.model.length) return false;
    this.model.set(packed);
    return this.exports.readModel(packed.length, first, second) !== 0;
  }

  /** Selects the plane of further calls by the squares of its fixed pieces, in the order of the planes' digits. */
  setPlane(planes: Planes, standing: readonly Square[]): void {
    const { squares } = this;
    for (let i = 0; i < standing.length; i++) squares[planes.standing[i]!] = standing[i]!;
    const symmetries = planes.stabilisers(standing);
    this.setup[STABLE_COUNT] = symmetries.length;
    this.stable.set(symmetries);
  }
}
