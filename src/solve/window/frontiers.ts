import type { ChunkName } from './log.ts';
import { type FrontierRooms, sides, type WindowParts, type WindowPasses } from './windowPasses.ts';

/** A chunk of the log that is in memory: addresses. */
interface Chunk {
  readonly from: number;
  readonly end: number;
}

/**
 * What was decided by the last ply, and what is by this one. No window keeps pages of these: both are in the log, where most have
 * few bits. The sets that pieces of a task's slabs move into are made of the task's own chunk; kings move into other tasks, of
 * which the kernel reads the records.
 */
export class Frontiers {
  private readonly parts: WindowParts;
  private readonly passes: WindowPasses;
  private readonly rooms: FrontierRooms;
  /** By task and side on turn: the tasks that its moves lead to. */
  private reachable: (readonly number[] | undefined)[] = [];
  /** Chunks of the last ply, by task and side. */
  private readonly chunks = new Map<number, Chunk>();
  private end = 0;
  private name = 0;
  private row = 0;

  constructor(parts: WindowParts, passes: WindowPasses) {
    this.parts = parts;
    this.passes = passes;
    this.rooms = parts.rooms.frontiers;
  }

  /** Forgets all, for another table or group. */
  clear(): void {
    this.reachable = [];
    this.forget();
  }

  /** Begins a ply after that which decided a row of the log; `name`: of the set. */
  begin(name: number, row: number): void {
    this.name = name;
    this.row = row;
    this.forget();
  }

  /** Lets the kernel find what moves in a task lead into, of these sides on turn. */
  use(task: number, onTurn: readonly (0 | 1)[]): void {
    const { log } = this.parts;
    const wanted = onTurn.flatMap((side) =>
      this.tasksReached(task, side).map((each): ChunkName => {
        return { row: this.row, side: side === 0 ? 1 : 0, task: each };
      }),
    );
    const present = wanted.filter((chunk) => log.length(chunk) > 0);
    const bytesOf = (chunk: ChunkName) => (this.chunkOf(chunk) ? 0 : log.length(chunk));
    const missing = present.reduce((sum, chunk) => sum + bytesOf(chunk), 0);
    if (this.end + missing > this.rooms.chunks + this.rooms.chunksBytes) this.forget();
    for (const chunk of present) {
      const { from, end } = this.chunkOf(chunk) ?? this.bring(chunk);
      if (chunk.task === task) this.unpack(task, chunk.side, from, end);
    }
    const { kernel, frame, shape } = this.parts;
    if (!shape.third) return;
    const { third } = this.rooms;
    const [first] = this.passes.slabsOf(task);
    frame.useThird(kernel.findThirdMoves(this.name, first, third) ? third : 0);
  }

  /** Lets the kernel write a set that this ply decides in a page, both sides. */
  useDecided(name: number, first: number): void {
    const { frame, shape } = this.parts;
    const end = Math.min(first + shape.slabsAtOnce, shape.slabs);
    for (const side of sides) {
      frame.placeSlabs(name, side, first, end, this.rooms.decided[side]);
      this.useDecidedFlags(name, side, first);
    }
  }

  /** The same of its planes' flags only. */
  useDecidedFlags(name: number, side: number, first: number): void {
    this.parts.frame.placeFlags(name, side, first, this.rooms.decidedFlags[side]!);
  }

  private forget(): void {
    this.chunks.clear();
    this.end = this.rooms.chunks;
  }

  private chunkOf({ side, task }: ChunkName): Chunk | undefined {
    return this.chunks.get(2 * task + side);
  }

  private bring(chunk: ChunkName): Chunk {
    const { log, kernel } = this.parts;
    const from = this.end;
    log.read(chunk, from);
    const end = from + log.length(chunk);
    this.end = end;
    kernel.noteRecords(chunk.side, from, end);
    const found = { from, end };
    this.chunks.set(2 * chunk.task + chunk.side, found);
    return found;
  }

  /** Makes the sets of a task. */
  private unpack(task: number, side: 0 | 1, from: number, end: number): void {
    const { kernel, frame } = this.parts;
    const [first, past] = this.passes.slabsOf(task);
    frame.placeSlabs(this.name, side, first, past, this.rooms.sets[side]);
    frame.placeFlags(this.name, side, first, this.rooms.flags[side]);
    for (let record = from; record < end; ) record = kernel.putIn(this.name, side, record);
  }

  private tasksReached(task: number, side: 0 | 1): readonly number[] {
    const { slabsOfTask, slabsAtOnce } = this.parts.shape;
    const known = this.reachable[2 * task + side];
    if (known) return known;
    const found = new Set([task]);
    const [begin, end] = this.passes.slabsOf(task);
    for (let first = begin; first < end; first += slabsAtOnce) {
      for (const slab of this.passes.sourcesOf(side, first)) {
        found.add(Math.floor(slab / slabsOfTask));
      }
    }
    const tasks = [...found];
    this.reachable[2 * task + side] = tasks;
    return tasks;
  }
}
