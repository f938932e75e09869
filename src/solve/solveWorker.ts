// One of the workers that solve() starts in a browser.
import { InputError, unwrap } from '../chess/result.ts';
import { MOST_BYTES } from '../kernel/memory.ts';
import { findRuleSet } from '../rules/registry.ts';
import { parseMaterial } from '../table/material.ts';
import { planMemory } from './memoryPlan.ts';
import { planTables } from './plan.ts';
import { type SolveMessage, type SolveWork, solveShare } from './solveShare.ts';

const say = (message: SolveMessage) => self.postMessage(message);

async function work(task: SolveWork): Promise<void> {
  try {
    const rules = unwrap(findRuleSet(task.rules));
    const { material } = unwrap(parseMaterial(task.table, rules.army));
    const plan = planTables(rules, [material]);
    const missing = new Set(task.missing);
    const { steps } = unwrap(planMemory(rules, plan, missing, task.workers, MOST_BYTES));
    await solveShare(rules, steps, task, say);
    say({ kind: 'done' });
  } catch (error) {
    const problem =
      error instanceof InputError
        ? error.problem
        : { code: 'crash', message: `a worker of the solver died: ${error}`, text: '' };
    say({ kind: 'failed', problem });
  }
}

self.addEventListener('message', ({ data }: MessageEvent<SolveWork>) => void work(data));
