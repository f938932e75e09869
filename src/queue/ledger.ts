import type { Redis } from 'ioredis';
import type { GameRef } from '../rules/gameRef.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import type { SolverName } from '../solve/generation.ts';
import { type Bundle, bundleOfTasks, type Task } from './tasks.ts';

/** All keys in Redis begin with it, BullMQ's too. */
export const PREFIX = 'metatb';

const GAMES = `${PREFIX}:games`;
const planKey = (game: string) => `${PREFIX}:plan:${game}`;
const doneKey = (game: string) => `${PREFIX}:done:${game}`;

/** Outside the prefix, so that clearing twice is the same as once. */
const CLEARED = `${PREFIX}-cleared`;
/** Longer than those who watch a plan look away. */
const CLEARED_MS = 60_000;

/** The field of a plan that says how; the names of tables have a `v`. */
const HOW = '#';

/** How the tables of a game are made: the same for all of them, on every machine. */
export interface How {
  readonly game: GameRef;
  readonly title: string;
  readonly fingerprint: string;
  /** Of the program and of the format of tables. */
  readonly version: string;
  /** The name of the store. */
  readonly store: string;
  readonly solver: SolverName | null;
  /** Do threads solve each table by sets together? It decides what the tables' values are: codes or plies. */
  readonly together: boolean;
}

/** A table of a plan. */
interface Planned extends Omit<Task, 'table'> {
  readonly bundle: string;
  /** Its place in the bundle, and the plan. */
  readonly order: number;
}

export interface Plan {
  /** See {@link gameKey}. */
  readonly game: string;
  readonly how: How;
  /** Each after those that it needs. */
  readonly tasks: readonly Task[];
  readonly bundles: readonly Bundle[];
}

/** What is known of a finished table. */
export interface Done {
  readonly bytes: number;
  readonly sha256: string | null;
  /** Null if it lay in the store before. */
  readonly seconds: number | null;
  readonly machine: string;
  /** In milliseconds since 1970. */
  readonly at: number;
}

/** The name of a game in the queue: rules that differ have different ones. */
export function gameKey({ folder, fingerprint }: Pick<RuleSet, 'folder' | 'fingerprint'>): string {
  return `${folder}.${fingerprint}`;
}

/** Adds tables to a plan, all of them, or none if one is there already. */
const PUBLISH = `
for i = 3, #ARGV, 2 do
  if redis.call('HEXISTS', KEYS[1], ARGV[i]) == 1 then return 0 end
end
redis.call('HSETNX', KEYS[1], '${HOW}', ARGV[2])
for i = 3, #ARGV, 2 do redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1]) end
redis.call('SADD', KEYS[2], ARGV[1])
return 1`;

/** Drops a plan if all of its tables are finished. */
const RETIRE = `
for _, table in ipairs(redis.call('HKEYS', KEYS[1])) do
  if table ~= '${HOW}' and redis.call('HEXISTS', KEYS[2], table) == 0 then return 0 end
end
redis.call('DEL', KEYS[1], KEYS[2])
return 1`;

/** What a queue remembers of each game: the plan, and which tables are finished. The tables themselves lie in the store. */
export class Ledger {
  private readonly redis: Redis;

  constructor(redis: Redis) {
    this.redis = redis;
  }

  /** The keys of all games that have a plan. */
  async games(): Promise<readonly string[]> {
    return (await this.redis.smembers(GAMES)).sort();
  }

  /** Undefined if the game has no plan, or one that this program does not understand. */
  async plan(game: string): Promise<Plan | undefined> {
    const { [HOW]: how, ...fields } = await this.redis.hgetall(planKey(game));
    if (how === undefined) return undefined;
    const entries = Object.entries(fields).map(([table, text]) => ({
      table,
      ...(JSON.parse(text) as Planned),
    }));
    entries.sort((a, b) => a.order - b.order);
    const groups = new Map<string, Task[]>();
    for (const entry of entries) {
      groups.set(entry.bundle, [...(groups.get(entry.bundle) ?? []), entry]);
    }
    const bundles = [...groups.values()].map(bundleOfTasks);
    return { game, how: JSON.parse(how) as How, tasks: entries, bundles };
  }

  /**
   * Adds these tables to a game's plan, after the `before` that it has; false, and nothing is changed, if some of them are
   * in it: somebody else has been faster.
   */
  async publish(
    game: string,
    how: How,
    bundles: readonly Bundle[],
    tasks: readonly Task[],
    before: number,
  ): Promise<boolean> {
    const order = new Map(tasks.map(({ table }, i) => [table, before + i]));
    const bundleOf = new Map(bundles.flatMap(({ id, tables }) => tables.map((name) => [name, id])));
    const fields = tasks.flatMap(({ table, ...task }) => {
      const planned: Planned = { ...task, bundle: bundleOf.get(table)!, order: order.get(table)! };
      return [table, JSON.stringify(planned)];
    });
    const keys = [planKey(game), GAMES];
    const added = await this.redis.eval(PUBLISH, 2, ...keys, game, JSON.stringify(how), ...fields);
    return added === 1;
  }

  /** Drops a game's plan if it is finished; false if it is not. */
  async retire(game: string): Promise<boolean> {
    return (await this.redis.eval(RETIRE, 2, planKey(game), doneKey(game))) === 1;
  }

  async done(game: string): Promise<ReadonlyMap<string, Done>> {
    const fields = Object.entries(await this.redis.hgetall(doneKey(game)));
    return new Map(fields.map(([table, text]) => [table, JSON.parse(text) as Done]));
  }

  /** Records a finished table; the first record stays. */
  async record(game: string, table: string, done: Done): Promise<void> {
    await this.redis.hsetnx(doneKey(game), table, JSON.stringify(done));
  }

  /** Removes everything from the queue: plans, what is done, jobs. */
  async clear(): Promise<void> {
    const all = `${PREFIX}:*`;
    for (let cursor = '0', first = true; first || cursor !== '0'; first = false) {
      const [next, keys] = await this.redis.scan(cursor, 'MATCH', all, 'COUNT', 1000);
      if (keys.length > 0) await this.redis.unlink(...keys);
      cursor = next;
    }
    await this.redis.set(CLEARED, '1', 'PX', CLEARED_MS);
  }

  /** Was the queue cleared lately? Else it has lost what it knew. */
  async wasCleared(): Promise<boolean> {
    return (await this.redis.exists(CLEARED)) === 1;
  }

  /** Forgets that tables are finished. */
  async forget(game: string, tables: readonly string[]): Promise<void> {
    if (tables.length > 0) await this.redis.hdel(doneKey(game), ...tables);
  }
}
