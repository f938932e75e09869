import { gameKey, type Plan } from '../../src/queue/ledger.ts';
import { bundleTasks, type Task } from '../../src/queue/tasks.ts';
import { refOf } from '../../src/rules/gameRef.ts';
import { metachess } from '../../src/rules/metachess.ts';

/** A plan of metachess, a job for each table. */
export function planOf(tables: readonly Pick<Task, 'table' | 'needs'>[]): Plan {
  const tasks = tables.map((each): Task => ({ ...each, bytes: 1, seconds: 1 }));
  return {
    game: gameKey(metachess),
    how: {
      ...{ game: refOf(metachess), title: metachess.title, fingerprint: metachess.fingerprint },
      ...{ version: 'metatb 1.2.3', store: '/tables', solver: null, together: true },
    },
    tasks,
    bundles: bundleTasks(tasks, 0),
  };
}
