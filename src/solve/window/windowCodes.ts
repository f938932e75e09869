import type { IndexPart } from '../../index/indexPart.ts';
import type { CodeBytes, SlabCodes } from '../../table/values.ts';
import { sides, type WindowPasses } from './windowPasses.ts';

/** The codes of a solved table, of which a worker makes those of one task at a time: each has as many that follow in the index. */
export interface CodeTasks {
  readonly codeBytes: CodeBytes;
  /** The number of tasks. */
  readonly tasks: number;
  /** Codes of a task, for each side to move. */
  readonly taskCodes: number;
  /** Makes the codes of a task. */
  make(task: number): void;
  /** The same of one side, if it may have some of these codes of wins and losses; others may be missing. False if not. */
  makeSome(task: number, side: 0 | 1, wanted: readonly number[]): boolean;
  /** The codes that were made last. */
  here(side: 0 | 1): SlabCodes;
}

/**
 * The codes of a table that was solved through a window, made whenever they are asked for. Each worker of the team that solved it
 * has these, as long as its memory is not used for something else.
 */
export class WindowCodes {
  private readonly passes: WindowPasses;
  private readonly codes: CodeTasks;

  constructor(passes: WindowPasses, codes: CodeTasks) {
    this.passes = passes;
    this.codes = codes;
  }

  get codeBytes(): CodeBytes {
    return this.codes.codeBytes;
  }

  /**
   * Puts the codes of a part's units, one unit after another, into shared memory, by side to move. All workers call it
   * together and share the tasks.
   */
  read(part: IndexPart, into: readonly [SlabCodes, SlabCodes]): void {
    const { codes } = this;
    const { order, ends } = this.unitsByTask(part);
    const read = (task: number) => {
      const own = order.subarray(ends[task - 1] ?? 0, ends[task]);
      if (own.length === 0) return;
      codes.make(task);
      for (const side of sides) this.copy(task, own, part, codes.here(side), into[side]);
    };
    // Half a part is of no use to anybody.
    this.passes.eachTask(read, () => false, codes.tasks);
  }

  /** The indices of a side to move that have one of these codes of wins and losses, in ascending order. For one worker. */
  *find(side: 0 | 1, wanted: readonly number[]): Generator<number> {
    const { tasks, taskCodes } = this.codes;
    for (let task = 0; task < tasks; task++) {
      if (!this.codes.makeSome(task, side, wanted)) continue;
      const codes = this.codes.here(side);
      for (let i = 0; i < codes.length; i++) {
        if (wanted.includes(codes[i]!)) yield task * taskCodes + i;
      }
    }
  }

  /** Places in a part's list of its units, by task: of a unit that several tasks have codes of, for each. */
  private unitsByTask({ unit, units }: IndexPart): { order: Int32Array; ends: Int32Array } {
    const { taskCodes, tasks } = this.codes;
    const last = unit - 1;
    const ends = new Int32Array(tasks);
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
    const first = task * this.codes.taskCodes;
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
}
