import type { IndexPart } from '../../index/indexPart.ts';
import { SET } from '../../kernel/kernelFrame.ts';
import {
  BARRED,
  type CodeBytes,
  decidedCode,
  ILLEGAL,
  MATED,
  type SlabCodes,
  STALEMATE,
} from '../../table/values.ts';
import { USE } from './window.ts';
import { sides, type WindowParts, type WindowPasses } from './windowPasses.ts';

/** A row of the log, and the code of what it holds. */
type CodeRow = readonly [row: number, code: number];

/**
 * The codes of a table that was solved through a window, made from its log whenever they are asked for. Each worker of the team
 * that solved it has these, as long as its memory is not used for something else.
 */
export class WindowCodes {
  private readonly parts: WindowParts;
  private readonly passes: WindowPasses;
  readonly codeBytes: CodeBytes;
  /** Codes of a task, for each side to move. */
  private readonly taskCodes: number;
  private readonly decided: readonly CodeRow[];
  /** Entered after those, which they replace. */
  private readonly special: readonly CodeRow[];

  constructor(parts: WindowParts, passes: WindowPasses, codeBytes: CodeBytes, lastPly: number) {
    const { slabsOfTask, slabCodes } = parts.shape;
    const { stalemate, barred, mated } = passes.rows;
    this.parts = parts;
    this.passes = passes;
    this.codeBytes = codeBytes;
    parts.frame.useCodeBytes(codeBytes);
    this.taskCodes = slabsOfTask * slabCodes;
    this.decided = Array.from({ length: lastPly + 1 }, (_, ply) => [ply, decidedCode(ply)]);
    this.special = [
      [stalemate, STALEMATE],
      [barred, BARRED],
      [mated, MATED],
    ];
  }

  /** Writes all codes to their place in memory. The workers share the tasks. */
  write(): void {
    this.passes.eachTask((task) => this.make(task));
  }

  /**
   * Puts the codes of a part's units, one unit after another, into shared memory, by side to move. All workers call it
   * together and share the tasks.
   */
  read(part: IndexPart, into: readonly [SlabCodes, SlabCodes]): void {
    const { order, ends } = this.unitsByTask(part);
    const read = (task: number) => {
      const own = order.subarray(ends[task - 1] ?? 0, ends[task]);
      if (own.length === 0) return;
      this.useRoom(task);
      this.make(task);
      for (const side of sides) this.copy(task, own, part, this.codesHere(side), into[side]);
    };
    // Half a part is of no use to anybody.
    this.passes.eachTask(read, () => false);
  }

  /** The indices of a side to move that have one of these codes of wins and losses, in ascending order. For one worker. */
  *find(side: 0 | 1, wanted: readonly number[]): Generator<number> {
    const { log } = this.parts;
    const rows = [...this.decided, ...this.special].filter(([, code]) => wanted.includes(code));
    for (let task = 0; task < this.passes.tasks; task++) {
      if (rows.every(([row]) => log.length({ row, side, task }) === 0)) continue;
      this.useRoom(task);
      const codes = this.codesHere(side).fill(ILLEGAL);
      this.enter(side, task, [...rows, ...this.special]);
      for (let i = 0; i < codes.length; i++) {
        if (wanted.includes(codes[i]!)) yield task * this.taskCodes + i;
      }
    }
  }

  /** Places in a part's list of its units, by task: of a unit that several tasks have codes of, for each. */
  private unitsByTask({ unit, units }: IndexPart): { order: Int32Array; ends: Int32Array } {
    const { taskCodes } = this;
    const last = unit - 1;
    const ends = new Int32Array(this.passes.tasks);
    const eachTask = (visit: (task: number, i: number) => void) => {
      for (let i = 0; i < units.length; i++) {
        const begin = units[i]! * unit;
        const end = Math.floor((begin + last) / taskCodes);
        for (let task = Math.floor(begin / taskCodes); task <= end; task++) visit(task, i);
      }
    };
    eachTask((task) => ends[task]!++);
    let count = 0;
    for (let task = 0; task < ends.length; task++) {
      // For now where the units of the task begin.
      const own = ends[task]!;
      ends[task] = count;
      count += own;
    }
    const order = new Int32Array(count);
    eachTask((task, i) => {
      order[ends[task]!++] = i;
    });
    return { order, ends };
  }

  /** Copies what a task has of some units to their place in a part. */
  private copy(
    task: number,
    places: Int32Array,
    { unit, units }: IndexPart,
    codes: SlabCodes,
    into: SlabCodes,
  ): void {
    const first = task * this.taskCodes;
    for (let k = 0; k < places.length; k++) {
      const i = places[k]!;
      const begin = units[i]! * unit - first;
      if (unit === 1) {
        into[i] = codes[begin]!;
        continue;
      }
      const from = Math.max(0, begin);
      into.set(codes.subarray(from, begin + unit), i * unit + from - begin);
    }
  }

  /** Makes the codes of a task, where the frame says that they lie. */
  private make(task: number): void {
    const { kernel, window } = this.parts;
    this.passes.overPages(task, (first, end) => {
      for (const side of sides) window.use(SET.legal, side, first, USE.write);
      kernel.findLegal();
      for (const side of sides) {
        for (let slab = first; slab < end; slab++) kernel.blankCodes(side, slab);
        window.drop(SET.legal, side, first);
      }
    });
    for (const side of sides) this.enter(side, task, [...this.decided, ...this.special]);
  }

  private enter(side: 0 | 1, task: number, rows: readonly CodeRow[]): void {
    const { kernel, rooms } = this.parts;
    const chunk = rooms.chunks[side];
    for (const [row, code] of rows) {
      const bytes = this.passes.readChunk(row, side, task);
      if (bytes > 0) kernel.enterCode(side, code, chunk, chunk + bytes);
    }
  }

  /** Lets the codes of a task lie in this worker's own room. */
  private useRoom(task: number): void {
    const { frame, rooms } = this.parts;
    const before = task * this.taskCodes * this.codeBytes;
    frame.useCodes(rooms.codes!.map((room) => (room - before) >>> 0));
  }

  /** The codes of the task that was made last. */
  private codesHere(side: 0 | 1): SlabCodes {
    const { memory, rooms } = this.parts;
    const at = rooms.codes![side];
    return this.codeBytes === 2 ? memory.i16(at, this.taskCodes) : memory.i8(at, this.taskCodes);
  }
}
