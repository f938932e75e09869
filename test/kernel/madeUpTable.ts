import {
  boardSymmetries,
  type SlabPlacements,
  slabPlacementsOf,
} from '../../src/index/slabPlacements.ts';
import type { KernelMemory } from '../../src/kernel/kernelMemory.ts';
import type { RuleSet } from '../../src/rules/ruleset.ts';
import { ConversionWriter, KingTables } from '../../src/solve/sets/conversionWriter.ts';
import type { SolvedTable } from '../../src/solve/sets/solvedTables.ts';
import type { Material } from '../../src/table/material.ts';
import { exitMaterials, orient } from '../../src/table/material.ts';
import { BARRED, ILLEGAL, MATED, STALEMATE } from '../../src/table/values.ts';
import { hash } from '../../tools/random.ts';
import { testWidth } from './endgame.ts';
import { TEST_BITS } from './field.ts';

/**
 * The meaning of a code: `d > 0` won in distance d, `-1 - d` lost in distance d, 0 drawn, and four marks outside the range
 * of distances.
 */
export const SAYS = { illegal: -10_000, mated: -9_999, stalemate: 9_999, barred: 10_000 } as const;

/** The longest distance, by bytes per code. */
const LONGEST = { 1: 124, 2: 1022 } as const;
/** Codes of two bytes that would collide with the marks are shifted outwards by this. */
const STEP = 4;

/** The code of the table for a meaning. */
function codeFor(said: number): number {
  if (said === SAYS.illegal) return ILLEGAL;
  if (said === SAYS.mated) return MATED;
  if (said === SAYS.stalemate) return STALEMATE;
  if (said === SAYS.barred) return BARRED;
  if (said >= STALEMATE) return said + STEP;
  return said <= MATED ? said - STEP : said;
}

/** A finished table with codes of every sort, which makes the groups of its pawns on demand. */
export class MadeUpTable {
  readonly placements: SlabPlacements;
  readonly solved: SolvedTable;
  private readonly material: Material;
  private readonly memory: KernelMemory;
  private readonly barred: boolean;
  private readonly groups: number;
  /** By symmetry, see {@link partsOf}. */
  private readonly parts: readonly (readonly Int32Array[])[];
  /** The address of each group. */
  private readonly places = new Map<number, number>();

  /** `barred`: whether some positions may not be entered. `groups`: the number of groups to reserve memory for. */
  constructor(
    memory: KernelMemory,
    material: Material,
    rules: RuleSet,
    barred: boolean,
    groups: number,
  ) {
    this.memory = memory;
    this.material = material;
    this.barred = barred;
    this.groups = groups;
    const placements = slabPlacementsOf(material, rules.army);
    this.placements = placements;
    const room = placements.groupSize * Math.min(groups, placements.groups.length);
    const sparse = Object.create(placements, {
      group: {
        value: (pawns: readonly number[]) => {
          const found = placements.group(pawns)!;
          return { ...found, group: this.place(found.group) };
        },
      },
    }) as SlabPlacements;
    const codeBytes = testWidth(material.name);
    this.solved = {
      placements: sparse,
      distanceBits: TEST_BITS[codeBytes],
      codeBytes,
      addresses: [memory.allocate(codeBytes * room), memory.allocate(codeBytes * room)],
      slices: undefined,
    };
    this.parts = [0, 1, 2, 3, 4].map((symmetry) => this.makeParts(symmetry));
    if (placements.pawnSlots.length === 0) this.place(0);
  }

  private place(group: number): number {
    const known = this.places.get(group);
    if (known !== undefined) return known;
    const place = this.places.size;
    if (place === this.groups) throw new Error(`${this.material.name}: more than ${place} groups`);
    this.places.set(group, place);
    const { groupSize } = this.placements;
    for (const side of [0, 1] as const) {
      const { addresses, codeBytes } = this.solved;
      const address = addresses[side] + place * groupSize * codeBytes;
      const view = codeBytes === 1 ? 'i8' : 'i16';
      const room = this.memory[view](address, groupSize);
      const run = 64 ** this.digits;
      for (let lead = 0; lead * run < groupSize; lead++) {
        const parts = this.partsOf(lead + (group * groupSize) / run);
        const key = 2 * (lead + (group * groupSize) / run) + side;
        for (let i = 0; i < run; i++) room[lead * run + i] = codeFor(this.within(parts, key, i));
      }
    }
    return place;
  }

  /** The meaning at a number; equal for numbers that symmetry or the exchange of identical pieces make equal. */
  at(side: number, number: number): number {
    const { digits } = this;
    const lead = Math.floor(number / 64 ** digits);
    return this.within(this.partsOf(lead), 2 * lead + side, number - lead * 64 ** digits);
  }

  private within(parts: readonly Int32Array[], lead: number, number: number): number {
    let key = lead;
    for (let digit = 0; digit < parts.length; digit++) {
      key = (key + parts[digit]![(number >> (6 * digit)) & 63]!) | 0;
    }
    return this.anything(key);
  }

  private get digits(): number {
    return this.placements.pieceSlots.length - (this.placements.kingPairs.length > 0 ? 2 : 0);
  }

  /** What each square adds to the key, by digit, the last first. */
  private partsOf(lead: number): readonly Int32Array[] {
    const { kingPairs, groups } = this.placements;
    if (kingPairs[lead]?.every((square) => square % 9 === 0)) return this.parts[4]!;
    return this.parts[kingPairs.length === 0 && groups[lead]!.symmetric ? 1 : 0]!;
  }

  private makeParts(symmetry: number): readonly Int32Array[] {
    const map = boardSymmetries[symmetry]!;
    const slots = this.placements.pieceSlots.toReversed().slice(0, this.digits);
    return slots.map((slot) => {
      const { kind, color } = this.material.men[slot]!;
      const weight = 2 * kind + color + 3;
      return Int32Array.from(map, (image, square) =>
        Math.imul(weight, hash(Math.min(square, image), 2 ** 30)),
      );
    });
  }

  private anything(key: number): number {
    const sort = hash(key, 100);
    const longest = LONGEST[this.solved.codeBytes];
    const distance = sort % 10 === 0 ? longest - hash(key, 3) : hash(key ^ 0x55555555, 30);
    if (sort < 15) return SAYS.illegal;
    if (sort < 30) return 0;
    if (sort < 55) return Math.max(1, distance);
    if (sort < 80) return -1 - distance;
    if (sort < 87) return SAYS.stalemate;
    if (sort < 94) return SAYS.mated;
    return this.barred ? SAYS.barred : 0;
  }
}

/** The most groups of a target that one group's conversions lead to. */
const GROUPS = 8;

/** Writes a field's conversions into made-up tables, which are made on demand. */
export function madeUpConversions(rules: RuleSet) {
  const tables = new Map<string, MadeUpTable>();
  const says = ({ name }: Material, side: number, squares: readonly number[]) => {
    const table = tables.get(name)!;
    return table.at(side, table.placements.index(squares));
  };
  const write = (memory: KernelMemory, men: Parameters<ConversionWriter['write']>[0]) => {
    const { material } = orient(men, rules);
    const targets = [...exitMaterials(material, rules, rules.variant.equipment), material];
    const table = (name: string) => {
      const known = tables.get(name);
      if (known) return known;
      const target = targets.find((each) => each.name === name)!;
      const forbidsMateInOne = rules.variant.bar?.isMateInOne === true;
      const made = new MadeUpTable(memory, target, rules, forbidsMateInOne, GROUPS);
      tables.set(name, made);
      return made;
    };
    return new ConversionWriter(
      memory,
      rules,
      new KingTables(memory),
      (name) => table(name).solved,
    ).write(men);
  };
  return { says, write };
}
