import type { Redis } from 'ioredis';
import type { Problem } from '../board/result.ts';
import { JobQueues, readyBundles } from './jobQueues.ts';
import { type Done, Ledger, type Plan } from './ledger.ts';
import { machinesIn } from './machines.ts';
import type { GameState, MachineState, QueueState, TableState } from './state.ts';

/** Looks at a queue. */
export async function readState(redis: Redis): Promise<QueueState> {
  const ledger = new Ledger(redis);
  const queues = new JobQueues(redis);
  try {
    const machines = await machinesIn(redis);
    const games: GameState[] = [];
    for (const game of await ledger.games()) {
      const plan = await ledger.plan(game);
      if (plan) games.push(await gameState(plan, await ledger.done(game), machines, queues));
    }
    return { games, machines, at: Date.now() };
  } finally {
    await queues.close();
  }
}

async function gameState(
  plan: Plan,
  done: ReadonlyMap<string, Done>,
  machines: readonly MachineState[],
  queues: JobQueues,
): Promise<GameState> {
  const { how, tasks, bundles } = plan;
  const own = machines.filter(({ rules }) => rules === how.game.name);
  const failed = new Map<string, Problem>();
  for (const { bundle, problem } of await queues.failed(plan)) {
    for (const table of bundle.tables) failed.set(table, problem);
  }
  const bundleOf = new Map(bundles.flatMap(({ id, tables }) => tables.map((name) => [name, id])));
  const ready = new Set(readyBundles(plan, done).flatMap(({ tables }) => tables));
  const tables = tasks.map(({ table, needs, bytes, seconds }): TableState => {
    const known = {
      table,
      needs,
      bundle: bundleOf.get(table)!,
      memory: bytes,
      expectedSeconds: seconds,
    };
    const finished = done.get(table);
    if (finished) return { ...known, state: 'done', ...withoutNull(finished) };
    const problem = failed.get(table);
    if (problem) return { ...known, state: 'failed', problem };
    const machine = own.find((each) => each.table === table);
    if (machine) {
      const { name, share = 0 } = machine;
      return { ...known, state: 'running', machine: name, share };
    }
    return { ...known, state: ready.has(table) ? 'ready' : 'waiting' };
  });
  const {
    game: { name: rules },
    title,
    fingerprint,
  } = how;
  return { rules, title, fingerprint, tables };
}

function withoutNull({ sha256, ...rest }: Done) {
  return sha256 === null ? rest : { ...rest, sha256 };
}
