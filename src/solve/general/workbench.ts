import { compileGeneral, instantiateGeneral } from '../../kernel/general/kernel.ts';
import { wordsFor } from '../../kernel/general/lanes.ts';
import * as at from '../../kernel/general/layout.ts';
import { KernelMemory, makeMemory } from '../../kernel/kernelMemory.ts';
import { type Color, opposite, type Piece } from '../../pieces/army.ts';
import { codeOf, type PieceCode } from '../../pieces/mover.ts';
import { endgameOf } from '../../rules/endgame.ts';
import { isExtinct, overByMen, reachOf } from '../../rules/ends.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { type Material, orient } from '../../table/material.ts';
import type { Statistics } from '../../table/statistics.ts';
import type { Table } from '../../table/table.ts';
import { lostIn, wonIn } from '../../table/value.ts';
import { PlyValues } from '../../table/values.ts';
import type { Progress } from '../reference/moveGraph.ts';
import { type Conversion, listConversions } from './conversionList.ts';
import { CREW_BYTES, Crew, type Followers } from './crew.ts';
import { type WrittenMovement, writeMover } from './movement.ts';
import { PathWriter } from './pathWriter.ts';
import { isRoyalAmong } from './royals.ts';
import { Solve } from './solve.ts';
import { type FramePiece, sides, TableFrame } from './tableFrame.ts';
import {
  type TablePlaces,
  type WrittenSymmetries,
  writePlaces,
  writeSymmetries,
} from './tablePlaces.ts';
import { shapeOf, type TableShape } from './tableShape.ts';
import { findOver, needsConversions } from './terminal.ts';

/** A solved table, and what it holds. */
export interface CountedTable extends Table {
  readonly statistics: Statistics;
}

/** A table whose codes conversions read. */
interface Target {
  readonly shape: TableShape;
  /** The address of the descriptor of its places. */
  readonly table: number;
  /** By side to move: the address of its codes. Positions that a move may not lead to have none, and those where the game is over have. */
  readonly codes: readonly [number, number];
}

/** What one solve needs in the kernel's memory: the pieces' movements, and the tables that conversions lead to. */
export class Workbench {
  readonly rules: RuleSet;
  private readonly tables: (name: string) => Table;
  private readonly memory: KernelMemory;
  private readonly crew: Crew;
  private readonly writer: PathWriter;
  private readonly words: 1 | 2 | 4;
  private readonly movements: WrittenMovement[] = [];
  private readonly stands: number[] = [];
  private readonly goals: number[] = [];
  private readonly targets = new Map<string, Target>();
  private readonly symmetries = new Map<string, WrittenSymmetries>();
  private flip: number | undefined;
  /** No conversion wins or loses in more plies. */
  private longest = 1;

  /** `followers`: threads to share the work with; it then lies in memory that threads can share. */
  constructor(rules: RuleSet, tables: (name: string) => Table, followers?: Followers) {
    const { board } = rules;
    this.rules = rules;
    this.tables = tables;
    this.words = wordsFor(board.size);
    const isShared = followers !== undefined;
    const memory = makeMemory(1 << 22, isShared);
    this.memory = new KernelMemory(memory, true);
    const module = compileGeneral(this.words, isShared);
    const kernel = instantiateGeneral(module, memory);
    if (followers) {
      const words = new SharedArrayBuffer(CREW_BYTES);
      this.crew = new Crew(kernel, 1 + followers.count, words);
      followers.start({ module, memory, words });
    } else this.crew = new Crew(kernel);
    this.writer = new PathWriter(this.memory, board, this.words);
  }

  solve(material: Material, progress: Progress = () => {}): CountedTable {
    const shape = shapeOf(this.rules, material);
    const codes = this.allocateCodes(shape);
    const { memory } = this;
    const lists = this.writeConversions(shape.men);
    const frame = this.layOut(shape, codes, this.placesOf(shape));
    for (const side of sides) frame.setConversions(side, lists[side]!);
    const solved = new Solve(this.rules, frame, memory, this.longest, progress).run();
    return { ...endgameOf(this.rules, material), ...solved };
  }

  /** Sends the followers home. */
  close(): void {
    this.crew.dismiss();
  }

  private allocateCodes({ size }: TableShape): readonly [number, number] {
    const side = () => this.memory.allocate(2 * size);
    return [side(), side()];
  }

  private placesOf(shape: TableShape): TablePlaces {
    const key = shape.symmetries.join(';');
    const symmetries = this.symmetries.get(key) ?? writeSymmetries(this.memory, shape);
    this.symmetries.set(key, symmetries);
    return writePlaces(this.memory, shape, symmetries);
  }

  private layOut(
    shape: TableShape,
    codes: readonly [number, number],
    places: TablePlaces,
  ): TableFrame {
    const { memory, crew, writer } = this;
    const pieces = shape.men.map((piece) => this.framePiece(piece, shape.men));
    const blasts = this.rules.variant.equipment.laws.blast !== undefined;
    return new TableFrame(memory, crew, writer, shape, pieces, { codes, places, blasts });
  }

  private framePiece(piece: Piece, men: readonly Piece[]): FramePiece {
    const { laws } = this.rules.variant.equipment;
    const code = codeOf(piece);
    return {
      color: piece.color,
      isRoyal: isRoyalAmong(this.rules, piece, men),
      movement: this.movementOf(code, piece),
      stands: this.standsOf(code),
      goal: this.goalOf(piece),
      sheltered: laws.blast?.sheltered.includes(piece.kind) ?? false,
      immune: laws.blast?.immune.includes(piece.kind) ?? false,
    };
  }

  private movementOf(code: PieceCode, { kind }: Piece): WrittenMovement {
    const { equipment } = this.rules.variant;
    const { promotes, army, board } = equipment;
    const { mayStay, promotesLater } = army[kind]!;
    const ends = promotes[code]!;
    const keeps = (square: number) => mayStay === true || !ends[square];
    const later = promotesLater ? [...ends.keys()].filter((at) => ends[at]) : [];
    this.movements[code] ??= writeMover(this.writer, board, equipment.mover(code), keeps, later);
    return this.movements[code];
  }

  private standsOf(code: PieceCode): number {
    const stands = this.rules.variant.equipment.stands[code]!;
    this.stands[code] ??= this.writer.squares([...stands.keys()].filter((at) => stands[at]));
    return this.stands[code];
  }

  private goalOf(piece: Piece): number {
    const { goal, equipment } = this.rules.variant;
    if (!goal) return 0;
    const { region, kinds } = reachOf(equipment, goal, piece.color);
    if (!kinds[piece.kind]) return 0;
    const code = codeOf(piece);
    this.goals[code] ??= this.writer.squares([...region.keys()].filter((at) => region[at]));
    return this.goals[code];
  }

  /** Writes both sides' conversions, and makes the tables that they lead to. */
  private writeConversions(men: readonly Piece[]): readonly number[] {
    const lists = sides.map((color) =>
      listConversions(this.rules, men, color).map((conversion) => ({
        conversion,
        outcomes: this.outcomesOf(conversion, men, color),
      })),
    );
    const { memory, writer, words } = this;
    const { goal, equipment } = this.rules.variant;
    const { laws } = equipment;
    const answers = goal?.answer ? 1 : 0;
    return lists.map((conversions) => {
      const bytes = 8 + at.CONVERSION_BYTES * conversions.length;
      const list = memory.allocate(bytes);
      memory.u8(list, bytes).fill(0);
      memory.setI32(list, conversions.length);
      for (const [i, { conversion, outcomes }] of conversions.entries()) {
        const address = list + 8 + at.CONVERSION_BYTES * i;
        const { mover, victim, where, men: after } = conversion;
        const outlasts = laws.blast?.immune.includes(after[mover]!.kind) ?? false;
        memory.setI32(address + at.MOVER, mover);
        memory.setI32(address + at.VICTIM, victim);
        memory.setI32(address + at.OUTCOMES, outcomes);
        memory.setI32(address + at.NUMBER, Math.min(i, at.MOST_KEPT));
        memory.setI32(address + at.ANSWERS, answers);
        memory.setI32(address + at.OUTLASTS, outlasts ? 1 : 0);
        memory.u8(address + at.WHERE, 8 * words).fill(0);
        writer.put(address + at.WHERE, where);
      }
      return list;
    });
  }

  /** What a conversion leads to, by the set of men that it removes. */
  private outcomesOf(
    { mover, victim, men: after }: Conversion,
    men: readonly Piece[],
    color: Color,
  ): number {
    const { memory } = this;
    const count = 1 << men.length;
    const { blast } = this.rules.variant.equipment.laws;
    const address = memory.allocate(4 * count);
    const outcomes = new Array<number>(count).fill(0);
    for (let removed = 0; removed < count; removed++) {
      const isUsual = victim < 0 ? removed === 0 : removed === 1 << victim;
      const isBlast = blast && victim >= 0 && (removed >> victim) & 1;
      if (!isUsual && !isBlast) continue;
      const left = after.filter(({ of }) => !((removed >> of) & 1));
      const gone = men.flatMap((piece, i) => ((removed >> i) & 1 ? [{ ...piece, i }] : []));
      if (blast && gone.some(({ i }) => i !== victim && this.mayNotGo(i, mover, after))) continue;
      const isRoyalGone = (of: Color) =>
        victim >= 0 &&
        blast !== undefined &&
        gone.some(({ i }) => men[i]!.color === of && isRoyalAmong(this.rules, men[i]!, men));
      outcomes[removed] = isRoyalGone(color)
        ? 0
        : this.outcomeOf(left, men.length, opposite(color), isRoyalGone(opposite(color)));
    }
    memory.u32(address, count).set(outcomes);
    return address;
  }

  private mayNotGo(i: number, mover: number, men: readonly Piece[]): boolean {
    const { immune, sheltered } = this.rules.variant.equipment.laws.blast!;
    const { kind } = men[i]!;
    return immune.includes(kind) || (i !== mover && sheltered.includes(kind));
  }

  /** `count`: of the men before. `turn`: the side to move then. `always`: is the move legal whatever attacks what? */
  private outcomeOf(left: Conversion['men'], count: number, turn: Color, always: boolean): number {
    const { rules, memory } = this;
    const { variant } = rules;
    const address = memory.allocate(at.OUTCOME_BYTES);
    memory.u8(address, at.OUTCOME_BYTES).fill(0);
    const set = (offset: number, value: number) => memory.setI32(address + offset, value);
    const over = overByMen(variant, left, turn);
    const isOneSided = left.every(({ color }) => color === left[0]!.color);
    const isSafe = always || isOneSided || !left.some((piece) => isRoyalAmong(rules, piece, left));
    const isDrawn = rules.isSettled(left) && !variant.goal && !variant.bareRoyalLoses;
    if (isSafe && (over || isDrawn || isOneSided)) {
      set(at.KIND, 1);
      const wdl = over?.wdl ?? 0;
      // For the side that has moved.
      set(at.CODE, wdl === 0 ? 0 : wdl < 0 ? wonIn(1) : lostIn(1));
      // A goal counts before the want of pieces.
      if (isOneSided && !isExtinct(variant, left, turn)) {
        const code = this.codeOfGoal(left, turn);
        if (code !== undefined) {
          set(at.GOALS_LEFT, this.goalsOf(left, count));
          set(at.GOAL_LEAST, variant.goal?.count ?? 1);
          set(at.GOAL_CODE, code);
        }
      }
      return address;
    }
    const { material, flipped } = orient(left, rules);
    const target = this.target(material);
    const taken = new Set<number>();
    const sources = target.shape.men.map((slot) => {
      const piece = left.find(({ of, kind, color }) => {
        const as = flipped ? opposite(color) : color;
        return kind === slot.kind && as === slot.color && !taken.has(of);
      })!;
      taken.add(piece.of);
      return piece.of;
    });
    const slots = memory.allocate(sources.length);
    memory.u8(slots, sources.length).set(sources);
    set(at.KIND, 2);
    set(at.TABLE, target.table);
    set(at.TABLE_CODES, target.codes[flipped ? opposite(turn) : turn]);
    set(at.SOURCES, slots);
    set(at.FLIP, flipped ? this.flipMap() : 0);
    return address;
  }

  /**
   * What a move is worth that leaves men of one side alone, enough of them on their goal, for the side that made it; undefined if that
   * decides nothing. `turn`: the side to move then. See `reachedOf` in rules/ends.ts.
   */
  private codeOfGoal(left: readonly Piece[], turn: Color): number | undefined {
    const { goal, equipment } = this.rules.variant;
    const side = left[0]?.color;
    if (!goal || side === undefined) return undefined;
    if (side === turn) return lostIn(1);
    const isAtOnce = !goal.answer || goal.safe || reachOf(equipment, goal, turn).byKing;
    return isAtOnce ? wonIn(1) : undefined;
  }

  /** Writes the goals of these men, by man of the table, of which there are `count`. */
  private goalsOf(left: Conversion['men'], count: number): number {
    const { memory } = this;
    const goals = new Array<number>(count).fill(0);
    for (const piece of left) goals[piece.of] = this.goalOf(piece);
    const address = memory.allocate(4 * count);
    memory.u32(address, count).set(goals);
    return address;
  }

  private flipMap(): number {
    const { board, flip } = this.rules;
    if (this.flip === undefined) {
      this.flip = this.memory.allocate(board.size);
      this.memory.u8(this.flip, board.size).set(flip!);
    }
    return this.flip;
  }

  /** A table that conversions lead to: made ready on first use. */
  private target(material: Material): Target {
    const known = this.targets.get(material.name);
    if (known) return known;
    const { rules, memory } = this;
    const shape = shapeOf(rules, material);
    const codes = this.allocateCodes(shape);
    const places = this.placesOf(shape);
    const target = { shape, table: places.table, codes };
    const lists = needsConversions(rules, material) ? this.writeConversions(shape.men) : undefined;
    // All that stays is allocated before: movements too.
    for (const piece of shape.men) this.framePiece(piece, shape.men);
    this.targets.set(material.name, target);
    const mark = memory.mark();
    const frame = this.layOut(shape, codes, places);
    if (lists) for (const side of sides) frame.setConversions(side, lists[side]!);
    frame.use();
    const { legal, ends, banned } = findOver(rules, frame, lists !== undefined);
    const isSettled = rules.isSettled(material.men);
    const table = isSettled ? undefined : this.tables(material.name);
    for (const side of sides) {
      if (table) this.spread(frame, table, side);
      else {
        memory.i16(codes[side], shape.size).fill(at.UNCOVERED);
        frame.enter(side, legal[side], 0);
      }
      for (const { set, code } of ends[side]) frame.enter(side, set, code);
      if (banned) frame.enter(side, banned[side], at.UNCOVERED);
    }
    memory.release(mark);
    return target;
  }

  /** Writes a finished table's values to the places of its placements. */
  private spread(frame: TableFrame, { values }: Table, side: Color): void {
    const { memory } = this;
    const from = values[side];
    const mark = memory.mark();
    const address = memory.allocate(2 * from.length);
    const to = memory.i16(address, from.length);
    if (from instanceof PlyValues) to.set(from.plies);
    else for (let index = 0; index < to.length; index++) to[index] = from.at(index);
    this.longest = Math.max(this.longest, frame.run('spreadCodes', side, address));
    memory.release(mark);
  }
}
