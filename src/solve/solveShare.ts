import type { Problem } from '../chess/result.ts';
import { makeKernel } from '../kernel/kernel.ts';
import { KernelMemory } from '../kernel/memory.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { Control } from './control.ts';
import type { SetStep } from './memoryPlan.ts';
import { type BothCodes, MemoryShelf, type ShelfMessage } from './memoryShelf.ts';
import { SetSolver } from './setSolver.ts';
import { TeamMember } from './teamMember.ts';

/** What a worker of solve() is to do, as plain data. */
export interface SolveWork {
  /** Names of the rule set and of the table. */
  readonly rules: string;
  readonly table: string;
  /** The tables to solve, of the plan for the wanted one, which every worker makes for himself. */
  readonly missing: readonly string[];
  readonly memory: WebAssembly.Memory;
  /** What a {@link Control} stands on. Nobody asks these workers to stop: they have nothing to leave behind. */
  readonly control: ArrayBuffer | SharedArrayBuffer;
  readonly index: number;
  readonly workers: number;
  /** Finished tables, for worker 0. */
  readonly ready: ReadonlyMap<string, BothCodes>;
}

export type SolveMessage =
  | ShelfMessage
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly problem: Problem };

/** Solves the steps, in the one thread that there is, or as one of several. */
export async function solveShare(
  rules: RuleSet,
  steps: readonly SetStep[],
  work: Pick<SolveWork, 'memory' | 'control' | 'index' | 'workers' | 'ready'>,
  say: (message: ShelfMessage) => void,
  pause?: () => Promise<void>,
): Promise<void> {
  const { memory, control, index, workers, ready } = work;
  const kernelMemory = new KernelMemory(memory);
  const solver = new SetSolver(rules, kernelMemory, makeKernel(memory), index, workers);
  const member = new TeamMember(solver, new MemoryShelf(ready, say), new Control(control), pause);
  for (const step of steps) {
    await member.work(step);
    if (pause) await pause();
  }
}
