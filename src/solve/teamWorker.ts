import { InputError, type Result, unwrap } from '../chess/result.ts';
import { makeKernel } from '../kernel/kernel.ts';
import { KernelMemory, MOST_BYTES } from '../kernel/memory.ts';
import { endgameOf } from '../rules/endgame.ts';
import { findRuleSet } from '../rules/registry.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { fileCheckpoints } from '../store/checkpoints.ts';
import { TableStore } from '../store/tableStore.ts';
import { type Material, parseMaterial } from '../table/material.ts';
import { SlabValues } from '../table/values.ts';
import { fitInto, lateRun } from './lateRoom.ts';
import { needBytes, planMemory, type SetStep } from './memoryPlan.ts';
import { isResident } from './needs.ts';
import { planTables } from './plan.ts';
import { SetSolver } from './setSolver.ts';
import { statisticsOf } from './setStatistics.ts';
import type { Need } from './solvedTables.ts';
import { Control, type TeamAnswer, type TeamMessage, type TeamTask } from './teamTask.ts';

/** One worker of a team that solves the missing tables of a plan, one after another. Runs on the pool. */
export async function solveAsTeam(task: TeamTask): Promise<TeamAnswer> {
  try {
    const rules = unwrap(findRuleSet(task.rules));
    const wanted = task.wanted.map((name) => unwrap(parseMaterial(name, rules.army)).material);
    const missing = new Set(task.missing);
    const plan = planTables(rules, wanted);
    const { steps } = unwrap(planMemory(rules, plan, missing, task.workers, MOST_BYTES));
    const member = new Member(rules, task);
    for (const step of steps) if (!(await member.work(step))) return stopped;
    return { ok: true };
  } catch (error) {
    if (error instanceof InputError) return { ok: false, problem: error.problem };
    throw error;
  } finally {
    task.port.close();
  }
}

const stopped: TeamAnswer = {
  ok: false,
  problem: { code: 'interrupted', message: 'interrupted', text: '' },
};

/** Finds room for so many bytes. */
type Allocate = (bytes: number) => number;

class Member {
  private readonly task: TeamTask;
  private readonly store: TableStore;
  private readonly solver: SetSolver;
  private readonly control: Control;

  constructor(rules: RuleSet, task: TeamTask) {
    this.task = task;
    this.store = new TableStore(rules, task.dir);
    this.control = new Control(task.control);
    const memory = new KernelMemory(task.memory);
    this.solver = new SetSolver(rules, memory, makeKernel(task.memory), task.index, task.workers);
  }

  /** Solves and writes one table. False where it was interrupted. */
  async work({ material, needs }: SetStep): Promise<boolean> {
    const { solver } = this;
    const began = performance.now();
    const lasting = needs.filter((need) => isResident(need.material));
    for (const need of lasting) if (!solver.tables.get(need.material.name)) await this.load(need);
    const own: Need = { material, sides: [true, true], slices: undefined };
    if (isResident(material)) solver.tables.place(own);
    const mark = solver.memory.mark();
    if (!isResident(material)) solver.tables.place(own);
    const passing = needs.filter((need) => !isResident(need.material));
    const rooms = this.roomsFor(material, passing);
    for (const [i, need] of passing.entries()) await this.load(need, rooms[i]!);

    const solving = performance.now();
    const counts = await solver.solve(material, {
      control: this.control,
      progress: (progress) => this.say({ kind: 'progress', table: material.name, ...progress }),
      ...(isResident(material) ? {} : { checkpoints: fileCheckpoints(this.store) }),
    });
    if (!counts) return false;
    const solveSeconds = (performance.now() - solving) / 1000;
    if (this.task.index === 0) {
      const { path } = unwrap(await this.write(material, counts));
      const seconds = (performance.now() - began) / 1000;
      this.say({ kind: 'solved', table: material.name, path, solveSeconds, seconds });
    }
    solver.team.meet();
    for (const need of passing) solver.tables.forget(need.material.name);
    solver.memory.release(mark);
    return true;
  }

  /** For each need a way to find its room: in the table's own late run, where it fits there. */
  private roomsFor(material: Material, needs: readonly Need[]): Allocate[] {
    const { army } = this.store.rules;
    const late = isResident(material) ? undefined : lateRun(army, material);
    const { addresses } = this.solver.tables.get(material.name)!;
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

  private say(message: TeamMessage): void {
    if (this.task.index === 0) this.task.port.postMessage(message);
  }

  private async write(material: Material, counts: Parameters<typeof statisticsOf>[1]) {
    const { solver, store } = this;
    const table = solver.tables.get(material.name)!;
    const codes = [solver.tables.codes(table, 0), solver.tables.codes(table, 1)] as const;
    const statistics = statisticsOf(table.placements, counts, codes);
    const values = [new SlabValues(codes[0]), new SlabValues(codes[1])] as const;
    const written = await store.write({ ...endgameOf(store.rules, material), values }, statistics);
    if (written.ok) await fileCheckpoints(store).remove(material.name);
    return written;
  }

  /** Brings a table that lies in the folder into memory. */
  private async load(need: Need, allocate?: Allocate): Promise<void> {
    const { solver } = this;
    solver.tables.place(need, allocate);
    if (this.task.index === 0) unwrap(await this.read(need));
    solver.team.meet();
  }

  private async read(need: Need): Promise<Result<undefined>> {
    const { tables } = this.solver;
    const table = tables.get(need.material.name)!;
    return this.store.readCodes(need.material, need.sides, (side, from, bytes) => {
      tables.put(table, side, from, bytes);
    });
  }
}
