import type { Square } from '../../board/board.ts';
import {
  areAdjacent,
  boardSymmetries,
  kingPairOf,
  type SlabPlacements,
} from '../../index/slabPlacements.ts';
import type { KernelMemory } from '../../kernel/kernelMemory.ts';
import * as at from '../../kernel/layout.ts';
import { bit } from '../../kernel/movementWriter.ts';
import type { Color } from '../../pieces/army.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { BARRED, decidedCode } from '../../table/values.ts';
import { type Conversion, type GroupPiece, listConversions, targetOf } from './conversions.ts';
import type { SolvedTable } from './solvedTables.ts';

const SQUARES = 64;

/** The place of each pair of kings in a table's index, for all conversions. Stays in memory. */
export class KingTables {
  /** i32 by the kings' squares: `place * 8 + symmetry`, -1 for none. Without pawns, then with them by symmetry. */
  readonly pawnless: number;
  readonly pawns: readonly [number, number];
  /** The address of a code that stands for a draw. */
  readonly drawn: number;

  constructor(memory: KernelMemory) {
    this.pawnless = writeKings(memory, (white, black) => {
      const { place, symmetry } = kingPairOf(white, black)!;
      return place * 8 + symmetry;
    });
    const turned = (symmetry: number) => {
      const map = boardSymmetries[symmetry]!;
      return writeKings(
        memory,
        (white, black) => (map[white]! * SQUARES + map[black]!) * 8 + symmetry,
      );
    };
    this.pawns = [turned(0), turned(1)];
    this.drawn = memory.allocate(1);
    memory.u8(this.drawn, 1)[0] = 0;
  }
}

/** Writes a table of i32 by the kings' squares: what `entry` says, -1 for kings that are adjacent. Returns its address. */
function writeKings(memory: KernelMemory, entry: (white: number, black: number) => number): number {
  const address = memory.allocate(4 * SQUARES * SQUARES);
  const entries = memory.i32(address, SQUARES * SQUARES);
  for (let kings = 0; kings < entries.length; kings++) {
    const [white, black] = [kings >> 6, kings & 63];
    entries[kings] = areAdjacent(white, black) ? -1 : entry(white, black);
  }
  return address;
}

/**
 * For conversions to tables without pawns of which the codes of one task at a time are in memory: `place * 8 + symmetry`, where
 * the place is that of the pair of kings in the task. For tables with the same colours, and with exchanged ones.
 */
export type TaskKings = readonly [same: number, exchanged: number];

/** `pairs`: of each task, adjacent kings included: a pair's number in all tasks is White's king's square times 64 plus Black's. */
export function taskKings(memory: KernelMemory, pairs: number): TaskKings {
  const entry = (white: number, black: number, pair: number) =>
    (pair % pairs) * 8 + kingPairOf(white, black)!.symmetry;
  return [
    writeKings(memory, (white, black) => entry(white, black, white * SQUARES + black)),
    writeKings(memory, (white, black) =>
      entry(white, black, (black ^ 56) * SQUARES + (white ^ 56)),
    ),
  ];
}

/** Codes that are not in memory when conversions are written that lead there. */
export interface AwayCodes {
  /** The name of the table. */
  readonly table: string;
  /** The side to move there. */
  readonly side: 0 | 1;
  /** The group of pawns there, -1 without pawns, and the symmetry that takes the kings there: 0, or 1 if files are mirrored. */
  readonly group: number;
  readonly symmetry: 0 | 1;
  /** The piece that was just promoted: its place in pieceSlots, and its square in that group, or without pawns before symmetry. */
  readonly promoted: { readonly digit: number; readonly square: Square } | undefined;
  /** Are the colours exchanged? */
  readonly flipped: boolean;
  /** The address of the field that has the address of the group's first code, or without pawns of a task's first. */
  readonly field: number;
}

/** What a conversion leads to, as the kernel has it. */
interface WrittenTarget {
  readonly codes: number;
  readonly codeBytes: number;
  readonly kings: { readonly table: number; readonly stride: number; readonly mirrored: number };
  readonly slots: readonly { readonly piece: number; readonly stride: number }[];
  readonly away: Omit<AwayCodes, 'field'> | undefined;
}

/** Writes lists of conversions for the kernel (layout: assembly/conversionRecord.ts). */
export class ConversionWriter {
  private readonly memory: KernelMemory;
  private readonly rules: RuleSet;
  private readonly tables: (name: string) => SolvedTable;
  private readonly kings: KingTables;
  private readonly taskKings: TaskKings | undefined;
  /** Of the conversions written so far, those whose codes are not in memory. */
  readonly away: AwayCodes[] = [];

  constructor(
    memory: KernelMemory,
    rules: RuleSet,
    kings: KingTables,
    tables: (name: string) => SolvedTable,
    taskKings?: TaskKings,
  ) {
    this.memory = memory;
    this.rules = rules;
    this.kings = kings;
    this.tables = tables;
    this.taskKings = taskKings;
  }

  /**
   * Bytes that hold both sides' conversions of any group: a piece has at most 4 promotions on 3 squares, or 5 victims.
   */
  static bytes(placements: SlabPlacements): number {
    const men = placements.pieceSlots.length + placements.pawnSlots.length;
    return 2 * at.CONVERSIONS_BEGIN + 64 * men * at.CONVERSION_BYTES;
  }

  /** The most bits of the distances of tables that a group's conversions lead to. */
  distanceBits(men: readonly GroupPiece[]): number {
    const targets = this.lists(men)
      .flat()
      .map((conversion) => targetOf(this.rules, conversion).material)
      .filter((target) => !this.rules.isSettled(target.men));
    return Math.max(1, ...targets.map(({ name }) => this.tables(name).distanceBits));
  }

  private lists(men: readonly GroupPiece[]) {
    return [0, 1].map((color) => listConversions(this.rules.army, men, color as Color));
  }

  /** Writes both sides' conversions at `room`, or into new memory, and returns the addresses of the two lists. */
  write(men: readonly GroupPiece[], room?: number): [number, number] {
    const lists = this.lists(men);
    const records = lists.flat().reduce((sum, { enPassant }) => sum + 1 + enPassant.length, 0);
    let next =
      room ?? this.memory.allocate(2 * at.CONVERSIONS_BEGIN + records * at.CONVERSION_BYTES);
    const place = (bytes: number) => {
      next += bytes;
      return next - bytes;
    };
    return lists.map((conversions, color) => {
      const list = place(at.CONVERSIONS_BEGIN + conversions.length * at.CONVERSION_BYTES);
      this.memory.setI32(list, conversions.length);
      for (const [i, conversion] of conversions.entries()) {
        const address = list + at.CONVERSIONS_BEGIN + i * at.CONVERSION_BYTES;
        const passants = place(conversion.enPassant.length * at.CONVERSION_BYTES);
        this.writeConversion(address, conversion, color as Color, passants);
        for (const [j, reply] of conversion.enPassant.entries()) {
          this.writeConversion(passants + j * at.CONVERSION_BYTES, reply, (1 - color) as Color, 0);
        }
      }
      return list;
    }) as [number, number];
  }

  private writeConversion(
    address: number,
    conversion: Conversion,
    color: Color,
    passants: number,
  ): void {
    const { memory } = this;
    const { codes, codeBytes, kings, slots, away } = this.target(conversion, color);
    if (away) this.away.push({ ...away, field: address + at.TARGET_CODES });
    const fields = memory.i32(address, at.CONVERSION_BYTES / 4).fill(0);
    const set = (offset: number, value: number) => {
      fields[offset / 4] = value;
    };
    set(at.MOVER, conversion.mover);
    set(at.VICTIM, conversion.victim);
    set(at.LANDING, conversion.landing);
    set(at.TARGET_CODES, codes);
    set(at.TARGET_SLOTS, slots.length);
    set(at.KING_TABLE, kings.table);
    set(at.MIRRORED, kings.mirrored);
    set(at.PASSANT_COUNT, conversion.enPassant.length);
    set(at.PASSANTS, passants);
    set(at.MATE_IN_ONE, this.mateInOne());
    set(at.TARGET_BYTES, codeBytes);
    set(at.KING_STRIDE, kings.stride);
    for (const [i, { piece, stride }] of slots.entries()) {
      set(at.SLOT_PIECES + at.SLOT_BYTES * i, piece);
      set(at.SLOT_STRIDES + at.SLOT_BYTES * i, stride);
    }
    memory.setU64(
      address + at.MUST_BE_EMPTY,
      conversion.mustBeEmpty.reduce((word, square) => word | bit(square), 0n),
    );
  }

  /** The code of a position in which an en passant capture mates: forbidden to enter, or just won in one ply. */
  private mateInOne(): number {
    return this.rules.variant.bar?.isMateInOne ? BARRED : decidedCode(1);
  }

  private target(conversion: Conversion, color: Color): WrittenTarget {
    const { material, flipped, slots } = targetOf(this.rules, conversion);
    const mirrored = flipped ? 1 : 0;
    const source = (slot: number) => {
      const { of, square } = slots[slot]!;
      return square === undefined ? of : -2 - square;
    };
    if (this.rules.isSettled(material.men)) {
      const kings = { table: this.kings.pawns[0], stride: 0, mirrored };
      const slots = [0, 1].map((slot) => ({ piece: source(slot), stride: 0 }));
      return { codes: this.kings.drawn, codeBytes: 1, kings, slots, away: undefined };
    }
    const { placements, addresses, slices, codeBytes } = this.tables(material.name);
    const { pieceSlots, pawnSlots, groupSize } = placements;
    const side = (flipped ? color : 1 - color) as 0 | 1;
    const address = addresses[side]!;
    const isAway = address === 0;
    const flip = (square: number) => square ^ (flipped ? 56 : 0);
    // Of codes that are away, and of slices, those with the piece just promoted on its square are read.
    const digit =
      slices || isAway ? pieceSlots.findIndex((slot) => slots[slot]!.square !== undefined) : -1;
    const landing = digit < 0 ? -1 : flip(slots[pieceSlots[digit]!]!.square!);
    const kept = pieceSlots.filter((_, i) => i !== digit);
    const pieces = kept.length - 2;
    const digits = kept.map((slot, i) => ({
      piece: source(slot),
      stride: i < 2 ? 0 : SQUARES ** (pieces + 1 - i),
    }));
    const stride = SQUARES ** pieces;
    const away = { table: material.name, side, flipped } as const;
    const to = { codeBytes, slots: digits };
    if (pawnSlots.length === 0) {
      const own = { stride, mirrored };
      if (!isAway) {
        const kings = { table: this.kings.pawnless, ...own };
        return { ...to, codes: address, kings, away: undefined };
      }
      const promoted = { digit, square: landing };
      const kings = { table: this.taskKings![mirrored], ...own };
      return { ...to, codes: 0, kings, away: { ...away, group: -1, symmetry: 0, promoted } };
    }
    const { group, symmetry } = placements.group(
      pawnSlots.map((slot) => flip(slots[slot]!.square!)),
    ) as { group: number; symmetry: 0 | 1 };
    const kings = { table: this.kings.pawns[symmetry], stride, mirrored };
    const square = digit < 0 ? -1 : boardSymmetries[symmetry]![landing]!;
    if (isAway) {
      const promoted = digit < 0 ? undefined : { digit, square };
      return { ...to, codes: 0, kings, away: { ...away, group, symmetry, promoted } };
    }
    const start = slices
      ? slices.squares.indexOf(square) * slices.size + group * (groupSize / SQUARES)
      : group * groupSize;
    return { ...to, codes: address + start * codeBytes, kings, away: undefined };
  }
}
