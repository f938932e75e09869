import type { Square } from '../../chess/geometry.ts';
import { type Army, ROYAL } from '../../chess/men.ts';
import type { Material } from '../../table/material.ts';
import { boardSymmetries } from '../../table/slabPlacements.ts';
import { isDerived } from './layout.ts';
import { lineStepsOf, neededBetween, squareAfter } from './lineSteps.ts';
import { writeNodes } from './modelTables.ts';
import type { PlaneEndgame } from './planeEndgame.ts';
import type { PlaneModel } from './planeModel.ts';
import { CELLS, type Planes } from './planes.ts';
import type { Extent } from './ranks.ts';

const SQUARES = 64;
/** The capacity of assembly/memory.ts. */
const MOST_STEPS = 64;
export const MOST_PLANE_BYTES = 65536;
const WASM_PAGE = 65536;

/** The order of addresses in assembly/memory.ts. */
const addresses = [
  ...[
    'setup',
    'colors',
    'royals',
    'between',
    'stepCount',
    'slides',
    'next',
    'maps',
    'nodes',
    'leaves',
  ],
  ...['escapes', 'squares', 'stable', 'bytes', 'codedRanks', 'otherRanks', 'corrections'],
] as const;

/** What both halves of the compiled coder export. Addresses are bytes in its memory. */
export interface CoderExports {
  readonly memory: WebAssembly.Memory;
  addressOf(which: number): number;
  prepareTable(): void;
}

/** Compiles a module when it is first asked for. */
export function moduleOf(bytes: () => Uint8Array<ArrayBuffer>): () => WebAssembly.Module {
  let module: WebAssembly.Module | undefined;
  return () => {
    module ??= new WebAssembly.Module(bytes());
    return module;
  };
}

/** Half of the compiled coder, set up for the planes of one table. */
export class PlaneCoder<E extends CoderExports> {
  readonly exports: E;
  readonly planes: Planes;
  protected readonly setup: Int32Array;
  private readonly squares: Uint8Array;
  private readonly stable: Uint8Array;
  /** Where free memory begins. */
  readonly free: number;

  /** `room`: bytes of memory beyond its own, from {@link free} on. */
  constructor(
    module: WebAssembly.Module,
    { material, army }: Pick<PlaneEndgame, 'material' | 'army'>,
    planes: Planes,
    extent: Extent,
    room: (exports: E) => number = () => 0,
  ) {
    const abort = () => {
      throw new Error('the coder stopped');
    };
    const { exports } = new WebAssembly.Instance(module, { env: { abort } });
    this.exports = exports as unknown as E;
    const { memory } = this.exports;
    this.free = memory.buffer.byteLength;
    memory.grow(Math.ceil(room(this.exports) / WASM_PAGE));
    this.planes = planes;
    this.setup = this.i32('setup', 10);
    this.squares = this.u8('squares', 8);
    this.stable = this.u8('stable', 8);
    this.setTable(material, army, extent);
    this.exports.prepareTable();
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

  private setTable(material: Material, army: Army, { wins, losses, bars }: Extent): void {
    const { men } = material;
    const { layout } = this.planes;
    const { row, lane, first } = layout;
    const derived = isDerived(material, layout) ? 1 : 0;
    this.setup.set([row, lane, men.length, first, derived, wins, losses, bars ? 1 : 0, 0, 0]);
    this.u8('colors', men.length).set(men.map(({ color }) => color));
    this.u8('royals', men.length).set(men.map(({ kind }) => (kind === ROYAL ? 1 : 0)));
    const maps = this.u8('maps', boardSymmetries.length * SQUARES);
    for (const [i, map] of boardSymmetries.entries()) maps.set(map, i * SQUARES);
    const between = new Uint32Array(
      this.exports.memory.buffer,
      this.at('between'),
      men.length * CELLS * 2,
    );
    for (const [slot, piece] of men.entries()) {
      between.set(neededBetween(piece, army), slot * CELLS * 2);
    }
    const counts = this.i32('stepCount', 2);
    const slides = this.u8('slides', 2 * MOST_STEPS);
    const next = this.u8('next', 2 * MOST_STEPS * SQUARES);
    for (const [i, slot] of [row, lane].entries()) {
      const steps = lineStepsOf(men[slot]!, army);
      counts[i] = steps.length;
      for (const [j, { step, slides: goesOn }] of steps.entries()) {
        slides[i * MOST_STEPS + j] = !goesOn ? 0 : step[1] * 8 + step[0] > 0 ? 1 : 2;
        for (let square = 0; square < SQUARES; square++) {
          next[(i * MOST_STEPS + j) * SQUARES + square] = squareAfter(square, step);
        }
      }
    }
  }

  protected setNodes(model: PlaneModel): void {
    writeNodes(model, this.exports.memory.buffer as ArrayBuffer, this.at('nodes'));
  }

  /** Selects the plane of further calls by the squares of its fixed pieces, in the order of the planes' digits. */
  setPlane(standing: readonly Square[]): void {
    const { squares, planes } = this;
    for (let i = 0; i < standing.length; i++) squares[planes.standing[i]!] = standing[i]!;
    const symmetries = planes.stabilisers(standing);
    this.setup[8] = symmetries.length;
    this.stable.set(symmetries);
  }
}
