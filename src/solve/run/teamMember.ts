import type { SlabPlacements } from '../../index/slabPlacements.ts';
import type { CodesRoom } from '../../index/slices.ts';
import { makeKernel } from '../../kernel/kernel.ts';
import { KernelMemory } from '../../kernel/kernelMemory.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { Material } from '../../table/material.ts';
import type { SlabCodes } from '../../table/values.ts';
import type { CheckpointEvent, SolverEvent } from '../generation.ts';
import type { CheckpointStore } from '../sets/checkpoint.ts';
import { Control, type TeamProgress } from '../sets/control.ts';
import { checkDistance, codeBytesFor } from '../sets/distanceBits.ts';
import type { Dependency } from '../sets/solvedTables.ts';
import { SetSolver, type SolvedCounts, type SolveOptions } from '../sets/solver.ts';
import { longestOf } from '../sets/statistics.ts';
import type { Team } from '../sets/team.ts';
import type { ThroughWindow } from '../window/runs.ts';
import type { WindowCodes } from '../window/windowCodes.ts';
import { placeInto } from './codeReuse.ts';
import { isBrief, isResident } from './dependencies.ts';
import {
  dependencyBytes,
  hasLastingLog,
  isInParts,
  ownTable,
  reusedRun,
  type SolveStep,
} from './memoryPlan.ts';
import type { TeamTask } from './teamTask.ts';

/** A table just solved. */
interface Solved {
  readonly material: Material;
  readonly placements: SlabPlacements;
  readonly counts: SolvedCounts;
  /** When work on it began, by performance.now(), and the seconds of solving alone. */
  readonly began: number;
  readonly solveSeconds: number;
}

export interface SolvedTable extends Solved {
  /** By side to move; still in the kernel's memory. */
  readonly codes: readonly [SlabCodes, SlabCodes];
}

/** A table whose codes are never in memory all at once. */
export interface SolvedInParts extends Solved {
  readonly codes: WindowCodes;
  /** The workers that solved it. */
  readonly team: Team;
}

/** Source and destination of finished tables. */
export interface TableSink {
  readonly checkpoints?: CheckpointStore;
  /** Called by worker 0 only, as is {@link write}. */
  publish(event: SolverEvent): void;
  /** Stores the part of a finished table that is needed. Each worker of the team calls it, and they may share the work. */
  read(dependency: Dependency, room: CodesRoom, team: Team): Promise<void>;
  write(solved: SolvedTable): Promise<void>;
}

/** What tables have that are solved through a window. */
export interface WindowSite {
  /** Solves a table through a window of so many bytes. `lasts`: its log outlives the run. */
  throughWindow(material: Material, bytes: number, lasts: boolean): ThroughWindow;
  /** Stores a table of which {@link write} would need all codes at once. Each worker that solved it calls this. */
  writeInParts(solved: SolvedInParts): Promise<void>;
}

/** How often progress is published, in milliseconds: of small tables, plies take less than a message. */
const PROGRESS_EVERY = 100;

/** Allocates `bytes` bytes and returns their address. */
type Allocate = (bytes: number) => number;

/** One of the workers that solve tables together, one after another. Each makes the same calls. */
export class TeamMember {
  private readonly solver: SetSolver;
  private readonly sink: TableSink;
  private readonly control: Control;
  private readonly pause: (() => Promise<void>) | undefined;
  private readonly windows: WindowSite | undefined;

  /** `pause`: awaited between plies and tables, on a thread that has other work to do too. */
  constructor(
    rules: RuleSet,
    { memory, control, index, workers }: Pick<TeamTask, 'memory' | 'control' | 'index' | 'workers'>,
    sink: TableSink,
    pause?: () => Promise<void>,
    windows?: WindowSite,
  ) {
    this.solver = new SetSolver(
      rules,
      new KernelMemory(memory),
      makeKernel(memory),
      index,
      workers,
    );
    this.control = new Control(control);
    this.sink = sink;
    this.pause = pause;
    this.windows = windows;
  }

  /** Solves one table after another. Resolves to false if it was asked to stop. */
  async workOff(steps: readonly SolveStep[]): Promise<boolean> {
    for (const step of steps) {
      if (!(await this.solveStep(step))) return false;
      if (this.pause) await this.pause();
    }
    return true;
  }

  /** Reads what a table depends on, solves it, and writes it to the sink. Resolves to false if it was asked to stop. */
  private async solveStep(step: SolveStep): Promise<boolean> {
    const { material, dependencies } = step;
    const { solver } = this;
    const began = performance.now();
    for (const each of dependencies) {
      if (isResident(each.material) && !solver.tables.get(each.material.name))
        await this.load(each);
    }
    const inParts = isInParts(step);
    const stays = isResident(material) && !inParts;
    if (stays) solver.tables.place(ownTable(step));
    const mark = solver.memory.mark();
    if (!stays) solver.tables.place(ownTable(step));
    const temporary = dependencies.filter((each) => !isResident(each.material));
    const rooms = this.roomsFor(step, temporary);
    for (const [i, each] of temporary.entries()) await this.load(each, rooms[i]!);

    const alone = isBrief(material);
    if (!alone || solver.team.index === 0) {
      const finished = await this.makeTable(step, began);
      if (!finished) return false;
    }
    // From here on it is read from where it was written.
    if (inParts) solver.tables.remove(material.name);
    if (alone) return true;
    solver.team.meet();
    for (const each of temporary) solver.tables.remove(each.material.name);
    solver.memory.release(mark);
    return true;
  }

  /** Solves a table whose dependencies are in memory, and writes it to the sink. */
  private async makeTable(step: SolveStep, began: number): Promise<boolean> {
    const { material } = step;
    const { solver, sink, windows } = this;
    const { tables } = solver;
    const table = tables.get(material.name)!;
    const { placements } = table;
    const solving = performance.now();
    const solvedWith = (counts: SolvedCounts) => {
      const solveSeconds = (performance.now() - solving) / 1000;
      return { material, placements, counts, began, solveSeconds };
    };
    let options = this.optionsFor(step);
    if (isInParts(step)) {
      const take: SolveOptions['take'] = (counts, codesOf, team) => {
        checkDistance(material, longestOf(counts), step);
        const codes = codesOf(codeBytesFor(step.distanceBits));
        return windows!.writeInParts({ ...solvedWith(counts), codes, team });
      };
      options = { ...options, take };
    }
    const counts = await solver.solveTable(material, options, isBrief(material));
    if (!counts) return false;
    if (solver.team.index > 0 || options.take) return true;
    const codes = [tables.codes(table, 0), tables.codes(table, 1)] as const;
    await sink.write({ ...solvedWith(counts), codes });
    return true;
  }

  private optionsFor(step: SolveStep): SolveOptions {
    const { material, window } = step;
    const { sink, solver, pause, windows } = this;
    const table = material.name;
    const publishes = solver.team.index === 0;
    const keepsCheckpoints = !isResident(material) && sink.checkpoints;
    const lasts = hasLastingLog(step);
    return {
      control: isBrief(material) ? new Control() : this.control,
      ...(publishes
        ? {
            progress: atTimes((progress) => sink.publish({ kind: 'progress', table, ...progress })),
          }
        : {}),
      ...(keepsCheckpoints
        ? {
            checkpoints: sink.checkpoints,
            onCheckpoint: (event: CheckpointEvent) => sink.publish(event),
          }
        : {}),
      ...(pause ? { pause } : {}),
      ...(window !== undefined ? { window: windows!.throughWindow(material, window, lasts) } : {}),
    };
  }

  /**
   * For each dependency, a function that allocates its memory: where codes of the table are written late, if it fits.
   */
  private roomsFor(step: SolveStep, dependencies: readonly Dependency[]): Allocate[] {
    const { army } = this.solver.rules;
    const { addresses } = this.solver.tables.get(step.material.name)!;
    const reusable = reusedRun(step, army);
    const runs = reusable
      ? addresses.map((at) => ({ start: at + reusable.start, bytes: reusable.bytes }))
      : [];
    const sizes = dependencies.map((each) => dependencyBytes(army, each));
    const places = placeInto(runs, sizes);
    return places.map((place) => {
      let next = place;
      return (bytes) => {
        if (next === undefined) return this.solver.memory.allocate(bytes);
        next += bytes;
        return next - bytes;
      };
    });
  }

  /** Reads a finished table into the kernel's memory. */
  private async load(dependency: Dependency, allocate?: Allocate): Promise<void> {
    const { tables, team } = this.solver;
    const table = tables.place(dependency, allocate);
    await this.sink.read(dependency, tables.roomOf(table), team);
    team.meet();
  }
}

/** Passes on the first progress, one that is all, and of the others one in PROGRESS_EVERY milliseconds. */
function atTimes(publish: (progress: TeamProgress) => void): (progress: TeamProgress) => void {
  let next = -Infinity;
  return (progress) => {
    const now = performance.now();
    if (now < next && progress.done < progress.total) return;
    next = now + PROGRESS_EVERY;
    publish(progress);
  };
}
