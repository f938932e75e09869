import { Piscina } from 'piscina';
import { ok, type Result } from '../board/result.ts';
import { crashed } from './crash.ts';
import { type workerModules, workerUrl } from './workerModules.ts';

type WorkerName = keyof typeof workerModules;

/** Node's option by which `require` loads no ES modules. */
const NO_REQUIRE = '--no-experimental-require-module';
/**
 * For threads of Piscina, which tries `require` before `import`: Node 20 aborts the whole process if a thread is ended while that
 * loads an ES module. Earlier releases of it do not know the option, and do not need it.
 */
export const execArgv: readonly string[] = process.allowedNodeEnvironmentFlags.has(NO_REQUIRE)
  ? [NO_REQUIRE]
  : [];

/** Threads of a kept pool that have nothing to do end after so many milliseconds. */
const KEPT_IDLE_MS = 60_000;

/** While pools are kept: the threads of each, and those that were started. */
let kept: { readonly threads: number; readonly pools: Map<WorkerName, Piscina> } | undefined;

/**
 * A pool of at most `most` worker threads, `atOnce` of which are started now (default: one) and the others when there is
 * work for them. The caller must {@link endPool} it.
 */
export function startPool(
  worker: WorkerName,
  { most, atOnce = 1 }: { readonly most: number; readonly atOnce?: number },
): Piscina {
  const common = { filename: workerUrl(worker).href, execArgv: [...execArgv] };
  if (!kept) return new Piscina({ ...common, minThreads: atOnce, maxThreads: most });
  const known = kept.pools.get(worker);
  if (known) return known;
  const maxThreads = Math.max(most, kept.threads);
  const pool = new Piscina({ ...common, minThreads: 1, maxThreads, idleTimeout: KEPT_IDLE_MS });
  kept.pools.set(worker, pool);
  return pool;
}

/** Ends a pool, unless pools are kept. */
export async function endPool(pool: Piscina): Promise<void> {
  if (![...(kept?.pools.values() ?? [])].includes(pool)) await pool.destroy();
}

/**
 * What each of so many threads returns of its share in one task. Errors: the first of theirs, and `crash` if one dies: `who`, for
 * its message. `name`: of the worker's function.
 */
export async function shareOut<T>(
  pool: Piscina,
  threads: number,
  name: string,
  task: object,
  who: string,
): Promise<Result<readonly T[]>> {
  try {
    const runs = Array.from({ length: threads }, () => pool.run(task, { name }));
    const shares: readonly Result<T>[] = await Promise.all(runs);
    const values: T[] = [];
    for (const share of shares) {
      if (!share.ok) return share;
      values.push(share.value);
    }
    return ok(values);
  } catch (error) {
    return crashed(who, error);
  }
}

/** The pools of a process that does many small things one after another. */
export interface KeptPools {
  /** Ends the threads, and with them what they hold of the memory of large tables. Later ones are kept again. */
  drop(): Promise<void>;
  /** Ends the threads, and keeps no more. */
  end(): Promise<void>;
}

/**
 * From now on pools outlive their use. To start threads, and to compile what they run anew, takes some two seconds: longer
 * than a table of four men. `threads`: of each pool.
 */
export function keepPools(threads: number): KeptPools {
  const own = { threads, pools: new Map<WorkerName, Piscina>() };
  kept = own;
  const drop = async () => {
    const pools = [...own.pools.values()];
    own.pools.clear();
    await Promise.all(pools.map((pool) => pool.destroy()));
  };
  const end = async () => {
    if (kept === own) kept = undefined;
    await drop();
  };
  return { drop, end };
}
