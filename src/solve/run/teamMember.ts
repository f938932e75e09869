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
import type { Dependency } from '../sets/solvedTables.ts';
import { SetSolver, type SolvedCounts, type SolveOptions } from '../sets/solver.ts';
import type { Team } from '../sets/team.ts';
import type { WindowStores } from '../window/solveThroughWindow.ts';
import { placeInto, reusableRun } from './codeReuse.ts';
import { isBrief, isResident } from './dependencies.ts';
import { dependencyBytes, ownTable, type SolveStep } from './memoryPlan.ts';
import type { TeamTask } from './teamTask.ts';

/** A table just solved. */
export interface SolvedTable {
  readonly material: Material;
  readonly placements: SlabPlacements;
  /** By side to move; still in the kernel's memory. */
  readonly codes: readonly [SlabCodes, SlabCodes];
  readonly counts: SolvedCounts;
  /** When work on it began, by performance.now(), and the seconds of solving alone. */
  readonly began: number;
  readonly solveSeconds: number;
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
  private readonly stores: Omit<WindowStores, 'bytes'> | undefined;

  /**
   * `pause`: awaited between plies and tables, on a thread that has other work to do too; `stores`: of tables that are solved
   * through a window.
   */
  constructor(
    rules: RuleSet,
    { memory, control, index, workers }: Pick<TeamTask, 'memory' | 'control' | 'index' | 'workers'>,
    sink: TableSink,
    pause?: () => Promise<void>,
    stores?: Omit<WindowStores, 'bytes'>,
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
    this.stores = stores;
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
    const { solver, sink } = this;
    const began = performance.now();
    for (const each of dependencies) {
      if (isResident(each.material) && !solver.tables.get(each.material.name))
        await this.load(each);
    }
    const own = ownTable(step);
    if (isResident(material)) solver.tables.place(own);
    const mark = solver.memory.mark();
    if (!isResident(material)) solver.tables.place(own);
    const temporary = dependencies.filter((each) => !isResident(each.material));
    const rooms = this.roomsFor(material, temporary);
    for (const [i, each] of temporary.entries()) await this.load(each, rooms[i]!);

    const solving = performance.now();
    const first = solver.team.index === 0;
    const alone = isBrief(material);
    if (alone && !first) return true;
    const counts = await solver.solveTable(material, this.optionsFor(step), alone);
    if (!counts) return false;
    const solveSeconds = (performance.now() - solving) / 1000;
    if (first) {
      const table = solver.tables.get(material.name)!;
      const codes = [solver.tables.codes(table, 0), solver.tables.codes(table, 1)] as const;
      const { placements } = table;
      await sink.write({ material, placements, codes, counts, began, solveSeconds });
    }
    if (alone) return true;
    solver.team.meet();
    for (const each of temporary) solver.tables.remove(each.material.name);
    solver.memory.release(mark);
    return true;
  }

  private optionsFor({ material, window }: SolveStep): SolveOptions {
    const { sink, solver, pause, stores } = this;
    const table = material.name;
    const publishes = solver.team.index === 0;
    const keepsCheckpoints = !isResident(material) && sink.checkpoints;
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
      ...(window !== undefined ? { window: { bytes: window, ...stores! } } : {}),
    };
  }

  /**
   * For each dependency, a function that allocates its memory: where codes of the table are written late, if it fits.
   */
  private roomsFor(material: Material, dependencies: readonly Dependency[]): Allocate[] {
    const { army } = this.solver.rules;
    const { addresses, codeBytes } = this.solver.tables.get(material.name)!;
    const reusable = isResident(material) ? undefined : reusableRun(army, material, codeBytes);
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
