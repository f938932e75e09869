import { expect } from 'vitest';
import { boardSymmetries } from '../../src/index/slabPlacements.ts';
import { type Kernel, makeKernel } from '../../src/kernel/kernel.ts';
import { drawnPly, Frame, type FrameSlab, SET, tallyBytes } from '../../src/kernel/kernelFrame.ts';
import { KernelMemory, makeMemory } from '../../src/kernel/kernelMemory.ts';
import { BLOCK_BYTES } from '../../src/kernel/layout.ts';
import { wordOf, writeMovement } from '../../src/kernel/movementWriter.ts';
import type { Army, Piece } from '../../src/pieces/army.ts';
import { type NaivePiece, naivePiece, occupiedBy } from './naive.ts';

export const LANE = 0;
export const ROW = 1;
export const OUTER = 2;
export const FIXED = 3;

/** A piece and its role in the slabs. */
export interface FieldMan extends Piece {
  readonly role: number;
}

/** A slab: the squares of the fixed pieces, in the order of `men`. */
export type FieldSlab = Partial<FrameSlab> & { readonly still: readonly number[] };

/** Bits of distances, by bytes per code: the most that there can be. */
export const TEST_BITS = { 1: 7, 2: 11 } as const;

/** A few slabs of any pieces for the kernel to work on, in one thread, and access to its sets. */
export class Field {
  readonly memory: KernelMemory;
  readonly kernel: Kernel;
  readonly frame: Frame;
  readonly men: readonly (NaivePiece & FieldMan)[];
  readonly slabs: readonly FieldSlab[];
  readonly dimensions: number;
  /** Placements per slab. */
  readonly size: number;
  readonly tally: number;
  /** By side to move: where {@link Kernel.writeCodes} writes. */
  readonly codes: readonly [number, number];
  /** Of distances. */
  readonly bits: number;
  private readonly slabBytes: number;

  /**
   * `conversions`: writes lists of conversions and returns their addresses. Default: no conversions. `dirt`: the value that
   * fills memory beforehand, as if another table had been there.
   */
  constructor(
    army: Army,
    men: readonly FieldMan[],
    slabs: readonly FieldSlab[],
    more: {
      readonly identicalPieces?: number;
      readonly codeBytes?: 1 | 2;
      readonly conversions?: (memory: KernelMemory) => readonly number[];
      readonly conversionBytes?: number;
      readonly dirt?: number;
    } = {},
  ) {
    const { identicalPieces = 0, codeBytes = 1, conversions, conversionBytes = 0, dirt } = more;
    this.slabs = slabs;
    this.dimensions = men.filter(({ role }) => role !== FIXED).length;
    this.size = 64 ** this.dimensions;
    this.slabBytes = this.dimensions === 1 ? 16 : this.size / 8;
    this.men = men.map((man) => ({ ...man, ...naivePiece(army, man) }));
    this.bits = TEST_BITS[codeBytes];
    const shape = {
      slabs: slabs.length,
      dimensions: this.dimensions,
      distanceBits: this.bits,
    };
    const room =
      Frame.bytes(shape, false) + 2 * slabs.length * this.size * codeBytes + men.length * 160_000;
    const memory = new KernelMemory(makeMemory(room + conversionBytes + (1 << 20), false));
    this.memory = memory;
    // Movements are written to new memory, as the solver does before any table.
    const movements = this.men.map((man) => this.writeMovements(man));
    if (dirt !== undefined) {
      const mark = memory.mark();
      const bytes = memory.memory.buffer.byteLength - mark - 1024;
      memory.u8(memory.allocate(bytes), bytes).fill(dirt);
      memory.release(mark);
    }
    this.kernel = makeKernel(memory.memory);
    this.tally = memory.allocate(tallyBytes(this.bits));
    memory.u8(this.tally, tallyBytes(this.bits)).fill(0);
    const sync = memory.allocate(64);
    memory.u8(sync, 64).fill(0);
    const squareMaps = memory.allocate(64 * boardSymmetries.length);
    memory.u8(squareMaps, 64 * boardSymmetries.length).set(boardSymmetries.flat());
    this.frame = new Frame(memory, {
      ...shape,
      identicalPieces,
      men: men.length,
      workers: 1,
      codeBytes,
      forbids: true,
      sync,
      tally: this.tally,
      squareMaps,
    });
    this.frame.usePieces(this.men.map((man, i) => this.framePiece(man, i, movements[i]!)));
    this.frame.useSlabs(
      slabs.map(({ still, ...slab }) => ({
        fixed: wordOf(still),
        weight: 1,
        symmetry: 0,
        neighbours: [],
        ...slab,
      })),
    );
    this.codes = [0, 1].map(() => memory.allocate(slabs.length * this.size * codeBytes)) as [
      number,
      number,
    ];
    this.frame.useLists(conversions?.(memory) ?? this.noConversions(), this.codes);
    this.frame.clearShare(0, 1);
    const block = memory.allocate(BLOCK_BYTES);
    this.kernel.useFrame(this.frame.address, block);
    this.kernel.initMoves();
    this.kernel.initPackedWords();
  }

  /** The addresses of a piece's movement forwards and backwards. */
  private writeMovements({ color, pawn, movement }: NaivePiece): readonly [number, number] {
    const forward = color === 0 ? 1 : -1;
    const { leaps, slides } = pawn ? { leaps: [[-1, 1], [1, 1]] as const, slides: [] } : movement; // biome-ignore format: two steps
    const turned = (sense: number) => ({
      leaps: leaps.map(([f, r]) => [sense * f, sense * forward * r] as const),
      slides: slides.map(([f, r]) => [sense * f, sense * forward * r] as const),
    });
    return [writeMovement(this.memory, turned(1)), writeMovement(this.memory, turned(-1))];
  }

  private framePiece(
    { color, role, kind }: NaivePiece & FieldMan,
    i: number,
    [movement, backward]: readonly [number, number],
  ) {
    const nth = this.men.slice(0, i).filter((man) => man.role === FIXED).length;
    return {
      color,
      role,
      movement,
      backward,
      royal: kind === 0,
      squares: role === FIXED ? this.slabs.map(({ still }) => still[nth]!) : undefined,
    };
  }

  private noConversions(): number[] {
    const list = this.memory.allocate(16);
    this.memory.u8(list, 16).fill(0);
    return [list, list];
  }

  /** The squares of a slab's placement, by piece. */
  squares(slab: number, number: number, out: number[] = []): number[] {
    const { still } = this.slabs[slab]!;
    let nth = 0;
    for (let i = 0; i < this.men.length; i++) {
      const { role } = this.men[i]!;
      out[i] = role === FIXED ? still[nth++]! : (number >> (6 * role)) & 63;
    }
    return out;
  }

  /** What is counted at a ply: for both sides, on the whole board and up to symmetry. */
  counted(ply: number): number[] {
    return [...this.memory.u64(this.tally + 32 * ply, 4)].map(Number);
  }

  /** The entry that counts draws. */
  get draws(): number {
    return drawnPly(this.bits);
  }

  drawn(): number[] {
    return this.counted(this.draws);
  }

  /** The bytes of a set in a slab: bit `number & 7` of byte `number >> 3` is a placement. */
  bytes(name: number, side: number, slab: number): Uint8Array {
    const address = this.frame.setAddress(name, side) + slab * this.slabBytes;
    return this.memory.u8(address, this.size / 8);
  }

  /** The same for one bit of the distances. */
  distanceBits(bit: number, side: number, slab: number): Uint8Array {
    const set = this.bits * slab + bit;
    const address = this.frame.setAddress(SET.distance, side) + set * this.slabBytes;
    return this.memory.u8(address, this.size / 8);
  }

  has(name: number, side: number, slab: number, number: number): boolean {
    return hasBit(this.bytes(name, side, slab), number);
  }

  fill(name: number, side: number, member: (slab: number, number: number) => boolean): void {
    for (let slab = 0; slab < this.slabs.length; slab++) {
      const bytes = this.bytes(name, side, slab);
      // A slab of one word has a second, unused one.
      this.memory.u8(bytes.byteOffset, this.slabBytes).fill(0);
      for (let number = 0; number < this.size; number++) {
        if (member(slab, number)) bytes[number >> 3]! |= 1 << (number & 7);
      }
    }
  }

  /** Makes every placement without shared squares legal for both sides, whatever the attacks. */
  makeDistinctLegal(): void {
    const still = this.slabs.map((slab) => ({
      distinct: new Set(slab.still).size === slab.still.length,
      occupied: occupiedBy(slab.still),
    }));
    this.fill(SET.legal, 0, (slab, number) => {
      const { distinct, occupied } = still[slab]!;
      for (let role = 0; role < this.dimensions; role++) {
        const square = (number >> (6 * role)) & 63;
        if (occupied[square]) return false;
        for (let i = 0; i < role; i++) if (((number >> (6 * i)) & 63) === square) return false;
      }
      return distinct;
    });
    for (let slab = 0; slab < this.slabs.length; slab++) {
      this.bytes(SET.legal, 1, slab).set(this.bytes(SET.legal, 0, slab));
    }
  }

  /** Fills a set with a random subset of another. `density`: the fraction of its bits that stay. */
  fillWithin(
    name: number,
    within: number,
    side: number,
    draw: () => number,
    density: number,
  ): void {
    // Bits between two that stay are geometrically distributed: one draw for each that stays.
    const skip = () => Math.floor(Math.log(1 - draw()) / Math.log(1 - density));
    for (let slab = 0; slab < this.slabs.length; slab++) {
      const from = this.bytes(within, side, slab);
      const to = this.bytes(name, side, slab);
      const stays = new Uint8Array(to.length);
      for (let at = skip(); at < this.size; at += 1 + skip()) stays[at >> 3]! |= 1 << (at & 7);
      for (let i = 0; i < to.length; i++) to[i] = stays[i]! & from[i]!;
    }
  }
}

export function hasBit(bytes: Uint8Array, number: number): boolean {
  return ((bytes[number >> 3]! >> (number & 7)) & 1) === 1;
}

/** Vitest takes a second to compare arrays of this size. */
export function expectSameBytes(found: readonly Uint8Array[], expected: readonly Uint8Array[]) {
  expect(found).toHaveLength(expected.length);
  expect(
    found.flatMap((bytes, i) => (Buffer.compare(bytes, expected[i]!) === 0 ? [] : [i])),
  ).toEqual([]);
}
