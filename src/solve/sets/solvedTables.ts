import { type SlabPlacements, slabPlacementsOf } from '../../index/slabPlacements.ts';
import { type CodesRoom, type Slices, sliced, storeCodes } from '../../index/slices.ts';
import type { KernelMemory } from '../../kernel/kernelMemory.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { Material } from '../../table/material.ts';
import type { CodeBytes, SlabCodes } from '../../table/values.ts';
import { codeBytesFor } from './distanceBits.ts';

/** Finished codes in the kernel's memory. */
export interface SolvedTable {
  readonly placements: SlabPlacements;
  readonly distanceBits: number;
  readonly codeBytes: CodeBytes;
  /** By side to move: the address of its codes, 0 if they are not in memory. */
  readonly addresses: readonly [number, number];
  /** Present if only placements with a piece just promoted are in memory. */
  readonly slices: Slices | undefined;
}

/** The part of a finished table that a step needs in memory. */
export interface Dependency {
  readonly material: Material;
  readonly sides: readonly [boolean, boolean];
  readonly slices: Slices | undefined;
  readonly distanceBits: number;
}

/** Bytes of memory that one side's codes take. */
export function sideBytes(
  placements: SlabPlacements,
  { slices, distanceBits }: Pick<Dependency, 'slices' | 'distanceBits'>,
): number {
  return codeBytesFor(distanceBits) * sideLength(placements, slices);
}

/** The number of one side's codes, or of those in its slices. */
function sideLength({ size }: SlabPlacements, slices: Slices | undefined): number {
  return slices ? sliced(slices) : size;
}

/** A whole table, for both sides to move. */
export function wholeDependency(material: Material, distanceBits: number): Dependency {
  return { material, sides: [true, true], slices: undefined, distanceBits };
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
    { material, sides, slices, distanceBits }: Dependency,
    allocate = (bytes: number) => this.memory.allocate(bytes),
  ): SolvedTable {
    const placements = slabPlacementsOf(material, this.rules.army);
    const bytes = sideBytes(placements, { slices, distanceBits });
    const addresses = sides.map((side) => (side ? allocate(bytes) : 0));
    const table = {
      ...{ placements, distanceBits, codeBytes: codeBytesFor(distanceBits) },
      ...{ addresses: addresses as [number, number], slices },
    };
    this.tables.set(material.name, table);
    return table;
  }

  remove(name: string): void {
    this.tables.delete(name);
  }

  /** A view of a table's codes for one side to move. */
  codes({ placements, addresses, slices, codeBytes }: SolvedTable, side: 0 | 1): SlabCodes {
    const length = sideLength(placements, slices);
    return codeBytes === 2
      ? this.memory.i16(addresses[side], length)
      : this.memory.i8(addresses[side], length);
  }

  /** The memory of a table whose place is allocated. */
  roomOf(table: SolvedTable): CodesRoom {
    const side = (color: 0 | 1) =>
      table.addresses[color] === 0 ? undefined : this.codes(table, color);
    return { sides: [side(0), side(1)], slices: table.slices };
  }
}

/** The codes of a side that a step needs: all of them, not copied, or its slices. */
export function cutPart({ slices }: Pick<Dependency, 'slices'>, codes: SlabCodes): SlabCodes {
  if (!slices) return codes;
  const length = sliced(slices);
  const cut = codes instanceof Int8Array ? new Int8Array(length) : new Int16Array(length);
  storeCodes({ sides: [cut, undefined], slices }, 0, 0, codes);
  return cut;
}
