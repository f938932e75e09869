import type { KernelMemory } from '../../kernel/kernelMemory.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { Material } from '../../table/material.ts';
import { type SlabPlacements, slabPlacementsOf } from '../../table/slabPlacements.ts';
import type { SlabCodes } from '../../table/values.ts';

const SQUARES = 64;
/** Squares on which a pawn can be promoted. */
const LAST_RANK = 8;

/** Finished codes in the kernel's memory. */
export interface SolvedTable {
  readonly placements: SlabPlacements;
  /** Bytes of a code. */
  readonly codeBytes: 1 | 2;
  /** By side to move: the address of its codes, 0 if they are not in memory. */
  readonly addresses: readonly [number, number];
  /** Present if only placements with a piece just promoted are in memory. */
  readonly slices: Slices | undefined;
}

/**
 * The codes of a table with one piece, of the kind just promoted, on the promotion rank: eight slices, one for each
 * file, each of the whole index without that piece's digit. Promotions into a table with pawns read only this eighth of
 * it.
 */
export interface Slices {
  /** The piece's place in {@link SlabPlacements.pieceSlots}. */
  readonly digit: number;
  readonly rank: number;
  /** The number of codes of a slice. */
  readonly size: number;
}

/** The part of a finished table that a step needs in memory. */
export interface Dependency {
  readonly material: Material;
  readonly sides: readonly [boolean, boolean];
  readonly slices: Slices | undefined;
  readonly codeBytes: 1 | 2;
}

/** Where the part of a table that a step needs goes. */
export interface PartRoom {
  /** Stores a run of bytes of a side's codes, as its file has them, from byte `from` on. */
  put(side: 0 | 1, from: number, bytes: Uint8Array): void;
  /** The memory of a side's part. */
  part(side: 0 | 1): Uint8Array;
}

/** Bytes of memory that one side's codes take. */
export function sideBytes(
  placements: SlabPlacements,
  { slices, codeBytes }: Pick<Dependency, 'slices' | 'codeBytes'>,
): number {
  return codeBytes * (slices ? LAST_RANK * slices.size : placements.size);
}

/**
 * Bytes of a table's codes, each: two if a byte cannot hold its distances, as in tables of kings and pawns (chess
 * KPPvKP: 254 plies) and those that the rule set names.
 */
export function codeBytesOf(
  { army, setwise }: Pick<RuleSet, 'army' | 'setwise'>,
  { name, men }: Material,
): 1 | 2 {
  const pawns = men.filter(({ kind }) => army[kind]!.pawn).length;
  return (pawns > 2 && men.length === pawns + 2) || setwise?.longTables?.has(name) ? 2 : 1;
}

/** A whole table, for both sides to move. */
export function wholeDependency(rules: RuleSet, material: Material): Dependency {
  const codeBytes = codeBytesOf(rules, material);
  return { material, sides: [true, true], slices: undefined, codeBytes };
}

/** The tables in the kernel's memory, by name. */
export class SolvedTables {
  private readonly rules: RuleSet;
  private readonly memory: KernelMemory;
  private readonly tables = new Map<string, SolvedTable>();

  constructor(rules: RuleSet, memory: KernelMemory) {
    this.rules = rules;
    this.memory = memory;
  }

  get(name: string): SolvedTable | undefined {
    return this.tables.get(name);
  }

  /** Allocates memory for a table's codes; `allocate` returns the address of a number of bytes. */
  place(
    { material, sides, slices, codeBytes }: Dependency,
    allocate = (bytes: number) => this.memory.allocate(bytes),
  ): SolvedTable {
    const placements = slabPlacementsOf(material, this.rules.army);
    const bytes = sideBytes(placements, { slices, codeBytes });
    const addresses = sides.map((side) => (side ? allocate(bytes) : 0));
    const table = { placements, codeBytes, addresses: addresses as [number, number], slices };
    this.tables.set(material.name, table);
    return table;
  }

  remove(name: string): void {
    this.tables.delete(name);
  }

  /** A view of a table's codes for one side to move. */
  codes({ placements, addresses, slices, codeBytes }: SolvedTable, side: 0 | 1): SlabCodes {
    if (codeBytes === 2) return this.memory.i16(addresses[side], placements.size);
    return this.memory.i8(addresses[side], sideBytes(placements, { slices, codeBytes }));
  }

  /** The memory of a table whose place is allocated. */
  roomOf(table: SolvedTable): PartRoom {
    const { placements, addresses, slices, codeBytes } = table;
    const part = (side: 0 | 1) => this.memory.u8(addresses[side], sideBytes(placements, table));
    return {
      part,
      put(side, from, bytes) {
        if (slices) cutSlices(placements, slices, codeBytes, from, bytes, part(side));
        else part(side).set(bytes, from);
      },
    };
  }
}

/** The bytes of a side's codes that a step needs: all of them, not copied, or its slices. */
export function cutPart(
  placements: SlabPlacements,
  { slices, codeBytes }: Pick<Dependency, 'slices' | 'codeBytes'>,
  { buffer, byteOffset, byteLength }: SlabCodes,
): Uint8Array {
  const bytes = new Uint8Array(buffer, byteOffset, byteLength);
  if (!slices) return bytes;
  const cut = new Uint8Array(sideBytes(placements, { slices, codeBytes }));
  cutSlices(placements, slices, codeBytes, 0, bytes, cut);
  return cut;
}

/** Slices of a table that has pawns, for pieces of this kind and colour just promoted. */
export function slicesFor(
  placements: SlabPlacements,
  { men }: Material,
  piece: { readonly kind: number; readonly color: number },
): Slices {
  const { pieceSlots } = placements;
  // The promoted piece comes last of identical ones: see targetOf in conversions.ts.
  const digit = pieceSlots.findLastIndex(
    (slot) => men[slot]!.kind === piece.kind && men[slot]!.color === piece.color,
  );
  return { digit, rank: piece.color === 0 ? 7 : 0, size: placements.size / SQUARES };
}

/** Copies what the slices keep from a run of a table's codes that begins at byte `from`. */
function cutSlices(
  placements: SlabPlacements,
  { digit, rank, size }: Slices,
  codeBytes: number,
  from: number,
  codes: Uint8Array,
  out: Uint8Array,
): void {
  // All numbers are bytes.
  const stride = codeBytes * SQUARES ** (placements.pieceSlots.length - 1 - digit);
  const period = stride * SQUARES;
  const sliceBytes = codeBytes * size;
  for (let at = 0; at < codes.length; ) {
    const place = from + at;
    const square = Math.floor(place / stride) % SQUARES;
    const within = place % stride;
    const run = Math.min(stride - within, codes.length - at);
    if (square >> 3 === rank) {
      const target = (square & 7) * sliceBytes + Math.floor(place / period) * stride + within;
      if (run === 1) out[target] = codes[at]!;
      else out.set(codes.subarray(at, at + run), target);
      at += run;
      continue;
    }
    // Skips to the first square of the rank that is kept.
    const squaresAhead = (rank * 8 - square + SQUARES) % SQUARES || SQUARES;
    at += squaresAhead * stride - within;
  }
}
