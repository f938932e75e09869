import type { MachineState, QueueState, TableState } from '../../src/queue/state.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { planTables } from '../../src/solve/plan.ts';
import { allMaterials } from '../../src/table/material.ts';

/** When the made-up queue was looked at. */
const AT = Date.UTC(2026, 0, 31, 12);
const MINUTE_MS = 60_000;

const memory = 300 << 20;

/**
 * A queue at the 145 tables of metachess: the first `done` of its plan are made, two are running, one has failed and nothing that
 * needs it can begin.
 */
export function queueOf(done: number): QueueState {
  const plan = planTables(
    metachess,
    allMaterials(5, metachess).filter(({ men }) => !metachess.isSettled(men)),
  );
  const made = new Set(plan.slice(0, done).map(({ material }) => material.name));
  let ready = 0;
  const tables = plan.map(({ material: { name: table }, needs }, i): TableState => {
    const known = { table, needs, bundle: table, memory, expectedSeconds: 10 };
    if (made.has(table)) {
      const at = AT - (done - i) * 0.1 * MINUTE_MS;
      return { ...known, state: 'done', machine: 'anna/1', seconds: 20, bytes: 1 << 20, at };
    }
    if (!needs.every((name) => made.has(name))) return { ...known, state: 'waiting' };
    ready++;
    if (ready <= 2) return { ...known, state: 'running', machine: `bert/${ready}`, share: 0.437 };
    const problem = { code: 'memory', message: `no machine has room for ${table}`, text: table };
    return ready === 3 ? { ...known, state: 'failed', problem } : { ...known, state: 'ready' };
  });
  const { name: rules, title, fingerprint } = metachess;
  const running = tables.filter(({ state }) => state === 'running');
  const machines = running.map(({ machine, table }): MachineState => {
    const has = { version: '1.2.3', threads: 2, memory: 2 ** 33, since: AT - 60 * MINUTE_MS };
    return { ...has, name: machine!, made: 20, table, rules };
  });
  const idle = { ...machines[0]!, name: 'anna/1' };
  const { table: _, rules: __, ...free } = idle;
  return { games: [{ rules, title, fingerprint, tables }], machines: [...machines, free], at: AT };
}
