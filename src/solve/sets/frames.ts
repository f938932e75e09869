import { boardSymmetries } from '../../index/slabPlacements.ts';
import { Frame, type FramePiece, type FrameSlab } from '../../kernel/kernelFrame.ts';
import type { KernelMemory } from '../../kernel/kernelMemory.ts';
import { type KernelMovement, type Step, writeMovement } from '../../kernel/movementWriter.ts';
import { ROYAL } from '../../pieces/army.ts';
import { takingSteps } from '../../pieces/steps.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { CodeBytes } from '../../table/values.ts';
import type { GroupPiece } from './conversions.ts';
import {
  type AwayCodes,
  ConversionWriter,
  KingTables,
  type TaskKings,
} from './conversionWriter.ts';
import type { TableLayout } from './layout.ts';
import type { SolvedTable, SolvedTables } from './solvedTables.ts';

/** Addresses of what a frame uses besides its own memory. */
export interface FramePlaces {
  readonly workers: number;
  /** The words of the barrier. */
  readonly sync: number;
  /** The counts of positions. */
  readonly tally: number;
  /** By side: memory for the bits of distances; by default the frame allocates its own. */
  readonly distanceRoom?: readonly [number, number] | undefined;
  /** Present if a window pages the sets in: see FrameShape. */
  readonly window?: { readonly flags: readonly number[] | undefined };
}

/**
 * Lays tables out in the kernel's memory: what all tables share is written once, then a frame for each table or each
 * group of pawns. Every worker makes the same calls, so that all compute the same addresses.
 */
export class Frames {
  private readonly rules: RuleSet;
  private readonly memory: KernelMemory;
  private readonly tables: SolvedTables;
  private readonly squareMaps: number;
  private readonly kings: KingTables;
  /** By kind and colour: the addresses of the movement and of its reverse. */
  private readonly movements: readonly (readonly (readonly [number, number])[])[];
  /** Of tables without pawns, by the number of pieces that slabs fix. */
  private readonly pawnlessSlabs = new Map<number, readonly FrameSlab[]>();

  constructor(rules: RuleSet, memory: KernelMemory, tables: SolvedTables) {
    this.rules = rules;
    this.memory = memory;
    this.tables = tables;
    this.squareMaps = memory.allocate(64 * boardSymmetries.length);
    memory.u8(this.squareMaps, 64 * boardSymmetries.length).set(boardSymmetries.flat());
    this.kings = new KingTables(memory);
    this.movements = this.writeMovements();
  }

  /** A frame for the groups of a table, or for the whole table if it has no pawns. */
  make(layout: TableLayout, { codeBytes, distanceBits }: SolvedTable, places: FramePlaces): Frame {
    return new Frame(this.memory, {
      slabs: layout.shape.slabs,
      dimensions: layout.shape.dimensions,
      codeBytes,
      distanceBits,
      identicalPieces: layout.identicalPieces,
      forbids: forbidsSome(this.rules),
      men: layout.material.men.length,
      squareMaps: this.squareMaps,
      distanceRoom: undefined,
      ...places,
    });
  }

  /** Bits of the distances of a table's conversions: as many as those of the tables have that they lead to. */
  conversionBits(layout: TableLayout, { distanceBits }: SolvedTable): number {
    // Pawns' moves lead to other groups of the table itself.
    return layout.shape.pawnless
      ? this.conversionWriter().distanceBits(layout.men([]))
      : distanceBits;
  }

  /** Allocates memory for the conversions of any group of a table and returns its address. */
  conversionRoom({ placements }: TableLayout): number {
    return this.memory.allocate(ConversionWriter.bytes(placements));
  }

  /** Fills a frame with a table that has no pawns. */
  useTable(frame: Frame, layout: TableLayout, codes: SolvedTable): void {
    const men = layout.men([]);
    const lists = this.conversionWriter().write(men);
    const { fixedCount } = layout.shape;
    const slabs = this.pawnlessSlabs.get(fixedCount) ?? layout.slabs([]);
    this.pawnlessSlabs.set(fixedCount, slabs);
    frame.usePieces(this.framePieces(layout, men));
    frame.useSlabs(slabs);
    frame.useLists(lists, codes.addresses);
  }

  /**
   * Fills a frame with one group of a table; its conversions are written at `room`. Returns what these need of codes that are not
   * in memory. `taskKings`: present if some of a table without pawns are not.
   */
  useGroup(
    frame: Frame,
    layout: TableLayout,
    group: number,
    { addresses, codeBytes }: SolvedTable,
    room: number,
    taskKings?: TaskKings,
  ): readonly AwayCodes[] {
    const { groupSize, groups } = layout.placements;
    const { pawns, symmetric } = groups[group]!;
    const men = layout.men(pawns);
    const writer = this.conversionWriter(taskKings);
    const lists = writer.write(men, room);
    frame.usePieces(this.framePieces(layout, men));
    frame.useSlabs(layout.slabs(pawns, symmetric));
    const offset = group * groupSize * codeBytes;
    frame.useLists(
      lists,
      addresses.map((address) => address + offset),
    );
    return writer.away;
  }

  /** Bytes of a code of a table that conversions may lead to, if its codes are not in memory. */
  awayBytes(name: string): CodeBytes | undefined {
    const table = this.tables.get(name);
    return table?.addresses.every((address) => address === 0) ? table.codeBytes : undefined;
  }

  private conversionWriter(taskKings?: TaskKings): ConversionWriter {
    const { memory, rules, kings, tables } = this;
    return new ConversionWriter(memory, rules, kings, (name) => tables.get(name)!, taskKings);
  }

  private framePieces(layout: TableLayout, men: readonly GroupPiece[]): FramePiece[] {
    return men.map(({ color, kind }, i) => {
      const [movement, backward] = this.movements[kind]![color]!;
      const squares = layout.fixedSquares(men, i);
      return { color, movement, backward, role: layout.role(i), royal: kind === ROYAL, squares };
    });
  }

  private writeMovements() {
    // Most movements equal their reverse and their mirror image, so few are distinct.
    const written = new Map<string, number>();
    const write = (movement: KernelMovement) => {
      const key = JSON.stringify([movement.leaps.toSorted(), movement.slides.toSorted()]);
      const address = written.get(key) ?? writeMovement(this.memory, movement);
      written.set(key, address);
      return address;
    };
    return this.rules.army.map(({ movement }) =>
      [1, -1].map((forward) => {
        // A pawn's moves are conversions; here it only attacks. Kinds that the solver refuses have nothing to write.
        const { leaps, slides } = takingSteps(movement) ?? { leaps: [], slides: [] };
        const turned = (sense: number) => ({
          leaps: leaps.map((step) => turnStep(step, sense, forward)),
          slides: slides.map((step) => turnStep(step, sense, forward)),
        });
        return [write(turned(1)), write(turned(-1))] as const;
      }),
    );
  }
}

/** Do the rules forbid moving into some positions? */
export function forbidsSome(rules: RuleSet): boolean {
  return rules.variant.bar?.isMateInOne === true;
}

/** The step, reversed if `sense` is -1, and mirrored for Black if `forward` is -1. */
function turnStep([files, ranks]: Step, sense: number, forward: number): Step {
  // `|| 0` turns -0 into 0: it would make another key.
  return [sense * files || 0, sense * forward * ranks || 0];
}
