import { InputError, unwrap } from '../chess/result.ts';
import type { TakeBlock } from '../format/native.ts';
import { makeKernel } from '../kernel/kernel.ts';
import { KernelMemory, MOST_BYTES } from '../kernel/memory.ts';
import { endgameOf } from '../rules/endgame.ts';
import { findRuleSet } from '../rules/registry.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { fileCheckpoints } from '../store/checkpoints.ts';
import { TableStore } from '../store/tableStore.ts';
import { parseMaterial } from '../table/material.ts';
import { SlabValues } from '../table/values.ts';
import type { CheckpointStore } from './checkpoint.ts';
import { Control, type TeamProgress } from './control.ts';
import { planMemory } from './memoryPlan.ts';
import { planTables } from './plan.ts';
import { SetSolver } from './setSolver.ts';
import { statisticsOf } from './setStatistics.ts';
import type { Need } from './solvedTables.ts';
import { type Shelf, type Solved, TeamMember } from './teamMember.ts';
import type { SolvedMessage, TeamAnswer, TeamMessage, TeamTask } from './teamTask.ts';

/** One worker of a team that solves the missing tables of a plan, one after another. Runs on the pool. */
export async function solveAsTeam(task: TeamTask): Promise<TeamAnswer> {
  try {
    const rules = unwrap(findRuleSet(task.rules));
    const wanted = task.wanted.map((name) => unwrap(parseMaterial(name, rules.army)).material);
    const missing = new Set(task.missing);
    const plan = planTables(rules, wanted);
    const { steps } = unwrap(planMemory(rules, plan, missing, task.workers, MOST_BYTES));
    const memory = new KernelMemory(task.memory);
    const kernel = makeKernel(task.memory);
    const solver = new SetSolver(rules, memory, kernel, task.index, task.workers);
    const shelf = new FolderShelf(rules, task);
    const member = new TeamMember(solver, shelf, new Control(task.control));
    for (const step of steps) if (!(await member.work(step))) return stopped;
    return { ok: true, solved: shelf.solved };
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

/** Tables in a folder, as files. */
class FolderShelf implements Shelf {
  readonly checkpoints: CheckpointStore;
  readonly solved: SolvedMessage[] = [];
  private readonly task: TeamTask;
  private readonly store: TableStore;

  constructor(rules: RuleSet, task: TeamTask) {
    this.task = task;
    this.store = new TableStore(rules, task.dir);
    this.checkpoints = fileCheckpoints(this.store);
  }

  tell(table: string, progress: TeamProgress): void {
    this.say({ kind: 'progress', table, ...progress });
  }

  async read(need: Need, take: TakeBlock): Promise<void> {
    unwrap(await this.store.readCodes(need.material, need.sides, take));
  }

  async keep({ material, placements, codes, counts, began, solveSeconds }: Solved): Promise<void> {
    const { store } = this;
    const statistics = statisticsOf(placements, counts, codes);
    const values = [new SlabValues(codes[0]), new SlabValues(codes[1])] as const;
    const table = { ...endgameOf(store.rules, material), values };
    const { path } = unwrap(await store.write(table, statistics));
    await fileCheckpoints(store).remove(material.name);
    const seconds = (performance.now() - began) / 1000;
    const solved = { kind: 'solved', table: material.name, path, solveSeconds, seconds } as const;
    this.solved.push(solved);
    this.say(solved);
  }

  private say(message: TeamMessage): void {
    this.task.port.postMessage(message);
  }
}
