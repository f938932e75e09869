import type { TakeBlock } from '../format/native.ts';
import type { Material } from '../table/material.ts';
import type { SlabPlacements } from '../table/slabPlacements.ts';
import type { SlabCodes } from '../table/values.ts';
import type { CheckpointStore } from './checkpoint.ts';
import { Control, type TeamProgress } from './control.ts';
import { fitInto, lateRun } from './lateRoom.ts';
import { needBytes, type SetStep } from './memoryPlan.ts';
import { isBrief, isResident } from './needs.ts';
import type { SetSolver, SolvedCounts } from './setSolver.ts';
import { type Need, wholeNeed } from './solvedTables.ts';

/** A table just solved. */
export interface Solved {
  readonly material: Material;
  readonly placements: SlabPlacements;
  /** By side to move; still in the kernel's memory. */
  readonly codes: readonly [SlabCodes, SlabCodes];
  readonly counts: SolvedCounts;
  /** When the work on it began, by performance.now(); and the seconds of solving alone. */
  readonly began: number;
  readonly solveSeconds: number;
}

/** Where finished tables come from and go to. Only worker 0 asks it for anything. */
export interface Shelf {
  readonly checkpoints?: CheckpointStore;
  tell(table: string, progress: TeamProgress): void;
  /** Gives the bytes of a finished table's codes, run by run, of the sides that are needed. */
  read(need: Need, take: TakeBlock): Promise<void>;
  keep(solved: Solved): Promise<void>;
}

/** Finds room for so many bytes. */
type Allocate = (bytes: number) => number;

/** One of the workers that solve tables together, one table after another. */
export class TeamMember {
  private readonly solver: SetSolver;
  private readonly shelf: Shelf;
  private readonly control: Control;
  private readonly pause: (() => Promise<void>) | undefined;

  constructor(solver: SetSolver, shelf: Shelf, control: Control, pause?: () => Promise<void>) {
    this.solver = solver;
    this.shelf = shelf;
    this.control = control;
    this.pause = pause;
  }

  /** Solves one table and hands it over. False where it was interrupted. */
  async work({ material, needs }: SetStep): Promise<boolean> {
    const { solver, shelf, pause } = this;
    const began = performance.now();
    const lasting = needs.filter((need) => isResident(need.material));
    for (const need of lasting) if (!solver.tables.get(need.material.name)) await this.load(need);
    const own = wholeNeed(solver.rules, material);
    if (isResident(material)) solver.tables.place(own);
    const mark = solver.memory.mark();
    if (!isResident(material)) solver.tables.place(own);
    const passing = needs.filter((need) => !isResident(need.material));
    const rooms = this.roomsFor(material, passing);
    for (const [i, need] of passing.entries()) await this.load(need, rooms[i]!);

    const solving = performance.now();
    const first = solver.team.index === 0;
    const alone = isBrief(material);
    if (alone && !first) return true;
    const settings = {
      control: alone ? new Control() : this.control,
      ...(first
        ? { progress: (progress: TeamProgress) => shelf.tell(material.name, progress) }
        : {}),
      ...(isResident(material) || !shelf.checkpoints ? {} : { checkpoints: shelf.checkpoints }),
      ...(pause ? { pause } : {}),
    };
    const counts = await solver.solve(material, settings, alone);
    if (!counts) return false;
    const solveSeconds = (performance.now() - solving) / 1000;
    if (first) {
      const table = solver.tables.get(material.name)!;
      const codes = [solver.tables.codes(table, 0), solver.tables.codes(table, 1)] as const;
      const { placements } = table;
      await shelf.keep({ material, placements, codes, counts, began, solveSeconds });
    }
    if (alone) return true;
    solver.team.meet();
    for (const need of passing) solver.tables.forget(need.material.name);
    solver.memory.release(mark);
    return true;
  }

  /** For each need a way to find its room: in the table's own late run, where it fits there. */
  private roomsFor(material: Material, needs: readonly Need[]): Allocate[] {
    const { army } = this.solver.rules;
    const { addresses, codeBytes } = this.solver.tables.get(material.name)!;
    const late = isResident(material) ? undefined : lateRun(army, material, codeBytes);
    const runs = late ? addresses.map((at) => ({ start: at + late.start, bytes: late.bytes })) : [];
    const sizes = needs.map((need) => needBytes(army, need));
    const places = fitInto(runs, sizes);
    return places.map((place) => {
      let next = place;
      return (bytes) => {
        if (next === undefined) return this.solver.memory.allocate(bytes);
        next += bytes;
        return next - bytes;
      };
    });
  }

  /** Brings a finished table into memory. */
  private async load(need: Need, allocate?: Allocate): Promise<void> {
    const { tables, team } = this.solver;
    const table = tables.place(need, allocate);
    if (team.index === 0) {
      await this.shelf.read(need, (side, from, bytes) => tables.put(table, side, from, bytes));
    }
    team.meet();
  }
}
