import type { Square } from '../../../src/board/board.ts';
import { compileGeneral, instantiateGeneral } from '../../../src/kernel/general/kernel.ts';
import { SETS } from '../../../src/kernel/general/layout.ts';
import { PLACED } from '../../../src/kernel/general/sets.ts';
import { KernelMemory, makeMemory } from '../../../src/kernel/kernelMemory.ts';
import type { Piece } from '../../../src/pieces/army.ts';
import { codeOf, type Mover } from '../../../src/pieces/mover.ts';
import type { RuleSet } from '../../../src/rules/ruleset.ts';
import { Crew } from '../../../src/solve/general/crew.ts';
import { type WrittenMovement, writeMover } from '../../../src/solve/general/movement.ts';
import { PathWriter } from '../../../src/solve/general/pathWriter.ts';
import { type FramePiece, type SetId, TableFrame } from '../../../src/solve/general/tableFrame.ts';
import { writePlaces, writeSymmetries } from '../../../src/solve/general/tablePlaces.ts';
import { shapeOf, type TableShape } from '../../../src/solve/general/tableShape.ts';

/** Writes how a piece moves: {@link writeMover}, or another form of the same. */
export type WriteMovement = (writer: PathWriter, mover: Mover, keeps: Keeps) => WrittenMovement;
/** May the piece move to this square and stay what it is? */
export type Keeps = (square: Square) => boolean;

/** A table of any pieces in the kernel's memory, and access to its sets one placement at a time. */
export class Field {
  readonly rules: RuleSet;
  readonly men: readonly Piece[];
  readonly shape: TableShape;
  readonly frame: TableFrame;
  /** All placements of pieces on squares of their own, each where it may stand. */
  readonly placed: SetId;
  private readonly memory: KernelMemory;
  private readonly writer: PathWriter;

  /** `goals`: the squares of a piece's goal, by man. */
  constructor(
    rules: RuleSet,
    men: readonly Piece[],
    more: { readonly goals?: readonly (readonly Square[])[]; readonly write?: WriteMovement } = {},
  ) {
    const { board, variant } = rules;
    const {
      goals = [],
      write = (writer, mover, keeps) => writeMover(writer, board, mover, keeps, []),
    } = more;
    this.rules = rules;
    this.men = men;
    this.shape = shapeOf(rules, { name: '', men }, () => true);
    this.memory = new KernelMemory(makeMemory(1 << 20, false), true);
    const { memory, shape } = this;
    const { words } = shape;
    this.writer = new PathWriter(memory, board, words);
    const kernel = instantiateGeneral(compileGeneral(words, false), memory.memory);
    const pieces = shape.order.map((i) => this.framePiece(men[i]!, goals[i] ?? [], write));
    this.frame = new TableFrame(memory, new Crew(kernel), this.writer, shape, pieces, {
      codes: [0, 0],
      places: writePlaces(memory, shape, writeSymmetries(memory, shape)),
      blasts: variant.equipment.laws.blast !== undefined,
    });
    this.frame.use();
    this.placed = this.frame.set(PLACED, 0);
    this.frame.run('findPlaced', this.placed);
  }

  private framePiece(man: Piece, goal: readonly Square[], write: WriteMovement): FramePiece {
    const { equipment } = this.rules.variant;
    const code = codeOf(man);
    const { royal } = this.rules.army[man.kind]!;
    const alike = this.men.filter(({ kind, color }) => kind === man.kind && color === man.color);
    const stands = equipment.stands[code]!;
    return {
      color: man.color,
      isRoyal: royal === 'only' || (royal !== undefined && alike.length <= royal),
      movement: write(this.writer, equipment.mover(code), keepsOf(this.rules, man)),
      stands: this.writer.squares([...stands.keys()].filter((square) => stands[square])),
      goal: goal.length === 0 ? 0 : this.writer.squares(goal),
      sheltered: false,
      immune: false,
    };
  }

  /** How many placements there are, with those that are equal by symmetry. */
  get size(): number {
    return this.shape.size;
  }

  /** The squares of the placement at a place in memory, by man. */
  squares(place: number, out: Square[] = []): Square[] {
    const { board, fixedMen, cells, order, leaders } = this.shape;
    const slab = Math.floor(place / cells);
    for (let i = 0; i < fixedMen; i++) out[order[i]!] = leaders.squares[slab * fixedMen + i]!;
    let rest = place % cells;
    for (let i = this.men.length - 1; i >= fixedMen; i--) {
      out[order[i]!] = rest % board.size;
      rest = Math.floor(rest / board.size);
    }
    return out;
  }

  /** The place of a placement, or undefined if no slab has its leaders. */
  place(squares: readonly Square[]): number | undefined {
    const { board, fixedMen, order, leaders, symmetries } = this.shape;
    const own = order.map((slot) => squares[slot]!);
    const number = own.slice(0, fixedMen).reduce((sum, square) => sum * board.size + square, 0);
    const entry = leaders.entries[number]!;
    if (entry < 0) return undefined;
    const symmetry = symmetries[entry & 7]!;
    const others = own.slice(fixedMen).map((square) => symmetry[square]!);
    return others.reduce((sum, square) => sum * board.size + square, entry >> 3);
  }

  has(set: SetId, place: number | undefined): boolean {
    if (place === undefined) return false;
    const bit = this.bit(place);
    return ((this.bytes(set)[bit >> 3]! >> (bit & 7)) & 1) === 1;
  }

  /** Fills a set with those placements on squares of their own that `member` accepts, by index. */
  fill(set: SetId, member: (index: number) => boolean): void {
    const bytes = this.bytes(set).fill(0);
    const placed = this.bytes(this.placed);
    const squares: Square[] = [];
    for (let place = 0; place < this.size; place++) {
      const bit = this.bit(place);
      if (((placed[bit >> 3]! >> (bit & 7)) & 1) === 0) continue;
      if (member(this.shape.placements.index(this.squares(place, squares)))) {
        bytes[bit >> 3]! |= 1 << (bit & 7);
      }
    }
  }

  /** The bytes of a set, with those between its words. */
  bytes(set: SetId): Uint8Array {
    const { memory, frame, shape } = this;
    const address = memory.u32(frame.address + SETS + 4 * set, 1)[0]!;
    return memory.u8(address, shape.slabs * shape.slabBytes);
  }

  /** Where the bit of a placement is in a set. */
  private bit(place: number): number {
    const { board, cells, rows, words, planeBytes, slabBytes } = this.shape;
    const slab = Math.floor(place / cells);
    const cell = place % cells;
    const word = Math.floor(cell / board.size);
    const bytes =
      slab * slabBytes + Math.floor(word / rows) * planeBytes + (word % rows) * words * 8;
    return 8 * bytes + (cell % board.size);
  }
}

export function keepsOf({ army, variant }: RuleSet, man: Piece): Keeps {
  const ends = variant.equipment.promotes[codeOf(man)]!;
  return (square) => army[man.kind]!.mayStay === true || !ends[square];
}

/** Placements looked at in a table, at least. */
const LOOKS = 1500;

/** All numbers below `size`, or a sample of them, from one of them on. */
export function someNumbers(size: number, from = 0): readonly number[] {
  if (size <= 2 * LOOKS) return Array.from({ length: size }, (_, number) => number);
  // One more than a multiple of 2, 3, 5, 7, 11 and 13: so all squares of a man occur, on boards with such sides.
  const step = 30030 * Math.ceil(size / LOOKS / 30030) + 1;
  return Array.from({ length: LOOKS }, (_, k) => (from + k * step) % size);
}
