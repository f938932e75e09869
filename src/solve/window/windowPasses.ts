import type { ConversionRoom } from '../../kernel/conversionRoom.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { drawnPly, type Frame, SET } from '../../kernel/kernelFrame.ts';
import type { KernelMemory } from '../../kernel/kernelMemory.ts';
import { FLAGGED_SETS, SETS_A_SIDE } from '../../kernel/layout.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { Team } from '../sets/team.ts';
import { type Log, lengthOf } from './log.ts';
import { passing, USE, type Use, type Window } from './window.ts';

/** The rows of a log: one for each ply, from 0 on, and then these. */
export class Rows {
  /** How many plies there can be. */
  readonly plies: number;
  readonly stalemate: number;
  readonly barred: number;
  readonly mated: number;
  readonly count: number;
  private readonly distances: number;

  constructor(distanceBits: number) {
    const plies = drawnPly(distanceBits);
    this.plies = plies;
    this.distances = 2 ** distanceBits;
    this.stalemate = plies;
    this.barred = plies + 1;
    this.mated = plies + 2;
    this.count = plies + 3 + 2 * this.distances;
  }

  /** Conversions that win, or lose, in this distance. */
  conversions(wins: boolean, distance: number): number {
    return this.mated + 1 + (wins ? 0 : this.distances) + distance;
  }

  /** The distance of a row of conversions that lose; 0 or less for other rows. */
  losingDistance(row: number): number {
    return row - this.conversions(false, 0);
  }
}

/** What a worker works with. */
export interface WindowParts {
  readonly rules: RuleSet;
  readonly memory: KernelMemory;
  readonly kernel: Kernel;
  readonly frame: Frame;
  readonly team: Team;
  readonly window: Window;
  readonly log: Log;
  readonly shape: WindowShape;
  readonly rooms: WindowRooms;
  /** Has the team been asked to stop? Then passes end early, and what they leave is of no use. */
  readonly stops: () => boolean;
}

export interface WindowShape {
  readonly slabs: number;
  readonly slabsAtOnce: number;
  /** Slabs that a worker takes before it writes to the log: neighbours of each other. */
  readonly slabsOfTask: number;
  readonly slabBytes: number;
  /** Codes of a slab, and of a task, for each side to move. */
  readonly slabCodes: number;
  readonly taskCodes: number;
  readonly planes: number;
  /** Bits of the table's distances, and of those of its conversions. */
  readonly distanceBits: number;
  readonly conversionBits: number;
  readonly forbids: boolean;
  /** Do slabs fix a third piece? */
  readonly third: boolean;
}

/** Addresses of a worker's own memory. */
export interface WindowRooms {
  /** For sets of both sides that no window keeps, by place in {@link passing}. */
  readonly passing: number;
  readonly conversions: ConversionRoom;
  /** By side: for a chunk of the log. */
  readonly chunks: readonly [number, number];
  readonly chunkBytes: number;
  /** For records that go to the log, and the list of their ends; for a list of slabs. */
  readonly records: number;
  readonly ends: number;
  readonly sources: number;
  readonly frontiers: FrontierRooms;
  /** By side: for the codes of a task. */
  readonly codes: readonly [number, number];
  /** For those of other groups of pawns, which moves of pawns lead to. */
  readonly targets: readonly number[];
}

/** For what was decided by the last ply, and what is by this one. */
export interface FrontierRooms {
  /** By side: sets of a task's slabs, of the last ply, and their planes' flags. */
  readonly sets: readonly [number, number];
  readonly flags: readonly [number, number];
  /** By side: those of a page, of this ply. */
  readonly decided: readonly [number, number];
  readonly decidedFlags: readonly [number, number];
  /** For moves of the third piece of a task's slabs, if they fix one. */
  readonly third: number;
  /** See FRONTIER_RECORDS in src/kernel/layout.ts. */
  readonly records: number;
  /** For all chunks that a task needs. */
  readonly chunks: number;
  readonly chunksBytes: number;
}

export const sides = [0, 1] as const;

/** How a worker goes over the slabs of a table, and what it finds there. */
export class WindowPasses {
  readonly rows: Rows;
  readonly tasks: number;
  private readonly parts: WindowParts;
  /** By side and name: a byte per slab, whether the set has bits there. */
  private readonly slabFlags: readonly Uint8Array[];

  constructor(parts: WindowParts) {
    const { slabs, slabsOfTask, distanceBits } = parts.shape;
    this.parts = parts;
    this.rows = new Rows(distanceBits);
    this.tasks = Math.ceil(slabs / slabsOfTask);
    this.slabFlags = parts.frame.slabFlagAddresses.map((at) => parts.memory.u8(at, slabs));
  }

  /** Goes over all slabs, which the workers share: task by task, and in each page by page. */
  pass(
    work: (first: number, end: number) => void,
    after?: (task: number) => void,
    before?: (task: number) => void,
  ): void {
    this.eachTask((task) => {
      before?.(task);
      this.overPages(task, work);
      after?.(task);
    });
  }

  /** Goes over all tasks, which the workers share; over none from when they are asked to stop. */
  eachTask(work: (task: number) => void, stops = this.parts.stops, tasks = this.tasks): void {
    const { kernel, team, window } = this.parts;
    for (let task = team.take(); task < tasks && !stops(); task = team.take()) work(task);
    // What counts slabs begins at 0 again: other frames of this worker share it.
    kernel.workOn(0, 0);
    window.flush();
    team.meet();
  }

  /** Goes over the slabs of a task, page by page. */
  overPages(task: number, work: (first: number, end: number) => void): void {
    const { kernel, window, shape } = this.parts;
    const { slabsAtOnce } = shape;
    const [begin, end] = this.slabsOf(task);
    for (let first = begin; first < end; first += slabsAtOnce) {
      const past = Math.min(first + slabsAtOnce, end);
      window.begin();
      kernel.workOn(first, past);
      work(first, past);
    }
  }

  /** The slabs of a task: the first, and the one past the last. */
  slabsOf(task: number): readonly [first: number, end: number] {
    const { slabs, slabsOfTask } = this.parts.shape;
    return [task * slabsOfTask, Math.min((task + 1) * slabsOfTask, slabs)];
  }

  /** Brings in a set that is named with its side. */
  useNamed(set: number, first: number, use: Use): void {
    const [name, side] = [set % SETS_A_SIDE, Math.floor(set / SETS_A_SIDE)];
    this.parts.window.use(name, side, first, use);
  }

  /** Brings in the set of the other side that unmoves of `color` are found from. */
  useSources(color: number, name: number, first: number): void {
    for (const slab of this.sourcesOf(color, first)) {
      this.parts.window.use(name, 1 - color, slab, USE.read);
    }
  }

  /** The slabs that the unmoves of a page are found from. */
  *sourcesOf(color: number, first: number): Generator<number> {
    const { kernel, memory, shape, rooms } = this.parts;
    const end = Math.min(first + shape.slabsAtOnce, shape.slabs);
    for (let slab = first; slab < end; slab++) {
      const count = kernel.listSources(color, slab, rooms.sources);
      yield* memory.i32(rooms.sources, count);
    }
  }

  /** Can moves from these slabs lead into what was decided last? */
  isReached(from: number, side: number, first: number, end: number): boolean {
    const flags = this.flags(from, 1 - side);
    if (this.isAny(from, 1 - side, first, end)) return true;
    for (const slab of this.sourcesOf(side, first)) if (flags[slab]) return true;
    return false;
  }

  /** Lets the kernel find sets that no window keeps, in the slabs from `first` on. */
  usePassing(first: number): void {
    const { frame, shape, rooms } = this.parts;
    const { slabs, slabsAtOnce, forbids } = shape;
    const end = Math.min(first + slabsAtOnce, slabs);
    for (const side of sides) {
      for (const name of passing) {
        if (name === SET.forbidden && !forbids) continue;
        frame.placeSlabs(name, side, first, end, this.passingAt(name, side));
      }
    }
    frame.conversionsFrom(first, rooms.conversions);
  }

  /** Where a set is that no window keeps. */
  passingAt(name: number, side: number): number {
    return this.parts.rooms.passing + (2 * passing.indexOf(name) + side) * this.unitBytes;
  }

  /** Bytes of a page. */
  get unitBytes(): number {
    const { slabsAtOnce, slabBytes } = this.parts.shape;
    return slabsAtOnce * slabBytes;
  }

  /** Reads a chunk of the log to its side's room, or to another that is as large. Returns its bytes, 0 if there is none. */
  readChunk(row: number, side: 0 | 1, task: number, room = this.parts.rooms.chunks[side]): number {
    const { log } = this.parts;
    const chunk = { row, side, task };
    const bytes = log.length(chunk);
    this.checkFits(bytes);
    if (bytes > 0) log.read(chunk, room);
    return bytes;
  }

  /** Appends a chunk to the log, of the room for which nothing else is needed. */
  writeChunk(row: number, side: 0 | 1, task: number, pieces: readonly Uint8Array[]): void {
    const { log, rooms } = this.parts;
    this.checkFits(lengthOf(pieces));
    log.append({ row, side, task }, pieces, rooms.chunks[side]);
  }

  private checkFits(bytes: number): void {
    if (bytes > this.parts.rooms.chunkBytes) throw new Error(`a chunk of ${bytes} bytes`);
  }

  /** Keeps a copy of the record that was just packed, which ends at `end`. */
  keep(pieces: Uint8Array[], end: number): void {
    const { memory, rooms } = this.parts;
    const from = rooms.records;
    if (end > from) pieces.push(memory.u8(from, end - from).slice());
  }

  /** The slab of a record. */
  slabAt(record: number): number {
    return this.parts.memory.i32At(record);
  }

  /** Has the set bits in any of these slabs? */
  isAny(name: number, side: number, first: number, end: number): boolean {
    const flags = this.flags(name, side);
    for (let slab = first; slab < end; slab++) if (flags[slab]) return true;
    return false;
  }

  /** A byte per slab: has the set bits there? */
  flags(name: number, side: number): Uint8Array {
    return this.slabFlags[side * FLAGGED_SETS + name]!;
  }
}
